import { rowChanged } from '#kit/model/event.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { enqueue, inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { sql } from '#kit/server/sql.ts';
import type { Registry } from '#kit/server/registry.ts';
import { tagsMerged } from '#modules/base/model/events.ts';
import { tag } from '#modules/base/model/tag.ts';
import { stockIncreased } from '#modules/inventory/model/events.ts';
import { partOrderCreated } from '#modules/aftersales/model/part-events.ts';
import { returnReceived } from '#modules/aftersales/model/return-events.ts';
import { feedFailed } from '#modules/channels/model/events.ts';
import { remittanceImported } from '#modules/finance/model/events.ts';
import { orderLinesAdded, orderMapped, orderReceived } from '#modules/orders/model/events.ts';
import { judgeJob, stockJob } from '../model/jobs.ts';
import { tagOfLiveRule } from '../model/errors.ts';
import { LIVE_STATES, rule, ruleLifecycle, type Trigger } from '../model/rule.ts';
import { subjectOf } from '../model/subject.ts';
import { hasLiveRules } from './live-rules.ts';
import { storeVersion } from './rule-versions.ts';
import { isRuleActor } from './judging.ts';

/** Changes of stock within so many milliseconds are one. */
const STOCK_SLOT_MS = 10_000;

/**
 * What sets rules off. Nothing is judged here: what it is about is only noted, and a delivery asked for, so that
 * whoever brings it waits for no rule; and nothing at all is written where there are none.
 */
export const automationInTransaction = (registry: Registry): TransactionHandler[] => [
  inTransaction(orderReceived, 'automation notes an order that has come in', (tx, { orderId }) =>
    noteDue(tx, [orderId], 'orderPulled'),
  ),
  inTransaction(orderLinesAdded, 'automation notes an order with more goods', (tx, { orderId }) =>
    noteDue(tx, [orderId], 'orderPulled'),
  ),
  inTransaction(
    orderMapped,
    'automation notes an order that is mapped',
    (tx, { orderId }) => noteDue(tx, [orderId], 'orderMapped'),
    (tx, orders) =>
      noteDue(
        tx,
        orders.map(({ orderId }) => orderId),
        'orderMapped',
      ),
  ),
  inTransaction(returnReceived, 'automation notes a return whose goods have come', (tx, { returnId }) =>
    noteDue(tx, [returnId], 'returnReceived'),
  ),
  inTransaction(partOrderCreated, 'automation notes a request for parts', (tx, { partOrderId }) =>
    noteDue(tx, [partOrderId], 'partCreated'),
  ),
  inTransaction(feedFailed, 'automation notes a feed that failed', (tx, { pushId }) =>
    noteDue(tx, [pushId], 'feedFailed'),
  ),
  inTransaction(remittanceImported, 'automation notes a remittance that came in', (tx, { remittanceId }) =>
    noteDue(tx, [remittanceId], 'remittanceImported'),
  ),
  inTransaction(stockIncreased, 'automation notes that goods have come', async (tx, { skuIds }) => {
    if (isRuleActor(tx.actor) || !(await hasLiveRules(tx, 'stockChanged'))) return;
    const slot = Math.floor(tx.now.getTime() / STOCK_SLOT_MS);
    await enqueue(tx, stockJob, {
      aggregate: 'automation.stock',
      dedupeKey: `rules.stock:${slot}:${newId()}`,
      payload: { skuIds },
    });
  }),
  inTransaction(tagsMerged, 'rules name the tag that others were merged into', followMerge),
  inTransaction(rowChanged(tag), 'rules keep the tags that they give or ask for', async (tx, { id, change }) => {
    if (change !== 'delete') return;
    const named = await tx.maybe<{ name: string }>`
      select name from rule where tenant_id = ${tx.tenant} and deleted_at is null
        and status = any(${[...LIVE_STATES]}::text[])
        and (actions like ${`%${id}%`} or conditions like ${`%${id}%`}) order by name limit 1`;
    if (named) throw tagOfLiveRule({ rule: named.name });
  }),
  inTransaction(rowChanged(rule), 'automation keeps the versions of a rule', async (tx, { id, change }) => {
    if (change === 'add') recordBirth(tx, ruleLifecycle, 'add', [{ id, status: ruleLifecycle.initial, scope: null }]);
    if (change === 'add' || change === 'edit') await storeVersion(tx, registry, id);
  }),
];

/**
 * A rule that excludes orders with a tag would else mean all of them once the tag has gone into another. What it
 * says stays the same, so does its version.
 */
async function followMerge(tx: Tx, { ids, into }: { ids: readonly string[]; into: string }): Promise<void> {
  const patterns = ids.map((id) => `%${id}%`);
  const rules = await tx.rows<{ id: string; conditions: string; actions: string }>`
    select id, conditions, actions from rule
    where tenant_id = ${tx.tenant} and deleted_at is null
      and (conditions like any(${patterns}::text[]) or actions like any(${patterns}::text[]))
    order by id for update`;
  const replaced = (text: string): string => {
    const json = ids.reduce((result, id) => result.replaceAll(id, into), text);
    // Of a list that named both, one is enough.
    return JSON.stringify(
      JSON.parse(json, (_key, value: unknown) =>
        Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...new Set(value)] : value,
      ),
    );
  };
  for (const { id, conditions, actions } of rules)
    await tx.run`
      update rule set conditions = ${replaced(conditions)}, actions = ${replaced(actions)},
        version = version + 1, update_by = ${tx.actor.username}, update_time = ${tx.now}
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

const LINKS = {
  order: sql`order_id`,
  return: sql`return_id`,
  part: sql`part_order_id`,
  feed: sql`push_id`,
  remittance: sql`remittance_id`,
} as const;

/** Notes what is to be judged, and asks for it; what rules do themselves sets off none. */
async function noteDue(tx: Tx, ids: readonly string[], trigger: Trigger): Promise<void> {
  if (isRuleActor(tx.actor) || !(await hasLiveRules(tx, trigger))) return;
  for (const subjectId of ids) {
    const id = newId();
    await tx.query(sql`
      insert into rule_due (tenant_id, id, ${LINKS[subjectOf(trigger)]}, trigger, at)
      values (${tx.tenant}, ${id}::uuid, ${subjectId}::uuid, ${trigger}, ${tx.now})`);
    await enqueue(tx, judgeJob, {
      aggregate: subjectId,
      dedupeKey: `rules:${id}`,
      payload: { subjectId },
    });
  }
}
