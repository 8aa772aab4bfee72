import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { fetchRoute, BlankState, usePermissions } from '#kit/web/index.ts';
import { analysisRoute } from '../model/home.ts';
import { BusinessCharts } from './business-charts.tsx';
import { BusinessFigures, figuresOf } from './business-figures.tsx';
import { ComingCards } from './card-grid.tsx';
import { noteShape } from './home-shape.ts';

const PERIODS = [
  { value: '1', label: '今日' },
  { value: '7', label: '近 7 天' },
  { value: '30', label: '近 30 天' },
];
const BEFORE: Readonly<Record<string, string>> = { 1: '昨日', 7: '前 7 天', 30: '前 30 天' };

/** 经营: figures against the period before, then charts; amounts of currencies are never added. */
export function BusinessBand({
  owner,
  figures,
  isHeld,
}: {
  owner: string;
  /** As many of them as this person saw last. */
  figures: number;
  /** What stands above is not known yet. */
  isHeld: boolean;
}): ReactNode {
  const [days, setDays] = useState('7');
  const [chosen, setChosen] = useState<string | null>(null);
  const may = usePermissions();
  const { data, error, refetch } = useQuery({
    queryKey: ['desk:analysis', days],
    queryFn: ({ signal }) => fetchRoute(analysisRoute, { query: { days }, signal }),
    staleTime: 60_000,
    placeholderData: (old) => old,
  });
  const currencies = data?.byDay.map(({ currency }) => currency) ?? [];
  const currency = chosen && currencies.includes(chosen) ? chosen : currencies[0];
  const sales = data?.byDay.find((one) => one.currency === currency);
  // Whoever ships looks at what left; whoever sells or collects, at the money.
  const seesMoney = may('orders:salesOrder:accept') || may('orders:salesOrder:acceptPrice');
  const of = { seesMoney, beforeTitle: BEFORE[days] ?? '' };
  const isMissing = error !== null && !data;
  const count = data && figuresOf(data, sales, of).length;
  useEffect(() => {
    if (count !== undefined) noteShape(owner, { figures: count });
  }, [owner, count]);
  if (isHeld)
    return (
      <div className="dk-band" aria-hidden>
        <div className="dk-head">
          <h2>经营</h2>
        </div>
        <ComingBusiness figures={figures} />
      </div>
    );
  return (
    <section aria-label="经营" className="dk-band dk-business">
      <div className="dk-head">
        <h2>经营</h2>
        <Segmented size="small" aria-label="时间范围" value={days} onChange={setDays} options={PERIODS} />
        {currencies.length > 1 && (
          <Segmented size="small" aria-label="币种" value={currency ?? ''} onChange={setChosen} options={currencies} />
        )}
      </div>
      {isMissing ? (
        <div className="dk-part">
          <BlankState
            tone="bad"
            title="经营数据读取失败"
            text={error.message}
            actions={<Button onClick={() => void refetch()}>重试</Button>}
          />
        </div>
      ) : data ? (
        <>
          <BusinessFigures data={data} sales={sales} {...of} />
          <BusinessCharts data={data} sales={sales} {...of} />
        </>
      ) : (
        <div role="status" aria-label="加载中…">
          <ComingBusiness figures={figures} />
        </div>
      )}
    </section>
  );
}

const ComingBusiness = ({ figures }: { figures: number }): ReactNode => (
  <>
    <ComingCards count={figures} />
    <div className="dk-charts">
      <div className="dk-part dk-chart-coming" />
    </div>
  </>
);
