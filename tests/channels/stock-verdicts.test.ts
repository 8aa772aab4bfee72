import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, openShop, place, pull, type Page } from './shop.ts';

const PART = 'WB-VAN-LIDO-24';
const OTHER = 'WB-DCH-BRAM-CTR';
let scene: TestApp;
let clerk: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
});
beforeEach(async () => {
  await scene.sim('DELETE', '/faults');
  // What an earlier test closed is open again.
  await clerk.post(`/channels/account/${scene.seller.accountId}/test`);
  await scene.settled();
});
afterAll(() => scene.stop());

interface Item {
  channelProductId_dictText: string;
  status: string;
  error: string | null;
  qty: number;
  readBackQty: number | null;
}
interface Push {
  id: string;
  status: string;
  items: number;
  lines: Item[];
}

/** Sells one unit of each part, and waits for the push that tells of it. */
async function pushAfterSale(...parts: string[]): Promise<Push> {
  await place(
    scene,
    parts.map((partNumber) => ({ warehouseId: '31842', lines: [{ partNumber, quantity: 1 }] })),
  );
  await pull(scene, clerk);
  const list = await clerk.get<Page<Push>>('/channels/stockPush/list', { pageSize: '1' });
  const [push] = list.result.records;
  const detail = await clerk.get<{ lines: { stockPushItem: Item[] } }>('/channels/stockPush/queryById', {
    id: push?.id as string,
  });
  return { ...(push as Push), lines: detail.result.lines.stockPushItem };
}

const health = async (): Promise<string> =>
  (
    await admin.get<{ health: string }>('/base/channelAccount/queryById', {
      id: scene.seller.accountId,
    })
  ).result.health;

const savesIn = async (): Promise<number> => {
  const { entries } = await scene.sim<{ entries: { operations: string[] }[] }>('GET', '/log');
  return entries.filter(({ operations }) => operations.includes('inventory.save')).length;
};

test('a push is read back from the orders host', async () => {
  covers('ours: odd rows');
  const push = await pushAfterSale(PART);
  expect(push.status).toBe('done');
  expect(push.lines).toMatchObject([{ status: 'verified', readBackQty: push.lines[0]?.qty }]);
});

test('what differs and has changed since is not sent once more as it was', async () => {
  const sell = async () => {
    await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: PART, quantity: 1 }] }]);
    await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
    await scene.app.worker.settled();
  };
  await fault(scene, { fault: 'effect-dropped', match: { operation: 'inventory.save', times: 1 } });
  await sell();
  // What is sent together goes out at the end of its five seconds, and is read back ten later.
  await scene.pass(5000);
  scene.app.worker.wake();
  await scene.app.worker.settled();
  await sell();
  await scene.sim('DELETE', '/log');
  await scene.settled();
  expect(await savesIn(), 'the new quantity alone').toBeLessThanOrEqual(1);
  const list = await clerk.get<Page<Push>>('/channels/stockPush/list', { pageSize: '1' });
  expect(list.result.records).toMatchObject([{ status: 'done' }]);
});

test('where stock cannot be read back the write itself tells; a fault of that is no failure', async () => {
  await fault(scene, { fault: 'no-inventory-query', match: { times: 'always' } });
  const reported = await pushAfterSale(PART);
  expect(reported.status).toBe('done');
  expect(reported.lines).toMatchObject([{ status: 'verified', readBackQty: null }]);
  expect(await health()).toContain('未开通：库存回读');
  await fault(scene, { fault: 'no-transactions-query', match: { times: 'always' } });
  const unknown = await pushAfterSale(PART);
  expect(unknown.status).toBe('unverified');
  expect(unknown.lines).toMatchObject([{ status: 'unverified', error: null }]);
  expect(await health()).toContain('未开通：库存回读、处理结果查询');
  const listed = await clerk.get<Page<Push & { status_dictText: string }>>('/channels/stockPush/list', {
    tab: 'done',
    pageSize: '1',
  });
  expect(listed.result.records[0]).toMatchObject({ id: unknown.id, status_dictText: '未核实' });
  const todo = await admin.get<{ key: string; count: number }[]>('/desk/todo');
  expect(todo.result.filter(({ key, count }) => /feed|push/i.test(key) && count > 0)).toEqual([]);
});

test('a row refused by its key stands alone: the others are settled, and not sent again', async () => {
  await scene.sim('DELETE', '/log');
  await fault(
    scene,
    { fault: 'row-refused', value: PART, match: { operation: 'inventory.save', times: 1 } },
    { fault: 'null-errors', match: { operation: 'inventory.save', times: 1 } },
  );
  const push = await pushAfterSale(PART, OTHER);
  expect(push.status).toBe('partial');
  expect(new Map(push.lines.map((line) => [line.channelProductId_dictText, line.status]))).toEqual(
    new Map([
      [PART, 'rejected'],
      [OTHER, 'verified'],
    ]),
  );
  const refused = push.lines.find(({ status }) => status === 'rejected');
  expect(refused?.error).toBe('渠道没有该商品编号（原文：Unknown supplier part number）');
  expect(await savesIn()).toBe(1);
});

test('a push by hand sends refused rows again, also where another push waits', async () => {
  const rule = await clerk.post('/channels/inventorySyncRule/add', {
    accountId: scene.seller.accountId,
    skuId: scene.seller.skus['WB-BED-HALDEN-QN'],
    mode: 'normal',
    safetyQty: 0,
    pct: 50,
    priority: 1,
  });
  expect(rule.success, rule.message).toBe(true);
  await clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`);
  await scene.settled();
  const states = await look(
    scene,
    (tx) => tx.rows<{ status: string }>`
      select i.status from stock_push_item i
        join channel_product p on p.tenant_id = i.tenant_id and p.id = i.channel_product_id
      where i.tenant_id = ${tx.tenant} and p.channel_sku = ${PART} order by i.id`,
  );
  expect(states.slice(-2)).toEqual([{ status: 'rejected' }, { status: 'verified' }]);
});

test('an odd position is set aside; its row is verified by the write, the others are read', async () => {
  await fault(
    scene,
    { fault: 'odd-row', match: { operation: 'inventory', times: 'always' } },
    { fault: 'text-quantity', match: { operation: 'inventory', times: 'always' } },
  );
  const push = await pushAfterSale(OTHER);
  expect(push).toMatchObject({ status: 'done', error: null });
  const aside = await look(
    scene,
    (tx) => tx.rows<{ kind: string; channelOrderNo: string }>`
      select kind, channel_order_no from quarantined_order
      where tenant_id = ${tx.tenant} and kind = 'stock' order by channel_order_no`,
  );
  expect(aside.map((row) => row.channelOrderNo)).toContain('ODD-1');
});
