import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fault } from '#tests/channels/shop.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { boxesOf, deadWork, startCarrierScene, type CarrierScene } from './carrier-scene.ts';
import { draftReturn, moveReturn, readReturn, RETURN, sentOrder } from './return-scene.ts';

/** A carrier that answers with the number of a label that is somebody else's: nothing of that one is touched. */

let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
  await at.scene.sim('POST', '/config', { requireRegister: false });
  await must(at.credit('500.00', 'BANK-1'));
});
afterAll(() => at?.scene.stop());
afterEach(async () => {
  await at.scene.sim('DELETE', '/faults');
  expect(await at.scene.violations()).toEqual([]);
  expect(await deadWork(at)).toEqual([]);
});

/** The next purchases are answered with this beside what is known of them. */
const answered = (answers: object, times = 1): Promise<unknown> =>
  fault(at.scene, {
    fault: 'label-odd',
    value: JSON.stringify(answers),
    match: { operation: 'carrier.buy', times },
  });

async function bought(method: 'own' | 'platform', quantity = 1): Promise<string> {
  const { id } = await at.packed(method, quantity);
  await must(at.make(id, 'buyLabel'));
  return id;
}

/** The carrier's newest label, that is good. */
const newest = async (): Promise<string> =>
  (await at.carrier()).labels.findLast(({ voidedAt }) => voidedAt === null)?.id ?? '';

const isStored = async (remoteId: string): Promise<boolean> =>
  (await at.carrier()).labels.find(({ id }) => id === remoteId)?.voidedAt === null;

let keys = 0;
async function voidLabel(path: string): Promise<void> {
  const request = at.admin.post(`${path}/voidLabel`, { reason: '编号重复' }, { 'idempotency-key': `claim ${++keys}` });
  await must(request);
  await at.scene.settled();
}

const HOLD = '承运商给了已有的面单编号';

test.each(['own', 'platform'] as const)(
  'on the %s account: the shipment waits, and a void leaves the label of the other one alone',
  async (method) => {
    const first = await bought(method);
    const remoteId = await newest();
    const before = await at.wallet();
    await answered({ id: remoteId, parcels: [{ trackingNumber: `SWNEW00${method}1` }] });
    const second = await bought(method);
    const row = await at.shipment(second);
    expect(row).toMatchObject({ status: 'labelled', trackingNo: null });
    expect(row['labelHold']).toContain(`${HOLD} ${remoteId}`);
    expect((await boxesOf(at, second)).map(({ trackingNo }) => trackingNo)).toEqual([null]);
    expect((await at.makeQuietly(second, 'ship')).success).toBe(false);
    const [label] = await at.labels(second);
    expect(label).toMatchObject({ status: 'active', trackingNo: null, cost: null });
    await voidLabel(`/fulfilment/shippingLabel/${label?.id}`);
    expect(await isStored(remoteId)).toBe(true);
    expect(await at.shipment(second)).toMatchObject({ status: 'packed', labelHold: null });
    expect(await at.wallet()).toEqual(before);
    // The other one goes its way, and this one is bought again.
    await must(at.make(second, 'buyLabel'));
    for (const id of [first, second]) await must(at.make(id, 'ship'));
  },
);

test('a label of another shipment that is answered beside the own one is not given back', async () => {
  await bought('own');
  const others = await newest();
  const { id } = await at.packed('own');
  await fault(at.scene, {
    fault: 'answers-other',
    value: others,
    match: { operation: 'carrier.buy' },
  });
  await must(at.make(id, 'buyLabel'));
  expect(await isStored(others)).toBe(true);
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled', labelHold: null });
  expect(await at.labels(id)).toMatchObject([{ status: 'active', note: null }]);
});

test('two purchases that are answered with one number at once: one of them has it', async () => {
  const made = await Promise.all([at.packed('own'), at.packed('own')]);
  await answered({ id: 'swl-shared' }, 2);
  for (const { id } of made) await must(at.makeQuietly(id, 'buyLabel'));
  await at.scene.settled();
  const holds = await Promise.all(made.map(async ({ id }) => (await at.shipment(id))['labelHold']));
  expect(holds.filter((hold) => hold === null)).toHaveLength(1);
  expect(holds.find((hold) => hold !== null)).toContain(`${HOLD} swl-shared`);
});

test('two carriers may number their labels alike', async () => {
  for (const method of ['own', 'platform'] as const) {
    await answered({ id: 'swl-0007' });
    expect(await at.shipment(await bought(method))).toMatchObject({ status: 'labelled', labelHold: null });
  }
});

test('a return label under the number of a shipment costs nothing, and its void leaves the other alone', async () => {
  await bought('platform');
  const remoteId = await newest();
  const order = await sentOrder(at.scene, at.clerk, at.packer, 1);
  const { id: returnId } = await must(draftReturn(at.clerk, order));
  const row = { ...(await readReturn(at.admin, returnId)) };
  const lines = row.lines.returnLine;
  await must(at.clerk.put(`${RETURN}/edit`, { ...row, lines, returnLabelBy: 'seller' }));
  for (const move of ['submit', 'approve']) await must(moveReturn(at.clerk, returnId, move));
  const before = await at.wallet();
  const buy = async (): Promise<string> => {
    const { id } = await must(
      at.clerk.post<{ id: string }>('/aftersales/returnLabel/buy', {
        returnId,
        shipMethodId: at.methods.platform,
      }),
    );
    await at.scene.settled();
    return id;
  };
  await answered({ id: remoteId });
  const id = await buy();
  expect(await readReturn(at.admin, returnId)).toMatchObject({
    labelStatus: 'failed',
    trackingNo: null,
    labelError: expect.stringContaining(HOLD),
  });
  expect(await at.wallet()).toEqual(before);
  await voidLabel(`/aftersales/returnLabel/${id}`);
  expect(await isStored(remoteId)).toBe(true);
  expect(await at.wallet()).toEqual(before);
  await buy();
  expect(await readReturn(at.admin, returnId)).toMatchObject({ labelStatus: 'ready' });
});
