import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FACT_KEYS, FACTS, FAMILIES_OF } from '#modules/automation/model/facts.ts';
import { look, openShop, ordersOf, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { systemActor } from '#kit/server/actor.ts';
import { orderMapped } from '#modules/orders/model/events.ts';
import { sweepRuleRuns } from '#modules/automation/server/sweep-runs.ts';
import { covers } from '#tests/spec/covers.ts';
import { newRule, orderTag, readRule, runsOf, switchOff, switchOn, type Rule } from './rule-scene.ts';

const NEW_JERSEY = '31842';
const CALIFORNIA = '31843';
const CHAIR = 'WB-DCH-HOLM-S2';

let scene: TestApp;
let clerk: Client;
let admin: Client;
let west = '';

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  west = scene.seller.warehouses[CALIFORNIA] as string;
});
afterAll(() => scene?.stop());
afterEach(async () => {
  const page = await clerk.get<Page<Rule>>('/automation/rule/list', { pageSize: '100' });
  for (const rule of page.result.records) if (['active', 'dry_run'].includes(rule.status)) await switchOff(clerk, rule);
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

interface Order {
  id: string;
  status: string;
  holds: string[];
  warehouseId: string | null;
  tagIds: string[] | null;
  version: number;
}
const order = (id: string): Promise<Order> => must(clerk.get<Order>('/orders/salesOrder/queryById', { id }));
const arrive = (partNumber: string, quantity = 1) =>
  newOrder(scene, clerk, { warehouseId: NEW_JERSEY, lines: [{ partNumber, quantity }] });

const chairs = () => ({
  join: 'and',
  of: [{ fact: 'skuIds', op: 'in', value: [scene.seller.skus[CHAIR]] }],
});
const toWest = () => ({ kind: 'assignWarehouse', warehouseId: west });

test('S19: a rule is held against past orders, switched on, and its trace stands on the order', async () => {
  covers('ours: automation rules');
  for (const quantity of [1, 2, 1]) await arrive(CHAIR, quantity);
  await arrive(STOOL);
  const rule = await newRule(clerk, [toWest()], { conditions: chairs(), trigger: 'orderPulled' });
  expect(rule).toMatchObject({ status: 'draft', revision: 1, testedRevision: null });

  const early = await clerk.post(`/automation/rule/${rule.id}/activate`);
  expect([early.status, early.message]).toEqual([409, '第 1 版还没有回测，请先回测再启用']);

  const orders = await ordersOf(clerk);
  const before = new Map(orders.map((one) => [one.id, one]));
  const tested = await must(
    clerk.post<{
      testId: string;
      orders: number;
      matched: number;
      changed: number;
      late: number;
      counts: Record<string, number>;
    }>(`/automation/rule/${rule.id}/test`, { orders: 500 }),
  );
  const withChairs = await look(
    scene,
    async (tx) =>
      (await tx.rows<{ id: string; warehouseId: string | null }>`
        select distinct o.id, o.warehouse_id from sales_order o
          join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
        where o.tenant_id = ${tx.tenant} and o.status not in ('draft', 'history')
          and l.qty > l.qty_cancelled and l.sku_id = ${scene.seller.skus[CHAIR]}::uuid`) as {
        id: string;
        warehouseId: string | null;
      }[],
  );
  const moved = withChairs.filter(({ warehouseId }) => warehouseId !== west);
  expect(moved.length).toBeGreaterThanOrEqual(3);
  expect(tested).toMatchObject({
    matched: withChairs.length,
    changed: moved.length,
    counts: { warehouse: moved.length },
  });
  const lines = await must(
    clerk.get<Page<{ orderId: string; said: string; changes: string[]; why: object }>>(
      '/automation/ruleTestOrder/list',
      { testId: tested.testId, changes: 'warehouse', pageSize: '200' },
    ),
  );
  expect(new Set(lines.records.map(({ orderId }) => orderId))).toEqual(new Set(moved.map(({ id }) => id)));
  expect(lines.records[0]?.said).toMatch(/^仓库 .+ → .+/);
  // Nothing was done.
  for (const { id, status, holds } of await ordersOf(clerk))
    expect([status, holds]).toEqual([before.get(id)?.status, before.get(id)?.holds]);

  await must(clerk.post(`/automation/rule/${rule.id}/activate`));
  const { id } = await arrive(CHAIR);
  expect(await order(id)).toMatchObject({ warehouseId: west });
  const [run] = await runsOf(clerk, { orderId: id, ruleId: rule.id });
  expect(run).toMatchObject({ outcome: 'done', trigger: 'orderPulled', revision: 1 });
  expect(run?.why?.parts?.[0]).toMatchObject({ isMet: true, text: expect.stringContaining('SKU') });
  const story = await must(clerk.get<{ move: string; actor: string }[]>(`/orders/salesOrder/${id}/history`));
  expect(story.find(({ move }) => move === 'reallocate')?.actor).toBe(
    ((await readRule(clerk, rule.id)) as Rule & { name: string }).name.replace(/^/, '自动化规则 '),
  );
  const other = await arrive(STOOL);
  const [missed] = await runsOf(clerk, { orderId: other.id, ruleId: rule.id });
  expect(missed).toMatchObject({ outcome: 'unmatched', why: { isMet: false } });
});

test('what a rule says makes a version: it is tested again, kept, and can be brought back', async () => {
  const rule = await newRule(clerk, [{ kind: 'accept' }], { conditions: chairs() });
  await switchOn(clerk, rule);
  const live = await readRule(clerk, rule.id);
  const edit = (values: Record<string, unknown>) =>
    readRule(clerk, rule.id).then(({ version }) =>
      clerk.put<object>('/automation/rule/edit', { id: rule.id, version, ...values }),
    );
  const actions = JSON.stringify([{ kind: 'addHold', reason: '核对' }]);
  expect((await edit({ actions })).status).toBe(409);
  // Its place among the others is no version of it.
  await must(edit({ priority: 7, note: '先于其他' }));
  expect(await readRule(clerk, rule.id)).toMatchObject({
    status: 'active',
    revision: live.revision,
  });

  await switchOff(clerk, rule);
  await must(edit({ actions }));
  expect(await readRule(clerk, rule.id)).toMatchObject({ revision: 2, testedRevision: 1 });
  expect((await clerk.post(`/automation/rule/${rule.id}/activate`)).status).toBe(409);

  await must(clerk.post(`/automation/rule/${rule.id}/restore`, { revision: 1 }));
  const restored = await readRule(clerk, rule.id);
  expect(restored).toMatchObject({
    revision: 3,
    testedRevision: 1,
    actions: JSON.stringify([{ kind: 'accept' }]),
  });
  const versions = await must(
    clerk.get<Page<{ revision: number; said: string }>>('/automation/ruleVersion/list', {
      ruleId: rule.id,
    }),
  );
  expect(versions.records.map(({ revision }) => revision)).toEqual([3, 2, 1]);
  expect(versions.records[1]?.said).toContain('挂起（核对）');
});

test('every fact can be asked about orders of all kinds, unmapped ones among them', async () => {
  const { warehouses } = scene.seller;
  const ofOrders = FACT_KEYS.filter((key) => FAMILIES_OF.order.includes(FACTS[key].family));
  const of = ofOrders.map((fact) => {
    const { kind, ofWarehouse } = FACTS[fact];
    return {
      fact,
      ...(kind === 'flag' ? { op: 'eq', value: true } : { op: 'empty', value: true }),
      ...(ofWarehouse ? { at: warehouses[NEW_JERSEY] } : {}),
    };
  });
  const rule = await newRule(clerk, [{ kind: 'addHold', reason: '试' }], {
    conditions: { join: 'or', of },
  });
  const odd = await arrive('WB-NOBODY-KNOWS');
  expect((await order(odd.id)).holds).toEqual(['unmapped']);
  const tested = await must(clerk.post<{ orders: number }>(`/automation/rule/${rule.id}/test`, { orders: 500 }));
  expect(tested.orders).toBeGreaterThan(0);
});

test('a rule that meets every order asks first, with the count', async () => {
  const rule = await newRule(clerk, [{ kind: 'addHold', reason: '全部核对' }]);
  const { matched } = await must(clerk.post<{ matched: number }>(`/automation/rule/${rule.id}/test`, { orders: 20 }));
  const request = await clerk.post<{ errors: { field: string; message: string }[] }>(
    `/automation/rule/${rule.id}/activate`,
  );
  expect(request.status).toBe(422);
  expect(request.result.errors[0]).toMatchObject({
    field: 'acceptAll',
    message: expect.stringContaining(`命中 ${matched} 个`),
  });
  await must(clerk.post(`/automation/rule/${rule.id}/activate`, { acceptAll: true }));
});

test('on trial a rule notes what it would do, and does nothing', async () => {
  const rule = await newRule(clerk, [{ kind: 'addHold', reason: '试' }]);
  await must(clerk.post(`/automation/rule/${rule.id}/tryOut`));
  const { id } = await arrive(STOOL);
  expect((await order(id)).holds).toEqual([]);
  const [run] = await runsOf(clerk, { orderId: id, ruleId: rule.id });
  expect(run).toMatchObject({ outcome: 'dryRun', said: '会挂起（试）' });
});

test('actions are done in turn; what the state of the order refuses leaves the others', async () => {
  const tagId = await orderTag(admin, '大客户');
  const rule = await newRule(clerk, [
    { kind: 'addTag', tagIds: [tagId] },
    { kind: 'setPriority', priority: 'rush' },
    { kind: 'releaseHold', reason: '自动' },
    { kind: 'accept' },
    { kind: 'createTask', title: '联系买家', hours: 4 },
  ]);
  await switchOn(clerk, rule);
  const { id } = await arrive(STOOL);
  await scene.settled();
  expect(await order(id)).toMatchObject({ tagIds: [tagId], status: 'ready', priority: 'rush' });
  const [run] = await runsOf(clerk, { orderId: id, ruleId: rule.id });
  expect(run).toMatchObject({ outcome: 'partial' });
  expect(run?.deeds.map(({ state }) => state)).toEqual(['done', 'done', 'refused', 'done', 'done']);
  expect(run?.deeds[2]?.note).toBe('订单没有可以人工解除的挂起');
  const task = await firstOf<{ id: string; title: string }>(clerk, '/automation/ruleTask/list', {
    orderId: id,
  });
  expect(task.title).toBe('联系买家');
  await must(clerk.post(`/automation/ruleTask/${task.id}/finish`, { reason: '已联系' }));
});

test('a rule that names what is gone is switched off by itself, and its owner hears of it', async () => {
  const tagId = await orderTag(admin, '过季');
  const failing = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }], { priority: 900 });
  const other = await newRule(clerk, [{ kind: 'addHold', reason: '其他规则照常' }]);
  await switchOn(clerk, failing);
  await switchOn(clerk, other);
  const refused = await admin.delete('/base/tag/delete', { id: tagId });
  expect(refused.success).toBe(false);
  expect(refused.message).toBe(`启用中的规则“${failing.name}”用到这个标签，请先停用或修改该规则`);
  // What went without asking the rules is gone all the same.
  await look(
    scene,
    (tx) => tx.run`
      update tag set deleted_at = ${tx.now} where tenant_id = ${tx.tenant} and id = ${tagId}::uuid`,
  );
  const { id } = await arrive(STOOL);
  const parked = await readRule(clerk, failing.id);
  expect(parked.status).toBe('faulted');
  expect(parked.fault).toContain('已删除');
  // It would stop again at the next order.
  const again = await clerk.post(`/automation/rule/${failing.id}/activate`, { acceptAll: true });
  expect(again).toMatchObject({ status: 409 });
  expect(again.message).toContain('请重新选择');
  expect((await order(id)).holds).toEqual(['manual']);
  expect((await runsOf(clerk, { orderId: id, ruleId: failing.id }))[0]?.outcome).toBe('failed');
  const notices = await must(
    clerk.get<Page<{ titile: string }>>('/sys/sysAnnouncementSend/getMyAnnouncementSend', {
      pageSize: '50',
    }),
  );
  expect(JSON.stringify(notices.records)).toContain('已异常停用');
});

