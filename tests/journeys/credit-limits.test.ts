import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import {
  approved,
  draftReturn,
  lineOf,
  moveReturn,
  readReturn,
  reasonOf,
  sentOrder,
  type SentOrder,
} from './return-scene.ts';

/** O-08 (domain.md §7): what is credited is bound by what came back, or by who said why it is credited without. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let cash: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  [clerk, packer, cash, admin] = await Promise.all([
    scene.as('yunying'),
    scene.as('cangku'),
    scene.as('caiwu'),
    scene.as('admin'),
  ] as [Promise<Client>, Promise<Client>, Promise<Client>, Promise<Client>]);
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene?.stop());
beforeEach(async () => () => scene.violations().then((found) => expect(found).toEqual([])));

const minor = (text: string | null): number => Math.round(Number(text ?? 0) * 100);
const text = (amount: number): string => (amount / 100).toFixed(2);

async function setLimit(disposalLimit: string): Promise<void> {
  const path = '/aftersales/returnSettings';
  const settings = await must(admin.get<{ version: number; dueDays: number }>(path));
  await must(admin.put(path, { ...settings, disposalLimit }));
}

interface Came {
  received: number;
  good: number;
  damaged?: number;
  wrong?: number;
}

/** A return of two of which so many came, inspected. */
async function inspected(order: SentOrder, { received, ...found }: Came, request: object = {}) {
  const id = await approved(clerk, order, { qty: 2, ...request });
  const { id: lineId } = await lineOf(admin, id);
  await must(moveReturn(packer, id, 'receive', { lines: [{ lineId, qty: received }] }));
  await must(moveReturn(packer, id, 'receiveDone', { rest: 'giveUp' }));
  await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, damaged: 0, ...found }] }));
  const { expectedCredit } = await readReturn(admin, id);
  return { id, lineId, both: minor(expectedCredit), one: minor(expectedCredit) / 2 };
}

const judging = (id: string) =>
  must(
    cash.get<{ lines: { creditable: string; suggested: string; accepted: number }[] }>(
      `/aftersales/returnOrder/${id}/judging`,
    ),
  );

test('one of two came: no more than one is credited, and the line says why', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const { id, lineId, one } = await inspected(order, { received: 1, good: 1 });
  await must(moveReturn(packer, id, 'dispose'));
  expect((await judging(id)).lines).toMatchObject([{ creditable: text(one), suggested: text(one) }]);
  const beyond = await moveReturn(cash, id, 'credit', {
    lines: [{ lineId, amount: text(one + 1) }],
  });
  expect(beyond).toMatchObject({
    status: 422,
    result: {
      errors: [{ field: 'lines', row: 1, message: expect.stringContaining(`最多退 ${text(one)}`) }],
    },
  });
  await must(moveReturn(cash, id, 'credit'));
  expect(minor((await readReturn(admin, id)).creditTotal)).toBe(one);
});

test('damaged units are credited, other goods than were sold are not', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const { id, lineId, both, one } = await inspected(order, {
    received: 2,
    good: 0,
    damaged: 1,
    wrong: 1,
  });
  await must(moveReturn(packer, id, 'dispose'));
  const answer = await moveReturn(cash, id, 'credit', { lines: [{ lineId, amount: text(both) }] });
  expect(answer).toMatchObject({ status: 422, message: expect.stringContaining('共 1 件') });
  await must(moveReturn(cash, id, 'credit', { lines: [{ lineId, amount: text(one) }] }));
});

test('nothing but other goods came: nothing is credited', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const { id, lineId } = await inspected(order, { received: 2, good: 0, wrong: 2 });
  await must(moveReturn(packer, id, 'dispose'));
  expect(await moveReturn(cash, id, 'credit', { lines: [{ lineId, amount: '0.01' }] })).toMatchObject({
    status: 422,
    message: expect.stringContaining('共 0 件'),
  });
  await must(moveReturn(clerk, id, 'close'));
});

test('what did not come is credited for a reason, within what one person may say alone', async () => {
  await setLimit('100000.00');
  const order = await sentOrder(scene, clerk, packer, 2);
  const { id, lineId, both } = await inspected(order, { received: 1, good: 1 });
  const dispose = (answers: object) => moveReturn(packer, id, 'dispose', { lines: [answers] });
  const known = { lineId, disposition: 'restock' };
  expect(await dispose({ ...known, accepted: 1 })).toMatchObject({
    status: 422,
    result: { errors: [{ row: 1, message: expect.stringContaining('请填写认可原因') }] },
  });
  expect(await dispose({ ...known, accepted: 1, acceptReason: '  ' })).toMatchObject({
    status: 422,
  });
  const reason = { acceptReason: '承运商确认已取件' };
  expect(await dispose({ ...known, accepted: 2, ...reason })).toMatchObject({
    status: 422,
    message: expect.stringContaining('最多认可 1 件'),
  });
  expect(await dispose({ ...known, accepted: -1, ...reason })).toMatchObject({ status: 422 });
  await must(dispose({ ...known, accepted: 1, ...reason }));
  await must(moveReturn(cash, id, 'credit'));
  expect(minor((await readReturn(admin, id)).creditTotal)).toBe(both);
  // What was credited without goods is not asked for again.
  const again = await must(draftReturn(clerk, order, { qty: 1 }));
  expect(await moveReturn(clerk, again.id, 'submit')).toMatchObject({
    status: 422,
    message: expect.stringContaining('最多还能退 0 件'),
  });
});

