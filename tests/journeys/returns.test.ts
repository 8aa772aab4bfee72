import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueueExpiry } from '#modules/aftersales/server/returns/expire-returns.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import {
  approved,
  debitOf,
  draftReturn,
  levelsOf,
  lineOf,
  moveReturn,
  readReturn,
  reasonOf,
  requested,
  RETURN,
  sentOrder,
  shownBy,
} from './return-scene.ts';

/** S9 退货 (domain.md §8): goods come back, are judged, and the buyer's side owes less. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let cash: Client;
let checker: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  cash = await scene.as('caiwu');
  checker = await scene.as('fuhe');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene?.stop());
beforeEach(async () => () => scene.violations().then((found) => expect(found).toEqual([])));

/** What one person may give up alone. */
async function setLimit(disposalLimit: string): Promise<void> {
  const path = '/aftersales/returnSettings';
  const settings = await must(admin.get<{ version: number; dueDays: number }>(path));
  await must(admin.put(path, { ...settings, disposalLimit }));
}

const minor = (text: string | null): number => Math.round(Number(text ?? 0) * 100);

test('what is left open about how goods come back stays as it was', async () => {
  const order = await sentOrder(scene, clerk, packer);
  const id = await approved(clerk, order);
  await must(moveReturn(clerk, id, 'arrange', { carrier: 'UPS', trackingNo: '1Z-OPEN' }));
  const before = await readReturn(admin, id);
  await must(moveReturn(clerk, id, 'arrange'));
  expect(await readReturn(admin, id)).toMatchObject({
    status: 'approved',
    dueAt: before.dueAt,
    carrier: 'UPS',
    trackingNo: '1Z-OPEN',
  });
});

test('收货完成 of a return that is short asks what becomes of the rest; one too many makes up for no other line', async () => {
  const order = await sentOrder(scene, clerk, packer, 5);
  const reasonId = await reasonOf(clerk, 'defective');
  const line = { orderLineId: order.lineId, skuId: order.skuId, qtyRequested: 2 };
  const { id } = await must(
    clerk.post<{ id: string }>('/aftersales/returnOrder/add', {
      type: 'return',
      orderId: order.id,
      reasonId,
      lines: [line, line],
    }),
  );
  for (const move of ['submit', 'approve']) await must(moveReturn(clerk, id, move));
  const [first, second] = (await readReturn(admin, id)).lines.returnLine;
  const came = [
    { lineId: first?.id, qty: 3 },
    { lineId: second?.id, qty: 1 },
  ];
  await must(moveReturn(admin, id, 'receive', { lines: came, overReason: '多寄一件' }));
  const request = await moveReturn(packer, id, 'receiveDone');
  expect(request).toMatchObject({
    status: 422,
    message: '还有 1 件没有收到；还会来的先不要完成',
    result: { errors: [{ field: 'rest', suggest: 'giveUp' }] },
  });
  expect(await readReturn(admin, id)).toMatchObject({ status: 'receiving' });
  await must(moveReturn(packer, id, 'receiveDone', { rest: 'giveUp' }));
  const row = await readReturn(admin, id);
  expect(row).toMatchObject({ status: 'received' });
  expect(row.lines.returnLine.map(({ qtyMissing }) => qtyMissing)).toEqual([0, 1]);
  await must(moveReturn(packer, id, 'inspect'));
  await must(moveReturn(packer, id, 'dispose'));
});

