import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { openShop, type Page } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { newRule, switchOff, switchOn } from '#tests/journeys/rule-scene.ts';
import { must, NEW_JERSEY, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';

/** What somebody of some shops or warehouses, or without the right to buyers' data, tries through rules. */

const CALIFORNIA = '31843';

let scene: TestApp;
let admin: Client;
/** Sees all shops, and one warehouse. */
let eastern: Client;
/** Sees one shop, in every warehouse. */
let seller: Client;
/** May list rules, not what is personal of a buyer. */
let auditor: Client;
let east: string;
let west: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  const person = async (username: string, limits: object): Promise<Client> => {
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles: ['TADM'],
      departs: ['A01'],
      ...limits,
    });
    return scene.as(username);
  };
  eastern = await person('eastern', { warehouses: [scene.seller.warehouses[NEW_JERSEY]] });
  auditor = await person('auditor', { roles: ['AUD'] });
  seller = await person('seller', { shops: [scene.seller.accountId] });
  ({ id: east } = await newOrder(scene, admin));
  const away = { warehouseId: CALIFORNIA, lines: [{ partNumber: STOOL, quantity: 1 }] };
  ({ id: west } = await newOrder(scene, admin, away));
});
afterAll(() => scene?.stop());

test('runs, back-tests and to-dos of rules are of the orders that one sees', async () => {
  const task = { kind: 'createTask', title: '打电话', hours: 2 };
  const rule = await newRule(admin, [task]);
  await switchOn(admin, rule);
  await must(admin.post('/automation/rule/run', { ids: [east, west], ruleIds: [rule.id] }));
  for (const path of ['ruleRun', 'ruleTask', 'ruleTestOrder'])
    for (const [who, seen] of [
      [admin, [east, west]],
      [eastern, [east]],
    ] as const) {
      const { records, total } = await must(
        who.get<Page<{ orderId: string }>>(`/automation/${path}/list`, { pageSize: '200' }),
      );
      const ids = records.map(({ orderId }) => orderId).filter((id) => id === east || id === west);
      expect([path, [...new Set(ids)].sort()]).toEqual([path, [...seen].sort()]);
      expect(total).toBe(records.length);
    }
  await switchOff(admin, rule);
});

test('whoever is limited decides over no rule that reaches further', async () => {
  const shopIds = JSON.stringify([scene.seller.accountId]);
  const hold = [{ kind: 'addHold', reason: '看一下' }];
  const rule = await newRule(admin, hold);
  const edit = { id: rule.id, code: `O${rule.version}`, shopIds };
  const press = (who: Client, operation: string, body: object = {}) =>
    who.post(`/automation/rule/${rule.id}/${operation}`, body);
  await must(press(admin, 'test', { orders: 50 }));
  for (const who of [seller, eastern])
    for (const answer of [
      await press(who, 'test', { orders: 50 }),
      await press(who, 'tryOut'),
      await press(who, 'activate', { acceptAll: true }),
      await press(who, 'restore', { revision: 1 }),
      await who.put('/automation/rule/edit', edit),
      await who.delete('/automation/rule/delete', { id: rule.id }),
    ])
      expect([answer.status, answer.message]).toEqual([403, expect.stringMatching(/请负责.*的人操作/)]);
  // Bounded to their shop it is theirs, but not what it was for all shops.
  await must(admin.put('/automation/rule/edit', { id: rule.id, shopIds }));
  expect((await press(seller, 'restore', { revision: 1 })).status).toBe(403);
  await must(press(seller, 'restore', { revision: 2 }));
  await must(press(seller, 'test', { orders: 50 }));
  await must(press(seller, 'activate', { acceptAll: true }));
  await switchOff(seller, rule);
  expect((await press(eastern, 'activate')).status).toBe(403);
  const added = await eastern.post('/automation/rule/add', {
    code: 'E1',
    name: '东',
    actions: JSON.stringify(hold),
    conditions: '{"join":"and","of":[]}',
  });
  expect(added.status).toBe(403);
});

test('nobody learns by trying a rule what the order does not show them', async () => {
  const { channelOrderNo: number } = await must(
    admin.get<{ channelOrderNo: string }>('/orders/salesOrder/queryById', { id: west }),
  );
  const tried = (who: Client, fact: string, value: unknown, op = 'like') =>
    who.post<{ why: { parts: { actual: string }[] } }>('/automation/rule/tryOrder', {
      number,
      trigger: 'orderPulled',
      actions: '[{"kind":"split"}]',
      stopOnMatch: false,
      conditions: JSON.stringify({ join: 'and', of: [{ fact, op, value }] }),
    });
  expect((await tried(auditor, 'postalCode', '9')).status).toBe(422);
  expect((await tried(auditor, 'state', 'C')).status).toBe(200);
  expect((await tried(admin, 'postalCode', '9')).status).toBe(200);
  // Of another warehouse's order nothing, of one's own no other warehouse's stock.
  expect((await tried(eastern, 'state', 'C')).status).toBe(422);
  const own = await must(admin.get<{ channelOrderNo: string }>('/orders/salesOrder/queryById', { id: east }));
  const { why } = await must(
    eastern.post<{ why: { parts: { actual: string }[] } }>('/automation/rule/tryOrder', {
      number: own.channelOrderNo,
      actions: '[{"kind":"split"}]',
      conditions: JSON.stringify({
        join: 'and',
        of: [{ fact: 'coveringIds', op: 'empty', value: false }],
      }),
    }),
  );
  expect(why.parts[0]?.actual).not.toContain('、');
});

test('what an editor sends is bounded, and ids that are none are named', async () => {
  const read = (body: object) => admin.post<{ said: string; faults: object[] }>('/automation/rule/readBack', body);
  const wide = JSON.stringify({ join: 'and', of: Array.from({ length: 100_000 }, () => 0) });
  expect(await read({ conditions: wide, actions: '[]' })).toMatchObject({ status: 422 });
  const odd = JSON.stringify({
    join: 'and',
    of: [{ fact: 'status', op: 'eq', value: 'toString' }],
  });
  const { said } = await must(read({ conditions: odd, actions: '[{"kind":"accept"}]' }));
  expect(said).toBe('收到订单时，如果 订单状态 是 toString，就 自动接单。');
  const added = await admin.post<{ errors: object[] }>('/automation/rule/add', {
    code: 'ODD',
    name: '怪',
    conditions: '{"join":"and","of":[]}',
    actions: '[{"kind":"createTask","title":"打电话","hours":1,"userId":"x"}]',
  });
  expect([added.status, added.result.errors]).toEqual([422, [expect.objectContaining({ field: 'actions' })]]);
});
