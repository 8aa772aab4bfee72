import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { look, openShop, ordersOf, type Page } from '#tests/channels/shop.ts';
import { MOST_TAGS } from '#kit/model/field.ts';
import { newId } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { judgeJob } from '#modules/automation/model/jobs.ts';
import { rulesById } from '#modules/automation/server/live-rules.ts';
import { enqueueScheduledRules } from '#modules/automation/server/rule-jobs.ts';
import { MOST_REPEATS } from '#modules/automation/server/judging.ts';
import { runRules, type RunSummary } from '#modules/automation/server/run-rules.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { newRule, orderTag, runsOf, switchOff, switchOn, type Rule } from '#tests/journeys/rule-scene.ts';
import { covers } from '#tests/spec/covers.ts';
import { addStock, expectClean, must, oneUnit, receiveAtOnce, STOOL, times } from './goods.ts';
import { together } from './together.ts';

const CALIFORNIA = '31843';
const HOUR_MS = 3_600_000;

let scene: TestApp;
let clerk: Client;
let packer: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  await openShop(scene, clerk);
});
afterAll(() => scene?.stop());
afterEach(async () => {
  const page = await clerk.get<Page<Rule>>('/automation/rule/list', { pageSize: '100' });
  for (const rule of page.result.records) if (['active', 'dry_run'].includes(rule.status)) await switchOff(clerk, rule);
  await expectClean(scene);
});

/** A delivery that judges an order because of an event, as a worker carries it out. */
async function deliver(rule: Rule, orderId: string, key: string): Promise<RunSummary> {
  const rules = await look(scene, (tx) => rulesById(tx, [rule.id]));
  const services = { db: scene.app.db, registry: scene.app.registry };
  const actor = { tenant: 1, zone: 'Asia/Shanghai' };
  return runRules({ services, actor, trigger: 'orderPulled' }, rules, [{ id: orderId, key }]);
}

async function arrived(from: number, count: number): Promise<string[]> {
  const received = await receiveAtOnce(
    scene,
    times(count, (index) => oneUnit(scene, STOOL, from + index)),
  );
  return received.map(({ orderId }) => orderId);
}

test('two deliveries of one event act once', async () => {
  covers('ours: rules end by themselves');
  const [id = ''] = await arrived(1000, 1);
  const rule = await newRule(clerk, [{ kind: 'createTask', title: '只建一次', hours: 1 }]);
  await switchOn(clerk, rule);
  const done = await together(
    scene,
    'sales_order',
    [id],
    times(2, () => () => deliver(rule, id, 'one event')),
  );
  expect(done.map(({ acted }) => acted).sort()).toEqual([0, 1]);
  expect(await runsOf(clerk, { ruleId: rule.id, orderId: id })).toHaveLength(1);
  const tasks = await must(clerk.get<Page<object>>('/automation/ruleTask/list', { orderId: id }));
  expect(tasks.total).toBe(1);
});

test('an order that somebody took who then failed is judged by the next', async () => {
  const [id = ''] = await arrived(1050, 1);
  const rule = await newRule(clerk, [{ kind: 'createTask', title: '补判', hours: 1 }]);
  await switchOn(clerk, rule);
  await look(scene, async (tx) => {
    await tx.run`
      insert into rule_due (tenant_id, id, order_id, trigger, at, taken_until)
      values (${tx.tenant}, ${newId()}::uuid, ${id}::uuid, 'orderPulled', ${tx.now},
        ${new Date(tx.now.getTime() + 60_000)})`;
    await enqueue(tx, judgeJob, { aggregate: id, dedupeKey: 'taken', payload: { subjectId: id } });
  });
  await scene.settled();
  expect(await runsOf(clerk, { ruleId: rule.id, orderId: id })).toMatchObject([{ outcome: 'done' }]);
});

test('what goes round and round is stopped, and says so', async () => {
  const [id = ''] = await arrived(1100, 1);
  const rule = await newRule(clerk, [{ kind: 'addHold', reason: '转圈' }]);
  await switchOn(clerk, rule);
  for (let event = 0; event < MOST_REPEATS + 2; event++) await deliver(rule, id, `event ${event}`);
  const outcomes = (await runsOf(clerk, { ruleId: rule.id, orderId: id })).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(MOST_REPEATS);
  expect(outcomes.filter((outcome) => outcome === 'bounded')).toHaveLength(1);
});

test('what a rule does sets off no rule: stock that it gives back asks for none', async () => {
  const west = scene.seller.warehouses[CALIFORNIA] as string;
  const request = (): Promise<number> =>
    look(
      scene,
      async (tx) =>
        (
          await tx.one<{ n: number }>`
            select count(*)::integer as n from delivery
            where tenant_id = ${tx.tenant} and handler like 'automation.%'`
        ).n,
    );
  const waiting = await newRule(clerk, [{ kind: 'addHold', reason: '到货' }], {
    trigger: 'stockChanged',
  });
  const [id = ''] = await arrived(1200, 1);
  const moving = await newRule(clerk, [{ kind: 'assignWarehouse', warehouseId: west }]);
  await switchOn(clerk, waiting);
  await switchOn(clerk, moving);
  const before = await request();
  expect((await deliver(moving, id, 'moved')).acted).toBe(1);
  await scene.settled();
  expect(await request()).toBe(before);
});

