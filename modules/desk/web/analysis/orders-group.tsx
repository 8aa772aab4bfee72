import type { ReactNode } from 'react';
import { fetchRoute, grouped, shareText } from '#kit/web/index.ts';
import { orderStatus } from '#modules/orders/model/order.ts';
import { ordersAnalysisRoute, type CycleTime, type FunnelStep, type OrdersAnalysis } from '../../model/analysis.ts';
import { CardGrid } from '../card-grid.tsx';
import { FigureCard } from '../figure-card.tsx';
import { HomeCard } from '../home-card.tsx';
import { addressOf } from '../todo.ts';
import { BarRows } from './bar-rows.tsx';
import { DayLines } from './day-lines.tsx';
import { Group } from './group.tsx';
import { useAnalysis, type Asked } from './use-analysis.ts';

const RESOURCES = ['orders:salesOrder', 'fulfilment:shipment'];

const STEPS: Readonly<Record<FunnelStep, string>> = {
  ordered: '下单',
  accepted: '接单',
  shipped: '发货',
  delivered: '签收',
  invoiced: '开票',
  paid: '回款',
};

const CYCLES: Readonly<Record<CycleTime['step'], string>> = {
  accept: '下单→接单',
  ship: '下单→发货',
  deliver: '发货→签收',
};

const STATES: Readonly<Record<string, string>> = orderStatus.items;

/** 订单: how far orders have come, how long it took, and where the open ones stand. */
export function OrdersGroup({ asked, before, isHeld }: { asked: Asked; before: string; isHeld: boolean }): ReactNode {
  const handle = useAnalysis<OrdersAnalysis>('orders', asked, {
    isHeld,
    resources: RESOURCES,
    read: (query, signal) => fetchRoute(ordersAnalysisRoute, { query: { ...query }, signal }),
  });
  return (
    <Group
      title="订单"
      handle={handle}
      coming={5}
      note="漏斗是这段时间下单的订单走到了哪一步，不含取消、拒单和历史订单；时效按完成日，P50 是一半订单不超过的时长，P90 是九成不超过的时长。"
    >
      {(data) => <Orders data={data} before={before} />}
    </Group>
  );
}

function Orders({ data, before }: { data: OrdersAnalysis; before: string }): ReactNode {
  const { funnel, open, cycles, cancelled, shipped } = data;
  const whole = Math.max(1, funnel[0]?.count ?? 0);
  const mostOpen = Math.max(1, ...open.map(({ count }) => count));
  return (
    <>
      <CardGrid label="订单指标" count={1 + (cycles?.length ?? 0) + (shipped ? 1 : 0)}>
        <li>
          <HomeCard
            address={addressOf(cancelled.leads)}
            icon="cancelRequest"
            title="取消率"
            figure={rateText(cancelled.count, data.all.count)}
            note={`${grouped(cancelled.count)} / ${grouped(data.all.count)} 单 · ${before} ${rateText(cancelled.before ?? 0, data.all.before ?? 0)}`}
          />
        </li>
        {cycles?.map((cycle) => (
          <li key={cycle.step}>
            <HomeCard
              address={addressOf(cycle.leads)}
              icon="acceptSoon"
              title={`${CYCLES[cycle.step]}（P50）`}
              figure={hoursText(cycle.p50)}
              note={`P90 ${hoursText(cycle.p90)} · ${grouped(cycle.count)} 单 · ${before} ${hoursText(cycle.p50Before)}`}
            />
          </li>
        ))}
        {shipped && (
          <li>
            <FigureCard
              address={addressOf(shipped.leads)}
              icon="shipped"
              title="出库发货单"
              figure={grouped(shipped.count)}
              now={shipped.count}
              before={shipped.before ?? 0}
              days={shipped.days.map(({ shipments }) => shipments)}
              beforeTitle={before}
            />
          </li>
        )}
      </CardGrid>
      <div className="dk-charts">
        <BarRows
          title="订单漏斗"
          rows={funnel.map(({ step, count, leads }) => ({
            key: step,
            name: STEPS[step],
            text: grouped(count),
            more: step === 'ordered' ? undefined : rateText(count, funnel[0]?.count ?? 0),
            share: count / whole,
            leads,
          }))}
        />
        <BarRows
          title="未完成订单"
          rows={open.map(({ status, count, leads }) => ({
            key: status,
            name: STATES[status] ?? status,
            text: `${grouped(count)} 单`,
            share: count / mostOpen,
            leads,
          }))}
        />
        {shipped && (
          <DayLines
            title="每日出库"
            days={shipped.days.map(({ day }) => day)}
            now={{ title: '出库', values: shipped.days.map(({ shipments }) => shipments) }}
            before={{ title: before, values: shipped.daysBefore.map(({ shipments }) => shipments) }}
          />
        )}
      </div>
    </>
  );
}

const rateText = (part: number, whole: number): string =>
  whole === 0 ? '—' : (shareText(String(part / whole)) ?? '—');

const DAY_HOURS = 24;

/** `5.2 小时`, from two days on in days. */
function hoursText(hours: string | null): string {
  if (hours === null) return '—';
  const count = Number(hours);
  return count >= 2 * DAY_HOURS ? `${(count / DAY_HOURS).toFixed(1)} 天` : `${hours} 小时`;
}
