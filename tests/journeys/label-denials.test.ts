import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fault } from '#tests/channels/shop.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload } from '#tests/sheets/upload.ts';
import { boxesOf, deadWork, startCarrierScene, type CarrierScene } from './carrier-scene.ts';
import { draftReturn, moveReturn, readReturn, RETURN, sentOrder } from './return-scene.ts';

/** A carrier that gives a label and says in the same answer that it is none, or that it is another's. */

let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
  await at.scene.sim('POST', '/config', { requireRegister: false });
  await must(at.credit('5000.00', 'BANK-1'));
});
afterAll(() => at?.scene.stop());
afterEach(async () => {
  await at.scene.sim('DELETE', '/faults');
  expect(await at.scene.violations()).toEqual([]);
  expect(await deadWork(at)).toEqual([]);
});

const answered = (answers: object): Promise<unknown> =>
  fault(at.scene, { fault: 'label-odd', value: JSON.stringify(answers), match: { operation: 'carrier.buy' } });

async function bought(method: 'own' | 'platform', answers?: object): Promise<string> {
  const { id } = await at.packed(method, 2);
  if (answers) await answered(answers);
  await must(at.make(id, 'buyLabel'));
  return id;
}

let keys = 0;
async function voidLabel(path: string): Promise<void> {
  await must(at.admin.post(`${path}/voidLabel`, { reason: '面单无效' }, { 'idempotency-key': `denial ${++keys}` }));
  await at.scene.settled();
}

const DENIED = '承运商的答复否认这张面单';
const print = (id: string) => at.packer.raw('POST', '/fulfilment/shipment/printLabels', { ids: [id] });

test.each([
  ['that it is voided', { voided: true }, '状态为 voided'],
  ['when it was voided', { voidedAt: '2026-11-27T15:00:00Z' }, '状态为 voidedAt'],
  ['that it is cancelled', { status: 'CANCELLED' }, '状态为 cancelled'],
  ['an error', { status: 'error' }, '状态为 error'],
  ['an error in words', { error: { code: 'x', message: 'Carrier; busy' } }, '状态为 error: Carrier; busy'],
  ['another ZIP', { to: { postalCode: '10001-0001' } }, '收件邮编是 10001-0001'],
])('a label that is answered with %s is held, not printed, lifted by nothing, and voided', async (_w, answers, why) => {
  const before = await at.wallet();
  const id = await bought('platform', answers);
  const row = await at.shipment(id);
  expect(row).toMatchObject({ status: 'labelled' });
  expect(row['labelHold']).toContain(`${DENIED}：${why}`);
  expect((await at.makeQuietly(id, 'ship')).success).toBe(false);
  const printed = await print(id);
  expect(printed.status).toBe(404);
  expect(printed.bytes.toString()).toContain(DENIED);
  const [first] = await boxesOf(at, id);
  const alone = await at.packer.raw('POST', `/fulfilment/station/${id}/printLabel`, { boxId: first?.id });
  expect(alone.status).not.toBe(200);
  // A file, pages, or numbers of somebody's own make it no better.
  const zpl = Buffer.from('^XA^FD1^FS^XZ^XA^FD2^FS^XZ');
  for (const tried of [
    await upload(at.scene, at.packer, `/fulfilment/shipment/${id}/labelFile`, zpl),
    await at.packer.post(`/fulfilment/shipment/${id}/resolveLabel`, { pages: [] }),
    await at.makeQuietly(id, 'completeLabel', { cost: '99.00', currency: 'USD' }),
  ]) {
    expect(tried).toMatchObject({ success: false, code: 409 });
    expect(tried.message).toContain(DENIED);
  }
  expect((await at.shipment(id))['labelHold']).toBe(row['labelHold']);
  const [label] = await at.labels(id);
  expect(label).toMatchObject({ status: 'active', charge: 'held' });
  await voidLabel(`/fulfilment/shippingLabel/${label?.id}`);
  expect(await at.shipment(id)).toMatchObject({ status: 'packed', labelHold: null });
  expect(await at.wallet()).toEqual(before);
  // The next one is good.
  await must(at.make(id, 'buyLabel'));
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: null });
});

test('an answer under the reference of another shipment: nothing of it is used, paid or voided', async () => {
  const others = await bought('platform');
  const [theirs] = await at.labels(others);
  const before = await at.wallet();
  const stored = await at.kept();
  const id = await bought('platform', { reference: theirs?.id });
  const row = await at.shipment(id);
  expect(row).toMatchObject({ status: 'labelled', trackingNo: null });
  expect(row['labelHold']).toContain(`${DENIED}：参考号是另一张面单的（${String(theirs?.id)}）`);
  expect((await boxesOf(at, id)).map(({ trackingNo }) => trackingNo)).toEqual([null, null]);
  const [label] = await at.labels(id);
  await voidLabel(`/fulfilment/shippingLabel/${label?.id}`);
  expect(await at.kept()).toBe(stored + 1);
  expect(await at.labels(others)).toMatchObject([{ status: 'active', charge: 'held' }]);
  expect(await at.wallet()).toEqual(before);
});

test.each([
  ['the reference as far as there was room', (key: string) => ({ reference: key.slice(0, 20).toUpperCase() })],
  ['a state of its own, and no void', () => ({ status: 'READY', voided: false, voidedAt: null, error: null })],
])('an answer with %s is of a good label', async (_what, answers) => {
  const { id } = await at.packed('own');
  await must(at.makeQuietly(id, 'buyLabel'));
  const [label] = await at.labels(id);
  await answered(answers(label?.id ?? ''));
  await at.scene.settled();
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: null });
});

test('a return label that its carrier denies is none for the buyer, and voided with its price', async () => {
  const order = await sentOrder(at.scene, at.clerk, at.packer, 1);
  const { id: returnId } = await must(draftReturn(at.clerk, order));
  const row = { ...(await readReturn(at.admin, returnId)) };
  await must(at.clerk.put(`${RETURN}/edit`, { ...row, lines: row.lines.returnLine, returnLabelBy: 'seller' }));
  for (const move of ['submit', 'approve']) await must(moveReturn(at.clerk, returnId, move));
  const before = await at.wallet();
  await answered({ voided: true });
  const { id } = await must(
    at.clerk.post<{ id: string }>('/aftersales/returnLabel/buy', { returnId, shipMethodId: at.methods.platform }),
  );
  await at.scene.settled();
  expect(await readReturn(at.admin, returnId)).toMatchObject({
    labelStatus: 'failed',
    labelError: expect.stringContaining(`${DENIED}：状态为 voided`),
  });
  await voidLabel(`/aftersales/returnLabel/${id}`);
  expect(await at.wallet()).toEqual(before);
});
