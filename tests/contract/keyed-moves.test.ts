import { afterAll, beforeAll, expect, test } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import type { Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, newOrder, startedShipment } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/**
 * Moves whose effect costs money or moves goods, from the design: shipping and what is charged for a
 * label. They want a key of the caller, so that a click that is sent twice is one.
 */
const KEYED = [
  'aftersales:claim pay',
  'aftersales:claim unpay',
  'aftersales:creditNote reverse',
  'aftersales:partOrder ship',
  'aftersales:returnLabel voidLabel',
  'aftersales:returnOrder approveDisposal',
  'aftersales:returnOrder credit',
  'aftersales:returnOrder dispose',
  'aftersales:returnOrder inspect',
  'aftersales:returnOrder receive',
  'aftersales:returnOrder refurbish',
  'finance:deduction offset',
  'finance:deduction reopen',
  'finance:deduction resolve',
  'finance:deduction undoOffset',
  'finance:invoice void',
  'finance:invoice writeOff',
  'finance:payment allocate',
  'finance:payment post',
  'finance:payment reverse',
  'finance:remittance applyParked',
  'finance:remittance post',
  'finance:remittance reverse',
  'fulfilment:shipment buyLabel',
  'fulfilment:shipment callBack',
  'fulfilment:shipment register',
  'fulfilment:shipment registerLate',
  'fulfilment:shipment ship',
  'fulfilment:shipment unship',
  'fulfilment:shippingLabel voidLabel',
  'inventory:inboundReceipt receive',
  'inventory:stockTransfer receive',
  'inventory:stockTransfer send',
  'inventory:stockTransfer writeOff',
  'purchasing:billPayment reverse',
  'purchasing:landedCost post',
  'purchasing:landedCost reverse',
  'purchasing:supplierBill pay',
  'purchasing:supplierBill post',
];

let scene: TestApp;
let admin: Client;
let packed: string;
let path: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  packed = await packedShipment();
  path = `/fulfilment/shipment/${packed}`;
});
afterAll(() => scene.stop());

async function packedShipment(): Promise<string> {
  const order = await newOrder(scene, admin);
  const shipment = await startedShipment(scene, admin, order.id);
  await must(admin.post(`/fulfilment/shipment/${shipment}/pack`));
  await must(admin.post(`/fulfilment/shipment/${shipment}/sealAll`));
  return shipment;
}

const key = (text: string): Record<string, string> => ({ 'idempotency-key': text });

const steps = (move: string): Promise<number> =>
  look(
    scene,
    async (tx) =>
      (
        await tx.one<{ n: number }>`
          select count(*)::integer as n from state_log
          where tenant_id = ${tx.tenant} and row_id = ${packed}::uuid and move = ${move}`
      ).n,
  );

test('these moves want a key, and no others', () => {
  const declared = lifecycles.flatMap((lifecycle) =>
    Object.entries(lifecycle.moves as Record<string, Move>)
      .filter(([, move]) => move.keyed)
      .map(([name]) => `${resourceKey(lifecycle.of)} ${name}`),
  );
  expect(declared.sort()).toEqual(KEYED);
});

test('without a key such a move is refused and nothing happens, alone and in a batch', async () => {
  for (const move of ['register', 'ship']) {
    const alone = await admin.post(`${path}/${move}`);
    expect(alone.status, move).toBe(422);
    expect(alone.message, move).toMatch(/Idempotency-Key/i);
    const batch = await admin.post(`/fulfilment/shipment/batch/${move}`, { ids: [packed] });
    expect(batch.status, move).toBe(422);
    expect(await steps(move)).toBe(0);
  }
});

test('the same click again has the same answer and no second effect', async () => {
  covers('ours: calls of the business');
  const first = await admin.post(`${path}/register`, {}, key('label please'));
  expect(first.success, first.message).toBe(true);
  await scene.settled();
  const again = await admin.post(`${path}/register`, {}, key('label please'));
  expect(again.result).toEqual(first.result);
  expect(await steps('register')).toBe(1);
});

test('a key that was used for something else is refused', async () => {
  const other = await packedShipment();
  const reused = await admin.post(`/fulfilment/shipment/${other}/register`, {}, key('label please'));
  expect(reused).toMatchObject({ success: false, status: 409 });
  const shown = await admin.get<{ status: string }>('/fulfilment/shipment/queryById', {
    id: other,
  });
  expect(shown.result.status).toBe('packed');
});

test("a key belongs to who sent it: somebody else's call under it is a call of their own", async () => {
  for (const username of ['second_hand', 'third_hand'])
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles: ['TADM'],
    });
  const [second, third] = [await scene.as('second_hand'), await scene.as('third_hand')];
  // The same call: judged by the state, not answered what the first one was.
  const same = await third.post(`${path}/register`, {}, key('label please'));
  expect(same).toMatchObject({ success: false, status: 409 });
  expect(same.message).not.toContain('幂等键');
  expect(await steps('register')).toBe(1);
  // Another call: not stopped by a key that somebody else has used.
  const other = await packedShipment();
  const theirs = await second.post(`/fulfilment/shipment/${other}/register`, {}, key('label please'));
  expect(theirs.success, theirs.message).toBe(true);
  const again = await second.post(`/fulfilment/shipment/${other}/register`, {}, key('label please'));
  expect(again.result).toEqual(theirs.result);
});

test('an answer that was kept before keys had a sender is still given, and nothing is done twice', async () => {
  await look(
    scene,
    (tx) => tx.run`update receipt set sender = '' where tenant_id = ${tx.tenant}
      and sender = (select sender from receipt where tenant_id = ${tx.tenant}
        and key like 'label please%' order by at limit 1)`,
  );
  const again = await admin.post(`${path}/register`, {}, key('label please'));
  expect(again.success, again.message).toBe(true);
  expect(await steps('register')).toBe(1);
});

test('another key is another click: it is judged by the state, and changes nothing', async () => {
  const second = await admin.post(`${path}/register`, {}, key('and another label'));
  expect(second).toMatchObject({ success: false, status: 409 });
  expect(await steps('register')).toBe(1);
});
