import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRow } from '#kit/server/write.ts';
import { LEGACY_PART_NUMBERS } from '#simulator/catalogue.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look, openShop, ordersOf, place, pull, type Page } from './shop.ts';

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface Listing {
  id: string;
  version: number;
  channelSku: string;
  skuId: string | null;
  mapStatus: string;
  mapMethod: string | null;
}

const listingOf = async (channelSku: string): Promise<Listing> => {
  const page = await clerk.get<Page<Listing>>('/channels/channelProduct/list', { channelSku });
  expect(page.result.records).toHaveLength(1);
  return page.result.records[0] as Listing;
};

/** Makes the demo seller's mapping of a part unknown again. */
const forget = (channelSku: string): Promise<number> =>
  look(
    scene,
    (tx) => tx.run`
      update channel_product set sku_id = null, map_status = 'unmapped', map_method = null, map_score = null
      where tenant_id = ${tx.tenant} and channel_sku = ${channelSku}`,
  );

const legacy = 'WF-40817-QN';

test('a part number that is the SKU’s code maps itself when it arrives', async () => {
  const sku = 'WB-BED-HALDEN-QN';
  await look(scene, (tx) => tx.run`delete from channel_stock where tenant_id = ${tx.tenant}`);
  await look(
    scene,
    (tx) => tx.run`
      update channel_product set deleted_at = ${tx.now} where tenant_id = ${tx.tenant} and channel_sku = ${sku}`,
  );
  const [made] = await place(scene, [{ lines: [{ partNumber: sku, quantity: 1 }] }]);
  await pull(scene, clerk);
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  expect(order?.holds).not.toContain('unmapped');
  expect(await listingOf(sku)).toMatchObject({
    skuId: scene.seller.skus[sku],
    mapStatus: 'mapped',
    mapMethod: 'exact',
  });
});

test('choosing the SKU of a listing releases the orders that waited for it, and only its own shop’s', async () => {
  const [old, part] = Object.entries(LEGACY_PART_NUMBERS)[0] as [string, string];
  const [made] = await place(scene, [{ lines: [{ partNumber: old, quantity: 1 }] }]);
  await pull(scene, clerk);
  const po = made?.poNumber as string;
  expect((await ordersOf(clerk, { channelOrderNo: po }))[0]?.holds).toContain('unmapped');
  const listing = await listingOf(old);
  expect(listing).toMatchObject({ mapStatus: 'unmapped', skuId: null });
  const saved = await clerk.put('/channels/channelProduct/edit', {
    id: listing.id,
    version: listing.version,
    skuId: scene.seller.skus[part],
  });
  expect(saved.success, saved.message).toBe(true);
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  expect(order?.holds).toEqual([]);
  const [line] = await look(
    scene,
    (tx) => tx.rows<{ qty: number; qtyReserved: number }>`
      select qty, qty_reserved from order_line
      where tenant_id = ${tx.tenant} and order_id = ${order?.id as string}::uuid`,
  );
  expect(line?.qtyReserved).toBe(line?.qty);
  expect(await listingOf(old)).toMatchObject({ mapStatus: 'mapped', mapMethod: 'manual' });

  // Emptied by hand it stays empty: the next pull does not map it again.
  const mapped = await listingOf(old);
  await clerk.put('/channels/channelProduct/edit', {
    id: mapped.id,
    version: mapped.version,
    skuId: null,
  });
  // The order that nobody has accepted lets go of the SKU and of its stock.
  const linesOf = () =>
    look(
      scene,
      (tx) => tx.rows<{ skuId: string | null; qtyReserved: number }>`
        select sku_id, qty_reserved from order_line
        where tenant_id = ${tx.tenant} and order_id = ${order?.id as string}::uuid`,
    );
  expect(await linesOf()).toEqual([{ skuId: null, qtyReserved: 0 }]);
  expect((await ordersOf(clerk, { channelOrderNo: po }))[0]?.holds).toEqual(['unmapped']);
  expect(await scene.violations()).toEqual([]);
  await place(scene, [{ lines: [{ partNumber: old, quantity: 1 }] }]);
  await pull(scene, clerk);
  expect(await listingOf(old)).toMatchObject({ mapStatus: 'unmapped', mapMethod: 'manual' });
});

