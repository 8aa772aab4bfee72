import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { warehouseBin, warehouseZone } from '#modules/base/model/warehouse-bin.ts';
import { channelProduct } from '#modules/channels/model/channel-product.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { fieldsOf, listOf, pathOf, registers } from './resources.ts';
import { Samples } from './sample-row.ts';

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

/**
 * Never deleted, whoever names them: forms that were published (tests/registers/dynamic-forms), and sellers that are
 * shops of ours (tests/journeys/market-listings).
 */
const STAYING: ReadonlySet<string> = new Set(['base:dynamicForm', 'market:seller']);

/** Every link that a row of a register cannot do without. */
const needed = registers.flatMap((child) =>
  fieldsOf(child)
    .filter(([, { required, to = '' }]) => required && to && !STAYING.has(to))
    .map(([key, { to }]) => {
      const parent = registers.find((one) => resourceKey(one) === to) as AnyResource;
      return [`${resourceKey(child)}.${key}`, { child, key, parent }] as const;
    }),
);

const remove = (resource: AnyResource, id: string) => admin.delete(`${pathOf(resource)}/delete`, { id });
const live = async (resource: AnyResource, id: string): Promise<boolean> =>
  (await listOf(admin, resource, { id })).result.total === 1;
const operations = (id: string): Promise<{ action: string }[]> =>
  look(
    scene,
    (tx) => tx.rows<{ action: string }>`
      select action from audit_log where tenant_id = ${tx.tenant} and row_id = ${id}::uuid
      order by at, id`,
  );

test('some registers need others', () => {
  covers('§2 base data screens');
  expect(needed.length).toBeGreaterThan(6);
});

/** A place of goods stands in another place of the same warehouse: that goes before the warehouse. */
async function emptyWarehouse(child: AnyResource, body: Record<string, unknown>, samples: Samples): Promise<void> {
  const key = resourceKey(child);
  if (key === 'inventory:skuBin')
    for (const bin of [body['binId'], await samples.parent('base:warehouseBin')])
      expect((await remove(warehouseBin, String(bin))).success).toBe(true);
  if (key !== 'inventory:skuBin' && key !== 'base:warehouseBin') return;
  const zone = await samples.parent('base:warehouseZone');
  expect((await remove(warehouseZone, zone)).success).toBe(true);
}

test.each(needed)('%s: what it names does not go before it', async (_name, one) => {
  const { child, key, parent } = one;
  const samples = new Samples(admin, 100 * (1 + needed.findIndex(([, other]) => other === one)));
  const { id, body } = await samples.add(child);
  const parentId = body[key] as string;
  const answers = [
    await remove(parent, parentId),
    await admin.delete(`${pathOf(parent)}/deleteBatch`, { ids: parentId }),
  ];
  if ((parent.lines as Record<string, string> | undefined)?.[resourceKey(child)] === key) {
    // Edited with their parent: they go with it, unless a rule of the parent keeps both.
    expect(await live(child, id)).toBe(await live(parent, parentId));
  } else {
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 409, success: false });
      expect(answer.message).toMatch(/仍.*，不能删除$/);
    }
    expect([await live(parent, parentId), await live(child, id)]).toEqual([true, true]);
  }
  for (const [resource, row] of [
    [parent, parentId],
    [child, id],
  ] as const)
    expect((await operations(row)).map(({ action }) => action)).toEqual(
      (await live(resource, row)) ? ['add'] : ['add', 'delete'],
    );
  if (!(await live(child, id))) return;
  expect((await remove(child, id)).success).toBe(true);
  // Listings that were made for a setting are the shop's as well.
  if (resourceKey(child) === 'channels:priceSetting')
    for (const listing of [String(body['channelProductId']), await samples.parent('channels:channelProduct')])
      expect((await remove(channelProduct, listing)).success).toBe(true);
  if (resourceKey(parent) === 'base:warehouse') await emptyWarehouse(child, body, samples);
  const freed = await remove(parent, parentId);
  expect(freed.success, freed.message).toBe(true);
  expect(await live(parent, parentId)).toBe(false);
});

test('goods on hand keep their SKU and their warehouse, with the cartons of the SKU', async () => {
  const sku = scene.seller.skus[STOOL] as string;
  const cartons = async (): Promise<number> =>
    (await admin.get<{ total: number }>('/catalog/skuCarton/list', { skuId: sku })).result.total;
  const before = await cartons();
  expect(before).toBeGreaterThan(0);
  expect(await admin.delete('/catalog/sku/delete', { id: sku })).toMatchObject({
    status: 409,
    success: false,
    message: `${STOOL} 仍有库存或预占，不能删除`,
  });
  expect(await cartons()).toBe(before);
  for (const id of Object.values(scene.seller.warehouses))
    expect(await admin.delete('/base/warehouse/delete', { id })).toMatchObject({
      status: 409,
      message: '仓库仍对应渠道仓，不能删除',
    });
  expect(await scene.violations()).toEqual([]);
});