test('two come back: one is restocked, one scrapped, and the order shows what that lost', async () => {
  const order = await sentOrder(scene, clerk, packer);
  const id = await requested(clerk, order, { qty: 2 });
  await must(moveReturn(clerk, id, 'approve'));
  const open = await readReturn(admin, id);
  expect(open).toMatchObject({ status: 'approved', raNo: expect.stringMatching(/^RA/) });
  expect(open.dueAt).toMatch(/23:59:59$/);
  expect(await shownBy(admin, order.id)).toMatchObject({ returnStatus: 'returning' });
  const before = await levelsOf(scene, order.skuId, open.warehouseId);
  const cogs = await debitOf(scene, 'cogs');
  // The desk may receive what the clerk may not.
  expect((await moveReturn(await scene.as('kefu'), id, 'receive')).status).toBe(403);
  const { id: lineId } = await lineOf(admin, id);
  await must(moveReturn(packer, id, 'receive', { lines: [{ lineId, qty: 1 }] }));
  await must(moveReturn(packer, id, 'receive', { lines: [{ lineId, qty: 1 }] }));
  expect((await levelsOf(scene, order.skuId, open.warehouseId))['quarantine'] ?? 0).toBe(
    (before['quarantine'] ?? 0) + 2,
  );
  const line = (await shownBy(admin, order.id)).lines.orderLine[0];
  expect(line?.qtyReturned).toBe(2);
  const worth = minor(line?.cogs ?? '0');
  expect(await debitOf(scene, 'cogs')).toBe(cogs - worth);
  await must(moveReturn(packer, id, 'receiveDone'));
  const wrongSum = await moveReturn(packer, id, 'inspect', {
    lines: [{ lineId, good: 1, damaged: 0 }],
  });
  expect(wrongSum).toMatchObject({ status: 422, message: expect.stringContaining('实收 2 件') });
  await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 1, damaged: 1 }] }));
  const sorted = await levelsOf(scene, order.skuId, open.warehouseId);
  expect(sorted['damaged'] ?? 0).toBe((before['damaged'] ?? 0) + 1);
  const scrap = await debitOf(scene, 'loss:scrap');
  await must(moveReturn(packer, id, 'dispose'));
  const after = await levelsOf(scene, order.skuId, open.warehouseId);
  expect(after).toMatchObject({
    good: (before['good'] ?? 0) + 1,
    quarantine: before['quarantine'] ?? 0,
  });
  const disposed = await readReturn(admin, id);
  expect(disposed.status).toBe('disposed');
  expect(minor(disposed.recoveredValue)).toBe(worth);
  expect(await debitOf(scene, 'loss:scrap')).toBe(scrap + minor(disposed.lostValue));
  // Money is owed: 关闭 stands grey, on the page and in the list, and is refused with the same sentence.
  const waits = { barred: { close: expect.stringContaining('等财务退款') } };
  expect(disposed).toMatchObject(waits);
  const { returnNo } = disposed;
  expect(await firstOf(clerk, `${RETURN}/list`, { returnNo })).toMatchObject(waits);
  expect((await moveReturn(clerk, id, 'close')).message).toContain('等财务退款');
  // Above what was charged nothing is credited.
  const most = minor(disposed.expectedCredit);
  const tooMuch = await moveReturn(cash, id, 'credit', {
    lines: [{ lineId, amount: ((most + 1) / 100).toFixed(2) }],
  });
  expect(tooMuch).toMatchObject({ status: 422, message: expect.stringContaining('最多还能退') });
  const [owed, returns] = [await debitOf(scene, 'ar'), await debitOf(scene, 'revenue:returns')];
  await must(moveReturn(cash, id, 'credit'));
  // The sale was booked with its invoice: what is given back of it is owed no more.
  expect([await debitOf(scene, 'ar'), await debitOf(scene, 'revenue:returns')]).toEqual([owed - most, returns + most]);
  const done = await readReturn(admin, id);
  expect(done).toMatchObject({ status: 'credited', creditTotal: disposed.expectedCredit });
  expect(minor(done.returnLoss)).toBe(most - worth + minor(disposed.lostValue));
  expect(await shownBy(admin, order.id)).toMatchObject({
    returnStatus: 'full',
    returnLoss: done.returnLoss,
  });
  await must(moveReturn(clerk, id, 'close'));
});

test('a credit note that is taken back leaves the books as they were, and the money is owed again', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const id = await approved(clerk, order);
  for (const move of ['receive', 'receiveDone', 'inspect', 'dispose']) await must(moveReturn(packer, id, move));
  const books = [await debitOf(scene, 'ar'), await debitOf(scene, 'revenue:returns')];
  const before = await readReturn(admin, id);
  await must(moveReturn(cash, id, 'credit'));
  const { creditNoteId } = await readReturn(admin, id);
  const reverse = (who: Client) =>
    who.post(
      `/aftersales/creditNote/${creditNoteId}/reverse`,
      { reason: '金额填错' },
      { 'idempotency-key': `reverse ${creditNoteId}` },
    );
  expect((await reverse(cash)).status).toBe(403);
  await must(reverse(checker));
  expect([await debitOf(scene, 'ar'), await debitOf(scene, 'revenue:returns')]).toEqual(books);
  expect(await readReturn(admin, id)).toMatchObject({
    status: 'disposed',
    creditTotal: before.creditTotal,
    returnLoss: before.returnLoss,
  });
  await must(moveReturn(cash, id, 'credit'));
});

