import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop } from './shop.ts';

/* 防清零 (domain.md §4, feed guard): every way that would empty a catalogue, and what becomes of it. */

const HOUR = 3_600_000;
let scene: TestApp;
let clerk: Client;
let admin: Client;
let accountId: string;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  accountId = await openShop(scene, clerk);
});
afterAll(() => scene?.stop());

interface Push {
  id: string;
  status: string;
  guardReason: string | null;
}

const newest = async (): Promise<Push | undefined> =>
  (await must(clerk.get<{ records: Push[] }>('/channels/stockPush/list', { pageSize: '1' }))).records[0];

/** Units that the marketplace shows in all. */
async function shownUnits(): Promise<number> {
  const { environments } = await scene.sim<{
    environments: { production: { stock: Record<string, Record<string, { onHand: number }>> } };
  }>('GET', '/state');
  const parts = Object.values(environments.production.stock).flatMap((warehouse) => Object.values(warehouse));
  return parts.reduce((sum, { onHand }) => sum + onHand, 0);
}

const rowsOf = async <T>(path: string, query: Record<string, string> = {}, who = clerk): Promise<T[]> =>
  (await must(who.get<{ records: T[] }>(`${path}/list`, { pageSize: '200', ...query }))).records;

const listings = async (): Promise<string[]> =>
  (await rowsOf<{ id: string }>('/channels/channelProduct', { mapStatus: 'mapped' })).map(({ id }) => id);

/** Adds a rule of the whole shop. @returns how it is taken away */
async function rule(values: object): Promise<() => Promise<unknown>> {
  const body = { accountId, mode: 'normal', safetyQty: 0, pct: 100, priority: 1, ...values };
  const { id } = await must(clerk.post<{ id: string }>('/channels/inventorySyncRule/add', body));
  return () => clerk.delete('/channels/inventorySyncRule/delete', { id });
}

interface Linked {
  id: string;
  version: number;
  sharePct: number;
  channelCode: string;
  warehouseId: string;
}

async function eachWarehouse(change: (link: Linked) => object): Promise<void> {
  for (const link of await links())
    await must(admin.put('/base/channelWarehouse/edit', { id: link.id, version: link.version, ...change(link) }));
}

const links = (): Promise<Linked[]> => rowsOf<Linked>('/base/channelWarehouse', { accountId }, admin);

/** A warehouse in which nothing lies. */
async function emptyWarehouse(code: string): Promise<string> {
  const address = { address1: '1 Empty Rd', city: 'Edison', state: 'NJ', postalCode: '08817', country: 'US' };
  return (await must(admin.post<{ id: string }>('/base/warehouse/add', { code, name: `空仓${code}`, ...address }))).id;
}

/** Closes the warehouses that feed the shop, or opens them. */
async function setWarehouses(ids: readonly string[], status: 'enabled' | 'disabled'): Promise<void> {
  await must(admin.post('/base/warehouse/bulkEdit', { ids, field: 'status', operation: 'set', value: status }));
}

/** A way that would show nothing any more, and the way back. */
type Way = () => Promise<() => Promise<unknown>>;

