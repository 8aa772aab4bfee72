import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { orderLifecycle } from '#modules/orders/model/order-lifecycle.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { FUNNEL, type CycleTime, type FunnelStep, type OrdersAnalysis, type Span } from '../../model/analysis.ts';
import { cycleStep, orderCycle, type CycleStep } from '../../model/order-cycle.ts';
import { leadsOf, type Listed, type Lists } from './listed.ts';
import { between, betweenTimes, daysOf } from './period.ts';
import { ordersOf } from './sales-sums.ts';

const STATES = Object.keys(orderLifecycle.states);
const except = (...states: readonly string[]): string => STATES.filter((state) => !states.includes(state)).join(',');

const OUTSIDE = ['draft', 'history', 'cancelled', 'rejected'];
const SENT = { status: 'shipped,delivered,completed' };

/** Orders that have come so far, of those that are wanted; what was shipped elsewhere went no way here. */
const REACHED: Readonly<Record<FunnelStep, Record<string, string>>> = {
  ordered: { status: except(...OUTSIDE) },
  accepted: { status: except(...OUTSIDE, 'new') },
  shipped: SENT,
  delivered: { status: 'delivered,completed' },
  invoiced: { status: except(...OUTSIDE), payStatus: 'invoiced,part,paid,short' },
  paid: { status: except(...OUTSIDE), payStatus: 'paid' },
};

const CANCELLED = { status: 'cancelled,rejected' };
const ALL = { status: except('draft', 'history') };

/** 订单: how far the orders of a period have come, how long that took, and where the open ones stand. */
export async function ordersAnalysis(tx: Tx, span: Span, lists: Lists): Promise<OrdersAnalysis | null> {
  if (!lists.sees(tx, salesOrder)) return null;
  const { from, to, beforeFrom, beforeTo } = span;
  const open = openOrders();
  const steps = Object.fromEntries(FUNNEL.map((step) => [step, ordersOf(from, to, REACHED[step])]));
  const more = {
    cancelled: ordersOf(from, to, CANCELLED),
    cancelledBefore: ordersOf(beforeFrom, beforeTo, CANCELLED),
    all: ordersOf(from, to, ALL),
    allBefore: ordersOf(beforeFrom, beforeTo, ALL),
  };
  const counts = await lists.counts<string>(tx, { ...steps, ...more, ...open });
  const n = (key: string): number => counts[key] ?? 0;
  return {
    span,
    funnel: FUNNEL.map((step) => ({ step, count: n(step), leads: leadsOf(ordersOf(from, to, REACHED[step])) })),
    cancelled: { count: n('cancelled'), before: n('cancelledBefore'), leads: leadsOf(more.cancelled) },
    all: { count: n('all'), before: n('allBefore'), leads: leadsOf(more.all) },
    cycles: lists.sees(tx, orderCycle) ? await cycles(tx, span, lists) : null,
    open: Object.entries(open).flatMap(([key, listed]) =>
      n(key) > 0 ? [{ status: key.slice('open '.length), count: n(key), leads: leadsOf(listed) }] : [],
    ),
    shipped: lists.sees(tx, shipment) ? await shipped(tx, span, lists) : null,
  };
}

/** By state, each on the page where such orders stand. */
const openOrders = (): Record<string, Listed> =>
  Object.fromEntries(
    (['pending', 'shipping'] as const).flatMap((tab) =>
      (orderLifecycle.tabs[tab]?.states ?? []).map((status): [string, Listed] => [
        `open ${status}`,
        { resource: salesOrder, path: `/orders/${tab}`, query: { tab, status } },
      ]),
    ),
  );

const cyclesOf = (from: string, to: string, more: Record<string, string> = {}): Listed => ({
  resource: orderCycle,
  path: '/work/order-cycle',
  query: { ...between('day', from, to), ...more },
});

interface Pace {
  step: CycleStep;
  n: number;
  p50: string;
  p90: string;
}

async function cycles(tx: Tx, { from, to, beforeFrom, beforeTo }: Span, lists: Lists): Promise<CycleTime[]> {
  const paceOf = async (first: string, last: string): Promise<Pace[]> =>
    tx.query<Pace>(sql`
      select t.step, count(*)::integer as n,
        round((percentile_cont(0.5) within group (order by t.hours))::numeric, 1)::text as p50,
        round((percentile_cont(0.9) within group (order by t.hours))::numeric, 1)::text as p90
      ${await lists.from(tx, cyclesOf(first, last))} group by 1`);
  const now = await paceOf(from, to);
  const before = await paceOf(beforeFrom, beforeTo);
  return (Object.keys(cycleStep.items) as CycleStep[]).map((step) => {
    const [own, earlier] = [now, before].map((paces) => paces.find((one) => one.step === step));
    return {
      step,
      count: own?.n ?? 0,
      before: earlier?.n ?? 0,
      p50: own?.p50 ?? null,
      p90: own?.p90 ?? null,
      p50Before: earlier?.p50 ?? null,
      leads: leadsOf(cyclesOf(from, to, { step })),
    };
  });
}

const shipmentsOf = (from: string, to: string): Listed => ({
  resource: shipment,
  path: '/orders/shipment',
  query: betweenTimes('shippedAt', from, to),
});

async function shipped(tx: Tx, { from, to, beforeFrom, beforeTo }: Span, lists: Lists) {
  const rows = await tx.query<{ day: string; n: number }>(sql`
    select to_char(t.shipped_at at time zone ${tx.actor.zone}, 'YYYY-MM-DD') as day, count(*)::integer as n
    ${await lists.from(tx, shipmentsOf(beforeFrom, to))} group by 1`);
  const filled = (first: string, last: string) =>
    daysOf(first, last).map((day) => ({ day, shipments: rows.find((row) => row.day === day)?.n ?? 0 }));
  const sum = (days: readonly { shipments: number }[]): number => days.reduce((all, one) => all + one.shipments, 0);
  const [days, daysBefore] = [filled(from, to), filled(beforeFrom, beforeTo)];
  return { days, daysBefore, count: sum(days), before: sum(daysBefore), leads: leadsOf(shipmentsOf(from, to)) };
}
