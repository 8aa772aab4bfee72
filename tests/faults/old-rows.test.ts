import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#kit/server/migrate.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';

/** Rows as an earlier version left them read as its successor means them. */

const dir = resolve(import.meta.dirname, '../../db/migrations');
const { admin, owner, template } = testCluster();
const database = `${template}_${randomBytes(5).toString('hex')}`;
const log = (): void => undefined;
let client: pg.Client;

beforeAll(async () => {
  await onServer(admin, async (root) => {
    await root.query(
      `create database ${database} owner waybill_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
    );
  });
  await migrate({ owner: { ...owner, database }, dir, log, upTo: '0060' });
  client = new pg.Client({ ...admin, database });
  await client.connect();
  // Rows alone are looked at: what they point to need not be there.
  await client.query('set session_replication_role = replica');
  await leaveOldRows();
  await migrate({ owner: { ...owner, database }, dir, log });
});
afterAll(async () => {
  await client?.end();
  await onServer(admin, async (root) => {
    await root.query(`drop database if exists ${database} with (force)`);
  });
});

const ID = '00000000-0000-7000-8000-000000000000';
const at = '2026-11-01T00:00:00Z';

/** Inserts a row of tenant 7 for each of these. */
async function insert(table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (const row of rows) {
    const values = { tenant_id: 7, create_time: at, ...row };
    const names = Object.keys(values);
    await client.query(
      `insert into ${table} (id, ${names.join()})
       values (gen_random_uuid(), ${names.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(values).map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ),
    );
  }
}

const read = async (query: string): Promise<unknown[][]> =>
  (await client.query({ text: query, rowMode: 'array' })).rows;

const LABELS = ['申请中', '已出单', '待人工', '失败', '自有运单', '已出库', null];
const FEEDS = [
  '定时',
  '授权恢复',
  '库存变动',
  '放行',
  '配对',
  '渠道产品变更',
  '规则变更',
  '产品状态',
  'SKU变更',
  '店铺变更',
  'yunying',
];

const FAILURES = [
  ['dead', '请到平台处理：Acme 不支持接口接单'],
  ['dead', '渠道服务异常（503），请到平台处理'],
  ['dead', null],
  ['pending', '请到平台处理：Acme 不支持接口接单'],
] as const;

const NOTHING: readonly string[] = [];
/** A line of health as it stood, and what it is made of now. */
const HEALTHS = [
  [null, null, null, null, NOTHING],
  ['正常', 'pulled', null, null, NOTHING],
  ['连接正常；未开通：接单、取消请求', 'connected', null, null, ['accept', 'cancellations']],
  ['拉单失败：查询订单：超时', 'pullFailed', null, '查询订单：超时', NOTHING],
  ['获取令牌失败：密钥不对：请更换', 'testFailed', '获取令牌', '密钥不对：请更换', NOTHING],
  ['查询订单：令牌无效', 'refused', '查询订单', '令牌无效', NOTHING],
  ['令牌无效', 'refused', null, '令牌无效', NOTHING],
] as const;

async function leaveOldRows(): Promise<void> {
  await insert(
    'sales_order',
    LABELS.map((label_status, n) => ({
      order_no: `SO${n}`,
      channel_order_no: `PO${n}`,
      account_id: ID,
      status: 'new',
      currency: 'USD',
      ordered_at: at,
      label_status,
    })),
  );
  await insert(
    'sales_order',
    ['平台', 'yunying', null].map((cancelled_by, n) => ({
      order_no: `XO${n}`,
      channel_order_no: `XP${n}`,
      account_id: ID,
      status: 'cancelled',
      currency: 'USD',
      ordered_at: at,
      cancelled_by,
    })),
  );
  await insert(
    'order_hold',
    ['与 PO3 收货地址和商品相同', '与 PO99 收货地址和商品相同', '手工挂起'].map((detail, n) => ({
      order_id: ID,
      opened_at: at,
      detail,
      resolution: String(n),
      type: n < 2 ? 'duplicate' : 'manual',
    })),
  );
  await insert(
    'channel_account',
    HEALTHS.map(([health], n) => ({
      code: `S${n}`,
      name: `店铺${n}`,
      channel_code: 'wayfair',
      health,
      environment: 'live',
      currency: 'USD',
    })),
  );
  await client.query(
    `insert into channel_capability (tenant_id, account_id, capability, reason, closed_at)
     select 7, id, capability, '', now() from channel_account,
       unnest(array['cancellations', 'accept']) as capability`,
  );
  const feeds = FEEDS.map((trigger) => ({ account_id: ID, trigger }));
  await insert('pull_run', feeds);
  await insert(
    'stock_push',
    feeds.map((feed) => ({ ...feed, status: 'done' })),
  );
  const task = (handler: string, payload: object, n: number) => ({
    event_id: ID,
    event: handler,
    handler,
    aggregate: ID,
    dedupe_key: `${handler} ${n}`,
    payload,
    next_at: at,
  });
  await insert('delivery', [
    task('channels.pull', { accountId: ID, trigger: 'yunying', runId: ID }, 1),
    task('channels.pull', { accountId: ID, trigger: '定时' }, 2),
    task('channels.pushStock', { accountId: ID, trigger: 'yunying', retryRefused: true }, 1),
    task('channels.pushStock', { accountId: ID, trigger: '库存变动' }, 2),
    task('channels.accept', { orderId: ID, trigger: '定时' }, 1),
  ]);
  await insert(
    'delivery',
    FAILURES.map(([status, last_error], n) => ({
      ...task('channels.takeBack', { orderId: ID }, n),
      status,
      last_error,
    })),
  );
  const query = (list_key: string, ...fields: string[]) => ({
    user_id: ID,
    list_key,
    name: '我的',
    match_type: 'and',
    conditions: fields.map((field) => ({ field, rule: 'eq', val: '1', type: 'string' })),
  });
  const request = (list_key: string, field: string, val: string) => ({
    ...query(list_key),
    name: `${field} ${val}`,
    conditions: [{ field, rule: 'eq', val, type: 'string' }],
  });
  await insert('saved_query', [
    query('sys:user', 'username', 'orgCodeTxt'),
    query('sys:role', 'roleCode', 'roleName', 'description'),
    query('sys:notice', 'titile', 'msgType', 'msgCategory', 'sendTime'),
    query('sys:receivedNotice', 'senderName', 'titile', 'msgCategory'),
    query('orders:salesOrder', 'titile'),
    query('system:log'),
    request('orders:salesOrder', 'cancelledBy', '平台'),
    request('orders:salesOrder', 'cancelledBy', 'yunying'),
    request('base:channelAccount', 'health', '连接正常'),
    request('base:channelAccount', 'health', '未授权'),
  ]);
}

test('how far labels are is a code', async () => {
  const codes = ['requested', 'ready', 'held', 'failed', 'own', 'shipped', null];
  expect(await read(`select label_status from sales_order where status = 'new' order by order_no`)).toEqual(
    codes.map((code) => [code]),
  );
});

const CODES = [
  'schedule',
  'authorized',
  'stock',
  'override',
  'mapping',
  'listing',
  'rule',
  'product',
  'sku',
  'shop',
  'manual',
];

test('what set off a pull or a push is a code, and who asked by hand a column', async () => {
  expect((await read('select trigger from pull_run')).flat().sort()).toEqual(CODES.toSorted());
  const pushes = await read('select trigger, asked_by from stock_push');
  expect(pushes.map(([trigger]) => trigger).sort()).toEqual(CODES.toSorted());
  expect(pushes.filter(([, requestedBy]) => requestedBy !== null)).toEqual([['manual', 'yunying']]);
});

test('tasks that wait are carried out by the codes', async () => {
  expect(
    await read(`select dedupe_key, payload from delivery
    where handler <> 'channels.takeBack' order by dedupe_key`),
  ).toEqual([
    ['channels.accept 1', { orderId: ID, trigger: '定时' }],
    ['channels.pull 1', { accountId: ID, trigger: 'manual', runId: ID }],
    ['channels.pull 2', { accountId: ID, trigger: 'schedule' }],
    ['channels.pushStock 1', { accountId: ID, trigger: 'manual', retryRefused: true, askedBy: 'yunying' }],
    ['channels.pushStock 2', { accountId: ID, trigger: 'stock' }],
  ]);
});

test('a code distinguishes what a person does at the channel from what failed', async () => {
  const tasks = await read(`select failure from delivery where handler = 'channels.takeBack' order by dedupe_key`);
  expect(tasks.flat()).toEqual(['byHand', 'failed', 'failed', null]);
});

test('which side cancelled is a code, and a name only of ours', async () => {
  expect(
    await read(`select cancelled_side, cancelled_by from sales_order
      where status = 'cancelled' order by order_no`),
  ).toEqual([
    ['channel', null],
    ['seller', 'yunying'],
    [null, null],
  ]);
});

test('the order that another one doubles is a link', async () => {
  expect(
    await read(`select o.channel_order_no from order_hold h
      left join sales_order o on o.tenant_id = h.tenant_id and o.id = h.other_order_id
      order by h.resolution`),
  ).toEqual([['PO3'], [null], [null]]);
});

test('how a shop stands is a code and what goes with it', async () => {
  expect(
    await read(`select health_code, health_step, health_reason, closed_capabilities
      from channel_account order by code`),
  ).toEqual(HEALTHS.map(([, ...now]) => now));
});

test('kept queries ask for the codes of what was a text', async () => {
  const stored = await read(`
    select list_key, conditions -> 0 ->> 'field', conditions -> 0 ->> 'val' from saved_query
    where conditions -> 0 ->> 'val' <> '1' order by 1, 2, 3`);
  expect(stored).toEqual([
    ['base:channelAccount', 'healthCode', 'connected'],
    ['base:channelAccount', 'healthReason', '未授权'],
    ['orders:salesOrder', 'cancelledBy', 'yunying'],
    ['orders:salesOrder', 'cancelledSide', 'channel'],
  ]);
});

test('kept queries follow their lists, condition by condition', async () => {
  const stored = await read(`
    select list_key, coalesce((select string_agg(one ->> 'field', ',' order by place)
      from jsonb_array_elements(conditions) with ordinality as list (one, place)), ''),
      (select count(*)::integer from jsonb_array_elements(conditions) as one where one ->> 'val' = '1')
    from saved_query where coalesce(conditions -> 0 ->> 'val', '1') = '1' order by 1`);
  expect(stored).toEqual([
    ['orders:salesOrder', 'titile', 1],
    ['system:announcement', 'title,audience,category,sendTime', 4],
    ['system:log', '', 0],
    ['system:receivedNotice', 'senderName,title,category', 3],
    ['system:role', 'code,name,description', 3],
    ['system:user', 'username,departNames', 2],
  ]);
});
