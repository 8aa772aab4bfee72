import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';

/** What people do with documents of stock, in any order, against a plain count of boxes on shelves. */

const CONDITIONS = ['good', 'damaged', 'quarantine'] as const;
const STEPS = ['inbound', 'transfer', 'receive', 'writeOff', 'count', 'condition', 'freeze'] as const;
const step = fc.record({
  kind: fc.constantFrom(...STEPS),
  shelf: fc.nat({ max: 1 }),
  sku: fc.nat({ max: 2 }),
  from: fc.nat({ max: 2 }),
  to: fc.nat({ max: 2 }),
  qty: fc.integer({ min: 1, max: 9 }),
  some: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Shelf {
  onHand: number;
  frozen: number;
}
interface OnTheWay {
  id: string;
  lineId: string;
  sku: number;
  to: number;
  left: number;
}

let scene: TestApp;
let admin: Client;
let packer: Client;
let warehouses: string[];
let skus: string[];
const shelves = new Map<string, Shelf>();
const way: OnTheWay[] = [];
const done = new Map<string, number>();

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  packer = await scene.as('cangku');
  warehouses = Object.values(scene.seller.warehouses).slice(0, 2);
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  skus = [];
  for (const skuCode of ['WALK-1', 'WALK-2', 'WALK-3'])
    skus.push(
      (
        await must(
          admin.post<{ id: string }>('/catalog/sku/add', {
            skuCode,
            name: skuCode,
            productId,
            standardCost: '0.5',
          }),
        )
      ).id,
    );
});
afterAll(() => scene?.stop());

const shelfAt = (place: number, sku: number, condition: string): Shelf => {
  const key = `${place} ${sku} ${condition}`;
  const shelf = shelves.get(key) ?? { onHand: 0, frozen: 0 };
  shelves.set(key, shelf);
  return shelf;
};
const post = <T = { id: string; state: string }>(path: string, body: object, who = packer) =>
  who.post<T>(`/inventory/${path}`, body, { 'idempotency-key': newId() });
const lineIdOf = async (document: string, id: string): Promise<string> =>
  (await must(packer.get<{ lines: { id: string }[] }>(`/inventory/${document}/${id}/desk`))).lines[0]?.id ?? '';

/** A refusal is right exactly where the plain count says that it cannot be. */
function agrees(answer: Answer<unknown>, isPossible: boolean, one: Step): boolean {
  expect(answer.success, `${JSON.stringify(one)}: ${answer.message}`).toBe(isPossible);
  if (isPossible) done.set(one.kind, (done.get(one.kind) ?? 0) + 1);
  return isPossible;
}