test('goods that come have the orders judged that wait for them', async () => {
  const tagId = await orderTag(await scene.as('admin'), '到货了');
  const left = await look(
    scene,
    async (tx) =>
      (
        await tx.one<{ units: number }>`
          select coalesce(sum(available), 0)::integer as units from stock_level
          where tenant_id = ${tx.tenant} and sku_id = ${scene.seller.skus[STOOL]}::uuid
            and condition = 'good'`
      ).units,
  );
  const orders = await arrived(1300, left + 3);
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }], {
    trigger: 'stockChanged',
    conditions: { join: 'and', of: [{ fact: 'skuIds', op: 'empty', value: false }] },
  });
  await switchOn(clerk, rule);
  const short = (await ordersOf(clerk, { holds: 'outOfStock' })).map(({ id }) => id);
  expect(short.length).toBeGreaterThan(0);
  expect(orders.length).toBeGreaterThan(0);
  await addStock(scene, packer, STOOL, 1);
  const judged = await runsOf(clerk, { ruleId: rule.id });
  expect(judged.length).toBeGreaterThan(0);
  expect(
    judged.every(({ trigger, orderId }) => trigger === 'stockChanged' && orderId !== null && short.includes(orderId)),
  ).toBe(true);
});

test('a rule by the clock runs at its hour, once, and never notes what it leaves as it is', async () => {
  const tagId = await orderTag(await scene.as('admin'), '每小时');
  const [id = ''] = await arrived(1900, 1);
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }], {
    trigger: 'schedule',
    cron: '0 0 * * * ?',
  });
  await switchOn(clerk, rule);
  await scene.pass(HOUR_MS);
  await Promise.all(times(2, () => enqueueScheduledRules(scene.app.db, scene.now())));
  scene.app.worker.wake();
  await scene.settled();
  const first = await runsOf(clerk, { ruleId: rule.id, orderId: id });
  expect(first).toMatchObject([{ outcome: 'done', trigger: 'schedule' }]);
  await scene.pass(HOUR_MS);
  await enqueueScheduledRules(scene.app.db, scene.now());
  scene.app.worker.wake();
  await scene.settled();
  expect(await runsOf(clerk, { ruleId: rule.id, orderId: id })).toHaveLength(1);
  const often = await clerk.post<{ errors: { field: string }[] }>('/automation/rule/add', {
    code: 'often',
    name: '太勤',
    trigger: 'schedule',
    cron: '0 * * * * ?',
    conditions: '{"join":"and","of":[]}',
    actions: '[{"kind":"accept"}]',
  });
  expect(often.status).toBe(422);
  expect(often.result.errors[0]?.field).toBe('cron');
});

test('a rule acts on many orders at once, each with its trace, and one that is full leaves the others', async () => {
  const ids = await arrived(4000, 130);
  const full = ids[70] as string;
  const tags: string[] = [];
  for (let n = 0; n < MOST_TAGS; n++) tags.push(await orderTag(clerk, `满${n}`));
  await look(
    scene,
    (tx) => tx.run`
      update sales_order set tag_ids = ${tags}::uuid[] where tenant_id = ${tx.tenant} and id = ${full}::uuid`,
  );
  const tagId = await orderTag(clerk, '一起打');
  const rule = await newRule(clerk, [
    { kind: 'addTag', tagIds: [tagId] },
    { kind: 'setPriority', priority: 'rush' },
  ]);
  await switchOn(clerk, rule);
  const rules = await look(scene, (tx) => rulesById(tx, [rule.id]));
  const due = ids.map((id) => ({ id, key: 'many' }));
  const run = (): Promise<RunSummary> =>
    runRules(
      {
        services: { db: scene.app.db, registry: scene.app.registry },
        actor: { tenant: 1, zone: 'Asia/Shanghai' },
        trigger: 'orderPulled',
      },
      rules,
      due,
    );
  // Two nodes at once: each order is done by one of them.
  const both = await Promise.all([run(), run()]);
  expect(both.reduce((sum, { acted }) => sum + acted, 0)).toBe(130);
  const traces = await look(
    scene,
    (tx) => tx.rows<{ orderId: string; outcome: string; n: number }>`
      select order_id, min(outcome) as outcome, count(*)::integer as n from rule_run
      where tenant_id = ${tx.tenant} and rule_id = ${rule.id}::uuid group by 1`,
  );
  expect(traces).toHaveLength(130);
  expect(new Set(traces.map(({ n }) => n))).toEqual(new Set([1]));
  expect(traces.filter(({ outcome }) => outcome !== 'done').map(({ orderId }) => orderId)).toEqual([full]);
  const tagged = await look(
    scene,
    (tx) => tx.one<{ tagged: number; rush: number }>`
      select count(*) filter (where ${tagId}::uuid = any(tag_ids))::integer as tagged,
        count(*) filter (where priority = 'rush')::integer as rush
      from sales_order where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`,
  );
  expect(tagged).toEqual({ tagged: 129, rush: 130 });
});

test('a tenant whose rules cannot be asked for keeps no other waiting', async () => {
  const [id = ''] = await arrived(4500, 1);
  const tagId = await orderTag(clerk, '照常');
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }], {
    trigger: 'schedule',
    cron: '0 0 * * * ?',
  });
  await switchOn(clerk, rule);
  await scene.pass(HOUR_MS);
  const { db } = scene.app;
  const broken: typeof db = {
    ...db,
    tx: (actor, work, options) =>
      actor.tenant === 999 ? Promise.reject(new Error('its rows are away')) : db.tx(actor, work, options),
    platform: async (work) => {
      const found = await db.platform(work);
      const foreign = { tenantId: 999, id, nextAt: scene.now() };
      return (Array.isArray(found) ? [foreign, ...(found as unknown[])] : found) as typeof found;
    },
  };
  await expect(enqueueScheduledRules(broken, scene.now())).rejects.toThrow('its rows are away');
  scene.app.worker.wake();
  await scene.settled();
  expect(await runsOf(clerk, { ruleId: rule.id, orderId: id })).toMatchObject([{ outcome: 'done' }]);
});
