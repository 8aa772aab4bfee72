import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelQuantity, type QuantityInputs } from '#modules/channels/model/channel-quantity.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, openShop, place, pull, type Page } from './shop.ts';

const BED = 'WB-BED-HALDEN-QN';
let scene: TestApp;
let clerk: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface Push {
  id: string;
  status: string;
  items: number;
  toZero: number;
  ok: number;
  guardReason: string | null;
  overriddenBy: string | null;
}

const pushes = async (): Promise<Push[]> =>
  (await clerk.get<Page<Push>>('/channels/stockPush/list', { pageSize: '50' })).result.records;

interface ShownStock {
  stock: Record<string, Record<string, { onHand: number }>>;
}

/** What the marketplace shows for a part, by warehouse. */
const shown = async (part: string): Promise<Record<string, number>> => {
  const { environments } = await scene.sim<{ environments: { production: ShownStock } }>('GET', '/state');
  return Object.fromEntries(
    Object.entries(environments.production.stock).flatMap(([warehouse, parts]) =>
      parts[part] ? [[warehouse, parts[part].onHand]] : [],
    ),
  );
};

const available = (part: string): Promise<{ code: string; available: number }[]> =>
  look(
    scene,
    (tx) => tx.rows<{ code: string; available: number }>`
      select c.channel_code as code, l.available from stock_level l
      join channel_warehouse c on c.tenant_id = l.tenant_id and c.warehouse_id = l.warehouse_id
      where l.tenant_id = ${tx.tenant} and l.sku_id = ${scene.seller.skus[part] as string}::uuid
        and l.condition = 'good'`,
  );

test('opening a shop tells the channel everything once, by the formula, and reads it back', async () => {
  covers('§2 channel screens');
  const [first] = await pushes();
  expect(first).toMatchObject({ status: 'done', guardReason: null });
  expect(first?.ok).toBe(first?.items);
  const reported = await shown(BED);
  for (const { code, available: units } of await available(BED))
    // The SKU's own safety stock of two is kept back where the shop has no rule.
    expect(reported[code]).toBe(Math.max(0, units - 2));
});

test('a sale changes what changed and nothing else', async () => {
  const before = (await pushes()).length;
  await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] }]);
  const was = await shown(BED);
  await pull(scene, clerk);
  const all = await pushes();
  expect(all).toHaveLength(before + 1);
  expect(all[0]).toMatchObject({ status: 'done', items: 1 });
  expect((await shown(BED))['31842']).toBe((was['31842'] as number) - 1);
});

test('every pushed quantity can be computed again from what was stored beside it', async () => {
  const [push] = await pushes();
  const detail = await clerk.get<{
    lines: { stockPushItem: { qty: number; inputs: QuantityInputs }[] };
  }>('/channels/stockPush/queryById', { id: push?.id as string });
  const items = detail.result.lines.stockPushItem;
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(channelQuantity(item.inputs)).toBe(item.qty);
});

test('a rule of the shop is pushed as soon as it is saved', async () => {
  const added = await clerk.post('/channels/inventorySyncRule/add', {
    accountId: scene.seller.accountId,
    skuId: scene.seller.skus[BED],
    mode: 'normal',
    safetyQty: 0,
    pct: 50,
    maxQty: 5,
    priority: 1,
  });
  expect(added.success, added.message).toBe(true);
  await scene.settled();
  const reported = await shown(BED);
  for (const { code, available: units } of await available(BED))
    expect(reported[code]).toBe(Math.min(5, Math.floor(units / 2)));
});

test('what the channel does not show is sent again until it does', async () => {
  await fault(scene, {
    fault: 'effect-dropped',
    match: { operation: 'inventory.save', times: 2 },
  });
  await place(scene, [{ warehouseId: '31843', lines: [{ partNumber: 'WB-VAN-LIDO-24', quantity: 1 }] }]);
  const was = await shown('WB-VAN-LIDO-24');
  await pull(scene, clerk);
  expect((await pushes())[0]).toMatchObject({ status: 'done' });
  expect((await shown('WB-VAN-LIDO-24'))['31843']).toBe((was['31843'] as number) - 1);
});

test('a row the channel refuses does not keep the others back', async () => {
  const sku = Object.values(scene.seller.skus)[3];
  const added = await clerk.post('/channels/channelProduct/add', {
    accountId: scene.seller.accountId,
    channelSku: 'NOT-LISTED-THERE',
    skuId: sku,
  });
  expect(added.success, added.message).toBe(true);
  await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: 'WB-DCH-BRAM-CTR', quantity: 1 }] }]);
  await pull(scene, clerk);
  const [push] = await pushes();
  expect(push?.status).toBe('partial');
  const items = await clerk.get<{
    lines: {
      stockPushItem: { status: string; error: string | null; channelProductId_dictText: string }[];
    };
  }>('/channels/stockPush/queryById', { id: push?.id as string });
  const rejected = items.result.lines.stockPushItem.filter((item) => item.status === 'rejected');
  expect(new Set(rejected.map((item) => item.channelProductId_dictText))).toEqual(new Set(['NOT-LISTED-THERE']));
  expect(rejected[0]?.error).toContain('Unknown supplier part number');
  const listing = await clerk.get<Page<{ id: string }>>('/channels/channelProduct/list', {
    channelSku: 'NOT-LISTED-THERE',
  });
  await clerk.delete('/channels/channelProduct/delete', {
    id: listing.result.records[0]?.id as string,
  });
});