const DEEDS: Record<(typeof STEPS)[number], (one: Step) => Promise<void>> = {
  async inbound(one) {
    const lines = [{ skuId: skus[one.sku], qty: one.qty, unitCost: `0.${one.some % 90}7` }];
    const { id } = await must(post('inboundReceipt/add', { warehouseId: warehouses[one.shelf], lines }));
    // At next to nothing, far from what is known: somebody else agrees.
    const { state } = await must(post(`inboundReceipt/${id}/announce`, {}));
    if (state === 'submitted') await must(post(`inboundReceipt/${id}/approve`, {}, admin));
    await must(post(`inboundReceipt/${id}/arrive`, {}));
    const condition = CONDITIONS[one.to] as string;
    const lineId = await lineIdOf('inboundReceipt', id);
    const came = await post(`inboundReceipt/${id}/receive`, {
      lines: [{ lineId, qty: one.qty, condition }],
    });
    if (agrees(came, true, one)) shelfAt(one.shelf, one.sku, condition).onHand += one.qty;
    await must(post(`inboundReceipt/${id}/complete`, { rest: 'giveUp' }));
  },
  async transfer(one) {
    const [from, to] = [one.shelf, 1 - one.shelf];
    const { id } = await must(
      post('stockTransfer/add', {
        fromWarehouseId: warehouses[from],
        toWarehouseId: warehouses[to],
        lines: [{ skuId: skus[one.sku], qty: one.qty }],
      }),
    );
    const shelf = shelfAt(from, one.sku, 'good');
    const confirmed = await post(`stockTransfer/${id}/confirm`, {});
    if (!agrees(confirmed, shelf.onHand - shelf.frozen >= one.qty, one)) return;
    if (one.some % 5 === 0) return void (await must(post(`stockTransfer/${id}/cancel`, {})));
    await must(post(`stockTransfer/${id}/send`, {}));
    shelf.onHand -= one.qty;
    const lineId = await lineIdOf('stockTransfer', id);
    way.push({ id, lineId, sku: one.sku, to, left: one.qty });
  },
  async receive(one) {
    const open = way[one.some % Math.max(1, way.length)];
    if (!open) return;
    const condition = CONDITIONS[one.to] as string;
    const lines = [{ lineId: open.lineId, qty: one.qty, condition }];
    const answer = await post(`stockTransfer/${open.id}/receive`, { lines });
    if (!agrees(answer, open.left >= one.qty, one)) return;
    shelfAt(open.to, open.sku, condition).onHand += one.qty;
    open.left -= one.qty;
  },
  async writeOff(one) {
    const open = way[one.some % Math.max(1, way.length)];
    if (!open || one.qty > 4) return;
    const body = { reason: '途中遗失' };
    const answer = await post(`stockTransfer/${open.id}/writeOff`, body, admin);
    if (agrees(answer, open.left > 0, one)) open.left = 0;
  },
  async count(one) {
    const condition = CONDITIONS[one.from] as string;
    const shelf = shelfAt(one.shelf, one.sku, condition);
    const skuId = skus[one.sku];
    const { id } = await must(
      post('stockCount/add', {
        warehouseId: warehouses[one.shelf],
        extent: 'listed',
        lines: [{ skuId, condition }],
      }),
    );
    await must(post(`stockCount/${id}/start`, {}));
    const found = Math.max(0, shelf.onHand + (one.some % 5) - 2);
    await must(post(`stockCount/${id}/count`, { skuId, condition, qty: found, version: 1 }));
    await must(post(`stockCount/${id}/finish`, {}));
    // Somebody who did not count posts: what the goods cost may be unknown.
    const answer = await post(`stockCount/${id}/post`, {}, admin);
    if (agrees(answer, found >= shelf.frozen, one)) shelf.onHand = found;
    else await must(post(`stockCount/${id}/cancel`, {}));
  },
  async condition(one) {
    if (one.from === one.to) return;
    const [condition, toCondition] = [CONDITIONS[one.from], CONDITIONS[one.to]] as [string, string];
    const [from, to] = [condition, toCondition].map((of) => shelfAt(one.shelf, one.sku, of));
    const id = await drafted(one, 'condition', { condition, toCondition });
    const answer = await post(`stateChange/${id}/post`, {});
    if (!from || !to || !agrees(answer, from.onHand - from.frozen >= one.qty, one)) return;
    from.onHand -= one.qty;
    to.onHand += one.qty;
  },
  async freeze(one) {
    const condition = CONDITIONS[one.from] as string;
    const shelf = shelfAt(one.shelf, one.sku, condition);
    const isFreezing = one.some % 2 === 0;
    const id = await drafted(one, isFreezing ? 'freeze' : 'unfreeze', { condition });
    const answer = await post(`stateChange/${id}/post`, {});
    const able = isFreezing ? shelf.onHand - shelf.frozen : shelf.frozen;
    if (agrees(answer, able >= one.qty, one)) shelf.frozen += isFreezing ? one.qty : -one.qty;
  },
};

async function drafted(one: Step, kind: string, line: object): Promise<string> {
  const { id } = await must(
    post('stateChange/add', {
      kind,
      warehouseId: warehouses[one.shelf],
      reason: '走查',
      lines: [{ skuId: skus[one.sku], qty: one.qty, ...line }],
    }),
  );
  return id;
}

/** Levels as they are stored, and as the plain count has them; empty ones are no matter. */
const stored = async (): Promise<Record<string, number[]>> => {
  const rows = await look(
    scene,
    (tx) => tx.rows<Shelf & { warehouseId: string; skuId: string; condition: string; inTransit: number }>`
      select warehouse_id, sku_id, condition, on_hand, frozen, in_transit from stock_level
      where tenant_id = ${tx.tenant} and sku_id = any(${skus}::uuid[])
        and (on_hand <> 0 or frozen <> 0 or in_transit <> 0 or reserved <> 0)`,
  );
  return Object.fromEntries(
    rows.map((row) => [
      `${warehouses.indexOf(row.warehouseId)} ${skus.indexOf(row.skuId)} ${row.condition}`,
      [row.onHand, row.frozen, row.inTransit],
    ]),
  );
};
const expected = (): Record<string, number[]> => {
  const all = new Map<string, number[]>();
  for (const [key, { onHand, frozen }] of shelves) all.set(key, [onHand, frozen, 0]);
  for (const { to, sku, left } of way) {
    const key = `${to} ${sku} good`;
    const known = all.get(key) ?? [0, 0, 0];
    all.set(key, [known[0] ?? 0, known[1] ?? 0, (known[2] ?? 0) + left]);
  }
  return Object.fromEntries([...all].filter(([, sums]) => sums.some((sum) => sum !== 0)));
};

test('after any documents, shelves hold what a plain count says, and the books what they cost', async () => {
  const steps = fc.sample(step, { seed: 20_261_125, numRuns: 120 });
  for (const [index, one] of steps.entries()) {
    await DEEDS[one.kind](one);
    if (index % 10 === 9) expect(await stored(), `step ${index}`).toEqual(expected());
  }
  expect(await stored()).toEqual(expected());
  expect(await scene.violations()).toEqual([]);
  // The steps went everywhere.
  expect([...done.keys()].sort()).toEqual([...STEPS].sort());
  expect(Math.min(...done.values())).toBeGreaterThan(0);
}, 240_000);
