import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import {
  periodFilterByTime,
  fetchRoute,
  DrillLink,
  Figures,
  keyOf,
  ReportFrame,
  StateTag,
  tenantDay,
  TimeLeft,
  usePage,
} from '#kit/web/index.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import { partOrder } from '../../model/part-order.ts';
import { fillRateRoute, type FillRate } from '../../model/part-routes.ts';
import { percentText } from '../percent-text.ts';
import { NEAR_HOURS } from './part-row.ts';
import './parts.css';

const MONTHS_BACK = [...Array(13).keys()];

/** A month of the tenant's calendar, such as 2026-01. */
function monthBefore(back: number): string {
  const [year = 2000, of = 1] = tenantDay().split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 - back, 1)).toISOString().slice(0, 7);
}

/** 配件及时发出率: of what each shop was asked for this month, how much has gone out, and what is still needed. */
export function FillRatePage(): ReactNode {
  const { query, setQuery } = usePage();
  const month = query['month'] ?? '';
  const request = useQuery({
    queryKey: keyOf(partOrder, 'fillRate', month),
    queryFn: ({ signal }) => fetchRoute(fillRateRoute, { query: month ? { month } : {}, signal }),
    staleTime: 0,
  });
  return (
    <ReportFrame
      title="配件及时发出率"
      head={
        <Select
          aria-label="月份"
          value={month || monthBefore(0)}
          options={MONTHS_BACK.map((back) => {
            const value = monthBefore(back);
            return { value, label: back === 0 ? `${value}（本月）` : value };
          })}
          onChange={(value: string) => setQuery({ ...query, month: value === monthBefore(0) ? undefined : value })}
        />
      }
      query={request}
      nothing={(rates) => (rates.every(({ received }) => received === 0) ? NOTHING : null)}
    >
      {(rates) => (
        <div className="as-rates">
          {rates
            .filter(({ received }) => received > 0)
            .map((rate) => (
              <OneShop key={rate.accountId} rate={rate} />
            ))}
        </div>
      )}
    </ReportFrame>
  );
}

const NOTHING = {
  title: '这个月还没有补件请求',
  text: '收到配件补发请求后，各店铺发出的比例、还差几单达标在这里。',
};

function OneShop({ rate }: { rate: FillRate }): ReactNode {
  const { month, received, shipped, rejected, open } = rate;
  const figure = (count: number, tab: string): ReactNode => (
    <DrillLink
      title="看这些补发单"
      permission="aftersales:partOrder:list"
      path="/orders/part"
      filter={{
        ...(tab && { tab }),
        accountId: rate.accountId,
        ...periodFilterByTime('receivedAt', { begin: `${month}-01`, end: lastDay(month) }),
      }}
    >
      {count}
    </DrillLink>
  );
  return (
    <section className="as-rate" aria-label={rate.account}>
      <h2 className="as-rate-head">
        {rate.account}
        <span className="as-weak">{month === monthBefore(0) ? `${month} 至今` : month}</span>
      </h2>
      <Figures
        of={[
          { title: '达成率', value: percentText(rate.rate), isMain: true, tone: rate.isMet ? 'good' : 'bad' },
          { title: '目标', value: percentText(rate.target) },
          { title: '收到', value: figure(received, '') },
          { title: '已发', value: figure(shipped, 'shipped') },
          { title: '拒绝', value: figure(rejected, 'ended') },
          { title: '待发', value: open },
          { title: '全部发出后', value: percentText(rate.forecast) },
        ]}
      />
      <RateBar rate={rate} />
      <Needed rate={rate} />
    </section>
  );
}

const lastDay = (month: string): string => {
  const [year = 2000, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10);
};

/** The rate, what open ones would add, and the goal, along one line. */
function RateBar({ rate: { rate, forecast, target, isMet } }: { rate: FillRate }): ReactNode {
  const at = (points: number | null): string => `${Math.min(100, (points ?? 0) / 100)}%`;
  return (
    <div className="as-bar" role="img" aria-label={`达成率 ${percentText(rate)}，目标 ${percentText(target)}`}>
      <span className="as-bar-more" style={{ width: at(forecast) }} />
      <span className={isMet ? '' : 'as-bar-red'} style={{ width: at(rate) }} />
      <span className="as-bar-goal" style={{ left: at(target) }} />
    </div>
  );
}

/** 再发 N 单可达标, and which they are. */
function Needed({ rate }: { rate: FillRate }): ReactNode {
  const { open: go } = usePage();
  const { needed, next, fromNew, isMet } = rate;
  if (isMet) return <p className="as-rate-green">已达标</p>;
  if (needed === null) return <p className="as-rate-red">本月已无法达标</p>;
  return (
    <>
      <p>
        <strong className="as-rate-red">再发 {needed} 单可达标</strong>
        {fromNew > 0 && (
          <span className="as-weak"> {next.length > 0 ? `其中 ${fromNew} 单` : '现在没有待发的，'}要等新的请求</span>
        )}
      </p>
      {next.length > 0 && (
        <>
          <ul className="as-rows" aria-label="先发这些">
            {next.map((one) => (
              <li key={one.id}>
                <Button type="link" size="small" onClick={() => go(`/orders/part/${one.id}`)}>
                  {one.partOrderNo}
                </Button>
                <StateTag lifecycle={partOrderLifecycle} state={one.status} />
                <TimeLeft until={one.dueAt} nearHours={NEAR_HOURS} />
                <span className="as-weak">{one.itemSummary}</span>
              </li>
            ))}
          </ul>
          <div>
            <Button onClick={() => go(pathOfNext(rate))}>打开这 {next.length} 单</Button>
          </div>
        </>
      )}
    </>
  );
}

/** The list with exactly these. */
const pathOfNext = ({ next }: FillRate): string =>
  `/orders/part?partOrderNo=${encodeURIComponent(next.map(({ partOrderNo }) => partOrderNo).join(','))}`;