test('a credit note in another currency is taken back in it, and in the books at its own rate', async () => {
  const rate = { fromCode: 'EUR', toCode: 'USD', rate: '1.25', effectiveDate: '2026-01-01' };
  await must(admin.post('/base/exchangeRate/add', rate));
  const order = await sentOrder(scene, clerk, packer, 1);
  await look(
    scene,
    (tx) => tx.run`update sales_order set currency = 'EUR'
      where tenant_id = ${tx.tenant} and id = ${order.id}::uuid`,
  );
  const id = await approved(clerk, order);
  for (const move of ['receive', 'receiveDone', 'inspect', 'dispose']) await must(moveReturn(packer, id, move));
  await must(moveReturn(cash, id, 'credit'));
  const { creditNoteId, creditTotal, creditBase, returnLoss } = await readReturn(admin, id);
  expect(minor(creditTotal)).toBeGreaterThan(0);
  expect(minor(creditBase) * 4).toBe(minor(creditTotal) * 5);
  await must(
    checker.post(
      `/aftersales/creditNote/${creditNoteId}/reverse`,
      { reason: '金额填错' },
      { 'idempotency-key': `reverse ${creditNoteId}` },
    ),
  );
  const after = await readReturn(admin, id);
  expect(after).toMatchObject({ status: 'disposed', creditTotal: '0.00', creditBase: '0.00' });
  expect(minor(returnLoss) - minor(after.returnLoss)).toBe(minor(creditBase));
});

test('仅退款: money without goods, never beyond what was charged', async () => {
  const order = await sentOrder(scene, clerk, packer);
  const id = await approved(clerk, order, { type: 'refundOnly', qty: 1, reason: 'lost' });
  expect(await moveReturn(packer, id, 'receive')).toMatchObject({
    status: 409,
    message: expect.stringContaining('仅退款'),
  });
  await must(moveReturn(cash, id, 'credit'));
  expect(await readReturn(admin, id)).toMatchObject({ status: 'credited', recoveredValue: '0.00' });
  // What was refunded cannot be asked for again; the other unit can.
  const second = await must(draftReturn(clerk, order, { qty: 2 }));
  expect(await moveReturn(clerk, second.id, 'submit')).toMatchObject({
    status: 422,
    message: expect.stringContaining('最多还能退 1 件'),
  });
  await approved(clerk, order, { qty: 1 });
});

test('换货: the replacement is an order of its own at no price, made once', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const id = await approved(clerk, order, { type: 'exchange' });
  const { replacementOrderId, returnNo } = await readReturn(admin, id);
  const other = await must(
    admin.get<{ channelOrderNo: string; total: string; orderType: string; replacementOf: string }>(
      '/orders/salesOrder/queryById',
      { id: replacementOrderId ?? '' },
    ),
  );
  expect(other).toMatchObject({
    channelOrderNo: `${order.po}-${returnNo}`,
    total: '0.00',
    orderType: 'replacement',
    replacementOf: order.id,
    status: 'new',
    holds: [],
  });
  // It is ours alone: no channel is asked, and it is ready at once.
  await must(clerk.post(`/orders/salesOrder/${replacementOrderId}/accept`));
  await scene.settled();
  expect(await shownBy(admin, replacementOrderId ?? '')).toMatchObject({ status: 'ready' });
  expect(await moveReturn(clerk, id, 'cancel', { reason: '买家改主意' })).toMatchObject({
    status: 409,
    message: expect.stringContaining('换货订单'),
  });
  for (const move of ['receive', 'receiveDone', 'inspect', 'dispose']) await must(moveReturn(packer, id, move));
  expect((await moveReturn(cash, id, 'credit')).status).toBe(422);
  expect(await readReturn(clerk, id)).not.toHaveProperty('barred');
  await must(moveReturn(clerk, id, 'close'));
});

