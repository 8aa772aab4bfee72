import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { balance } from '#tests/journeys/landed-scene.ts';
import { allowNegative, openLayers, oversoldSku, post } from '#tests/journeys/negative-scene.ts';
import { must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
let here: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  await must(allowNegative(admin, here, true));
});
afterAll(() => scene?.stop());

const sum = (all: readonly bigint[]): bigint => all.reduce((one, other) => one + other, 0n);
/** Posts, or says why not. */
const attempt = (...moves: Parameters<typeof post>[2][]): Promise<bigint | string> =>
  post(scene, here, ...moves).then(sum, ({ code }: { code: string }) => code);

test('goods leave before they come, in three conditions and all at once: no cent is lost', async () => {
  covers('ours: stock below zero');
  const skuId = await oversoldSku(admin);
  await post(scene, here, { skuId, qty: 2, unitCost: '5' });
  const variance = await balance(scene, 'variance:landed');
  const conditions = ['good', 'damaged', 'quarantine'];
  const [left, came] = await Promise.all([
    Promise.all(Array.from({ length: 25 }, () => post(scene, here, { skuId, qty: -2 }))),
    Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        post(scene, here, {
          skuId,
          qty: 2,
          unitCost: `${3 + (at % 5)}.33`,
          condition: conditions[at % 3] ?? 'good',
        }),
      ),
    ),
  ]);
  const trueUps = (await balance(scene, 'variance:landed')) - variance;
  const layers = await openLayers(scene, here, skuId);
  expect(layers.reduce((units, [qty]) => units + qty, 0)).toBe(0);
  const worth = sum(layers.map(([, value]) => value));
  expect(1000n + sum(came.flat()) - sum(left.flat()) - trueUps).toBe(worth);
  expect(await scene.violations()).toEqual([]);
  // What both sides missed of each other is settled by whatever is posted next.
  await post(scene, here, { skuId, qty: 1, unitCost: '1' });
  expect(await openLayers(scene, here, skuId)).toHaveLength(1);
  expect(await scene.violations()).toEqual([]);
});

test('the last units below zero: of many who want them, as many get them as may', async () => {
  const skuId = await oversoldSku(admin, { oversellLimit: 7 });
  await post(scene, here, { skuId, qty: 1, unitCost: '5' });
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt({ skuId, qty: -2 })));
  expect(answers.filter((answer) => answer === 1000n)).toHaveLength(4);
  expect(answers.filter((answer) => answer === 'inventory.short')).toHaveLength(26);
  expect(await openLayers(scene, here, skuId)).toEqual([
    [-1, -500n],
    [-2, -1000n],
    [-2, -1000n],
    [-2, -1000n],
  ]);
  expect(await scene.violations()).toEqual([]);
});

test('forbidden while goods leave: nothing is below zero where it may not be', async () => {
  for (let round = 0; round < 6; round++) {
    const skuId = await oversoldSku(admin);
    await post(scene, here, { skuId, qty: 2, unitCost: '5' });
    const below = () =>
      look(
        scene,
        (tx) => tx.rows<{ skuId: string; qty: number }>`
          select sku_id, -on_hand as qty from stock_level
          where tenant_id = ${tx.tenant} and warehouse_id = ${here}::uuid and on_hand < 0`,
      );
    for (const { skuId: other, qty } of await below()) await post(scene, here, { skuId: other, qty, unitCost: '5' });
    const [answer, ...costs] = await Promise.all([
      allowNegative(admin, here, false),
      ...Array.from({ length: 4 }, () => attempt({ skuId, qty: -1 })),
    ]);
    const short = costs.filter((cost) => cost === 'inventory.short').length;
    expect(await below()).toHaveLength(answer.success ? 0 : 1);
    if (!answer.success) expect(answer.status).toBe(422);
    expect(short).toBe(answer.success ? 2 : 0);
    expect(await scene.violations()).toEqual([]);
    if (answer.success) await must(allowNegative(admin, here, true));
  }
});

test('levels that open while it is forbidden know of it', async () => {
  const skuIds = await Promise.all(Array.from({ length: 12 }, () => oversoldSku(admin)));
  const below = await look(
    scene,
    (tx) => tx.rows<{ skuId: string; qty: number }>`
      select sku_id, -on_hand as qty from stock_level
      where tenant_id = ${tx.tenant} and warehouse_id = ${here}::uuid and on_hand < 0`,
  );
  for (const { skuId, qty } of below) await post(scene, here, { skuId, qty, unitCost: '5' });
  const [answer] = await Promise.all([
    allowNegative(admin, here, false),
    ...skuIds.map((skuId) => post(scene, here, { skuId, qty: 1, unitCost: '1' })),
  ]);
  expect(answer.message).toBe('编辑成功!');
  const odd = await look(
    scene,
    (tx) => tx.rows`
      select l.sku_id from stock_level l join warehouse w on w.tenant_id = l.tenant_id and w.id = l.warehouse_id
      where l.tenant_id = ${tx.tenant} and l.allow_negative <> w.allow_negative`,
  );
  expect(odd).toEqual([]);
});
