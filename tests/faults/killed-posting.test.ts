import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { announced, checkedBy, draftCost, received } from '#tests/journeys/landed-scene.ts';
import { must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';

/** The process is killed while it receives goods, posts adjustments and lands costs, at every stage. */

/**
 * Where it stands when it is killed: before it writes there, in the order in which it does. At the books each
 * kind of document has moved and valued its goods, and nothing of it is committed: most is at stake there.
 */
const PLACES = IS_LONG
  ? ['stock_movement', 'cost_layer', 'landed_layer', 'journal_entry', 'audit_log']
  : ['journal_entry'];
const LINES = 120;
const RECEIPTS = 3;
const ADJUSTMENTS = 2;
const COSTS = 2;

interface Call {
  path: string;
  body: object;
  key: string;
}

let scene: TestApp;
let product: ServedProduct | undefined;
let here: string;
let skuIds: string[];
/** What is to be posted in each round. */
const rounds: Call[][] = [];

beforeAll(async () => {
  scene = await startTestApp();
  checkedBy(() => scene.as('fuhe'));
  const admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  skuIds = await manySkus(admin);
  for (const _ of PLACES) rounds.push(await draftRound(admin));
  await scene.settled();
  await scene.stopApp();
  product = await powerUp(scene);
}, 180_000);
afterAll(async () => {
  await product?.cutPower();
  await scene?.stop();
});

async function manySkus(admin: Client): Promise<string[]> {
  const page = await must(admin.get<{ records: { spuCode: string }[] }>('/catalog/product/list', { pageSize: '10' }));
  const rows = Array.from({ length: LINES }, (_, at) => [
    `KILL-${String(at).padStart(3, '0')}`,
    `货品 ${at}`,
    page.records[0]?.spuCode ?? '',
    '0.02',
  ]);
  const sheet = await workbook(['SKU', '名称', '产品', '标准成本'], rows);
  expect((await upload(scene, admin, '/catalog/sku/importExcel', sheet)).code).toBe(200);
  const found = await must(
    admin.get<{ records: { id: string }[] }>('/catalog/sku/list', {
      skuCode: 'KILL-*',
      pageSize: '200',
    }),
  );
  return found.records.map(({ id }) => id);
}

/** Receipts that wait at the gate, adjustments and landed costs that wait for their posting. */
async function draftRound(admin: Client): Promise<Call[]> {
  const calls: Call[] = [];
  const later = (path: string): void => void calls.push({ path, body: {}, key: newId() });
  const lines = skuIds.map((skuId, at) => ({ skuId, qty: 1 + (at % 3), unitCost: `0.${10 + at}` }));
  const landedOn = await received(admin, here, lines.slice(0, 40));
  for (let at = 0; at < RECEIPTS; at++) {
    const receipt = { warehouseId: here, lines };
    const { id } = await must(admin.post<{ id: string }>('/inventory/inboundReceipt/add', receipt));
    await announced(admin, id);
    await must(admin.post(`/inventory/inboundReceipt/${id}/arrive`, {}, keyed()));
    later(`/inventory/inboundReceipt/${id}/receive`);
  }
  for (let at = 0; at < ADJUSTMENTS; at++) {
    const { id } = await must(
      admin.post<{ id: string }>('/inventory/stockAdjustment/add', {
        kind: 'adjust',
        warehouseId: here,
        reason: '断电',
        lines: skuIds.map((skuId) => ({ skuId, condition: 'good', qty: 1, unitCost: '0.02' })),
      }),
    );
    later(`/inventory/stockAdjustment/${id}/submit`);
  }
  for (let at = 0; at < COSTS; at++) {
    const id = await draftCost(admin, [landedOn], { warehouseId: here, freight: '33.33' });
    later(`/purchasing/landedCost/${id}/post`);
  }
  return calls;
}
const keyed = (): Record<string, string> => ({ 'idempotency-key': newId() });

const send = ({ path, body, key }: Call) => (product as ServedProduct).call<{ state: string }>('POST', path, body, key);

/** What the documents of these calls have moved: each movement and each landed layer once. */
async function effects(calls: readonly Call[]): Promise<Record<string, unknown>> {
  const ids = calls.map(({ path }) => path.split('/')[3] as string);
  const db = openTestDatabase({ connection: { ...scene.connection, max: 1 } });
  try {
    return await db.tx(
      systemActor(1, 'checker'),
      (tx) => tx.one<Record<string, unknown>>`
        select (select count(*)::integer from stock_movement where tenant_id = ${tx.tenant}
            and ref_id = any(${ids}::uuid[]) and ref_type = 'inboundReceipt') as received,
          (select count(*)::integer from stock_movement where tenant_id = ${tx.tenant}
            and ref_id = any(${ids}::uuid[]) and ref_type = 'stockAdjustment') as adjusted,
          (select count(distinct ref_id)::integer from landed_layer where tenant_id = ${tx.tenant}
            and ref_id = any(${ids}::uuid[])) as landed,
          (select count(*)::integer from landed_layer where tenant_id = ${tx.tenant}
            and ref_id = any(${ids}::uuid[])) as raised,
          (select count(*)::integer from journal_entry where tenant_id = ${tx.tenant}
            and ref_id = any(${ids}::text[])) as entries`,
    );
  } finally {
    await db.close();
  }
}

test('killed at any stage while it posts: nothing is half done, and asked again everything happens once', async () => {
  for (const [round, calls] of rounds.entries()) {
    const place = PLACES[round] as string;
    const held = await holdPlace(scene, writesTo(place));
    const sent = calls.map((call) =>
      send(call).then(
        ({ success }) => success,
        () => null,
      ),
    );
    await held.reached();
    await (product as ServedProduct).cutPower();
    await held.open();
    const answers = await Promise.all(sent);
    expect(answers).not.toContain(false);
    expect(answers, place).toContain(null);
    expect(await scene.violations(), place).toEqual([]);

    product = await powerUp(scene);
    for (let again = 0; again < 2; again++) {
      const repeated = await Promise.all(calls.map(send));
      expect(repeated.map(({ success, message }) => (success ? '' : message))).toEqual(calls.map(() => ''));
    }
    expect(await effects(calls), place).toEqual({
      received: RECEIPTS * LINES,
      adjusted: ADJUSTMENTS * LINES,
      landed: COSTS,
      raised: COSTS * 40,
      entries: RECEIPTS + ADJUSTMENTS + COSTS,
    });
    expect(await scene.violations(), place).toEqual([]);
  }
}, 300_000);
