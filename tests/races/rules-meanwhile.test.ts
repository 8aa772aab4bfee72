import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enqueueScheduledRules } from '#modules/automation/server/rule-jobs.ts';
import { MOST_REPEATS } from '#modules/automation/server/judging.ts';
import { rulesById } from '#modules/automation/server/live-rules.ts';
import { runRules, type RunSummary } from '#modules/automation/server/run-rules.ts';
import { look, openShop, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { newRule, orderTag, readRule, runsOf, switchOff, switchOn, type Rule } from '#tests/journeys/rule-scene.ts';
import { expectClean, must, oneUnit, receiveAtOnce, STOOL } from './goods.ts';

/** What happens between the look of a rule at an order and its deed, and how often it is done. */

const CALIFORNIA = '31843';
const HOUR_MS = 3_600_000;

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp({ start: { sessionDays: 60 } });
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene?.stop());
afterEach(async () => {
  const page = await clerk.get<Page<Rule>>('/automation/rule/list', { pageSize: '100' });
  for (const rule of page.result.records) if (['active', 'dry_run'].includes(rule.status)) await switchOff(clerk, rule);
  await expectClean(scene);
});

let from = 6000;
async function arrived(): Promise<string> {
  from += 1;
  const [received] = await receiveAtOnce(scene, [oneUnit(scene, STOOL, from)]);
  return received?.orderId ?? '';
}

interface Order {
  status: string;
  holds: string[];
  warehouseId: string | null;
  tagIds: string[] | null;
  priority: string;
}
const order = (id: string): Promise<Order> => must(clerk.get<Order>('/orders/salesOrder/queryById', { id }));

/**
 * A delivery as a worker carries it out.
 * @param between what happens before its nth transaction: the first one judges
 */
async function deliver(
  rules: readonly Rule[],
  orderId: string,
  { key = 'event', between = {}, trigger = 'orderPulled' as const } = {},
): Promise<RunSummary> {
  const live = await look(scene, (tx) =>
    rulesById(
      tx,
      rules.map(({ id }) => id),
    ),
  );
  const { db, registry } = scene.app;
  const meanwhile = between as Record<number, () => Promise<unknown>>;
  let count = 0;
  const watched: typeof db = {
    ...db,
    async tx(actor, work, options) {
      await meanwhile[(count += 1)]?.();
      return db.tx(actor, work, options);
    },
  };
  const actor = { tenant: 1, zone: 'Asia/Shanghai' };
  return runRules({ services: { db: watched, registry }, actor, trigger }, live, [{ id: orderId, key }]);
}

const press = (id: string, move: string, answers: object = {}) =>
  must(clerk.post(`/orders/salesOrder/${id}/${move}`, answers));
const asIs = { join: 'and', of: [{ fact: 'holds', op: 'empty', value: true }] };

test('a rule that is switched off between look and deed does nothing', async () => {
  const id = await arrived();
  const rule = await newRule(clerk, [{ kind: 'addHold', reason: '试' }]);
  await switchOn(clerk, rule);
  const off = { 2: () => switchOff(clerk, rule) };
  expect(await deliver([rule], id, { between: off })).toMatchObject({ matched: 1, acted: 0 });
  expect((await order(id)).holds).toEqual([]);
  expect(await runsOf(clerk, { ruleId: rule.id, orderId: id })).toEqual([]);
});

test('an order that somebody holds meanwhile is judged again: nothing is done by what was', async () => {
  const id = await arrived();
  const tagId = await orderTag(clerk, '先看后做');
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }], { conditions: asIs });
  await switchOn(clerk, rule);
  const held = { 2: () => press(id, 'hold', { reason: '等买家' }) };
  expect((await deliver([rule], id, { between: held })).acted).toBe(0);
  expect((await order(id)).tagIds).toBeNull();
  expect(await runsOf(clerk, { ruleId: rule.id, orderId: id })).toMatchObject([{ outcome: 'unmatched' }]);
});

test('what a rule changes is no news to those after it, and stays decided where it is judged again', async () => {
  const west = scene.seller.warehouses[CALIFORNIA] as string;
  const tagId = await orderTag(clerk, '同一时刻');
  const first = await newRule(
    clerk,
    [
      { kind: 'assignWarehouse', warehouseId: west },
      { kind: 'setPriority', priority: 'rush' },
    ],
    { priority: 9 },
  );
  const id = await arrived();
  const { warehouseId: east } = await order(id);
  const second = await newRule(
    clerk,
    [
      { kind: 'assignWarehouse', warehouseId: east },
      { kind: 'addTag', tagIds: [tagId] },
    ],
    {
      priority: 1,
      conditions: { join: 'and', of: [{ fact: 'priority', op: 'eq', value: 'normal' }] },
    },
  );
  await switchOn(clerk, first);
  await switchOn(clerk, second);
  expect((await deliver([first, second], id)).acted).toBe(2);
  expect(await order(id)).toMatchObject({ warehouseId: west, priority: 'rush', tagIds: [tagId] });

  const other = await arrived();
  const always = await newRule(
    clerk,
    [
      { kind: 'assignWarehouse', warehouseId: east },
      { kind: 'addTag', tagIds: [tagId] },
    ],
    { priority: 1 },
  );
  await switchOn(clerk, always);
  const touched = { 3: () => press(other, 'hold', { reason: '等买家' }) };
  await deliver([first, always], other, { between: touched });
  expect(await order(other)).toMatchObject({ warehouseId: west, tagIds: [tagId] });
});

