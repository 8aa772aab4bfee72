import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { newRule } from './rule-scene.ts';

/** S19 规则回测: past orders as they were when the rule would have met them, and who would have been late. */

const CALIFORNIA = '31843';
const HOUR_MS = 3_600_000;
let scene: TestApp;
let clerk: Client;
let west: string;

beforeAll(async () => {
  scene = await startTestApp({ start: { sessionDays: 60 } });
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  west = scene.seller.warehouses[CALIFORNIA] as string;
});
afterAll(() => scene?.stop());

let streets = 0;
const arrive = (more: object = {}) =>
  newOrder(scene, clerk, {
    warehouseId: NEW_JERSEY,
    lines: [{ partNumber: STOOL, quantity: 1 }],
    shipTo: { address1: `${(streets += 1)} Past St` },
    ...more,
  });

interface Tested {
  orderId: string;
  isLate: boolean;
  lateReason: string | null;
}

/** What the back-test of a rule says, by order. */
async function backTest(
  actions: readonly object[],
  of: readonly object[],
  more: Record<string, unknown> = {},
): Promise<{ late: number; by: Map<string, Tested> }> {
  const rule = await newRule(clerk, actions, { conditions: { join: 'and', of }, ...more });
  const { testId, late } = await must(
    clerk.post<{ testId: string; late: number }>(`/automation/rule/${rule.id}/test`, {
      orders: 500,
    }),
  );
  const { records } = await must(
    clerk.get<Page<Tested>>('/automation/ruleTestOrder/list', { testId, pageSize: '200' }),
  );
  return { late, by: new Map(records.map((row) => [row.orderId, row])) };
}

const stools = () => ({ fact: 'skuIds', op: 'in', value: [scene.seller.skus[STOOL]] });
const hold = [{ kind: 'addHold', reason: '试' }];
const set = (id: string, column: 'ship_by' | 'environment', value: Date | string) =>
  look(scene, (tx) =>
    column === 'ship_by'
      ? tx.run`update sales_order set ship_by = ${value as Date}
          where tenant_id = ${tx.tenant} and id = ${id}::uuid`
      : tx.run`update sales_order set environment = ${value as string}
          where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );

test('late is who the move makes late: not who has time, was late before, or stays where they are', async () => {
  const at = scene.now().getTime();
  const [soon, calm, before] = [await arrive(), await arrive(), await arrive()];
  const [there, many] = [
    await arrive({ warehouseId: CALIFORNIA }),
    await arrive({ lines: [{ partNumber: STOOL, quantity: 900 }] }),
  ];
  for (const [{ id }, hours] of [
    [soon, 0.01],
    [there, 0.01],
    [calm, 24 * 30],
    [many, 24 * 30],
    [before, -1],
  ] as const)
    await set(id, 'ship_by', new Date(at + hours * HOUR_MS));
  const { late, by } = await backTest([{ kind: 'assignWarehouse', warehouseId: west }], [stools()]);
  expect(by.get(soon.id)).toMatchObject({
    isLate: true,
    lateReason: expect.stringMatching(/最早 .+ 出库（仓库时间），晚于最晚发货$/),
  });
  expect(by.get(many.id)?.lateReason).toMatch(/现有库存不够全单$/);
  for (const { id } of [calm, before, there]) expect(by.get(id)?.isLate).toBe(false);
  expect(late).toBe([...by.values()].filter(({ isLate }) => isLate).length);
});

test('an order is judged as it was when it came in: new, with the holds it had then', async () => {
  const twins = {
    shipTo: {
      name: 'Ann Twin',
      address1: '900 Twin St',
      address2: '',
      city: 'Madison',
      state: 'WI',
      postalCode: '53703',
      country: 'US',
      phoneNumber: '+1 608 555 0142',
    },
  };
  const [one, two] = [await arrive(twins), await arrive(twins)];
  await scene.pass(HOUR_MS);
  await must(clerk.post(`/orders/salesOrder/${two.id}/release`, { reason: '是两单' }));
  await must(clerk.post(`/orders/salesOrder/${one.id}/hold`, { reason: '等买家' }));
  await must(clerk.post(`/orders/salesOrder/${two.id}/accept`));
  await scene.settled();
  const wasNew = { fact: 'status', op: 'eq', value: 'new' };
  const wasHeld = { fact: 'holds', op: 'in', value: ['duplicate'] };
  const past = await backTest(hold, [stools(), wasNew, wasHeld]);
  expect([past.by.has(one.id), past.by.has(two.id)]).toEqual([false, true]);
  const free = await backTest(hold, [stools(), wasNew, { fact: 'holds', op: 'empty', value: true }]);
  expect([free.by.has(one.id), free.by.has(two.id)]).toEqual([true, false]);
  // A rule by the clock meets them as they are.
  const hourly = { trigger: 'schedule', cron: '0 0 * * * ?' };
  const now = await backTest(hold, [stools(), wasNew, wasHeld], hourly);
  expect(now.by.has(two.id)).toBe(false);
});

test('orders of a sandbox are no past', async () => {
  const [live, trial] = [await arrive(), await arrive()];
  await set(trial.id, 'environment', 'sandbox');
  const { by } = await backTest(hold, [stools()]);
  expect([by.has(live.id), by.has(trial.id)]).toEqual([true, false]);
  await set(trial.id, 'environment', 'live');
});
