import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { fault, look, openShop, ordersOf, place } from './shop.ts';

/** What the marketplace shows is what we mean it to show, whatever became of the calls between. */
const BED = 'WB-BED-HALDEN-QN';
const NEW_JERSEY = '31842';
let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface ShownStock {
  stock: Record<string, Record<string, { onHand: number }>>;
}

const shown = async (part: string): Promise<number | undefined> => {
  const { environments } = await scene.sim<{ environments: { production: ShownStock } }>('GET', '/state');
  return environments.production.stock[NEW_JERSEY]?.[part]?.onHand;
};

/** Work that is due now, and nothing later. */
async function carryOut(): Promise<void> {
  scene.app.worker.wake();
  await scene.app.worker.settled();
}

/** One unit sold: its push is due at the end of its five seconds, and carried out then. */
async function sell(part: string): Promise<string> {
  const [made] = await place(scene, [{ warehouseId: NEW_JERSEY, lines: [{ partNumber: part, quantity: 1 }] }]);
  await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
  await carryOut();
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  return order?.id as string;
}

test('a figure whose arrival is unknown is sent again, also where it is back at the old one', async () => {
  covers('ours: odd rows');
  const before = await shown(BED);
  await fault(scene, {
    fault: 'timeout-after-commit',
    match: { operation: 'inventory.save', times: 'always' },
  });
  const order = await sell(BED);
  await scene.pass(5_000);
  await carryOut();
  expect(await shown(BED), 'the channel has taken it').toBe((before as number) - 1);
  // Before anybody knows, the unit is back on the shelf.
  await clerk.post(`/orders/salesOrder/${order}/cancel`, { reason: '买家取消' });
  await scene.sim('DELETE', '/faults');
  await scene.settled();
  expect(await shown(BED)).toBe(before);
});

interface Believed {
  part: string;
  code: string;
  qty: number;
}

/** Rows of which the marketplace shows another quantity than we believe. */
async function strayed(): Promise<Believed[]> {
  const { environments } = await scene.sim<{ environments: { production: ShownStock } }>('GET', '/state');
  const { stock } = environments.production;
  const believed = await look(
    scene,
    (tx) => tx.rows<Believed>`
      select p.channel_sku as part, s.channel_warehouse_code as code, s.qty from channel_stock s
        join channel_product p on p.tenant_id = s.tenant_id and p.id = s.channel_product_id
      where s.tenant_id = ${tx.tenant}`,
  );
  return believed.filter(({ part, code, qty }) => (stock[code]?.[part]?.onHand ?? 0) !== qty);
}

const SAVE = 'inventory.save';

test('what was sent before a push broke off is read back with the rest, and stays in its record', async () => {
  // Two batches: the channel loses the first after taking it, and nobody hears of the second.
  await fault(
    scene,
    { fault: 'effect-dropped', match: { operation: SAVE, nth: 1 } },
    { fault: 'timeout-after-commit', match: { operation: SAVE, nth: 2 } },
  );
  const rule = { accountId: scene.seller.accountId, mode: 'normal', safetyQty: 0, pct: 90, priority: 5 };
  await must(clerk.post('/channels/inventorySyncRule/add', rule));
  await scene.settled();
  expect(await strayed()).toEqual([]);
  const { records } = await must(
    clerk.get<{ records: { status: string; items: number; ok: number }[] }>('/channels/stockPush/list', {
      pageSize: '1',
    }),
  );
  expect(records[0]?.items).toBeGreaterThan(100);
  expect(records[0]).toMatchObject({ status: 'done', ok: records[0]?.items });
  expect(await scene.violations()).toEqual([]);
});