test('a feed that would empty the catalogue stops; only a signature lets it go', async () => {
  await scene.settled();
  const reported = await shown(BED);
  const products = await clerk.get<Page<{ id: string }>>('/catalog/product/list', {
    status: 'active',
    pageSize: '200',
  });
  const stopped = await clerk.post<{ ok: number }>('/catalog/product/batch/pause', {
    ids: products.result.records.map((row) => row.id),
  });
  expect(stopped.result.ok).toBe(products.result.records.length);
  await scene.settled();
  const [blocked] = await pushes();
  expect(blocked).toMatchObject({ status: 'blocked', overriddenBy: null });
  expect(blocked?.guardReason).toContain('将归零');
  expect(await shown(BED)).toEqual(reported);
  const todo = await admin.get<{ key: string; count: number }[]>('/desk/todo');
  expect(todo.result.find(({ key }) => key === 'feedBlocked')?.count).toBe(1);

  // Another change does not slip past: the same push waits with the latest figures.
  await clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`);
  await scene.settled();
  expect((await pushes()).filter((push) => push.status === 'blocked')).toHaveLength(1);

  const override = `/channels/stockPush/${blocked?.id ?? ''}/override`;
  expect((await clerk.post(override, { reason: '清仓' })).status).toBe(403);
  expect((await admin.post(override, {})).status).toBe(422);
  const signed = await admin.post(override, { reason: '清仓停售' });
  expect(signed.success, signed.message).toBe(true);
  await scene.settled();
  expect((await pushes())[0]).toMatchObject({
    id: blocked?.id,
    status: 'done',
    overriddenBy: 'admin',
  });
  expect(Object.values(await shown(BED)).every((qty) => qty === 0)).toBe(true);
  const history = await admin.get<{ move: string; actor: string; reason: string | null }[]>(
    `/channels/stockPush/${blocked?.id ?? ''}/history`,
  );
  expect(history.result).toContainEqual(
    expect.objectContaining({ move: 'override', actor: 'admin', reason: '清仓停售' }),
  );
  expect(await scene.violations()).toEqual([]);
});

test('a block whose cause is gone resolves itself', async () => {
  const products = await clerk.get<Page<{ id: string }>>('/catalog/product/list', {
    status: 'paused',
    pageSize: '200',
  });
  const ids = products.result.records.map((row) => row.id);
  await clerk.post('/catalog/product/batch/activate', { ids });
  await scene.settled();
  const reported = await shown(BED);
  expect(Object.values(reported).some((qty) => qty > 0)).toBe(true);
  await clerk.post('/catalog/product/batch/pause', { ids });
  await scene.settled();
  expect((await pushes())[0]?.status).toBe('blocked');
  await clerk.post('/catalog/product/batch/activate', { ids });
  await scene.settled();
  expect((await pushes()).filter((push) => push.status === 'blocked')).toEqual([]);
  expect(await shown(BED)).toEqual(reported);
});

test('goods at 0 that are discontinued, or revived, are sent as that all the same, once', async () => {
  const part = 'WB-VAN-LIDO-24';
  const listing = (await clerk.get<Page<{ id: string }>>('/channels/channelProduct/list', { channelSku: part })).result
    .records[0];
  const body = { channelProductIds: [listing?.id] };
  const { productId } = await look(
    scene,
    (tx) => tx.one<{ productId: string }>`
      select product_id from sku where tenant_id = ${tx.tenant} and id = ${scene.seller.skus[part] as string}::uuid`,
  );
  type Flags = { environments: { production: { stock: Record<string, Record<string, { discontinued: boolean }>> } } };
  const flags = async (): Promise<boolean[]> => {
    const { environments } = await scene.sim<Flags>('GET', '/state');
    return Object.values(environments.production.stock).flatMap((parts) =>
      parts[part] ? [parts[part].discontinued] : [],
    );
  };
  await clerk.post('/channels/channelStock/lock', body);
  await scene.settled();
  expect(Math.max(...Object.values(await shown(part)))).toBe(0);
  // Refused once, it is not sent again by itself, and with a person's word it is.
  await fault(scene, { fault: 'row-refused', value: part, match: { operation: 'inventory.save', times: 'always' } });
  const earlier = (await pushes()).length;
  await clerk.post('/catalog/product/batch/discontinue', { ids: [productId] });
  await scene.settled();
  expect(await pushes()).toHaveLength(earlier + 1);
  expect(new Set(await flags())).toEqual(new Set([false]));
  await scene.sim('DELETE', '/faults');
  await clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`);
  await scene.settled();
  expect(new Set(await flags())).toEqual(new Set([true]));
  const before = (await pushes()).length;
  await clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`);
  await scene.settled();
  expect(await pushes()).toHaveLength(before);
  const revived = await admin.post('/catalog/product/batch/revive', { ids: [productId] });
  expect(revived.success, revived.message).toBe(true);
  await scene.settled();
  expect(new Set(await flags())).toEqual(new Set([false]));
  expect(Math.max(...Object.values(await shown(part)))).toBe(0);
});