test('非本单退回: goods of no order are taken in and shelved, and nobody is credited', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const warehouse = (await readReturn(admin, await approved(clerk, order))).warehouseId ?? '';
  const reason = await firstOf(packer, '/aftersales/returnReason/list', { code: 'unknown' });
  const typed = { type: 'unordered', reasonId: reason.id };
  const lines = [{ skuId: order.skuId, qtyRequested: 1 }];
  const homeless = await packer.post(`${RETURN}/add`, { ...typed, lines });
  expect(homeless).toMatchObject({ status: 422, message: '请选择退回仓' });
  const { id } = await must(packer.post<{ id: string }>(`${RETURN}/add`, { ...typed, warehouseId: warehouse, lines }));
  await must(moveReturn(packer, id, 'submit'));
  await must(moveReturn(clerk, id, 'approve'));
  for (const move of ['receive', 'receiveDone', 'inspect', 'dispose']) await must(moveReturn(packer, id, move));
  expect((await moveReturn(cash, id, 'credit')).status).toBe(409);
  await must(moveReturn(clerk, id, 'close'));
});

test('what came beyond the request needs a reason and a right, and never passes what was sent', async () => {
  const order = await sentOrder(scene, clerk, packer);
  const id = await approved(clerk, order, { qty: 1 });
  const { id: lineId } = await lineOf(admin, id);
  const three = { lines: [{ lineId, qty: 3 }], overReason: '买家多寄' };
  expect(await moveReturn(admin, id, 'receive', three)).toMatchObject({
    status: 422,
    message: expect.stringContaining('最多还能收 2 件'),
  });
  const two = { lines: [{ lineId, qty: 2 }] };
  expect(await moveReturn(packer, id, 'receive', { ...two, overReason: '多寄' })).toMatchObject({
    status: 422,
    message: expect.stringContaining('超收权限'),
  });
  expect((await moveReturn(admin, id, 'receive', two)).message).toContain('请填写超收原因');
  await must(moveReturn(admin, id, 'receive', { ...two, overReason: '买家多寄一件' }));
  await must(moveReturn(packer, id, 'receiveDone'));
  // One of them is another article: it is none of what was sold, and leaves the books again.
  await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 1, damaged: 0, wrong: 1 }] }));
  expect(await shownBy(admin, order.id)).toMatchObject({ returnStatus: 'returning' });
  await must(moveReturn(packer, id, 'dispose', { lines: [{ lineId, disposition: 'restock' }] }));
  expect(await shownBy(admin, order.id)).toMatchObject({ returnStatus: 'partial' });
});

test('two lines of one return that are about one line of its order never take more than was sent', async () => {
  const order = await sentOrder(scene, clerk, packer, 2);
  const line = { orderLineId: order.lineId, skuId: order.skuId, qtyRequested: 1 };
  const { id } = await must(
    clerk.post<{ id: string }>(`${RETURN}/add`, {
      type: 'return',
      orderId: order.id,
      reasonId: await reasonOf(clerk, 'defective'),
      lines: [line, { ...line, outcome: 'repair' }],
    }),
  );
  await must(moveReturn(clerk, id, 'submit'));
  await must(moveReturn(clerk, id, 'approve'));
  const [one, two] = (await readReturn(admin, id)).lines.returnLine;
  const reason = { overReason: '买家多寄' };
  // The second unit is awaited by the other line.
  expect(await moveReturn(admin, id, 'receive', { lines: [{ lineId: one?.id, qty: 2 }], ...reason })).toMatchObject({
    status: 422,
    message: expect.stringContaining('最多还能收 1 件'),
  });
  const both = [one, two].map((own) => ({ lineId: own?.id, qty: 2 }));
  expect(await moveReturn(admin, id, 'receive', { lines: both, ...reason })).toMatchObject({
    status: 422,
  });
  await must(moveReturn(packer, id, 'receive'));
  expect((await shownBy(admin, order.id)).lines.orderLine[0]?.qtyReturned).toBe(2);
});

test('what is given up above the limit waits for somebody else', async () => {
  await setLimit('1.00');
  const order = await sentOrder(scene, clerk, packer, 1);
  const id = await approved(clerk, order);
  const { id: lineId } = await lineOf(admin, id);
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, id, move));
  await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 0, damaged: 1 }] }));
  expect(await must(moveReturn(admin, id, 'dispose'))).toMatchObject({ state: 'inspected' });
  expect(await readReturn(admin, id)).toMatchObject({ isDisposalPending: true, lostValue: '0.00' });
  expect(await moveReturn(admin, id, 'approveDisposal')).toMatchObject({
    success: false,
    message: expect.stringContaining('其他有审核权限的人'),
  });
  // What somebody else is about to approve is not exchanged below their hands.
  expect(await moveReturn(packer, id, 'dispose')).toMatchObject({
    success: false,
    message: expect.stringContaining('等另一个人审核'),
  });
  await must(moveReturn(clerk, id, 'returnDisposal', { reason: '可以翻新' }));
  await must(moveReturn(packer, id, 'dispose', { lines: [{ lineId, damagedDisposition: 'refurb' }] }));
  expect(await readReturn(admin, id)).toMatchObject({ status: 'disposed', refurbOpen: 1 });
  await must(moveReturn(packer, id, 'refurbish'));
  expect(await readReturn(admin, id)).toMatchObject({ refurbOpen: 0, lostValue: '0.00' });
});