test('a fault of the database that passes parks no rule', async () => {
  const id = await arrived();
  const rule = await newRule(clerk, [{ kind: 'addHold', reason: '试' }]);
  await switchOn(clerk, rule);
  for (const code of ['40001', '57P01', '53300']) {
    const lost = () => Promise.reject(Object.assign(new Error('passing'), { code }));
    await expect(deliver([rule], id, { between: { 2: lost } })).rejects.toThrow('passing');
    expect((await readRule(clerk, rule.id)).status).toBe('active');
  }
  expect((await deliver([rule], id)).acted).toBe(1);
});

test('what is done by hand is not counted among what goes round', async () => {
  const id = await arrived();
  const rule = await newRule(clerk, [{ kind: 'addHold', reason: '转圈' }]);
  await switchOn(clerk, rule);
  for (let time = 0; time < MOST_REPEATS; time++)
    await must(clerk.post('/automation/rule/run', { ids: [id], ruleIds: [rule.id] }));
  expect((await deliver([rule], id)).acted).toBe(1);
  const outcomes = (await runsOf(clerk, { ruleId: rule.id, orderId: id })).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['done']));
});

test('a to-do is made once while it is open, and due so many hours later; a bell rings once a day', async () => {
  const id = await arrived();
  const { userId } = await look(
    scene,
    (tx) => tx.one<{ userId: string }>`
      select m.user_id from membership m join app_user u on u.id = m.user_id
      where m.tenant_id = ${tx.tenant} and u.username = 'yunying'`,
  );
  const rule = await newRule(clerk, [
    { kind: 'createTask', title: '打电话', hours: 4 },
    { kind: 'notify', userIds: [userId], roleIds: [], text: '请看这一单' },
  ]);
  await switchOn(clerk, rule);
  const operations = async (key: string): Promise<string[]> => {
    await deliver([rule], id, { key });
    const runs = await runsOf(clerk, { ruleId: rule.id, orderId: id });
    return runs[0]?.deeds.map(({ state }) => state) ?? [];
  };
  expect(await operations('first')).toEqual(['done', 'done']);
  const task = await look(
    scene,
    (tx) => tx.one<{ id: string; dueAt: Date; createTime: Date }>`
      select id, due_at, create_time from rule_task where tenant_id = ${tx.tenant} and order_id = ${id}::uuid`,
  );
  expect(task.dueAt.getTime() - task.createTime.getTime()).toBe(4 * HOUR_MS);
  await scene.pass(23 * HOUR_MS);
  expect(await operations('second')).toEqual(['same', 'same']);
  await must(clerk.post(`/automation/ruleTask/${task.id}/finish`, { reason: '已打' }));
  await scene.pass(2 * HOUR_MS);
  expect(await operations('third')).toEqual(['done', 'done']);
});

test('a rule by the clock leaves test orders alone, and runs every five minutes at most', async () => {
  const [live, trial] = [await arrived(), await arrived()];
  const tagId = await orderTag(clerk, '每小时看');
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }], {
    trigger: 'schedule',
    cron: '0 0 * * * ?',
  });
  const environment = (value: string) =>
    look(
      scene,
      (tx) => tx.run`update sales_order set environment = ${value}
        where tenant_id = ${tx.tenant} and id = ${trial}::uuid`,
    );
  await environment('sandbox');
  await switchOn(clerk, rule);
  await scene.pass(HOUR_MS);
  await enqueueScheduledRules(scene.app.db, scene.now());
  scene.app.worker.wake();
  await scene.settled();
  expect([(await order(live)).tagIds, (await order(trial)).tagIds]).toEqual([[tagId], null]);
  await environment('live');
  const every = (minutes: number) =>
    clerk.post('/automation/rule/add', {
      code: `every${minutes}`,
      name: `每 ${minutes} 分`,
      trigger: 'schedule',
      cron: `0 0/${minutes} * * * ?`,
      conditions: '{"join":"and","of":[]}',
      actions: '[{"kind":"accept"}]',
    });
  expect((await every(5)).status).toBe(200);
  expect((await every(4)).status).toBe(422);
});
