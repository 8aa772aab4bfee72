import { afterAll, beforeAll } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { toWireTime } from '#kit/model/time.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look } from '#tests/channels/shop.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';

export const HOUR = 3_600_000;
export const PATH = '/inventory/stockAdjustment';

export let scene: TestApp;
export let admin: Client;
export let second: Client;
export let packer: Client;
export let reviewer: Client;
export let warehouses: string[];
let productId: string;
export let count = 0;

export async function signInAll(): Promise<void> {
  admin = await scene.as('admin');
  second = await scene.as('zongguan');
  packer = await scene.as('cangku');
  reviewer = await scene.as('fuhe');
}

/** Lets time pass until eight o'clock of the tenant's next day: sums of a day are distinguished. */
export async function morning(): Promise<void> {
  const now = await look(scene, async (tx) => tx.now);
  const [hours, minutes, seconds] = toWireTime(now, 'Asia/Shanghai').slice(11).split(':').map(Number);
  const gone = (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
  await scene.pass(24 * HOUR - gone + 8 * HOUR);
}

/** A SKU that nobody has moved yet. */
export async function newSku(standardCost?: string, who: Client = admin): Promise<string> {
  const skuCode = `EYES-${++count}`;
  const body = { skuCode, name: skuCode, productId, ...(standardCost ? { standardCost } : {}) };
  const { id } = await must(who.post<{ id: string }>('/catalog/sku/add', body));
  return id;
}

interface Said {
  skuId: string;
  qty: number;
  unitCost?: string;
}

export async function draft(
  who: Client,
  lines: Said[],
  { kind = 'adjust', warehouse = 0 }: { kind?: string; warehouse?: number } = {},
): Promise<string> {
  const { id } = await must(
    who.post<{ id: string }>(`${PATH}/add`, {
      kind,
      warehouseId: warehouses[warehouse],
      reason: '盘点差异',
      lines: lines.map((line) => ({ condition: 'good', ...line })),
    }),
  );
  return id;
}

export const submit = async (who: Client, id: string): Promise<string> =>
  (await must(who.post<{ state: string }>(`${PATH}/${id}/submit`))).state;

export const enter = async (who: Client, lines: Said[], more = {}): Promise<string> =>
  submit(who, await draft(who, lines, more));

export const shown = async (id: string) =>
  (await must(admin.get<Record<string, unknown>>(`${PATH}/queryById`, { id }))) as {
    value: string | null;
    checkReason: string | null;
    status: string;
  };

export const onHand = async (skuId: string): Promise<number> =>
  (await must(admin.get<{ records: { onHand: number }[] }>('/inventory/stockLevel/list', { skuId }))).records.reduce(
    (sum, level) => sum + level.onHand,
    0,
  );

/** Units at a cost, entered by one person and checked by another. */
export async function received(skuId: string, ...layers: [qty: number, unitCost: string][]): Promise<void> {
  for (const [qty, unitCost] of layers) {
    const id = await draft(second, [{ skuId, qty, unitCost }]);
    if ((await submit(second, id)) === 'submitted') await must(reviewer.post(`${PATH}/${id}/approve`));
  }
}

/** A morning on which four people may move stock, and nobody has yet. */
export function openFourEyes(): void {
  beforeAll(async () => {
    scene = await startTestApp();
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username: 'zongguan',
      realname: '总管',
      roles: ['TADM'],
      password: PASSWORD,
      departs: ['A01'],
    });
    await signInAll();
    warehouses = Object.values(scene.seller.warehouses);
    ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
    await morning();
  });
  afterAll(() => scene?.stop());
}
