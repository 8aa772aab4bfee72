import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  detailPath,
  fetchRoute,
  grouped,
  keyOf,
  PartTable,
  ReportFrame,
  shortPrice,
  SourceLink,
  usePage,
} from '#kit/web/index.ts';
import { marketListing } from '../model/listing.ts';
import { compareListingsRoute, type Compared } from '../model/routes.ts';
import './market.css';

/** A line of the comparison. `best`: which of the figures is to be marked, where they may be compared. */
interface Line {
  title: string;
  of: (one: Compared) => ReactNode;
  figure?: (one: Compared) => string | number | null;
  better?: 'less' | 'more';
}

const amountText = (price: string | null, currency: string): string =>
  price === null ? '—' : `${shortPrice(price)} ${currency}`;

const LINES: readonly Line[] = [
  { title: '市场', of: ({ marketplace }) => marketplace },
  { title: '类目', of: ({ category }) => category ?? '—' },
  { title: '卖家', of: ({ seller, isOwn }) => `${seller ?? '—'}${isOwn ? '（自有）' : ''}` },
  { title: '对应SKU', of: ({ skuCode }) => skuCode ?? '—' },
  {
    title: '价格',
    of: ({ price, currency }) => amountText(price, currency),
    figure: ({ price }) => price,
    better: 'less',
  },
  { title: '近30天最低', of: ({ least, currency }) => amountText(least, currency) },
  { title: '近30天最高', of: ({ most, currency }) => amountText(most, currency) },
  { title: '我方供货价', of: ({ basePrice, currency }) => amountText(basePrice, currency) },
  {
    title: '评分',
    of: ({ rating }) => (rating === null ? '—' : String(Number(rating))),
    figure: ({ rating }) => rating,
    better: 'more',
  },
  { title: '评论数', of: ({ reviewCount }) => (reviewCount === null ? '—' : grouped(reviewCount)) },
  {
    title: '排名',
    of: ({ rank }) => (rank === null ? '—' : grouped(rank)),
    figure: ({ rank }) => rank,
    better: 'less',
  },
  { title: '库存信号', of: ({ stock }) => stock ?? '—' },
  { title: '最近观察', of: ({ lastSeenAt }) => lastSeenAt ?? '—' },
];

/** Which one is best; none where prices are of several currencies, or only one says anything. */
function bestOf({ figure, better }: Line, all: readonly Compared[]): Compared | null {
  if (!figure || new Set(all.map(({ currency }) => currency)).size > 1) return null;
  const said = all.filter((one) => figure(one) !== null);
  if (said.length < 2) return null;
  const sorted = said.toSorted((a, b) => (Number(figure(a)) - Number(figure(b))) * (better === 'less' ? 1 : -1));
  return sorted[0] ?? null;
}

/** 对比: some listings side by side. */
export function ComparePage(): ReactNode {
  const { query } = usePage();
  const ids = query['ids'] ?? '';
  const request = useQuery({
    queryKey: keyOf(marketListing, 'compare', ids),
    queryFn: ({ signal }) => fetchRoute(compareListingsRoute, { query: { ids }, signal }),
    staleTime: 0,
  });
  return (
    <ReportFrame
      title="Listing对比"
      query={request}
      method="价格、评分、排名是最近一次看到的；绿色为其中最好的，币种不同时不比。"
    >
      {(all) => (
        <PartTable
          label="Listing对比"
          head={[{ title: '项目' }, ...all.map(({ title, itemId }) => ({ title: `${title}（${itemId}）` }))]}
          rows={[
            ...LINES.map((line) => {
              const best = bestOf(line, all);
              return {
                key: line.title,
                cells: [
                  line.title,
                  ...all.map((one) => (
                    <span key={one.id} className={one === best ? 'mk-best' : undefined}>
                      {line.of(one)}
                    </span>
                  )),
                ],
              };
            }),
            {
              key: '走势',
              cells: [
                '走势',
                ...all.map(({ id }) => (
                  <SourceLink
                    key={id}
                    title="看走势"
                    permission="market:marketListing:list"
                    path={detailPath(marketListing, id)}
                  >
                    看走势
                  </SourceLink>
                )),
              ],
            },
          ]}
        />
      )}
    </ReportFrame>
  );
}
