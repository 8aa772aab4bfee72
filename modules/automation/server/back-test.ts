import { toWireTime, workdayDeadline } from '#kit/model/time.ts';
import { notFound } from '#kit/model/refusal.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Call } from '#kit/server/route.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { workCalendar } from '#modules/base/model/work-calendar.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { RELEASABLE_HOLDS } from '#modules/orders/model/order-lifecycle.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import type { Action } from '../model/actions.ts';
import type { FactFamily } from '../model/facts.ts';
import { judgeRules, type Explained, type Names } from '../model/judge-rules.ts';
import type { TestSummary } from '../model/routes.ts';
import type { TestChange } from '../model/rule-records.ts';
import { actionText } from '../model/rule-text.ts';
import type { Trigger } from '../model/rule.ts';
import { familiesAsked, rulesById, type LiveRule } from './live-rules.ts';
import { namesOf } from './names.ts';
import { beyondReach } from './rule-reach.ts';
import { readFacts, type Judged, type Moment } from './read-facts.ts';

interface TestedOrder {
  orderId: string;
  accountId: string;
  changes: TestChange[];
  said: string;
  lateReason: string | null;
  why: Explained;
}

/**
 * Holds a rule against the last orders of its shops that the person may see, as of the moment at which it
 * would have been judged. All is read as of one moment, in one read-only transaction; what came of it is stored afterwards and
 * makes this version one that may be switched on.
 */
export async function backTest(
  call: Pick<Call, 'tx' | 'db' | 'actor'>,
  registry: Registry,
  ruleId: string,
  most: number,
): Promise<TestSummary> {
  const started = performance.now();
  const read = async (tx: Tx) => {
    const [rule] = await rulesById(tx, [ruleId]);
    if (!rule) throw notFound();
    const beyond = beyondReach(tx.actor, { shopIds: JSON.stringify(rule.shopIds) });
    if (beyond) throw beyond;
    const moments = await pastMoments(tx, rule, most);
    return { rule, count: moments.length, orders: await testOrders(tx, registry, rule, moments) };
  };
  const found = await call.db.tx(call.actor, read, { isSnapshot: true });
  const summary = summaryOf(found, Math.ceil(performance.now() - started));
  await call.tx((tx) => storeTest(tx, found.rule, summary, found.orders));
  return summary;
}

function summaryOf(
  { rule, count, orders }: { rule: LiveRule; count: number; orders: readonly TestedOrder[] },
  ms: number,
): TestSummary {
  const counts: Partial<Record<TestChange, number>> = {};
  for (const change of orders.flatMap(({ changes }) => changes))
    counts[change] = (counts[change] ?? 0) + 1;
  return {
    testId: newId(),
    revision: rule.revision,
    orders: count,
    matched: orders.length,
    changed: orders.filter(({ changes }) => changes.length > 0).length,
    late: orders.filter(({ lateReason }) => lateReason !== null).length,
    counts,
    ms,
  };
}

/** When a past order would have been judged: what set the rule off, as far as it is recorded. */
async function pastMoments(tx: Tx, rule: LiveRule, most: number): Promise<Moment[]> {
  const conditions = [
    ...baseConditions(salesOrder, tx.actor),
    sql`t.environment = 'live' and t.status not in ('draft', 'history')`,
    ...(rule.shopIds ? [sql`t.account_id = any(${[...rule.shopIds]}::uuid[])`] : []),
  ];
  const { at, when } = MOMENT_OF[rule.trigger](tx);
  return tx.query<Moment>(sql`
    select t.id as order_id, ${at} as at from sales_order t
    where ${join([...conditions, when], ' and ')}
    order by t.create_time desc, t.id desc limit ${most}`);
}

const held = (types: readonly string[], what: 'opened_at' | 'closed_at'): Sql =>
  what === 'opened_at'
    ? sql`(select min(h.opened_at) from order_hold h where h.tenant_id = t.tenant_id
        and h.order_id = t.id and h.type = any(${[...types]}::text[]))`
    : sql`(select max(h.closed_at) from order_hold h where h.tenant_id = t.tenant_id
        and h.order_id = t.id and h.type = any(${[...types]}::text[]))`;

const MAPPING = ['unmapped', 'unmappedWarehouse'];

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
};

/** Orders that the rule holds of, with what would have been another. */
async function testOrders(
  tx: Tx,
  registry: Registry,
  rule: LiveRule,
  moments: readonly Moment[],
): Promise<TestedOrder[]> {
  const families = familiesAsked([rule]) as Set<FactFamily>;
  const target = rule.actions.find((one) => one.kind === 'assignWarehouse');
  // Whether the other warehouse has the goods decides over who would have been late.
  if (target) families.add('stock');
  const judged = await readFacts(tx, moments, families, rule.trigger !== 'schedule');
  const names = new Map(
    await namesOf(
      tx,
      registry,
      [rule],
      [...judged.values()].map(({ facts }) => facts),
    ),
  );
  const house = target ? await houseOf(tx, target.warehouseId) : null;
  const orders: TestedOrder[] = [];
  for (const { orderId, at } of moments) {
    const order = judged.get(orderId);
    if (!order) continue;
    const [verdict] = judgeRules([rule], order.facts, names);
    if (!verdict?.isMatched || !verdict.why) continue;
    const changes = rule.actions.flatMap((action) => changeBy(action, order, names) ?? []);
    const isMoved = changes.some(({ change }) => change === 'warehouse');
    orders.push({
      orderId,
      accountId: order.head.accountId,
      changes: [...new Set(changes.map(({ change }) => change))],
      said: changes.map(({ said }) => said).join('；') || '与实际相同，没有变化',
      lateReason: isMoved && house ? lateBy(house, order, at) : null,
      why: verdict.why,
    });
  }
  return orders;
}