const BLOCKED: Readonly<Record<string, Way>> = {
  规则锁定为0: () => rule({ mode: 'zero' }),
  规则固定0件: () => rule({ mode: 'fixed', fixedQty: 0 }),
  '规则比例0%': () => rule({ pct: 0 }),
  规则安全库存过大: () => rule({ safetyQty: 1_000_000 }),
  规则低于则为0: () => rule({ minShow: 1_000_000 }),
  async 规则由文件导入() {
    const sheet = await workbook(
      ['店铺', '方式', '安全库存', '比例', '优先级', '状态'],
      [['Wayfair 美国站', '锁定为0', '0', '100', '2', '启用']],
    );
    const answer = await upload(scene, clerk, '/channels/inventorySyncRule/importExcel', sheet);
    expect(answer.result).toMatchObject({ successCount: 1 });
    const [made] = await rowsOf<{ id: string }>('/channels/inventorySyncRule', { mode: 'zero' });
    return () => clerk.delete('/channels/inventorySyncRule/delete', { id: made?.id ?? '' });
  },
  async 批量锁定0() {
    const body = { channelProductIds: await listings() };
    await must(clerk.post('/channels/channelStock/lock', body));
    return () => clerk.post('/channels/channelStock/unlock', body);
  },
  async 批量暂停产品() {
    const ids = (await rowsOf<{ id: string }>('/catalog/product', { status: 'active' })).map(({ id }) => id);
    await must(clerk.post('/catalog/product/batch/pause', { ids }));
    return () => clerk.post('/catalog/product/batch/activate', { ids });
  },
  async 批量停产产品() {
    const ids = (await rowsOf<{ id: string }>('/catalog/product', { status: 'active' })).map(({ id }) => id);
    await must(clerk.post('/catalog/product/batch/discontinue', { ids }));
    return () => must(admin.post('/catalog/product/batch/revive', { ids }));
  },
  async 渠道仓库改到空仓() {
    const was = new Map((await links()).map(({ id, warehouseId }) => [id, warehouseId]));
    const warehouseId = await emptyWarehouse('EMPTY-1');
    await eachWarehouse(() => ({ warehouseId }));
    return () => eachWarehouse(({ id }) => ({ warehouseId: was.get(id) }));
  },
  async 停用有货的仓库() {
    // Another warehouse behind the same codes stays open, and holds nothing.
    const stocked = await links();
    const warehouseId = await emptyWarehouse('EMPTY-2');
    const more: string[] = [];
    for (const { channelCode } of stocked)
      more.push(
        (await must(admin.post<{ id: string }>('/base/channelWarehouse/add', { accountId, channelCode, warehouseId })))
          .id,
      );
    await scene.settled();
    const ids = stocked.map((link) => link.warehouseId);
    await setWarehouses(ids, 'disabled');
    return async () => {
      await setWarehouses(ids, 'enabled');
      for (const id of more) await must(admin.delete('/base/channelWarehouse/delete', { id }));
    };
  },
  async 停用渠道仓库映射() {
    await eachWarehouse(() => ({ status: 'disabled' }));
    return () => eachWarehouse(() => ({ status: 'enabled' }));
  },
  async 删除渠道仓库映射() {
    const was = await links();
    for (const { id } of was) await must(admin.delete('/base/channelWarehouse/delete', { id }));
    return async () => {
      for (const { channelCode, warehouseId } of was)
        await must(admin.post('/base/channelWarehouse/add', { accountId, channelCode, warehouseId }));
    };
  },
  async 停用全部仓库() {
    const ids = (await links()).map(({ warehouseId }) => warehouseId);
    await setWarehouses(ids, 'disabled');
    return () => setWarehouses(ids, 'enabled');
  },
  async '渠道仓库占比0%'() {
    await eachWarehouse(() => ({ sharePct: 0 }));
    return () => eachWarehouse(() => ({ sharePct: 100 }));
  },
  async 库存清零() {
    const levels = await look(
      scene,
      (tx) => tx.rows<{ id: string; onHand: number }>`
        select id, on_hand from stock_level where tenant_id = ${tx.tenant} and condition = 'good' and on_hand > 0`,
    );
    // As a sheet of a count or an interface would leave it: the ledger says so too.
    const move = (sign: 1 | -1): Promise<unknown> =>
      look(
        scene,
        (tx) => tx.run`
          with moved as (
            insert into stock_movement (tenant_id, id, seq, warehouse_id, sku_id, condition, type, qty, balance_after,
              currency, ref_type, ref_id, ref_no, idempotency_key, create_by, create_time)
            select l.tenant_id, gen_random_uuid(), l.seq + 1, l.warehouse_id, l.sku_id, 'good', 'adjust',
              ${sign}::integer * (v.qty - l.reserved), l.on_hand + ${sign}::integer * (v.qty - l.reserved), 'USD', 'bench', l.id, 'ZERO',
              gen_random_uuid()::text, 'bench', ${tx.now}
            from stock_level l join unnest(${levels.map(({ id }) => id)}::uuid[],
              ${levels.map(({ onHand }) => onHand)}::integer[]) as v (id, qty) on v.id = l.id
            where l.tenant_id = ${tx.tenant})
          update stock_level l set on_hand = l.on_hand + ${sign}::integer * (v.qty - l.reserved), seq = l.seq + 1
          from unnest(${levels.map(({ id }) => id)}::uuid[], ${levels.map(({ onHand }) => onHand)}::integer[]) as v (id, qty)
          where l.tenant_id = ${tx.tenant} and l.id = v.id`,
      );
    await move(-1);
    await must(clerk.post(`/channels/account/${accountId}/pushStock`));
    return async () => {
      await move(1);
      await must(clerk.post(`/channels/account/${accountId}/pushStock`));
    };
  },
};

