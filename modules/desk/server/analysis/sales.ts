import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { salesLine } from '#modules/orders/model/sales-line.ts';
import type { DayFigures, Leads, SalesAnalysis, SalesTotals, Span } from '../../model/analysis.ts';
import { amountText, leadsOf, shareOf, type Lists } from './listed.ts';
import { daysOf } from './period.ts';
import { salesParts } from './sales-parts.ts';
import {
  figuresOf,
  linesOf,
  MONEY,
  NO_MONEY,
  ORDERS,
  ordersOf,
  sightOf,
  SOLD,
  UNITS,
  type Sight,
  type Sums,
} from './sales-sums.ts';

/** 销售: every figure is a sum over 销售明细 of the reader, in the base currency. */
export async function salesAnalysis(tx: Tx, span: Span, lists: Lists): Promise<SalesAnalysis | null> {
  if (!lists.sees(tx, salesLine)) return null;
  const sight = await sightOf(tx);
  const lines = linesOf(span.from, span.to);
  const rows = await byDay(tx, await lists.from(tx, linesOf(span.beforeFrom, span.to)), sight);
  const of = (from: string, to: string) => rows.filter(({ day }) => day >= from && day <= to);
  const [now, before] = [of(span.from, span.to), of(span.beforeFrom, span.beforeTo)];
  const sum = (some: readonly DayRow[], key: 'noCost' | 'noRate'): number =>
    some.reduce((all, one) => all + one[key], 0);
  const unknown = linesOf(span.from, span.to, { isCostKnown: 'N' });
  return {
    span,
    currency: sight.currency,
    now: totalsOf(now, sight),
    before: totalsOf(before, sight),
    days: fillDays(span.from, span.to, now, sight),
    daysBefore: fillDays(span.beforeFrom, span.beforeTo, before, sight),
    ...(await salesParts(tx, span, lists, sight)),
    orders: leadsOf(ordersOf(span.from, span.to, { status: SOLD.join(',') })),
    lines: leadsOf(lines),
    unrated: sight.money && sum(now, 'noRate') > 0 ? await unratedLines(tx, span, lists) : [],
    unknownCost: sight.profit ? { count: sum(now, 'noCost'), leads: leadsOf(unknown) } : null,
  };
}

type DayRow = Sums & { day: string; noCost: number; noRate: number };

const byDay = (tx: Tx, from: Sql, { money }: Sight): Promise<DayRow[]> =>
  tx.query<DayRow>(sql`
    select t.sold_on::text as day, ${ORDERS}, ${UNITS}, ${money ? MONEY : NO_MONEY},
      ${money ? sql`(count(*) filter (where not t.is_cost_known))::integer` : sql`0`} as no_cost,
      ${money ? sql`(count(*) filter (where t.base_amount is null))::integer` : sql`0`} as no_rate
    ${from} group by 1 order by 1`);

const NOTHING: Sums = { orders: 0, units: 0, amount: 0n, profit: 0n };

/** An order has one day: those of several days are never the same. */
const added = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (all, one) => ({
      orders: all.orders + one.orders,
      units: all.units + one.units,
      amount: (all.amount ?? 0n) + (one.amount ?? 0n),
      profit: (all.profit ?? 0n) + (one.profit ?? 0n),
    }),
    NOTHING,
  );

function totalsOf(rows: readonly DayRow[], sight: Sight): SalesTotals {
  const all = added(rows);
  const amount = all.amount ?? 0n;
  return {
    ...figuresOf(all, sight),
    average: sight.money && all.orders > 0 ? amountText(shared(amount, all.orders), sight.currency) : null,
    profitRate: sight.profit && amount > 0n ? shareOf(all.profit ?? 0n, amount) : null,
  };
}

/** Half up, to a minor unit. */
const shared = (amount: bigint, among: number): bigint => (amount * 2n + BigInt(among)) / (2n * BigInt(among));

/** Every day of a period, also those on which nothing was sold. */
const fillDays = (from: string, to: string, rows: readonly DayRow[], sight: Sight): DayFigures[] =>
  daysOf(from, to).map((day) => ({ day, ...figuresOf(rows.find((one) => one.day === day) ?? NOTHING, sight) }));

async function unratedLines(tx: Tx, { from, to }: Span, lists: Lists): Promise<SalesAnalysis['unrated']> {
  const rows = await tx.query<{ currency: string; count: number }>(sql`
    select t.currency, count(*)::integer as count ${await lists.from(tx, linesOf(from, to, { isRated: 'N' }))}
    group by 1 order by 1`);
  const leads = (currency: string): Leads => leadsOf(linesOf(from, to, { currency, isRated: 'N' }));
  return rows.map(({ currency, count }) => ({ currency, count, leads: leads(currency) }));
}
