import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { orderLifecycle } from '#modules/orders/model/order-lifecycle.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { salesLine } from '#modules/orders/model/sales-line.ts';
import { SEE_MONEY, type SalesFigures } from '../../model/analysis.ts';
import { amountText, type Listed } from './listed.ts';
import { between, betweenTimes } from './period.ts';

/** States of an order that was sold: neither cancelled nor still being written. */
export const SOLD = Object.keys(orderLifecycle.states).filter(
  (state) => !['draft', 'cancelled', 'rejected'].includes(state),
);

/** The lines that are sold in a period. */
export const linesOf = (from: string, to: string, more: Record<string, string> = {}): Listed => ({
  resource: salesLine,
  path: '/orders/sales-line',
  query: { ...between('soldOn', from, to), ...more },
});

/** Orders that were placed in a period, whatever has become of them. */
export const ordersOf = (from: string, to: string, more: Record<string, string> = {}): Listed => ({
  resource: salesOrder,
  path: '/orders/pending',
  query: { tab: '*', ...betweenTimes('orderedAt', from, to), ...more },
});

/** Sums of some lines as the database has them. */
export interface Sums {
  orders: number;
  units: number;
  amount: bigint | null;
  profit: bigint | null;
}

export const ORDERS = sql`count(distinct t.order_id)::integer as orders`;
export const UNITS = sql`coalesce(sum(t.qty), 0)::integer as units`;
export const MONEY = sql`coalesce(sum(t.base_amount), 0)::bigint as amount, coalesce(sum(t.profit), 0)::bigint as profit`;
export const NO_MONEY = sql`null::bigint as amount, null::bigint as profit`;

/** What the reader may see of amounts. */
export interface Sight {
  currency: string;
  money: boolean;
  profit: boolean;
}

export async function sightOf(tx: Tx): Promise<Sight> {
  const money = may(tx.actor, SEE_MONEY);
  return {
    currency: await baseCurrency(tx),
    money,
    profit: money && !maskedFields(salesLine, tx.actor).has('profit'),
  };
}

/** As the reader may see it. */
export const figuresOf = ({ orders, units, amount, profit }: Sums, sight: Sight): SalesFigures => ({
  orders,
  units,
  amount: sight.money ? amountText(amount ?? 0n, sight.currency) : null,
  profit: sight.profit ? amountText(profit ?? 0n, sight.currency) : null,
});