test('a push that is given up half way sends what it had sent once more with the next', async () => {
  await scene.sim('DELETE', '/faults');
  await fault(
    scene,
    { fault: 'effect-dropped', match: { operation: SAVE, nth: 1 } },
    { fault: 'graphql-error', match: { operation: SAVE, nth: 2, times: 'always' }, category: 'PERMISSION_DENIED' },
  );
  const rule = { accountId: scene.seller.accountId, mode: 'normal', safetyQty: 0, pct: 80, priority: 4 };
  await must(clerk.post('/channels/inventorySyncRule/add', rule));
  await scene.settled();
  await scene.sim('DELETE', '/faults');
  await must(clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`));
  await scene.settled();
  expect(await strayed()).toEqual([]);
});

test('a channel that shows nothing of what it takes is left in peace between, said to people, and tried again', async () => {
  await fault(scene, { fault: 'effect-dropped', match: { operation: SAVE, times: 'always' } });
  await scene.sim('DELETE', '/log');
  await sell(BED);
  for (let at = 0; at < 20; at += 1) {
    await scene.pass(30_000);
    await carryOut();
  }
  const saves = async (): Promise<number> => {
    const { entries } = await scene.sim<{ entries: { operations: string[] }[] }>('GET', '/log');
    return entries.filter(({ operations }) => operations.includes(SAVE)).length;
  };
  expect(await saves()).toBe(4);
  const admin = await scene.as('admin');
  const todos = (await admin.get<{ key: string; count: number }[]>('/desk/todo')).result;
  expect(todos.find(({ key }) => key === 'feedFailed')?.count).toBe(1);
  // Another quantity goes at once.
  await sell(BED);
  await scene.pass(5_000);
  await carryOut();
  expect(await saves()).toBe(5);
  const wait = async (halfMinutes: number): Promise<void> => {
    for (let at = 0; at < halfMinutes; at += 1) {
      await scene.pass(30_000);
      await carryOut();
    }
  };
  await wait(10);
  expect(await saves()).toBe(8);
  await scene.sim('DELETE', '/faults');
  const differing = async (): Promise<number> =>
    (await must(clerk.get<{ total: number }>('/channels/channelStock/list', { gap: 'differs' }))).total;
  expect(await differing()).toBe(1);
  await wait(30);
  expect(await differing()).toBe(0);
  expect(await strayed()).toEqual([]);
});

interface Listed {
  channelProductId: string;
  channelWarehouseCode: string;
  shownQty: number | null;
}

/** Rows that the marketplace shows, by listing. */
async function onSale(): Promise<Map<string, Listed[]>> {
  const { records } = await must(
    clerk.get<{ records: Listed[] }>('/channels/channelStock/list', { pageSize: '500', gap: 'same' }),
  );
  return Map.groupBy(
    records.filter(({ shownQty }) => (shownQty ?? 0) > 0),
    ({ channelProductId }) => channelProductId,
  );
}

const lock = (channelProductIds: readonly string[]): Promise<unknown> =>
  must(clerk.post('/channels/channelStock/lock', { channelProductIds }));

interface Pushed {
  id: string;
  status: string;
  toZero: number;
}

const newest = async (): Promise<Pushed | undefined> =>
  (await must(clerk.get<{ records: Pushed[] }>('/channels/stockPush/list', { pageSize: '1' }))).records[0];

test('zeros of a push that was given up half way count as small steps of emptying the shop', async () => {
  await scene.settled();
  const listings = await onSale();
  const rows = [...listings.values()].flat();
  const some: string[] = [];
  // As many as go without a signature.
  let zeros = 0;
  for (const [id, own] of listings) {
    if ((zeros + own.length) * 5 > rows.length) break;
    zeros += own.length;
    some.push(id);
  }
  const rule = { accountId: scene.seller.accountId, mode: 'normal', safetyQty: 0, pct: 70, priority: 3 };
  await fault(scene, {
    fault: 'graphql-error',
    match: { operation: SAVE, nth: 2, times: 'always' },
    category: 'PERMISSION_DENIED',
  });
  await must(clerk.post('/channels/inventorySyncRule/add', rule));
  await lock(some);
  await scene.settled();
  expect(await newest()).toMatchObject({ status: 'failed', toZero: zeros });
  await scene.sim('DELETE', '/faults');
  await lock([...listings.keys()].slice(some.length, some.length + 2));
  await scene.settled();
  expect((await newest())?.status).toBe('blocked');
  await must(
    clerk.post('/channels/channelStock/unlock', { channelProductIds: [...listings.keys()].slice(0, some.length + 2) }),
  );
  await scene.settled();
  expect(await strayed()).toEqual([]);
});

test('a signature for a push that broke off covers no zeros beside those it was given for', async () => {
  const listings = [...(await onSale()).keys()];
  await lock(listings.slice(0, -3));
  await scene.settled();
  const blocked = await newest();
  expect(blocked?.status).toBe('blocked');
  expect(blocked?.toZero).toBeGreaterThan(100);
  await fault(scene, { fault: 'timeout', match: { operation: SAVE, nth: 2, times: 1 } });
  const admin = await scene.as('admin');
  await must(admin.post(`/channels/stockPush/${blocked?.id}/override`, { reason: '清仓' }));
  await carryOut();
  await lock(listings.slice(-3));
  await scene.settled();
  // The rest of it waits for another signature.
  expect(await newest()).toMatchObject({ id: blocked?.id, status: 'blocked' });
  await must(clerk.post('/channels/channelStock/unlock', { channelProductIds: listings }));
  await scene.settled();
  expect(await strayed()).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});

/** Lies in New Jersey alone. */
const SOFA = 'WB-SOF-MARLO-3S';

test('what may have arrived under a code is taken back there as well once its warehouse is closed', async () => {
  const admin = await scene.as('admin');
  const { records } = await must(clerk.get<{ records: Listed[] }>('/channels/channelStock/list', { channelSku: SOFA }));
  const body = { channelProductIds: [records[0]?.channelProductId] };
  await must(clerk.post('/channels/channelStock/lock', body));
  await scene.settled();
  expect(await shown(SOFA)).toBe(0);
  await fault(scene, { fault: 'timeout-after-commit', match: { operation: SAVE, times: 'always' } });
  await must(clerk.post('/channels/channelStock/unlock', body));
  await scene.pass(5_000);
  await carryOut();
  expect(await shown(SOFA), 'the channel has taken it').toBeGreaterThan(0);
  const link = await must(
    admin.get<{ records: { warehouseId: string }[] }>('/base/channelWarehouse/list', { channelCode: NEW_JERSEY }),
  );
  await must(admin.put('/base/warehouse/edit', { id: link.records[0]?.warehouseId, status: 'disabled' }));
  await scene.sim('DELETE', '/faults');
  await scene.settled();
  const waiting = await newest();
  expect(waiting?.status).toBe('blocked');
  await must(admin.post(`/channels/stockPush/${waiting?.id}/override`, { reason: '关仓' }));
  await scene.settled();
  expect(await shown(SOFA)).toBe(0);
  expect(await strayed()).toEqual([]);
});

test('what an attempt left on its way when it died goes out once more, though nothing of it has changed', async () => {
  await scene.sim('DELETE', '/faults');
  await scene.settled();
  const [row] = await look(
    scene,
    (tx) => tx.rows<{ id: string; code: string }>`
      select s.channel_product_id as id, s.channel_warehouse_code as code from channel_stock s
        join channel_product p on p.tenant_id = s.tenant_id and p.id = s.channel_product_id
      where s.tenant_id = ${tx.tenant} and s.qty > 0 and not s.in_doubt and p.account_id = ${scene.seller.accountId}::uuid
        and p.status = 'live' and p.map_status = 'mapped'
      order by p.channel_sku limit 1`,
  );
  await look(
    scene,
    (tx) => tx.run`
      insert into stock_push (tenant_id, id, account_id, trigger, status, items, in_flight, create_by, create_time)
      values (${tx.tenant}, ${newId()}, ${scene.seller.accountId}::uuid, 'manual', 'queued', 1,
        ${JSON.stringify([[row?.id, row?.code]])}::jsonb, 'system', ${tx.now})`,
  );
  const before = (await strayed()).length;
  await must(clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`));
  await scene.settled();
  const { records } = await must(
    clerk.get<{ records: { id: string; status: string; items: number }[] }>('/channels/stockPush/list', {
      pageSize: '1',
    }),
  );
  expect(records[0]).toMatchObject({ status: 'done', items: 1 });
  const { lines } = await must(
    clerk.get<{ lines: { stockPushItem: { channelProductId: string; channelWarehouseCode: string }[] } }>(
      '/channels/stockPush/queryById',
      { id: records[0]?.id ?? '' },
    ),
  );
  expect(lines.stockPushItem).toMatchObject([{ channelProductId: row?.id, channelWarehouseCode: row?.code }]);
  expect(await strayed()).toHaveLength(before);
});
