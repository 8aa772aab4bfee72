import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Chart, DetailPart, fetchRoute, grouped, keyOf, PartTable, QuickChip, shortPrice } from '#kit/web/index.ts';
import { marketListing } from '../model/listing.ts';
import { listingTrendRoute, type Trend } from '../model/routes.ts';
import { trendOption } from './trend-options.ts';
import './market.css';

const SPANS = [30, 90, 180, 365] as const;
const HEIGHT = 200;
/** Observations that are read off in the table: the newest. */
const MOST_ROWS = 60;

/** How price and rank of a listing went, and each time that it was seen. */
export function ListingTrend({ id }: { id: string }): ReactNode {
  const [days, setDays] = useState<number>(SPANS[0]);
  const query = useQuery({
    queryKey: keyOf(marketListing, 'trend', id, days),
    queryFn: ({ signal }) => fetchRoute(listingTrendRoute, { params: { id }, query: { days }, signal }),
    staleTime: 0,
  });
  return (
    <DetailPart
      title="走势"
      query={query}
      countOf={({ sellers }) => sellers.reduce((sum, { points }) => sum + points.length, 0)}
      none="这段时间没有行情；导入行情文件，或点“登记行情”。"
      more={
        <span className="mk-spans">
          {SPANS.map((span) => (
            <QuickChip key={span} isOn={span === days} onClick={() => setDays(span)}>
              近{span}天
            </QuickChip>
          ))}
        </span>
      }
    >
      {(trend) => <Charts trend={trend} />}
    </DetailPart>
  );
}

function Charts({ trend }: { trend: Trend }): ReactNode {
  const price = useMemo(() => trendOption(trend, 'price'), [trend]);
  const rank = useMemo(() => trendOption(trend, 'rank'), [trend]);
  const points = trend.sellers.flatMap(({ name, points: own }) => own.map((point) => ({ ...point, name })));
  const newest = points.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return (
    <>
      {points.some((one) => one.price !== null) && (
        <div className="mk-chart">
          <h3>价格（{trend.currency}）</h3>
          <Chart label={`价格走势，${trend.currency}`} height={HEIGHT} option={price} />
        </div>
      )}
      {points.some((one) => one.rank !== null) && (
        <div className="mk-chart">
          <h3>排名（越高越靠前）</h3>
          <Chart label="排名走势" height={HEIGHT} option={rank} />
        </div>
      )}
      <PartTable
        label="观察记录"
        head={[
          { title: '观察时间' },
          { title: '卖家' },
          { title: '价格', isFigure: true },
          { title: '排名', isFigure: true },
          { title: '评分', isFigure: true },
          { title: '评论数', isFigure: true },
          { title: '库存信号' },
        ]}
        rows={newest
          .slice(0, MOST_ROWS)
          .map(({ at, name, price: amount, rank: place, rating, reviewCount, stock }) => ({
            key: `${at} ${name}`,
            cells: [
              at,
              name,
              amount === null ? '—' : shortPrice(amount),
              place === null ? '—' : grouped(place),
              rating === null ? '—' : String(Number(rating)),
              reviewCount === null ? '—' : grouped(reviewCount),
              stock ?? '—',
            ],
          }))}
      />
      {newest.length > MOST_ROWS && <p className="wb-part-none">这里显示最近 {MOST_ROWS} 次，其余在“卖家报价”里</p>}
    </>
  );
}