/** What an action would have made another than it is; null where it is that already. */
function changeBy(
  action: Action,
  { head, facts }: Judged,
  names: Names,
): { change: TestChange; said: string } | null {
  const nameOf = (id: string | null): string => (id ? (names.get(id) ?? '（已删除）') : '未定');
  const said = actionText(action, names);
  switch (action.kind) {
    case 'assignWarehouse':
      return head.warehouseId === action.warehouseId
        ? null
        : {
            change: 'warehouse',
            said: `仓库 ${nameOf(head.warehouseId)} → ${nameOf(action.warehouseId)}`,
          };
    case 'assignShipMethod':
      return head.shipMethodId === action.shipMethodId
        ? null
        : {
            change: 'shipMethod',
            said: `物流渠道 ${nameOf(head.shipMethodId)} → ${nameOf(action.shipMethodId)}`,
          };
    case 'addTag': {
      const missing = action.tagIds.filter((id) => !(head.tagIds ?? []).includes(id));
      return missing.length === 0
        ? null
        : { change: 'tag', said: `打标签 ${missing.map(nameOf).join('、')}` };
    }
    case 'addHold':
      return { change: 'hold', said };
    case 'releaseHold':
      return RELEASABLE_HOLDS.some((type) => (facts.holds as readonly string[]).includes(type))
        ? { change: 'release', said }
        : null;
    case 'accept':
      return facts.status === 'new' && (facts.holds as readonly string[]).length === 0
        ? { change: 'accept', said }
        : null;
    case 'split':
      return { change: 'split', said: `${said}（预占在多个仓时）` };
    case 'setPriority':
      return head.priority === action.priority ? null : { change: 'priority', said };
    case 'notify':
      return { change: 'notify', said };
    case 'createTask':
      return { change: 'task', said };
  }
}

interface House {
  id: string;
  name: string;
  timezone: string | null;
  cutoffTime: string;
  calendar: unknown;
}

const houseOf = async (tx: Tx, id: string): Promise<House | null> =>
  (
    await pick(tx, warehouse, ['id', 'name', 'timezone', 'cutoffTime', 'calendar'])`
    id = ${id}::uuid`
  )[0] ?? null;

/**
 * Why an order that is moved to a warehouse would miss its ship-by: the goods are not there (today), or the
 * warehouse's next cut-off comes too late. One that was late already is nobody's doing.
 */
function lateBy(house: House, { head, facts }: Judged, at: Date): string | null {
  if (!head.shipBy || head.shipBy <= at) return null;
  if (!(facts.coveringIds as readonly string[]).includes(house.id))
    return `${house.name} 现有库存不够全单`;
  const zone = house.timezone ?? 'UTC';
  const first = workdayDeadline(at, 0, workCalendar(house.calendar, house.cutoffTime), zone);
  return first > head.shipBy
    ? `${house.name} 最早 ${toWireTime(first, zone).slice(5, 16)} 出库（仓库时间），晚于最晚发货`
    : null;
}

async function storeTest(
  tx: Tx,
  { id, revision }: LiveRule,
  summary: TestSummary,
  orders: readonly TestedOrder[],
): Promise<void> {
  await tx.run`
    insert into rule_test (tenant_id, id, rule_id, revision, order_count, matched_count, changed_count,
      late_count, counts, ms, create_by, create_time)
    values (${tx.tenant}, ${summary.testId}::uuid, ${id}::uuid, ${revision}, ${summary.orders},
      ${summary.matched}, ${summary.changed}, ${summary.late}, ${JSON.stringify(summary.counts)}::jsonb,
      ${summary.ms}, ${tx.actor.username}, ${tx.now})`;
  await tx.run`
    insert into rule_test_order (tenant_id, id, test_id, order_id, account_id, changes, said, is_late,
      late_reason, why, create_by, create_time)
    select ${tx.tenant}, o.id, ${summary.testId}::uuid, o.order_id, o.account_id,
      string_to_array(o.changes, ','), o.said, o.late_reason is not null, o.late_reason, o.why,
      ${tx.actor.username}, ${tx.now}
    from unnest(${orders.map(() => newId())}::uuid[], ${orders.map((o) => o.orderId)}::uuid[],
      ${orders.map((o) => o.accountId)}::uuid[], ${orders.map((o) => o.changes.join(','))}::text[],
      ${orders.map((o) => o.said.slice(0, 1000))}::text[], ${orders.map((o) => o.lateReason)}::text[],
      ${orders.map((o) => JSON.stringify(o.why))}::jsonb[])
      as o (id, order_id, account_id, changes, said, late_reason, why)`;
  await tx.run`
    update rule set tested_revision = ${revision}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and revision = ${revision}`;
}