test.each(Object.entries(BLOCKED))('%s: the push waits for a signature, and nothing is zeroed', async (_name, way) => {
  covers('ours: quantity of a channel opens');
  await scene.settled();
  const before = await shownUnits();
  expect(before).toBeGreaterThan(0);
  const back = await way();
  await scene.settled();
  expect(await newest()).toMatchObject({ status: 'blocked' });
  expect(await shownUnits()).toBe(before);
  // Asked for by hand it waits all the same.
  await must(clerk.post(`/channels/account/${accountId}/pushStock`));
  await scene.settled();
  expect(await shownUnits()).toBe(before);
  await back();
  await scene.settled();
  expect((await newest())?.status).not.toBe('blocked');
});

/** Ways that end what is known of a quantity: nothing goes to the marketplace, least of all a zero. */
const UNTOLD: Readonly<Record<string, Way>> = {
  async 撤销全部配对() {
    const all = await rowsOf<{ id: string; version: number; skuId: string }>('/channels/channelProduct', {
      mapStatus: 'mapped',
    });
    const edit = async (more: number, skuOf: (skuId: string) => string | null): Promise<void> => {
      for (const { id, version, skuId } of all)
        await must(clerk.put('/channels/channelProduct/edit', { id, version: version + more, skuId: skuOf(skuId) }));
    };
    await edit(0, () => null);
    return () => edit(1, (skuId) => skuId);
  },
  async 批量下架() {
    const ids = await listings();
    const set = (value: string): Promise<unknown> =>
      must(clerk.post('/channels/channelProduct/bulkEdit', { ids, field: 'status', operation: 'set', value }));
    await set('ended');
    return () => set('live');
  },
};

test.each(Object.entries(UNTOLD))('%s: what the marketplace shows stays', async (_name, way) => {
  await scene.settled();
  const before = await shownUnits();
  const back = await way();
  await must(clerk.post(`/channels/account/${accountId}/pushStock`));
  await scene.settled();
  expect(await shownUnits()).toBe(before);
  await back();
  await scene.settled();
});

test('step by step it is emptied no more than at once; what was signed for, or a day ago, counts no more', async () => {
  await scene.settled();
  const ids = await listings();
  const lock = async (some: readonly string[]): Promise<Push | undefined> => {
    await must(clerk.post('/channels/channelStock/lock', { channelProductIds: some }));
    await scene.settled();
    return newest();
  };
  // Three rows a listing: each step is less than ten rows.
  const steps: (string | undefined)[] = [];
  let at = 0;
  for (; at < ids.length && steps.at(-1) !== 'blocked'; at += 2)
    steps.push((await lock(ids.slice(at, at + 2)))?.status);
  expect(steps.at(-1)).toBe('blocked');
  expect(steps.length).toBeGreaterThan(1);
  expect((await newest())?.guardReason).toContain('将归零');
  const { id } = (await newest()) as Push;
  await must(admin.post(`/channels/stockPush/${id}/override`, { reason: '清仓' }));
  await scene.settled();
  expect(await newest()).toMatchObject({ id, status: 'done' });
  // From the signature on it is counted from the beginning.
  expect(await lock(ids.slice(at, at + 1))).toMatchObject({ guardReason: null });
  await scene.pass(25 * HOUR);
  clerk = await scene.as('yunying');
  expect(await lock(ids.slice(at + 1, at + 2))).toMatchObject({ guardReason: null });
  expect(await scene.violations()).toEqual([]);
});