test('rules run by hand on what is chosen, after a look at what they would do', async () => {
  const tagId = await orderTag(admin, '手动');
  const { id } = await arrive(STOOL);
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }], {
    conditions: { join: 'and', of: [{ fact: 'status', op: 'eq', value: 'new' }] },
  });
  await switchOn(clerk, rule);
  const run = (dryRun: boolean) =>
    must(
      clerk.post<{ judged: number; matched: number; acted: number; lines: { rules: object[] }[] }>(
        '/automation/rule/run',
        { ids: [id], dryRun },
      ),
    );
  expect(await run(true)).toMatchObject({
    judged: 1,
    matched: 1,
    acted: 0,
    lines: [{ rules: [{ actions: ['打标签 手动'] }] }],
  });
  expect((await order(id)).tagIds).toBeNull();
  expect(await run(false)).toMatchObject({ judged: 1, matched: 1, acted: 1 });
  expect((await order(id)).tagIds).toEqual([tagId]);
  expect((await runsOf(clerk, { orderId: id, trigger: 'byHand' }))[0]?.outcome).toBe('done');
});

test('why a rule did nothing is known for a month; what it did is known for good', async () => {
  const outcomes = async (): Promise<string[]> =>
    (
      await look(
        scene,
        (tx) => tx.rows<{ outcome: string }>`
      select distinct outcome from rule_run where tenant_id = ${tx.tenant}`,
      )
    ).map(({ outcome }) => outcome);
  const before = await outcomes();
  expect(before).toEqual(expect.arrayContaining(['unmatched', 'done']));
  const day = 86_400_000;
  await sweepRuleRuns(scene.app.db, new Date(scene.now().getTime() + 29 * day));
  expect((await outcomes()).sort()).toEqual(before.sort());
  await sweepRuleRuns(scene.app.db, new Date(scene.now().getTime() + 31 * day));
  expect((await outcomes()).sort()).toEqual(before.filter((one) => !['unmatched', 'passedOver'].includes(one)).sort());
});

