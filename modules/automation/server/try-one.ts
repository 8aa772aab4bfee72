import { invalid } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { partOrder, partOrderStatus } from '#modules/aftersales/model/part-order.ts';
import { returnOrder, returnStates } from '#modules/aftersales/model/return-order.ts';
import { pushStatus, stockPush } from '#modules/channels/model/stock-push.ts';
import { remittance, remittanceStatus } from '#modules/finance/model/remittance.ts';
import { orderStatus, salesOrder } from '#modules/orders/model/order.ts';
import { isOrderSeen } from '#modules/orders/server/index.ts';
import { noSuch, orderUnseen } from '../model/errors.ts';
import { judgeRules } from '../model/judge-rules.ts';
import type { ReadBack, Tried } from '../model/routes.ts';
import { actionText } from '../model/rule-text.ts';
import { SUBJECTS, type SubjectKind } from '../model/subject.ts';
import { queriedFamilies, type LiveRule } from './live-rules.ts';
import { namesOf } from './names.ts';
import { refuseMasked } from './rule-guards.ts';
import { readFacts } from './subjects.ts';

const STATES: Readonly<Record<SubjectKind, Readonly<Record<string, string>>>> = {
  order: orderStatus.items,
  return: returnStates,
  part: partOrderStatus.items,
  feed: pushStatus.items,
  remittance: remittanceStatus.items,
};

/**
 * Judged as of now, by the rule alone. Whoever may not read what is tried learns nothing of it through rules, nor
 * of the order that it is about.
 */
export async function tryOne(
  tx: Tx,
  registry: Registry,
  { faults, ...draft }: LiveRule & { faults: ReadBack['faults'] },
  number: string,
): Promise<Tried> {
  const kind = draft.subject;
  requirePermission(tx.actor, `${SUBJECTS[kind].resource}:list`);
  refuseMasked(tx, draft);
  const id = await found(tx, kind, number.trim());
  if (!id) throw noSuch(kind);
  const [fault] = faults;
  if (fault) throw invalid([{ ...fault, code: 'automation.rule' }]);
  const judged = await readFacts(tx, kind, [{ id, at: tx.now }], queriedFamilies([draft]));
  const subject = judged.get(id);
  if (!subject) throw noSuch(kind);
  const { head, facts } = subject;
  if (kind !== 'order' && head.order && !(await isOrderSeen(tx, head.order.id))) throw orderUnseen(kind);
  const names = await namesOf(tx, registry, [draft], [facts]);
  const [verdict] = judgeRules([draft], facts, names);
  return {
    kind,
    id,
    label: head.label,
    state: STATES[kind][head.status] ?? head.status,
    isMatched: verdict?.isMatched ?? false,
    passedOver: verdict?.passedOver ?? null,
    why: verdict?.why ?? null,
    actions: draft.actions.map((action) => actionText(action, names, kind)),
  };
}

/** What has this number; of a shop its last feed that failed. */
async function found(tx: Tx, kind: SubjectKind, number: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(FIND[kind](tx, number));
  return row?.id;
}

const seen = (of: Parameters<typeof baseConditions>[0], tx: Tx): Sql => join(baseConditions(of, tx.actor), ' and ');

const FIND: Readonly<Record<SubjectKind, (tx: Tx, number: string) => Sql>> = {
  order: (tx, number) => sql`
    select t.id from sales_order t
    where ${seen(salesOrder, tx)} and (t.channel_order_no = ${number} or t.order_no = ${number})
    order by t.create_time desc, t.id desc limit 1`,
  return: (tx, number) => sql`
    select t.id from return_order t
    where ${seen(returnOrder, tx)} and t.status <> 'draft' and (t.return_no_key = lower(${number})
      or t.ra_no_key = lower(${number}) or lower(t.channel_ra_no) = lower(${number}))
    order by t.create_time desc, t.id desc limit 1`,
  part: (tx, number) => sql`
    select t.id from part_order t
    where ${seen(partOrder, tx)} and t.status <> 'draft'
      and (lower(t.part_order_no) = lower(${number}) or lower(t.channel_part_no) = lower(${number}))
    order by t.create_time desc, t.id desc limit 1`,
  feed: (tx, number) => sql`
    select t.id from stock_push t
      join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id and a.deleted_at is null
    where ${seen(stockPush, tx)} and t.failed_at is not null
      and (lower(a.code) = lower(${number}) or lower(a.name) = lower(${number}))
    order by t.failed_at desc, t.id desc limit 1`,
  remittance: (tx, number) => sql`
    select t.id from remittance t
    where ${seen(remittance, tx)} and t.came_in_at is not null
      and (lower(t.remit_no) = lower(${number}) or upper(t.channel_remit_no) = upper(${number}))
    order by t.came_in_at desc, t.id desc limit 1`,
};