test('automatic mapping shows what it would do, does what is certain and asks about the rest', async () => {
  const part = 'WB-VAN-LIDO-24';
  await forget(part);
  const added = await clerk.post('/channels/channelProduct/add', {
    accountId: scene.seller.accountId,
    channelSku: legacy,
    title: 'Halden Upholstered Platform Bed, Queen',
  });
  expect(added.success, added.message).toBe(true);
  const ask = async (body: Record<string, unknown>) =>
    (
      await clerk.post<{
        mapped: number;
        rows: {
          channelSku: string;
          skuId: string | null;
          method: string | null;
          isCertain: boolean;
          explanation: string;
        }[];
      }>('/channels/channelProduct/autoMap', body)
    ).result;
  const ids = [(await listingOf(part)).id, (await listingOf(legacy)).id];
  const preview = await ask({ ids, dryRun: true });
  expect(preview.mapped).toBe(0);
  const row = (sku: string) => preview.rows.find((one) => one.channelSku === sku);
  expect(row(part)).toMatchObject({ method: 'exact', isCertain: true });
  expect(row(legacy)).toMatchObject({ method: 'title', isCertain: false });
  expect(row(legacy)?.explanation).toContain('请人工确认');
  expect(await listingOf(part)).toMatchObject({ mapStatus: 'unmapped' });

  expect((await ask({ ids })).mapped).toBe(1);
  expect(await listingOf(part)).toMatchObject({ mapStatus: 'mapped', mapMethod: 'exact' });
  const suggested = await listingOf(legacy);
  expect(suggested).toMatchObject({ mapStatus: 'suggested', mapMethod: 'title' });

  expect((await ask({ ids: [suggested.id], confirm: true })).mapped).toBe(1);
  expect(await listingOf(legacy)).toMatchObject({ mapStatus: 'mapped', mapMethod: 'manual' });
});

test('a mapping that comes with a sheet says so', async () => {
  const resource = scene.app.registry.resource('channels:channelProduct');
  const serve = scene.app.assembled.serves.find((one) => one.resource === resource);
  await look(scene, (tx) =>
    addRow(
      tx,
      {
        registry: scene.app.registry,
        resource,
        via: 'import',
        ...(serve?.guards ? { guards: serve.guards } : {}),
      },
      {
        accountId: scene.seller.accountId,
        channelSku: 'FROM-A-SHEET',
        skuId: scene.seller.skus['WB-BED-HALDEN-QN'],
        status: 'ended',
      },
    ),
  );
  expect(await listingOf('FROM-A-SHEET')).toMatchObject({
    mapStatus: 'mapped',
    mapMethod: 'import',
  });
});

test('a shop and a part number are one listing and stay what they are', async () => {
  const body = { accountId: scene.seller.accountId, channelSku: legacy };
  expect((await clerk.post('/channels/channelProduct/add', body)).message).toContain(legacy);
  const { id, version } = await listingOf(legacy);
  const moved = await clerk.put('/channels/channelProduct/edit', {
    id,
    version,
    channelSku: 'OTHER',
  });
  expect(moved.success).toBe(false);
});

test('a SKU that is deleted breaks its listings', async () => {
  const { id } = await listingOf(legacy);
  const skuId = await look(scene, async (tx) => {
    const product = await tx.one<{ productId: string }>`
      select product_id from sku where tenant_id = ${tx.tenant} limit 1`;
    return product.productId;
  });
  const admin = await scene.as('admin');
  const made = await admin.post<{ id: string }>('/catalog/sku/add', {
    skuCode: 'SHORT-LIVED',
    productId: skuId,
    name: '临时',
  });
  await clerk.put('/channels/channelProduct/edit', { id, skuId: made.result.id });
  expect(await listingOf(legacy)).toMatchObject({ mapStatus: 'mapped' });
  await admin.delete('/catalog/sku/delete', { id: made.result.id });
  expect(await listingOf(legacy)).toMatchObject({ mapStatus: 'broken' });
  expect(await scene.violations()).toEqual([]);
});

