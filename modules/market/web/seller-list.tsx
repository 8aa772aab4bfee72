import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { DrillLink, grouped, ListPage, type ColumnSpec } from '#kit/web/index.ts';
import { seller } from '../model/seller.ts';
import { ByFile } from './by-file.tsx';
import { ratingText } from './listing-pages.tsx';

/** The server says beside a row how many listings it has, to whoever may list these. */
type Row = WireRow<typeof seller> & { listingCount?: number };

const COLUMNS: readonly ColumnSpec<Row>[] = [
  { key: 'name', width: 200, under: ['channelSellerId'] },
  { key: 'marketplace', width: 140 },
  { key: 'kind', width: 80 },
  {
    key: 'rating',
    width: 100,
    render: ({ rating }) => (rating === null ? '—' : ratingText(rating)),
    under: [
      {
        key: 'feedbackCount',
        render: ({ feedbackCount }) => (feedbackCount === null ? null : `${grouped(feedbackCount)} 条评价`),
      },
    ],
  },
  {
    key: 'listingCount',
    title: '产品数',
    width: 90,
    align: 'right',
    render: ({ id, listingCount }) =>
      listingCount === undefined ? (
        '—'
      ) : (
        <DrillLink
          title="看Listing"
          permission="market:marketListing:list"
          path="/market/listing"
          filter={{ tab: '*', sellerId: id }}
        >
          {grouped(listingCount)}
        </DrillLink>
      ),
  },
  { key: 'accountId', width: 150 },
  { key: 'note', width: 180 },
  { key: 'updateTime', width: 150 },
];

/** 卖家: shops of ours as marketplaces know them, and whoever is watched. */
export const SellerList = (): ReactNode => (
  <ListPage<typeof seller, Row>
    of={seller}
    columns={COLUMNS}
    lacks={({ kind }) => (kind === 'own' ? ['delete'] : [])}
    above={() => <ByFile how="自有卖家随店铺账号建立；同行手工新增，或随行情文件建立" />}
  />
);