test('above the limit somebody else agrees to what is credited without goods', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const { id, lineId, both, one } = await inspected(order, { received: 1, good: 0, wrong: 1 });
  await setLimit(text(both - 1));
  const answers = { lineId, accepted: 2, acceptReason: '买家寄错，平台要求全退' };
  expect(await must(moveReturn(admin, id, 'dispose', { lines: [answers] }))).toMatchObject({
    state: 'inspected',
  });
  const waiting = await readReturn(admin, id);
  expect(waiting.isDisposalPending).toBe(true);
  expect(minor(waiting.disposalValue)).toBeGreaterThanOrEqual(both);
  expect((await moveReturn(cash, id, 'credit')).status).toBe(409);
  expect(await moveReturn(admin, id, 'approveDisposal')).toMatchObject({ success: false });
  await must(moveReturn(clerk, id, 'approveDisposal'));
  expect((await judging(id)).lines).toMatchObject([{ creditable: text(both), accepted: 2 }]);
  await must(moveReturn(cash, id, 'credit', { lines: [{ lineId, amount: text(both) }] }));
  expect(one * 2).toBe(both);
});

test('the buyer keeps the goods for a reason, and above the limit somebody else agrees', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const line = { orderLineId: order.lineId, skuId: order.skuId, qtyRequested: 1 };
  const { reasonId } = await must(
    admin.get<{ reasonId: string }>('/aftersales/returnOrder/queryById', {
      id: (await must(draftReturn(clerk, order))).id,
    }),
  );
  const { id } = await must(
    clerk.post<{ id: string }>('/aftersales/returnOrder/add', {
      type: 'return',
      orderId: order.id,
      reasonId,
      lines: [line, line],
    }),
  );
  for (const move of ['submit', 'approve']) await must(moveReturn(clerk, id, move));
  const [came, stored] = (await readReturn(admin, id)).lines.returnLine;
  await must(moveReturn(packer, id, 'receive', { lines: [{ lineId: came?.id, qty: 1 }] }));
  await must(moveReturn(packer, id, 'receiveDone', { rest: 'giveUp' }));
  await must(moveReturn(packer, id, 'inspect'));
  const keep = { lineId: stored?.id, disposition: 'keepByBuyer' };
  expect(await moveReturn(packer, id, 'dispose', { lines: [keep] })).toMatchObject({
    status: 422,
    message: expect.stringContaining('请填写认可原因'),
  });
  await setLimit('0.01');
  const answers = { lines: [{ ...keep, acceptReason: '运费比货贵' }] };
  expect(await must(moveReturn(packer, id, 'dispose', answers))).toMatchObject({ state: 'inspected' });
  await must(moveReturn(clerk, id, 'approveDisposal'));
  await must(moveReturn(cash, id, 'credit'));
  const { creditTotal, expectedCredit } = await readReturn(admin, id);
  expect(creditTotal).toBe(expectedCredit);
});

test('units that another return has meanwhile are not credited without goods', async () => {
  await setLimit('100000.00');
  const order = await sentOrder(scene, clerk, packer, 2);
  const { id, lineId } = await inspected(order, { received: 1, good: 1 });
  // The other unit is asked for again, by another return.
  await approved(clerk, order, { qty: 1 });
  expect(
    await moveReturn(packer, id, 'dispose', {
      lines: [{ lineId, disposition: 'restock', accepted: 1, acceptReason: '已取件' }],
    }),
  ).toMatchObject({ status: 422, message: expect.stringContaining('最多认可 0 件') });
  await must(moveReturn(packer, id, 'dispose'));
});

test('换货 keeps its own rule: money beside the goods, and nothing accepted without them', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const { id, lineId, both } = await inspected(
    order,
    { received: 1, good: 1 },
    { type: 'exchange', outcome: 'refund' },
  );
  const accepted = { lineId, disposition: 'restock', accepted: 1, acceptReason: '已取件' };
  expect(await moveReturn(packer, id, 'dispose', { lines: [accepted] })).toMatchObject({
    status: 422,
    message: expect.stringContaining('不是退货退款'),
  });
  await must(moveReturn(packer, id, 'dispose'));
  await must(moveReturn(cash, id, 'credit', { lines: [{ lineId, amount: text(both) }] }));
});

test('lines of one return that are credited without goods share what no other return has', async () => {
  await setLimit('100000.00');
  const order = await sentOrder(scene, clerk, packer, 3);
  const line = { orderLineId: order.lineId, skuId: order.skuId, qtyRequested: 1 };
  const { id } = await must(
    clerk.post<{ id: string }>('/aftersales/returnOrder/add', {
      type: 'return',
      orderId: order.id,
      reasonId: await reasonOf(clerk, 'defective'),
      lines: [line, line, line],
    }),
  );
  for (const move of ['submit', 'approve']) await must(moveReturn(clerk, id, move));
  const [came, one, two] = (await readReturn(admin, id)).lines.returnLine;
  await must(moveReturn(packer, id, 'receive', { lines: [{ lineId: came?.id, qty: 1 }] }));
  await must(moveReturn(packer, id, 'receiveDone', { rest: 'giveUp' }));
  await must(moveReturn(packer, id, 'inspect'));
  // One of the two that never came is asked for again.
  await approved(clerk, order, { qty: 1 });
  const accepted = (at?: { id: string }) => ({
    lineId: at?.id,
    accepted: 1,
    acceptReason: '承运商确认已取件',
  });
  const dispose = (lines: object[]) => moveReturn(packer, id, 'dispose', { lines });
  expect(await dispose([accepted(one), accepted(two)])).toMatchObject({
    status: 422,
    result: { errors: [{ row: 2, message: expect.stringContaining('最多认可 0 件') }] },
  });
  await must(dispose([accepted(two)]));
});
