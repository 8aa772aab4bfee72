import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fault } from '#tests/channels/shop.ts';
import type { Answer } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { startCarrierScene, type CarrierScene } from './carrier-scene.ts';
import { draftReturn, moveReturn, readReturn, RETURN, sentOrder } from './return-scene.ts';

/** 退货面单 on an account of the platform: what it costs, and what comes back of it. */

let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
  await at.scene.sim('POST', '/config', { requireRegister: false });
  await must(at.credit('100.00', 'BANK-1'));
});
afterAll(() => at?.scene.stop());
afterEach(async () => {
  await at.scene.sim('DELETE', '/faults');
  expect(await at.scene.violations()).toEqual([]);
});

interface Label {
  status: string;
  charge: string;
  cost: string | null;
  quotedCost: string | null;
  error: string | null;
}

/** A return that we send the label for, approved. @returns its id */
async function ours(): Promise<string> {
  const order = await sentOrder(at.scene, at.clerk, at.packer, 1);
  const { id } = await must(draftReturn(at.clerk, order));
  const row = { ...(await readReturn(at.admin, id)) };
  const lines = row.lines.returnLine;
  await must(at.clerk.put(`${RETURN}/edit`, { ...row, lines, returnLabelBy: 'seller' }));
  for (const move of ['submit', 'approve']) await must(moveReturn(at.clerk, id, move));
  return id;
}

async function buy(returnId: string, method: 'own' | 'platform' = 'platform'): Promise<string> {
  const { id } = await must(
    at.clerk.post<{ id: string }>('/aftersales/returnLabel/buy', {
      returnId,
      shipMethodId: at.methods[method],
    }),
  );
  await at.scene.settled();
  return id;
}

const labelOf = (id: string): Promise<Label> => must(at.admin.get<Label>('/aftersales/returnLabel/queryById', { id }));

async function voidLabel(id: string): Promise<Answer> {
  const answer = await at.clerk.post(
    `/aftersales/returnLabel/${id}/voidLabel`,
    { reason: '买家不退了' },
    { 'idempotency-key': `void ${id}` },
  );
  await at.scene.settled();
  return answer;
}

/** What the carrier asks for a label, and what it takes in the end. */
const priced = (quoted: string, paid: string): Promise<unknown> =>
  fault(
    at.scene,
    { fault: 'price-other', value: quoted, match: { operation: 'carrier.rates', times: 'always' } },
    { fault: 'price-other', value: paid, match: { operation: 'carrier.buy', times: 'always' } },
  );

const spent = (before: string, after: string): number => Math.round((Number(before) - Number(after)) * 100);

test('what the carrier takes beyond its quote is paid too, and comes back when the label is voided', async () => {
  await priced('10.00', '12.50');
  const before = await at.wallet();
  const id = await buy(await ours());
  expect(await labelOf(id)).toMatchObject({ status: 'active', charge: 'charged' });
  const after = await at.wallet();
  expect(spent(before.available, after.available)).toBe(1250);
  expect(after.held).toBe('0.00');
  await must(voidLabel(id));
  expect(await labelOf(id)).toMatchObject({ status: 'voided', charge: 'refunded' });
  expect(await at.wallet()).toEqual(before);
  const printed = await at.clerk.raw('POST', `/aftersales/returnLabel/${id}/print`);
  expect(printed.status).toBe(409);
});

test('a label that was quoted nothing costs what the carrier took, with the next money that comes', async () => {
  const before = await at.wallet();
  await priced('0.00', '500.00');
  const id = await buy(await ours());
  expect(await labelOf(id)).toMatchObject({ status: 'active' });
  expect(await at.wallet()).toEqual(before);
  await must(at.credit('450.00', 'BANK-2'));
  expect(spent(before.available, (await at.wallet()).available)).toBe(5000);
  await must(voidLabel(id));
  expect(spent(before.available, (await at.wallet()).available)).toBe(-45000);
});

const oddly = (answers: object): Promise<unknown> =>
  fault(at.scene, {
    fault: 'label-odd',
    value: JSON.stringify(answers),
    match: { operation: 'carrier.buy', times: 'always' },
  });

