import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkedBy, draftCost, layersOf, moveCost, newSku, received, takeOut } from '#tests/journeys/landed-scene.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** Goods come, cost more, cost less again and leave, in any order: no cent comes from nowhere. */

const step = fc.record({
  kind: fc.constantFrom('come', 'cost', 'cost', 'leave', 'leave', 'reverse'),
  sku: fc.nat({ max: 1 }),
  qty: fc.integer({ min: 1, max: 9 }),
  some: fc.nat({ max: 99_999 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let scene: TestApp;
let admin: Client;
let holder: Client;
let reviewer: Client;
let here: string;
let skus: string[];
const receipts: string[] = [];
const posted: string[] = [];
/** Everything that came in, was added and taken back, and left: what the layers must hold. */
let expected = 0n;

beforeAll(async () => {
  scene = await startTestApp();
  checkedBy(() => scene.as('fuhe'));
  admin = await scene.as('admin');
  holder = await scene.as('caiwu');
  reviewer = await scene.as('fuhe');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  skus = [
    (await newSku(admin, productId, { lengthMm: 130 })).id,
    (await newSku(admin, productId, { lengthMm: 370, grossWeightG: 777 })).id,
  ];
});
afterAll(() => scene?.stop());

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const shown = (id: string) =>
  must(
    holder.get<{ stockValue: string; variance: string; returnedValue: string; baseTotal: string }>(
      '/purchasing/landedCost/queryById',
      { id },
    ),
  );
const unitsOf = async (skuId: string): Promise<number> =>
  (await layersOf(scene, skuId)).reduce((sum, { qtyLeft }) => sum + qtyLeft, 0);

const DEEDS: Record<Step['kind'], (one: Step) => Promise<void>> = {
  async come({ qty, some }) {
    const unitCost = `${some % 40}.${String(some % 100).padStart(2, '0')}`;
    const lines = skus.map((skuId, at) => ({ skuId, qty: qty + at, unitCost }));
    receipts.push(await received(admin, here, lines));
    expected += cents(`${unitCost}`) * BigInt(qty + qty + 1);
  },
  async cost({ some }) {
    if (receipts.length === 0) return;
    const from = some % receipts.length;
    const basis = ['qty', 'volume', 'weight'][some % 3];
    const freight = `${some % 500}.${String((some % 99) + 1).padStart(2, '0')}`;
    const head = { warehouseId: here, basis, freight };
    const id = await draftCost(holder, receipts.slice(from, from + 3), head);
    await must(moveCost(holder, id, 'post'));
    const { stockValue, variance, baseTotal } = await shown(id);
    expect(cents(stockValue) + cents(variance)).toBe(cents(baseTotal));
    expect(baseTotal).toBe(freight);
    expected += cents(stockValue);
    posted.push(id);
  },
  async leave({ sku, qty }) {
    const skuId = skus[sku] as string;
    const able = Math.min(qty, await unitsOf(skuId));
    if (able > 0) expected -= await takeOut(scene, here, skuId, able);
  },
  async reverse({ some }) {
    const [id] = posted.splice(some % Math.max(1, posted.length), 1);
    if (!id) return;
    await must(moveCost(reviewer, id, 'reverse', { reason: '重算' }));
    const { returnedValue, baseTotal } = await shown(id);
    expect(cents(returnedValue) <= cents(baseTotal)).toBe(true);
    expected -= cents(returnedValue);
  },
};

test('whatever is added, taken back and sent out, layers and books hold the same, to the cent', async () => {
  covers('ours: landed cost');
  const steps = fc.sample(step, { seed: 20_261_126, numRuns: IS_LONG ? 90 : 30 });
  for (const [index, one] of steps.entries()) {
    await DEEDS[one.kind](one);
    const layers = (await Promise.all(skus.map((skuId) => layersOf(scene, skuId)))).flat();
    expect(layers.every(({ valueLeft }) => valueLeft >= 0n)).toBe(true);
    const held = layers.reduce((sum, { valueLeft }) => sum + valueLeft, 0n);
    expect(held, `step ${index}: ${one.kind}`).toBe(expected);
  }
  expect(posted.length).toBeGreaterThan(0);
  expect(await scene.violations()).toEqual([]);
}, 120_000);
