import { toWireTime, workdayDeadline } from '#kit/model/time.ts';
import { notFound } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Call } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { workCalendar } from '#modules/base/model/work-calendar.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import type { FactFamily } from '../model/fact.ts';
import { judgeRules, type Explained } from '../model/judge-rules.ts';
import type { TestSummary } from '../model/routes.ts';
import type { TestChange } from '../model/rule-records.ts';
import { SUBJECTS, type AboutLinks } from '../model/subject.ts';
import { queriedFamilies, rulesById, type LiveRule } from './live-rules.ts';
import { namesOf } from './names.ts';
import { beyondReach } from './rule-reach.ts';
import type { SubjectMoment } from './own-facts.ts';
import { pastMoments } from './past-moments.ts';
import { refuseMasked } from './rule-guards.ts';
import { linksOf, readFacts, type Judged } from './subjects.ts';
import { changeBy } from './would-change.ts';

interface Tested {
  about: AboutLinks;
  accountId: string | null;
  changes: TestChange[];
  said: string;
  lateReason: string | null;
  why: Explained;
}

/**
 * Holds a rule against the last orders of its shops that the person may see, or whatever else it is judged about,
 * as of the moment at which it would have been judged. All is read as of one moment, in one read-only transaction; what came of it is stored afterwards and
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
    if (rule.subject !== 'order') requirePermission(tx.actor, `${SUBJECTS[rule.subject].resource}:list`);
    refuseMasked(tx, rule);
    const moments = await pastMoments(tx, rule, most);
    return { rule, count: moments.length, tested: await testEach(tx, registry, rule, moments) };
  };
  const found = await call.db.tx(call.actor, read, { isSnapshot: true });
  const summary = summaryOf(found, Math.ceil(performance.now() - started));
  await call.tx((tx) => storeTest(tx, found.rule, summary, found.tested));
  return summary;
}

function summaryOf(
  { rule, count, tested }: { rule: LiveRule; count: number; tested: readonly Tested[] },
  ms: number,
): TestSummary {
  const counts: Partial<Record<TestChange, number>> = {};
  for (const change of tested.flatMap(({ changes }) => changes)) counts[change] = (counts[change] ?? 0) + 1;
  return {
    testId: newId(),
    revision: rule.revision,
    orders: count,
    matched: tested.length,
    changed: tested.filter(({ changes }) => changes.length > 0).length,
    late: tested.filter(({ lateReason }) => lateReason !== null).length,
    counts,
    ms,
  };
}

/** What the rule holds of, with what would have been another. */
async function testEach(
  tx: Tx,
  registry: Registry,
  rule: LiveRule,
  moments: readonly SubjectMoment[],
): Promise<Tested[]> {
  const families = queriedFamilies([rule]) as Set<FactFamily>;
  const target = rule.actions.find((one) => one.kind === 'assignWarehouse');
  // Whether the other warehouse has the goods decides over who would have been late.
  if (target) families.add('stock');
  const isPast = rule.trigger !== 'schedule';
  const judged = await readFacts(tx, rule.subject, moments, families, isPast);
  const names = new Map(
    await namesOf(
      tx,
      registry,
      [rule],
      [...judged.values()].map(({ facts }) => facts),
    ),
  );
  const house = target ? await houseOf(tx, target.warehouseId) : null;
  const tested: Tested[] = [];
  for (const { id, at } of moments) {
    const subject = judged.get(id);
    if (!subject) continue;
    const [verdict] = judgeRules([rule], subject.facts, names);
    if (!verdict?.isMatched || !verdict.why) continue;
    const changes = rule.actions.flatMap((action) => changeBy(action, subject, names) ?? []);
    const isMoved = changes.some(({ change }) => change === 'warehouse');
    tested.push({
      about: linksOf(subject.head),
      accountId: subject.head.accountId,
      changes: [...new Set(changes.map(({ change }) => change))],
      said: changes.map(({ said }) => said).join('；') || '与实际相同，没有变化',
      lateReason: isMoved && house ? lateBy(house, subject, at) : null,
      why: verdict.why,
    });
  }
  return tested;
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
  const shipBy = head.order?.shipBy ?? null;
  if (!shipBy || shipBy <= at) return null;
  if (!(facts.coveringIds as readonly string[]).includes(house.id)) return `${house.name} 现有库存不够全单`;
  const zone = house.timezone ?? 'UTC';
  const first = workdayDeadline(at, 0, workCalendar(house.calendar, house.cutoffTime), zone);
  return first > shipBy
    ? `${house.name} 最早 ${toWireTime(first, zone).slice(5, 16)} 出库（仓库时间），晚于最晚发货`
    : null;
}

async function storeTest(
  tx: Tx,
  { id, revision }: LiveRule,
  summary: TestSummary,
  tested: readonly Tested[],
): Promise<void> {
  await tx.run`
    insert into rule_test (tenant_id, id, rule_id, revision, order_count, matched_count, changed_count,
      late_count, counts, ms, create_by, create_time)
    values (${tx.tenant}, ${summary.testId}::uuid, ${id}::uuid, ${revision}, ${summary.orders},
      ${summary.matched}, ${summary.changed}, ${summary.late}, ${JSON.stringify(summary.counts)}::jsonb,
      ${summary.ms}, ${tx.actor.username}, ${tx.now})`;
  await tx.run`
    insert into rule_test_order (tenant_id, id, test_id, order_id, return_id, part_order_id, push_id, remittance_id,
      account_id, changes, said, is_late, late_reason, why, create_by, create_time)
    select ${tx.tenant}, t.id, ${summary.testId}::uuid, t.order_id, t.return_id, t.part_order_id, t.push_id,
      t.remittance_id, t.account_id, string_to_array(t.changes, ','), t.said, t.late_reason is not null, t.late_reason, t.why,
      ${tx.actor.username}, ${tx.now}
    from unnest(${tested.map(() => newId())}::uuid[], ${tested.map(({ about }) => about.orderId)}::uuid[],
      ${tested.map(({ about }) => about.returnId)}::uuid[],
      ${tested.map(({ about }) => about.partOrderId)}::uuid[], ${tested.map(({ about }) => about.pushId)}::uuid[],
      ${tested.map(({ about }) => about.remittanceId)}::uuid[],
      ${tested.map((t) => t.accountId)}::uuid[], ${tested.map((t) => t.changes.join(','))}::text[],
      ${tested.map((t) => t.said.slice(0, 1000))}::text[], ${tested.map((t) => t.lateReason)}::text[],
      ${tested.map((t) => JSON.stringify(t.why))}::jsonb[])
      as t (id, order_id, return_id, part_order_id, push_id, remittance_id, account_id, changes, said, late_reason, why)`;
  await tx.run`
    update rule set tested_revision = ${revision}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and revision = ${revision}`;
}