test('units that are none of ours leave the books with the disposal, above the limit by somebody else', async () => {
  await setLimit('1.00');
  const order = await sentOrder(scene, clerk, packer, 2);
  const id = await approved(clerk, order, { qty: 2 });
  const { warehouseId } = await readReturn(admin, id);
  const before = await levelsOf(scene, order.skuId, warehouseId);
  const { id: lineId } = await lineOf(admin, id);
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, id, move));
  const { recoveredValue } = await readReturn(admin, id);
  const cogs = await debitOf(scene, 'cogs');
  await must(moveReturn(admin, id, 'inspect', { lines: [{ lineId, good: 1, damaged: 0, wrong: 1 }] }));
  // Nothing has left yet: whoever counts something as wrong takes no value off alone.
  const quarantine = (before['quarantine'] ?? 0) + 2;
  expect(await levelsOf(scene, order.skuId, warehouseId)).toMatchObject({ quarantine });
  expect(await readReturn(admin, id)).toMatchObject({ recoveredValue });
  expect(await must(moveReturn(packer, id, 'dispose'))).toMatchObject({ state: 'inspected' });
  const half = minor(recoveredValue) / 2;
  const waiting = await readReturn(admin, id);
  expect(waiting.isDisposalPending).toBe(true);
  expect(minor(waiting.disposalValue)).toBe(half);
  // Neither who found them wrong nor who proposed to let them go agrees to it.
  expect(await moveReturn(admin, id, 'approveDisposal')).toMatchObject({
    success: false,
    message: expect.stringContaining('其他有审核权限的人'),
  });
  await must(moveReturn(clerk, id, 'approveDisposal'));
  expect(await levelsOf(scene, order.skuId, warehouseId)).toMatchObject({
    quarantine: before['quarantine'] ?? 0,
    good: (before['good'] ?? 0) + 1,
  });
  expect(minor((await readReturn(admin, id)).recoveredValue)).toBe(half);
  expect(await debitOf(scene, 'cogs')).toBe(cogs + half);
});

test('a unit that comes while another one waits to be taken out as wrong is worth what it left with', async () => {
  await setLimit('1000.00');
  const order = await sentOrder(scene, clerk, packer, 2);
  const [first, second] = [await approved(clerk, order), await approved(clerk, order)];
  const { id: lineId } = await lineOf(admin, first);
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, first, move));
  const { recoveredValue } = await readReturn(admin, first);
  await must(moveReturn(packer, first, 'inspect', { lines: [{ lineId, good: 0, damaged: 0, wrong: 1 }] }));
  await must(moveReturn(packer, second, 'receive'));
  expect(await readReturn(admin, second)).toMatchObject({ recoveredValue });
  await must(moveReturn(packer, first, 'dispose'));
  expect(await readReturn(admin, first)).toMatchObject({
    status: 'disposed',
    recoveredValue: '0.00',
  });
});

test('what is scrapped while it is mended counts against the limit as well', async () => {
  await setLimit('1.00');
  const order = await sentOrder(scene, clerk, packer, 1);
  const id = await approved(clerk, order);
  const { id: lineId } = await lineOf(admin, id);
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, id, move));
  await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 0, damaged: 1 }] }));
  await must(moveReturn(admin, id, 'dispose', { lines: [{ lineId, damagedDisposition: 'refurb' }] }));
  const scrapped = { lines: [{ lineId, good: 0, scrapped: 1 }] };
  for (const alone of [packer, admin])
    expect(await moveReturn(alone, id, 'refurbish', scrapped)).toMatchObject({
      success: false,
      message: expect.stringContaining('超过单人处置上限'),
    });
  expect(await readReturn(admin, id)).toMatchObject({ refurbOpen: 1, lostValue: '0.00' });
  await must(moveReturn(clerk, id, 'refurbish', scrapped));
  const { refurbOpen, lostValue, recoveredValue } = await readReturn(admin, id);
  expect([refurbOpen, lostValue]).toEqual([0, recoveredValue]);
});

