import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import { planChanges } from '#modules/channels/server/stock-changes.ts';
import { planStock } from '#modules/channels/server/stock-plan.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, type Page } from './shop.ts';

const BED = 'WB-BED-HALDEN-QN';
const VANITY = 'WB-VAN-LIDO-24';
let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface StockRow {
  channelProductId: string;
  channelSku: string;
  channelWarehouseCode: string;
  sellable: number;
  rule: string;
  stopped: string | null;
  wantedQty: number;
  shownQty: number | null;
  gap: string;
  difference: number;
  result: string | null;
  pushId: string | null;
}

const rowsOf = async (query: Record<string, string> = {}, by: Client = clerk): Promise<StockRow[]> => {
  const answer = await by.get<Page<StockRow>>('/channels/channelStock/list', { pageSize: '500', ...query });
  expect(answer.success, answer.message).toBe(true);
  return answer.result.records;
};

const listingOf = async (channelSku: string): Promise<string> => {
  const [row] = await rowsOf({ channelSku });
  return row?.channelProductId ?? '';
};

interface Push {
  status: string;
  items: number;
  toZero: number;
  guardReason: string | null;
}

const pushes = async (): Promise<Push[]> =>
  (await clerk.get<Page<Push>>('/channels/stockPush/list', { pageSize: '50' })).result.records;

test('what was pushed and read back stands beside what should be shown, for each warehouse of the channel', async () => {
  covers('ours: quantity of a channel opens');
  const rows = await rowsOf({ channelSku: BED });
  expect(rows.map((row) => row.channelWarehouseCode).toSorted()).toEqual(['31842', '31843', '31844']);
  for (const row of rows) {
    // The SKU's own safety stock of two is kept back where the shop has no rule.
    expect(row).toMatchObject({ rule: 'none', stopped: null, gap: 'same', difference: 0, result: 'verified' });
    expect(row.wantedQty).toBe(Math.max(0, row.sellable - 2));
    expect(row.shownQty).toBe(row.wantedQty);
    expect(row.pushId).not.toBeNull();
  }
  expect(await rowsOf({ gap: 'differs' })).toEqual([]);
});

test('every figure opens into its formula; a code that is not there is said', async () => {
  const [row] = await rowsOf({ channelSku: BED });
  const place = { channelProductId: row?.channelProductId ?? '', code: row?.channelWarehouseCode ?? '' };
  const answer = await clerk.get<{ wanted: number; shown: number; warehouses: string[] }>(
    '/channels/channelStock/formula',
    place,
  );
  expect(answer.result).toMatchObject({ wanted: row?.wantedQty, shown: row?.shownQty });
  expect(answer.result.warehouses).toHaveLength(1);
  expect((await clerk.get('/channels/channelStock/formula', { ...place, code: '99999' })).status).toBe(409);
});

