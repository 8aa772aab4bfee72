import type { ReactNode } from 'react';
import type { RowFace } from '#kit/model/list-entry.ts';
import type { WireRow } from '#kit/model/row.ts';
import { DrillLink, grouped, ListPage, shareText, shortPrice, type ColumnSpec, type DrillTo } from '#kit/web/index.ts';
import { marketProduct } from '../model/product.ts';
import { ByFile } from './by-file.tsx';
import './market.css';

type Row = WireRow<typeof marketProduct> & { skuId_face?: RowFace | null };

const listings = ({ skuId, marketplace, currency }: Row): DrillTo => ({
  title: '看Listing',
  permission: 'market:marketListing:list',
  path: '/market/listing',
  filter: { tab: 'watched', skuId, marketplace, currency },
});

const priceText = (price: string | null): string => (price === null ? '—' : shortPrice(price));
const countText = (n: number | null): string => (n === null ? '—' : grouped(n));
const starText = (rating: string | null): string =>
  rating === null ? '—' : String(Math.round(Number(rating) * 100) / 100);

const COLUMNS: readonly ColumnSpec<Row>[] = [
  { key: 'skuId', width: 230, pictureOf: ({ skuId_face: face }) => face?.picture ?? null },
  { key: 'marketplace', width: 130, under: ['currency'] },
  { key: 'ownPrice', width: 100, align: 'right', render: ({ ownPrice }) => priceText(ownPrice) },
  {
    key: 'lowestPrice',
    width: 110,
    align: 'right',
    render: ({ lowestPrice }) => priceText(lowestPrice),
    under: [
      { key: 'medianPrice', render: ({ medianPrice }) => (medianPrice ? `中位 ${shortPrice(medianPrice)}` : null) },
    ],
  },
  {
    key: 'gap',
    width: 110,
    align: 'right',
    render: ({ gap }) => (gap === null ? '—' : `${Number(gap) > 0 ? '高 ' : '低 '}${shareText(gap.replace('-', ''))}`),
  },
  {
    key: 'ownRank',
    width: 100,
    align: 'right',
    render: ({ ownRank }) => countText(ownRank),
    under: [{ key: 'bestRank', render: ({ bestRank }) => (bestRank === null ? null : `竞品 ${grouped(bestRank)}`) }],
  },
  {
    key: 'ownRating',
    width: 100,
    align: 'right',
    render: ({ ownRating }) => starText(ownRating),
    under: [
      { key: 'averageRating', render: ({ averageRating }) => averageRating && `竞品 ${starText(averageRating)}` },
    ],
  },
  {
    key: 'rivalCount',
    width: 100,
    align: 'right',
    render: (row) => <DrillLink {...listings(row)}>{grouped(row.rivalCount)}</DrillLink>,
    under: [{ key: 'rivalsOut', render: ({ rivalsOut }) => (rivalsOut > 0 ? `${rivalsOut} 个缺货` : null) }],
  },
  {
    key: 'ownCount',
    width: 100,
    align: 'right',
    render: (row) => <DrillLink {...listings(row)}>{grouped(row.ownCount)}</DrillLink>,
  },
  { key: 'lastSeenAt', width: 150 },
];

/** 市场产品: where our goods stand against those that compete with them. */
export const ProductList = (): ReactNode => (
  <ListPage<typeof marketProduct, Row>
    of={marketProduct}
    columns={COLUMNS}
    above={() => <ByFile how="在“Listing”给竞品选对应SKU；价格来自导入的行情，各市场、各币种分开" />}
  />
);