test('what one person gives up at the disposal and while it is mended counts together', async () => {
  await setLimit('100000.00');
  const order = await sentOrder(scene, clerk, packer, 3);
  const id = await approved(clerk, order, { qty: 3 });
  const { id: lineId } = await lineOf(admin, id);
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, id, move));
  const { recoveredValue } = await readReturn(admin, id);
  const unit = Math.round(minor(recoveredValue) / 3);
  // Room for one unit and a half.
  await setLimit((unit / 100 + unit / 200).toFixed(2));
  await must(
    moveReturn(packer, id, 'inspect', {
      lines: [{ lineId, good: 0, damaged: 2, wrong: 1 }],
    }),
  );
  expect(
    await must(moveReturn(packer, id, 'dispose', { lines: [{ lineId, damagedDisposition: 'refurb' }] })),
  ).toMatchObject({ state: 'disposed' });
  const mend = (good: number, scrapped: number) =>
    moveReturn(packer, id, 'refurbish', { lines: [{ lineId, good, scrapped }] });
  expect(await mend(1, 2)).toMatchObject({ status: 422 });
  expect(await mend(1, 1)).toMatchObject({
    success: false,
    message: expect.stringContaining('超过单人处置上限'),
  });
  await must(mend(1, 0));
  expect(await readReturn(admin, id)).toMatchObject({ refurbOpen: 1 });
});

test('many small disposals of one person count together for a day', async () => {
  await setLimit('100000.00');
  const damaged = async (): Promise<string> => {
    const order = await sentOrder(scene, clerk, packer, 1);
    const id = await approved(clerk, order);
    const { id: lineId } = await lineOf(admin, id);
    for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, id, move));
    await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 0, damaged: 1 }] }));
    return id;
  };
  const ids = [await damaged(), await damaged(), await damaged(), await damaged()];
  const { recoveredValue } = await readReturn(admin, ids[0] ?? '');
  await setLimit(recoveredValue);
  const dispose = async (at: number) => (await must(moveReturn(admin, ids[at] ?? '', 'dispose'))).state;
  for (const at of [0, 1, 2]) expect(await dispose(at)).toBe('disposed');
  // Three times the limit is what one hand gives up in a day.
  expect(await dispose(3)).toBe('inspected');
  expect(await readReturn(admin, ids[3] ?? '')).toMatchObject({ isDisposalPending: true });
  await must(moveReturn(clerk, ids[3] ?? '', 'approveDisposal'));
  await setLimit('500.00');
});

test('goods that were replaced are not replaced again, though the first ones never came', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const first = await requested(clerk, order, { type: 'exchange' });
  await must(moveReturn(admin, first, 'approve', { dueDays: 1 }));
  await scene.pass(3 * 86_400_000);
  await enqueueExpiry(scene.app.db, scene.now());
  await scene.settled();
  const { status, replacementOrderId } = await readReturn(admin, first);
  expect(status).toBe('expired');
  const { id: again } = await must(draftReturn(clerk, order, { type: 'exchange' }));
  expect(await moveReturn(clerk, again, 'submit')).toMatchObject({
    status: 422,
    message: expect.stringContaining('最多还能换 0 件'),
  });
  // They may come back late, and be paid for.
  await approved(clerk, order, { type: 'return' });
  expect(replacementOrderId).toBeTruthy();
});

test('goods that do not come by their day are not waited for any more', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  const id = await requested(clerk, order);
  await must(moveReturn(clerk, id, 'approve', { dueDays: 1 }));
  await scene.pass(3 * 86_400_000);
  await enqueueExpiry(scene.app.db, scene.now());
  await scene.settled();
  expect(await readReturn(admin, id)).toMatchObject({ status: 'expired' });
  expect(await shownBy(admin, order.id)).toMatchObject({ returnStatus: 'none' });
});

test('goods that were sent back cannot be taken back as never sent', async () => {
  const order = await sentOrder(scene, clerk, packer, 1);
  await approved(clerk, order);
  const answer = await admin.post(
    `/fulfilment/shipment/${order.shipment}/unship`,
    { reason: '扫错' },
    { 'idempotency-key': `unship ${order.shipment}` },
  );
  expect(answer).toMatchObject({ status: 409, message: expect.stringContaining('已有退货') });
});
