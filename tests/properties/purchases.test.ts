import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { openPurchasing, shelfOf, type PurchaseScene } from '#tests/journeys/purchase-scene.ts';

/** What becomes of orders and their receipts, in any order of steps, against a plain count. */

const STEPS = ['order', 'take', 'takeBeyond', 'complete', 'giveUp', 'notify', 'close', 'cancel'] as const;
const step = fc.record({
  kind: fc.constantFrom(...STEPS),
  which: fc.nat(),
  qty: fc.integer({ min: 1, max: 12 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Receipt {
  id: string;
  left: number;
  taken: number;
}
interface Plain {
  id: string;
  skuId: string;
  qty: number;
  most: number;
  received: number;
  receipt: Receipt | null;
  state: 'ordered' | 'partially_received' | 'received' | 'closed' | 'cancelled';
}

let at: PurchaseScene;
beforeAll(async () => {
  at = await openPurchasing();
});
afterAll(() => at?.scene.stop());

const orders: Plain[] = [];
const done = new Map<string, number>();
const isComing = ({ state }: Plain): boolean => state === 'ordered' || state === 'partially_received';
const open = ({ qty, received, state }: Plain): number =>
  state === 'closed' || state === 'cancelled' ? 0 : Math.max(0, qty - received);

/** The receipt that an order has announced last, brought to the gate. */
async function toGate(order: Plain): Promise<void> {
  order.receipt = { id: await at.atGate(order.id), left: open(order), taken: 0 };
}

/** A refusal is right exactly where the plain count says that it cannot be. */
function agrees(answer: { success: boolean; message: string }, can: boolean, one: Step): boolean {
  expect(answer.success, `${JSON.stringify(one)}: ${answer.message}`).toBe(can);
  if (can) done.set(one.kind, (done.get(one.kind) ?? 0) + 1);
  return can;
}

async function take(order: Plain, qty: number, one: Step): Promise<void> {
  const { receipt } = order;
  if (!receipt) return;
  const can = order.received + qty <= order.most;
  if (!agrees(await at.take(receipt.id, qty), can, one)) return;
  order.received += qty;
  receipt.taken += qty;
  receipt.left = Math.max(0, receipt.left - qty);
  order.state = order.received >= order.qty ? 'received' : 'partially_received';
}

const DEEDS: Record<(typeof STEPS)[number], (order: Plain, one: Step) => Promise<void>> = {
  async order(_order, one) {
    const skuId = await at.newSku();
    const qty = one.qty * 10;
    const id = await at.ordered([{ skuId, qty, unitPrice: '1.2345' }], { tolerance: '0.1' });
    const made: Plain = {
      id,
      skuId,
      qty,
      most: qty + one.qty,
      received: 0,
      receipt: null,
      state: 'ordered',
    };
    orders.push(made);
    agrees({ success: true, message: '' }, true, one);
    await toGate(made);
  },
  take: (order, one) => take(order, one.qty, one),
  takeBeyond: (order, one) => take(order, open(order) + one.qty, one),
  async complete(order, one) {
    if (!order.receipt) return;
    const can = order.receipt.taken > 0;
    if (agrees(await at.receipt(order.receipt.id, 'complete', { rest: 'giveUp' }), can, one)) order.receipt = null;
  },
  async giveUp(order, one) {
    if (!order.receipt) return;
    const can = order.receipt.taken === 0;
    if (agrees(await at.receipt(order.receipt.id, 'cancel'), can, one)) order.receipt = null;
  },
  async notify(order, one) {
    const can = isComing(order) && open(order) > (order.receipt?.left ?? 0);
    if (agrees(await at.make(order.id, 'notify'), can, one)) await toGate(order);
  },
  async close(order, one) {
    if (one.qty > 4) return;
    const can = order.state === 'partially_received' || order.state === 'received';
    if (!agrees(await at.make(order.id, 'close', { reason: '不等了' }), can, one)) return;
    Object.assign(order, { state: 'closed', receipt: null });
  },
  async cancel(order, one) {
    if (one.qty > 4) return;
    const can = order.state === 'ordered';
    if (!agrees(await at.make(order.id, 'cancel', { reason: '不要了' }), can, one)) return;
    Object.assign(order, { state: 'cancelled', receipt: null });
  },
};

async function compare(): Promise<void> {
  for (const order of orders) {
    const left = order.receipt?.left ?? 0;
    expect(await at.order(order.id)).toMatchObject({
      status: order.state,
      receivedCount: order.received,
      unannouncedCount: Math.max(0, open(order) - left),
    });
    expect(await shelfOf(at.scene, order.skuId)).toEqual({
      onHand: order.received,
      inTransit: left,
    });
  }
}

test('after any steps orders, receipts and shelves say what a plain count says', async () => {
  const steps = fc.sample(step, { seed: 20_261_126, numRuns: IS_LONG ? 160 : 60 });
  await DEEDS.order({} as Plain, { kind: 'order', which: 0, qty: 5 });
  for (const [index, one] of steps.entries()) {
    const order = orders[one.which % orders.length];
    if (order) await DEEDS[one.kind](order, one);
    if (index % 20 === 19) await compare();
  }
  await compare();
  // The steps went everywhere.
  expect([...done.keys()].sort()).toEqual([...STEPS].sort());
  expect(await at.scene.violations()).toEqual([]);
}, 240_000);
