import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  grouped,
  ImportDialog,
  ListPage,
  shortPrice,
  SourceLink,
  toast,
  usePage,
  usePermission,
  type ColumnSpec,
  type DetailRow,
  type FactGroup,
  type ListHandle,
} from '#kit/web/index.ts';
import { marketListing, sellerOffer } from '../model/listing.ts';
import { MOST_OFFER_ROWS } from '../model/offer-sheet.ts';
import { ByFile } from './by-file.tsx';
import { ListingTrend } from './listing-trend.tsx';

type Listing = WireRow<typeof marketListing>;

const COLUMNS: readonly ColumnSpec<Listing>[] = [
  {
    key: 'title',
    width: 240,
    under: ['itemId'],
    render: ({ id, title }) => (
      <SourceLink title="看走势" permission="market:marketListing:list" path={detailPath(marketListing, id)}>
        {title}
      </SourceLink>
    ),
  },
  { key: 'marketplace', width: 120, under: ['category'] },
  {
    key: 'price',
    width: 92,
    render: ({ price }) => (price === null ? '—' : shortPrice(price)),
    under: ['currency'],
  },
  {
    key: 'rating',
    width: 90,
    render: ({ rating }) => (rating === null ? '—' : ratingText(rating)),
    under: [
      {
        key: 'reviewCount',
        render: ({ reviewCount }) => (reviewCount === null ? null : `${grouped(reviewCount)} 条评论`),
      },
    ],
  },
  { key: 'rank', width: 72 },
  { key: 'stockSignal', width: 90 },
  { key: 'sellerId', width: 140, under: ['accountId'] },
  { key: 'skuId', width: 160, isWhole: true },
  { key: 'lastSeenAt', width: 150 },
  { key: 'status', width: 110, hiddenByDefault: true },
];

/** `4.500000` as people write stars. */
export const ratingText = (rating: string): string => String(Number(rating));

/** As many as are looked at beside each other. */
const MOST_COMPARED = 5;

/** Listing: what is watched at marketplaces, ours and others', as it was seen last. */
export function ListingList(): ReactNode {
  const page = usePage();
  const [isImporting, setImporting] = useState(false);
  const mayImport = usePermission('market:sellerOffer:import');
  const compare = ({ selection }: ListHandle<Listing>): void => {
    const ids = selection.mode === 'rows' ? selection.rows.map(({ id }) => id) : [];
    if (ids.length < 2 || ids.length > MOST_COMPARED) return toast.warn('请选择 2 到 5 个商品进行对比');
    page.open(`/market/compare?ids=${ids.join(',')}`);
  };
  return (
    <>
      <ListPage
        of={marketListing}
        columns={COLUMNS}
        tab="watched"
        withAll
        onOpen={({ id }) => page.open(detailPath(marketListing, id))}
        above={() => <ByFile how="导入行情文件，或在一行点“登记行情”" />}
        toolbar={() => mayImport && <Button onClick={() => setImporting(true)}>导入行情</Button>}
        chosen={(list) => <Button onClick={() => compare(list)}>对比</Button>}
      />
      {isImporting && (
        <ImportDialog
          of={sellerOffer}
          mostRows={MOST_OFFER_ROWS}
          rowMeans="一行是一个商品的一次观察"
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}

type Detail = DetailRow<typeof marketListing>;

const GROUPS: readonly FactGroup<Detail>[] = [
  { title: '行情', keys: ['price', 'currency', 'rating', 'reviewCount', 'rank', 'stockSignal', 'lastSeenAt'] },
  { title: '商品', keys: ['marketplace', 'itemId', 'category', 'url', 'sellerId', 'note'] },
  { title: '我方', keys: ['channelProductId', 'accountId', 'skuId'] },
];

/** One listing: how its price and rank went, and what else is known of it. */
export const ListingDetail = (): ReactNode => (
  <DetailPage<typeof marketListing, Detail>
    of={marketListing}
    groups={GROUPS}
    facts={{
      url: ({ url }) =>
        url && (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        ),
    }}
    lines={({ id }) => <ListingTrend id={id} />}
  />
);