test('only who may do it by hand lets a rule do it; who reads may not change rules', async () => {
  const tagId = await orderTag(admin, '权限');
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tagId] }]);
  for (const name of ['kefu', 'cangku', 'caiwu']) {
    const reader = await scene.as(name);
    expect((await reader.get('/automation/rule/list')).status, name).toBe(200);
    expect((await reader.post(`/automation/rule/${rule.id}/test`, {})).status, name).toBe(403);
    expect((await reader.post(`/automation/rule/${rule.id}/tryOut`)).status, name).toBe(403);
    expect((await reader.post('/automation/rule/run', { ids: [rule.id] })).status, name).toBe(403);
  }
});

test('a tag that goes into another is that one in rules too, switched on or not', async () => {
  const [old, stored] = [await orderTag(clerk, '旧标'), await orderTag(clerk, '新标')];
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [old, stored] }], {
    conditions: { join: 'and', of: [{ fact: 'tagIds', op: 'not_in', value: [old] }] },
  });
  await switchOn(clerk, rule);
  await must(admin.post('/base/tag/merge', { ids: [old], into: stored }));
  const after = await must(
    clerk.get<Rule & { conditions: string; actions: string }>('/automation/rule/queryById', {
      id: rule.id,
    }),
  );
  expect(after).toMatchObject({ status: 'active', revision: rule.revision, fault: null });
  expect(JSON.parse(after.conditions)).toMatchObject({ of: [{ value: [stored] }] });
  expect(JSON.parse(after.actions)).toEqual([{ kind: 'addTag', tagIds: [stored] }]);
});

test('what a rule does sets off no rule; the same done by a person does', async () => {
  const tag = await orderTag(clerk, '配好后处理');
  const rule = await newRule(clerk, [{ kind: 'addTag', tagIds: [tag] }], {
    trigger: 'orderMapped',
  });
  await switchOn(clerk, rule);
  const { id } = await arrive(STOOL);
  const before = (await runsOf(clerk, { ruleId: rule.id, orderId: id })).length;
  const mapped = async (who: string): Promise<number> => {
    await scene.app.db.tx(systemActor(1, who), (tx) => tx.emit(orderMapped, id, { orderId: id }));
    await scene.settled();
    return (await runsOf(clerk, { ruleId: rule.id, orderId: id })).length - before;
  };
  expect(await mapped(`自动化规则 ${rule.name}`)).toBe(0);
  expect(await mapped('yunying')).toBe(1);
});