test('an order that waits for two parts waits for the second; accepted, it keeps its goods', async () => {
  const parts = ['WB-DCH-BRAM-CTR', 'WB-DCH-HOLM-S2'];
  const map = async (part: string, skuId: string | null) => {
    const { id: listing, version } = await listingOf(part);
    const body = { id: listing, version, skuId };
    const saved = await clerk.put('/channels/channelProduct/edit', body);
    expect(saved.success, saved.message).toBe(true);
    await scene.settled();
  };
  // Emptied by hand they stay empty when the order comes.
  for (const part of parts) await map(part, null);
  const lines = parts.map((partNumber) => ({ partNumber, quantity: 1 }));
  const [made] = await place(scene, [{ warehouseId: '31842', lines }]);
  await pull(scene, clerk);
  const po = made?.poNumber as string;
  const order = async () => (await ordersOf(clerk, { channelOrderNo: po }))[0];
  const { id } = (await order()) ?? { id: '' };
  const linesOf = () =>
    look(
      scene,
      (tx) => tx.rows<{ sku: string | null; held: number }>`
        select sku_id as sku, qty_reserved as held from order_line
        where tenant_id = ${tx.tenant} and order_id = ${id}::uuid order by line_no`,
    );
  const [first, second] = parts.map((part) => scene.seller.skus[part] as string);
  await map(parts[0] as string, first as string);
  expect((await order())?.holds).toEqual(['unmapped']);
  expect(await linesOf()).toEqual([
    { sku: first, held: 0 },
    { sku: null, held: 0 },
  ]);
  await map(parts[1] as string, second as string);
  expect((await order())?.holds).toEqual([]);
  expect((await clerk.post(`/orders/salesOrder/${id}/accept`)).success).toBe(true);
  await scene.settled();
  await map(parts[0] as string, null);
  expect((await order())?.holds).toEqual([]);
  expect(await linesOf()).toEqual([
    { sku: first, held: 1 },
    { sku: second, held: 1 },
  ]);
  await map(parts[0] as string, first as string);
  expect(await scene.violations()).toEqual([]);
});

test('listings that nobody knows become products of their own in one act, and are paired with them', async () => {
  const known = 'WB-BED-HALDEN-QN';
  await forget(known);
  const account = scene.seller.accountId;
  await look(
    scene,
    (tx) =>
      tx.run`
      insert into channel_product (tenant_id, id, account_id, channel_sku, title, map_status, status, base_price, create_time)
      select ${tx.tenant}, gen_random_uuid(), ${account}::uuid, v.code, v.title, 'unmapped', 'live', 19.9, ${tx.now}
      from (values ('NEW 77/A', 'Walnut Bench'), ('NEW-78', null), ('new 77/a', 'Bench')) as v (code, title)`,
  );
  const make = (who: Client, body: object = {}) =>
    who.post<{ mapped: number; made: number }>('/channels/channelProduct/makeProducts', body);
  // Who keeps no products makes none.
  expect((await make(await scene.as('kefu'))).status).toBe(403);
  const admin = await scene.as('admin');
  const ids = await Promise.all([known, 'NEW 77/A', 'NEW-78'].map(async (code) => (await listingOf(code)).id));
  const { result } = await make(admin, { ids });
  expect(result).toEqual({ mapped: 3, made: 2 });
  expect(await listingOf(known)).toMatchObject({
    skuId: scene.seller.skus[known],
    mapStatus: 'mapped',
  });
  const bench = await listingOf('NEW 77/A');
  expect(bench).toMatchObject({ mapStatus: 'mapped', mapMethod: 'exact' });
  const { result: sku } = await admin.get<{ skuCode: string; name: string }>('/catalog/sku/queryById', {
    id: bench.skuId ?? '',
  });
  expect(sku).toMatchObject({ skuCode: 'NEW-77/A', name: 'Walnut Bench' });
  // In other letters it is the same.
  const other = await listingOf('new 77/a');
  expect((await make(admin, { ids: [other.id] })).result).toEqual({ mapped: 1, made: 0 });
  expect(await listingOf('new 77/a')).toMatchObject({ skuId: bench.skuId });
  // Once more there is nothing to make.
  expect((await make(admin, { ids })).result).toEqual({ mapped: 0, made: 0 });
});