test('a paid label whose price cannot be read costs what was quoted; voided, it comes back', async () => {
  const before = await at.wallet();
  await oddly({ total: '12.345' });
  const returnId = await ours();
  const id = await buy(returnId);
  const label = await labelOf(id);
  expect(label).toMatchObject({ status: 'active', charge: 'charged' });
  expect(label.cost).toBe(label.quotedCost);
  expect(label.error).toContain('按报价计');
  expect(spent(before.available, (await at.wallet()).available)).toBe(Number(label.cost) * 100);
  expect(await readReturn(at.admin, returnId)).toMatchObject({ labelStatus: 'ready' });
  await must(voidLabel(id));
  expect(await at.wallet()).toEqual(before);
});

test.each([
  ['file', { file: { base64: '' } }, '没有面单文件'],
  ['number', { parcels: [{ trackingNumber: null }] }, '没有运单号'],
  ['number that is one', { parcels: [{ trackingNumber: 'N/A' }] }, '没有运单号'],
])('a paid label without a %s is not one for a buyer: it is voided and bought again', async (_w, answers, why) => {
  const before = await at.wallet();
  await oddly(answers);
  const returnId = await ours();
  const id = await buy(returnId);
  expect(await labelOf(id)).toMatchObject({ status: 'active', charge: 'charged' });
  const row = await readReturn(at.admin, returnId);
  expect(row).toMatchObject({ labelStatus: 'failed', labelError: expect.stringContaining(why) });
  await must(voidLabel(id));
  expect(await at.wallet()).toEqual(before);
  await at.scene.sim('DELETE', '/faults');
  const next = await buy(returnId);
  expect(await readReturn(at.admin, returnId)).toMatchObject({ labelStatus: 'ready' });
  await must(voidLabel(next));
});

test('a label that comes after its return was cancelled is voided again', async () => {
  const [before, stored] = [await at.wallet(), await at.kept()];
  await fault(
    at.scene,
    { fault: 'timeout-after-commit', match: { operation: 'carrier.buy' } },
    { fault: 'bad-credentials', match: { operation: 'carrier.find', times: 'always' } },
  );
  const returnId = await ours();
  const id = await buy(returnId);
  expect(await labelOf(id)).toMatchObject({ status: 'requested', charge: 'held' });
  await must(moveReturn(at.clerk, returnId, 'cancel', { reason: '买家不退了' }));
  await at.scene.sim('DELETE', '/faults');
  const task = await firstOf(at.admin, '/desk/delivery/list', {
    handler: 'aftersales.buyReturnLabel',
    status: 'dead',
  });
  await must(at.admin.post(`/desk/delivery/${task.id}/retry`));
  await at.scene.settled();
  expect(await labelOf(id)).toMatchObject({ status: 'voided', charge: 'refunded' });
  expect(await at.wallet()).toEqual(before);
  expect(await at.kept()).toBe(stored);
  expect(await readReturn(at.admin, returnId)).toMatchObject({ status: 'cancelled' });
});

test.each([
  ['own', 200],
  ['platform', 409],
] as const)('given up after nobody could say what became of it: %s account', async (method, status) => {
  const before = await at.wallet();
  await fault(
    at.scene,
    { fault: 'timeout', match: { operation: 'carrier.buy', times: 'always' } },
    { fault: 'bad-credentials', match: { operation: 'carrier.find', times: 'always' } },
  );
  const id = await buy(await ours(), method);
  const task = await firstOf(at.admin, '/desk/delivery/list', {
    handler: 'aftersales.buyReturnLabel',
    status: 'dead',
  });
  const given = await at.admin.post(`/desk/delivery/${task.id}/abandon`, { reason: '没有出单' });
  expect(given.status).toBe(status);
  const ended = method === 'own' ? 'failed' : 'requested';
  expect(await labelOf(id)).toMatchObject({ status: ended });
  if (method === 'own') expect(await at.wallet()).toEqual(before);
  // One that waits for its next try may be bought any moment, on whatever account.
  const later = await ours();
  await must(at.clerk.post('/aftersales/returnLabel/buy', { returnId: later, shipMethodId: at.methods[method] }));
  await at.scene.app.worker.settled();
  const waiting = await firstOf(at.admin, '/desk/delivery/list', {
    handler: 'aftersales.buyReturnLabel',
    status: 'pending',
  });
  expect((await at.admin.post(`/desk/delivery/${waiting.id}/abandon`, { reason: '没有出单' })).status).toBe(409);
});