test('立即同步 sends a row again though nothing of it has changed, and reads it back', async () => {
  await clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`);
  await scene.settled();
  await signed();
  const [row, other] = await rowsOf({ channelSku: VANITY });
  const before = (await pushes()).length;
  const answer = await clerk.post<{ rows: number; shops: number }>('/channels/channelStock/push', {
    rows: [{ channelProductId: row?.channelProductId, code: row?.channelWarehouseCode }],
  });
  expect(answer.result).toEqual({ rows: 1, shops: 1 });
  await scene.settled();
  const all = await pushes();
  expect(all).toHaveLength(before + 1);
  expect(all[0]).toMatchObject({ status: 'done', items: 1 });
  const after = await rowsOf({ channelSku: VANITY });
  expect(after.find((one) => one.channelWarehouseCode === row?.channelWarehouseCode)).toMatchObject({ gap: 'same' });
  expect(after.find((one) => one.channelWarehouseCode === other?.channelWarehouseCode)?.pushId).toBe(other?.pushId);
});

/** Somebody signs for what the guard has stopped. */
async function signed(): Promise<void> {
  const admin = await scene.as('admin');
  const blocked = await clerk.get<Page<{ id: string }>>('/channels/stockPush/list', { status: 'blocked' });
  for (const { id } of blocked.result.records)
    await admin.post(`/channels/stockPush/${id}/override`, { reason: '盘点后确认' });
  await scene.settled();
}

test('锁定0 shows nothing in any warehouse of that shop until it is unlocked; other rules of the SKU stay', async () => {
  const channelProductId = await listingOf(VANITY);
  const rule = await clerk.post('/channels/inventorySyncRule/add', {
    accountId: scene.seller.accountId,
    skuId: scene.seller.skus[VANITY],
    mode: 'fixed',
    fixedQty: 4,
    priority: 7,
  });
  expect(rule.success, rule.message).toBe(true);
  const body = { channelProductIds: [channelProductId] };
  const locked = await clerk.post<{ changed: number; unchanged: number }>('/channels/channelStock/lock', body);
  expect(locked.result).toEqual({ changed: 1, unchanged: 0 });
  await scene.settled();
  await signed();
  for (const row of await rowsOf({ channelSku: VANITY }))
    expect(row).toMatchObject({ rule: 'zero', wantedQty: 0, shownQty: 0 });
  const again = await clerk.post<{ changed: number; unchanged: number }>('/channels/channelStock/lock', body);
  expect(again.result).toEqual({ changed: 0, unchanged: 1 });

  const unlocked = await clerk.post<{ changed: number }>('/channels/channelStock/unlock', body);
  expect(unlocked.result).toMatchObject({ changed: 1 });
  await scene.settled();
  for (const row of await rowsOf({ channelSku: VANITY }))
    expect(row).toMatchObject({ rule: 'fixed', wantedQty: 4, shownQty: 4 });
});

test('a listing is deleted only once the marketplace shows nothing of it', async () => {
  const part = 'WB-NST-PIKE-WHT';
  const id = await listingOf(part);
  const remove = (): ReturnType<Client['delete']> => clerk.delete('/channels/channelProduct/delete', { id });
  expect(await remove()).toMatchObject({ success: false, code: 409, message: expect.stringContaining('锁定0') });
  await clerk.post('/channels/channelStock/lock', { channelProductIds: [id] });
  await scene.settled();
  await signed();
  const removed = await remove();
  expect(removed.success, removed.message).toBe(true);
  // What is off sale there sells nothing, whatever it showed.
  const ended = await listingOf('WB-NST-RENN-SET2');
  const ids = [ended];
  await clerk.post('/channels/channelProduct/bulkEdit', { ids, field: 'status', operation: 'set', value: 'ended' });
  const gone = await clerk.delete('/channels/channelProduct/delete', { id: ended });
  expect(gone.success, gone.message).toBe(true);
});

test('locking a whole catalogue stops at the guard, as every other way to empty it', async () => {
  const rows = await rowsOf({ accountId: scene.seller.accountId });
  const channelProductIds = [...new Set(rows.map((row) => row.channelProductId))];
  const check = `/channels/account/${scene.seller.accountId}/fullPush`;
  expect((await clerk.get<{ reason: string | null }>(check)).result.reason).toBeNull();
  const locked = await clerk.post('/channels/channelStock/lock', { channelProductIds });
  expect(locked.success, locked.message).toBe(true);
  await scene.settled();
  expect((await pushes())[0]).toMatchObject({ status: 'blocked' });
  const found = await clerk.get<{ reason: string; toZero: number; after: number }>(check);
  expect(found.result).toMatchObject({ after: 0 });
  expect(found.result.reason).toContain('将归零');
  await clerk.post(check);
  await scene.settled();
  expect((await pushes())[0]).toMatchObject({ status: 'blocked' });
  expect((await rowsOf({ gap: 'differs' })).length).toBeGreaterThan(0);
  await clerk.post('/channels/channelStock/unlock', { channelProductIds });
  await scene.settled();
});

test('全量推送 sends every row again', async () => {
  const rows = (await rowsOf({ accountId: scene.seller.accountId })).length;
  const answer = await clerk.post<{ rows: number }>(`/channels/account/${scene.seller.accountId}/fullPush`);
  expect(answer.result.rows).toBe(rows);
  await scene.settled();
  expect((await pushes())[0]).toMatchObject({ status: 'done', items: rows, guardReason: null });
});

test('what cannot be locked or sent is said, and nothing of it is done', async () => {
  const none = await clerk.post('/channels/channelStock/lock', { channelProductIds: [] });
  expect([none.status, none.message]).toEqual([422, '请先勾选要处理的行']);
  const gone = await clerk.post('/channels/channelStock/lock', {
    channelProductIds: [await listingOf(BED), '018f0000-0000-7000-8000-000000000000'],
  });
  expect(gone.status).toBe(409);
  expect((await rowsOf({ channelSku: BED })).every((row) => row.rule !== 'zero')).toBe(true);
  const added = await clerk.post<{ id: string }>('/channels/channelProduct/add', {
    accountId: scene.seller.accountId,
    channelSku: 'NO-SKU-YET',
  });
  const unmapped = await clerk.post('/channels/channelStock/lock', { channelProductIds: [added.result.id] });
  expect([unmapped.status, unmapped.message]).toEqual([422, 'NO-SKU-YET 没有配对本地SKU，不需要锁定']);
});

test('a rule of priority 0 that says something else is not pushed aside', async () => {
  const rule = await clerk.post('/channels/inventorySyncRule/add', {
    accountId: scene.seller.accountId,
    skuId: scene.seller.skus[BED],
    mode: 'fixed',
    fixedQty: 1,
    priority: 0,
  });
  expect(rule.success, rule.message).toBe(true);
  const locked = await clerk.post('/channels/channelStock/lock', { channelProductIds: [await listingOf(BED)] });
  expect([locked.status, locked.message]).toEqual([422, `${BED}：同一范围已有相同优先级的启用规则`]);
});

test('with several shops each listing is asked about by the stock of its own shop, with or without one chosen', async () => {
  const admin = await scene.as('admin');
  const [skuId, ...others] = [BED, VANITY].map((code) => scene.seller.skus[code]);
  expect(others).toHaveLength(1);
  const shop = { code: 'WF-2', name: '第二店', channelCode: 'wayfair', currency: 'USD', clientSecret: 'secret-of-two' };
  const { settings } = (
    await admin.get<{ settings: object }>('/base/channelAccount/queryById', { id: scene.seller.accountId })
  ).result;
  const added = await admin.post<{ id: string }>('/base/channelAccount/add', { ...shop, settings });
  expect(added.success, added.message).toBe(true);
  const accountId = added.result.id;
  // The same code means another warehouse there, and a share of it.
  const [, elsewhere] = Object.entries(scene.seller.warehouses).find(([code]) => code !== '31842') ?? [];
  const link = { accountId, channelCode: '31842', warehouseId: elsewhere, sharePct: 30 };
  expect((await admin.post('/base/channelWarehouse/add', link)).success).toBe(true);
  const listing = { accountId, channelSku: BED, title: 'Bed', skuId };
  expect((await admin.post('/channels/channelProduct/add', listing)).success).toBe(true);

  const bedsIn31842 = { channelSku: BED, channelWarehouseCode: '31842' };
  const rows = await rowsOf(bedsIn31842);
  expect(rows).toHaveLength(2);
  const [smaller, larger] = rows.map(({ sellable }) => sellable).toSorted((one, other) => one - other);
  if (smaller === undefined || larger === undefined) throw new Error('two shops show it');
  expect(smaller).toBeGreaterThan(0);
  expect(smaller).toBeLessThan(larger);
  const asked = async (query: Record<string, string>): Promise<number[]> =>
    (await rowsOf({ ...bedsIn31842, ...query })).map(({ sellable }) => sellable);
  expect(await asked({ column: 'sellable', order: 'asc' })).toEqual([smaller, larger]);
  expect(await asked({ sellable_begin: String(larger) })).toEqual([larger]);
  // No listing has what both shops have together.
  expect(await asked({ sellable_begin: String(larger + 1) })).toEqual([]);
  expect(await asked({ sellable_end: String(smaller) })).toEqual([smaller]);
  expect(await asked({ accountId, sellable_begin: '1' })).toEqual([smaller]);
  expect(await asked({ gap: 'never' })).toEqual([smaller]);
  await admin.delete('/channels/channelProduct/delete', {
    id: (await rowsOf({ accountId }))[0]?.channelProductId ?? '',
  });
});

test('a reader of other shops sees none of these rows, and can do nothing to them', async () => {
  const [row] = await rowsOf({ channelSku: BED });
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'elsewhere',
    realname: '别处',
    password: PASSWORD,
    roles: ['OPS'],
    departs: ['A01'],
    shops: [newId()],
  });
  const elsewhere = await scene.as('elsewhere');
  expect(await rowsOf({}, elsewhere)).toEqual([]);
  const place = { channelProductId: row?.channelProductId ?? '', code: row?.channelWarehouseCode ?? '' };
  expect((await elsewhere.get('/channels/channelStock/formula', place)).status).toBe(404);
  expect((await elsewhere.post('/channels/channelStock/push', { rows: [place] })).status).toBe(404);
  const body = { channelProductIds: [place.channelProductId] };
  expect((await elsewhere.post('/channels/channelStock/lock', body)).status).toBe(404);
  expect((await elsewhere.post('/channels/channelStock/unlock', body)).status).toBe(404);
  const check = `/channels/account/${scene.seller.accountId}/fullPush`;
  expect((await elsewhere.get(check)).status).toBe(404);
  expect((await elsewhere.post(check)).status).toBe(404);
});

/** The same whole numbers below `most` in each run. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

test('the formula of the list is the formula of the push, whatever rules, shares, bundles and stops there are', async () => {
  const some = numbers(20_580);
  await look(scene, async (tx) => {
    const listings = await tx.rows<{ id: string; skuId: string; accountId: string }>`
      select id, sku_id, account_id from channel_product
      where tenant_id = ${tx.tenant} and map_status = 'mapped' order by channel_sku limit 30`;
    for (const [at, { skuId, accountId }] of listings.entries()) {
      await tx.run`
        update stock_level set on_hand = reserved + frozen + ${some(30)}, oversell_limit = 0
        where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid and condition = 'good'`;
      if (at % 2 === 0)
        await tx.run`
          insert into inventory_sync_rule (tenant_id, id, account_id, sku_id, mode, fixed_qty, safety_qty, pct,
            max_qty, min_show, priority, status, create_time)
          values (${tx.tenant}, gen_random_uuid(), ${accountId}::uuid, ${skuId}::uuid,
            ${['normal', 'normal', 'fixed', 'zero'][some(4)] ?? 'normal'}, ${some(9)}, ${some(8)}, ${some(101)},
            ${at % 4 === 0 ? some(15) : null}, ${at % 6 === 0 ? some(6) : null}, ${some(3)},
            ${some(5) === 0 ? 'disabled' : 'enabled'}, ${tx.now})`;
      if (at % 7 === 3)
        await tx.run`
          update product set status = ${['paused', 'discontinued', 'draft'][some(3)] ?? 'paused'}
          where tenant_id = ${tx.tenant} and id = (select product_id from sku
            where tenant_id = ${tx.tenant} and id = ${skuId}::uuid)`;
    }
    const [whole, first, second] = listings;
    await tx.run`update sku set type = 'bundle' where tenant_id = ${tx.tenant} and id = ${whole?.skuId}::uuid`;
    await tx.run`
      insert into bundle_item (tenant_id, id, bundle_sku_id, component_sku_id, qty, create_time)
      values (${tx.tenant}, gen_random_uuid(), ${whole?.skuId}::uuid, ${first?.skuId}::uuid, 2, ${tx.now}),
        (${tx.tenant}, gen_random_uuid(), ${whole?.skuId}::uuid, ${second?.skuId}::uuid, 1, ${tx.now})`;
    await tx.run`update channel_warehouse set share_pct = 70 where tenant_id = ${tx.tenant}
      and channel_code = '31843'`;
    await tx.run`
      insert into inventory_sync_rule (tenant_id, id, account_id, mode, safety_qty, pct, priority, status, create_time)
      values (${tx.tenant}, gen_random_uuid(), ${whole?.accountId}::uuid, 'normal', 3, 90, 50, 'enabled', ${tx.now})`;
  });
  const plan = await look(scene, (tx) => planStock(tx, scene.seller.accountId));
  const shown = await rowsOf({ accountId: scene.seller.accountId });
  const told = (row: { channelSku: string; channelWarehouseCode: string }, qty: number): string =>
    `${row.channelSku} ${row.channelWarehouseCode} ${qty}`;
  expect(shown.map((row) => told(row, row.wantedQty)).toSorted()).toEqual(
    plan.map((row) => told(row, row.qty)).toSorted(),
  );
  expect(new Set(plan.map(({ qty }) => qty)).size).toBeGreaterThan(8);
  // Where a query looks at figures, they are worked out for all rows together: the same ones.
  const ordered = await rowsOf({ accountId: scene.seller.accountId, column: 'wantedQty', order: 'asc' });
  expect(ordered.map(({ wantedQty }) => wantedQty)).toEqual(plan.map(({ qty }) => qty).toSorted((a, b) => a - b));
  const byPlace = (rows: readonly StockRow[]): StockRow[] =>
    rows.toSorted((a, b) => (told(a, 0) < told(b, 0) ? -1 : 1));
  expect(byPlace(ordered)).toEqual(byPlace(shown));
  const differing = plan.filter(
    (row) => row.qty !== row.previous || row.isInDoubt || row.discontinued !== row.wasDiscontinued,
  );
  expect(differing.length).toBeGreaterThan(8);
  expect(differing.length).toBeLessThan(plan.length);
  const gaps = await rowsOf({ accountId: scene.seller.accountId, gap: 'differs,never' });
  expect(gaps.map((row) => told(row, row.wantedQty)).toSorted()).toEqual(
    differing.map((row) => told(row, row.qty)).toSorted(),
  );
  // A push looks at the listings that differ alone, and at what all others show.
  const { rows, rest } = await look(scene, (tx) => planChanges(tx, scene.seller.accountId));
  const changed = new Set(differing.map(({ channelProductId }) => channelProductId));
  expect(rows.map((row) => told(row, row.qty)).toSorted()).toEqual(
    plan
      .filter(({ channelProductId }) => changed.has(channelProductId))
      .map((row) => told(row, row.qty))
      .toSorted(),
  );
  const others = plan.filter(({ channelProductId }) => !changed.has(channelProductId));
  expect(rest).toEqual({
    listed: others.filter(({ previous }) => Number(previous) > 0).length,
    units: others.reduce((sum, { previous }) => sum + Number(previous), 0),
  });
});
