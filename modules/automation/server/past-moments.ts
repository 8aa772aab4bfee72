import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { partOrder } from '#modules/aftersales/model/part-order.ts';
import { returnOrder } from '#modules/aftersales/model/return-order.ts';
import { stockPush } from '#modules/channels/model/stock-push.ts';
import { remittance } from '#modules/finance/model/remittance.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import type { Trigger } from '../model/rule.ts';
import { subjectOf, type SubjectKind } from '../model/subject.ts';
import type { LiveRule } from './live-rules.ts';
import type { SubjectMoment } from './own-facts.ts';

interface Past {
  of: AnyResource;
  /** Which of them a rule is judged about at all. */
  counts: Sql;
}

const MAPPING = ['unmapped', 'unmappedWarehouse'];
const RECEIVED = ['received', 'inspected', 'disposed', 'credited', 'closed'];

const PAST: Readonly<Record<SubjectKind, Past>> = {
  order: {
    of: salesOrder,
    counts: sql`t.environment = 'live' and t.status not in ('draft', 'history')`,
  },
  return: {
    of: returnOrder,
    counts: sql`t.environment = 'live' and t.status = any(${RECEIVED}::text[])`,
  },
  part: { of: partOrder, counts: sql`t.environment = 'live' and t.status <> 'draft'` },
  feed: { of: stockPush, counts: sql`true` },
  remittance: { of: remittance, counts: sql`t.status <> 'reversed'` },
};

const held = (types: readonly string[], what: 'opened_at' | 'closed_at'): Sql =>
  what === 'opened_at'
    ? sql`(select min(h.opened_at) from order_hold h where h.tenant_id = t.tenant_id
        and h.order_id = t.id and h.type = any(${[...types]}::text[]))`
    : sql`(select max(h.closed_at) from order_hold h where h.tenant_id = t.tenant_id
        and h.order_id = t.id and h.type = any(${[...types]}::text[]))`;

/** What set a rule off in the past, as far as it is recorded. */
const MOMENT_OF: Readonly<Record<Trigger, (tx: Tx) => { at: Sql; when: Sql }>> = {
  orderPulled: () => ({ at: sql`t.create_time`, when: sql`true` }),
  orderMapped: () => ({
    at: held(MAPPING, 'closed_at'),
    when: sql`${held(MAPPING, 'closed_at')} is not null`,
  }),
  stockChanged: () => ({
    at: held(['outOfStock'], 'opened_at'),
    when: sql`${held(['outOfStock'], 'opened_at')} is not null`,
  }),
  schedule: (tx) => ({
    at: sql`${tx.now}::timestamptz`,
    when: sql`t.stage in ('pending', 'shipping')`,
  }),
  returnReceived: () => ({ at: sql`t.received_at`, when: sql`t.received_at is not null` }),
  partCreated: () => ({ at: sql`t.create_time`, when: sql`true` }),
  feedFailed: () => ({ at: sql`t.failed_at`, when: sql`t.failed_at is not null` }),
  remittanceImported: () => ({ at: sql`t.came_in_at`, when: sql`t.came_in_at is not null` }),
};

/**
 * The last of what a rule would have been judged about in its shops, as far as the person may see it, each with
 * the moment. What is about an order that they may not see is left out: the result would give its facts away.
 */
export async function pastMoments(tx: Tx, { trigger, shopIds }: LiveRule, most: number): Promise<SubjectMoment[]> {
  const kind = subjectOf(trigger);
  const { of, counts } = PAST[kind];
  const { at, when } = MOMENT_OF[trigger](tx);
  const conditions = [
    ...baseConditions(of, tx.actor),
    counts,
    when,
    ...(shopIds ? [sql`t.account_id = any(${[...shopIds]}::uuid[])`] : []),
    ...(kind === 'return' || kind === 'part' ? [orderIsSeen(tx)] : []),
  ];
  return tx.query<SubjectMoment>(sql`
    select t.id, ${at} as at from ${column(tableOf(of))} t
    where ${join(conditions, ' and ')}
    order by t.create_time desc, t.id desc limit ${most}`);
}

/** Of what is about an order: that the reader may see that too, or that there is none. */
const orderIsSeen = (tx: Tx): Sql => sql`(t.order_id is null or t.order_id in (
  select t.id from sales_order t where ${join(baseConditions(salesOrder, tx.actor), ' and ')}))`;
