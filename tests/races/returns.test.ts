import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import {
  approved,
  levelsOf,
  lineOf,
  moveReturn,
  readReturn,
  requested,
  sentOrder,
  shownBy,
} from '#tests/journeys/return-scene.ts';
import { together } from './together.ts';

/** Two at once over one order and its returns: one effect, and the other one reads why not. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene?.stop());

test('two approvals that together ask for more than was sent: one is refused', async () => {
  const order = await sentOrder(scene, clerk, packer);
  const ids = [await requested(clerk, order, { qty: 2 }), await requested(clerk, order, { qty: 1 })];
  const answers = await together(
    scene,
    'sales_order',
    [order.id],
    ids.map((id, at) => () => moveReturn(at === 0 ? clerk : admin, id, 'approve')),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.find(({ success }) => !success)).toMatchObject({
    status: 422,
    message: expect.stringMatching(/最多还能退 [01] 件/),
  });
  expect(await scene.violations()).toEqual([]);
});

test('two who receive one parcel: all of it comes in once', async () => {
  const order = await sentOrder(scene, clerk, packer);
  const id = await approved(clerk, order, { qty: 2 });
  const { warehouseId } = await readReturn(admin, id);
  const before = (await levelsOf(scene, order.skuId, warehouseId))['quarantine'] ?? 0;
  const answers = await together(
    scene,
    'return_order',
    [id],
    [packer, admin].map((who) => () => moveReturn(who, id, 'receive')),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.find(({ success }) => !success)).toMatchObject({
    status: 422,
    message: '请填写收到的数量',
  });
  expect((await levelsOf(scene, order.skuId, warehouseId))['quarantine']).toBe(before + 2);
  expect(await scene.violations()).toEqual([]);
});

test('a receipt that is sent twice is one', async () => {
  const order = await sentOrder(scene, clerk, packer);
  const id = await approved(clerk, order, { qty: 2 });
  const { id: lineId } = await lineOf(admin, id);
  const stated = { lines: [{ lineId, qty: 1 }] };
  const answers = await together(
    scene,
    'return_order',
    [id],
    [1, 2].map(() => () => moveReturn(packer, id, 'receive', stated, `twice ${id}`)),
  );
  expect(answers.some(({ success }) => success)).toBe(true);
  expect((await lineOf(admin, id)).qtyReceived).toBe(1);
  expect(await scene.violations()).toEqual([]);
});

test('two returns of one line are credited at once: never more than was charged', async () => {
  const order = await sentOrder(scene, clerk, packer);
  const ids: string[] = [];
  for (let at = 0; at < 2; at++) ids.push(await approved(clerk, order, { type: 'refundOnly', qty: 1 }));
  const lines = await Promise.all(ids.map((id) => lineOf(admin, id)));
  const { expectedCredit } = await readReturn(admin, ids[0] ?? '');
  // Each alone is within what was charged for both units; together they are beyond it.
  const amount = (Number(expectedCredit) * 1.5).toFixed(2);
  const cash = await scene.as('caiwu');
  const answers = await together(
    scene,
    'sales_order',
    [order.id],
    ids.map((id, at) => () => {
      const stated = { lines: [{ lineId: lines[at]?.id, amount }] };
      return moveReturn(at === 0 ? cash : admin, id, 'credit', stated);
    }),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.find(({ success }) => !success)).toMatchObject({
    status: 422,
    message: expect.stringContaining('最多还能退'),
  });
  expect(await scene.violations()).toEqual([]);
});

test('one return is credited by two at once: one credit note', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const id = await approved(clerk, order, { type: 'refundOnly' });
  const answers = await together(
    scene,
    'return_order',
    [id],
    [await scene.as('caiwu'), admin].map((who) => () => moveReturn(who, id, 'credit')),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const { creditTotal, expectedCredit } = await readReturn(admin, id);
  expect(creditTotal).toBe(expectedCredit);
  expect(await scene.violations()).toEqual([]);
});

test('an exchange that is approved by two at once sends one replacement', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const id = await requested(clerk, order, { type: 'exchange' });
  const answers = await together(
    scene,
    'return_order',
    [id],
    [clerk, admin].map((who) => () => moveReturn(who, id, 'approve')),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const { result } = await admin.get<{ total: number }>('/orders/salesOrder/list', {
    replacementOf: order.id,
  });
  expect(result.total).toBe(1);
  expect(await shownBy(admin, order.id)).toMatchObject({ returnStatus: 'returning' });
  expect(await scene.violations()).toEqual([]);
});
