import { afterAll, beforeAll, expect, test } from 'vitest';
import { wayfair } from '#connectors/wayfair/index.ts';
import { defineConnector } from '#modules/channels/model/connector.ts';
import { ChannelError, type IncomingOrder } from '#modules/channels/model/port.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, ordersOf, place, pull, type Page } from './shop.ts';

/** What a marketplace of these tests has heard. */
const rejected = new Map<string, string>();
let isAnswerLost = false;

type Wire = ReturnType<typeof wayfair.connect>;

const reported = (order: IncomingOrder): IncomingOrder =>
  rejected.has(order.channelOrderNo)
    ? { ...order, lines: order.lines.map((line) => ({ ...line, isCancelled: true })) }
    : order;

/** Orders come from the simulator; what else a channel offers, each of these says for itself. */
const about = {
  title: 'Acme',
  accountFields: wayfair.accountFields,
  origins: wayfair.origins ?? [],
  limits: { requestsPerSecond: 1000, stockBatch: 100 },
  carrierCodes: [],
  open: (...given: Parameters<typeof wayfair.connect>): Wire => wayfair.connect(...given),
};
const reading = {
  testAuth: (wire: Wire) => wire.testAuth(),
  pullOrders: (wire: Wire, cursor: string | null, page: string | null) => wire.pullOrders(cursor, page),
  getOrders: async (wire: Wire, numbers: readonly string[]) => {
    const { orders, unreadable } = await wire.getOrders(numbers);
    return { orders: orders.map(reported), unreadable };
  },
};
const byInterface = defineConnector({
  ...about,
  code: 'wayfair',
  operations: {
    ...reading,
    accept: async () => ({ status: 'done' }),
    confirmAccept: async () => ({ status: 'done', result: undefined }),
    async reject(_wire, channelOrderNo, reason) {
      rejected.set(channelOrderNo, reason);
      if (isAnswerLost) throw new ChannelError('unknown', '拒单', '未收到应答');
      return { status: 'done' };
    },
  },
});
const byHand = defineConnector({
  ...about,
  code: 'acme-by-hand',
  byHand: { accept: 'manual', reject: 'file', register: 'manual' },
  operations: reading,
});
const noOrders = defineConnector({
  ...about,
  code: 'acme-no-orders',
  operations: { testAuth: reading.testAuth },
});
const notAtAll = defineConnector({ ...about, code: 'acme-not-at-all', operations: reading });

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp({ start: { connectors: [byInterface, byHand, notAtAll, noOrders] } });
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

/** The shop of the demo seller speaks to another marketplace from now on. */
const speakTo = (code: string): Promise<unknown> =>
  look(
    scene,
    (tx) => tx.run`
      update channel_account set channel_code = ${code}
      where tenant_id = ${tx.tenant} and id = ${scene.seller.accountId}::uuid`,
  );

async function arrive(): Promise<{ id: string; po: string }> {
  const [made] = await place(scene, [
    { warehouseId: '31842', lines: [{ partNumber: 'WB-BED-HALDEN-QN', quantity: 1 }] },
  ]);
  const po = made?.poNumber as string;
  await pull(scene, clerk);
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  expect(order).toMatchObject({ status: 'new', holds: [] });
  return { id: order?.id as string, po };
}

const move = (name: string, id: string, body: object = {}) => clerk.post(`/orders/salesOrder/${id}/${name}`, body);

const read = async (id: string): Promise<Record<string, unknown>> =>
  (await clerk.get<Record<string, unknown>>('/orders/salesOrder/queryById', { id })).result;

interface Todo {
  key: string;
  title: string;
  count: number;
  path: string;
  query: Record<string, string>;
}

interface Task {
  id: string;
  aggregate: string;
  lastError: string;
  failure: string | null;
  failure_dictText: string | null;
}

/** What a to-do counts, and the tasks it leads to. */
async function todoOf(title: string): Promise<{ count: number; tasks: Task[] }> {
  const todos = (await clerk.get<Todo[]>('/desk/todo')).result;
  const todo = todos.find((one) => one.title === title);
  const listed = await clerk.get<Page<Task>>('/desk/delivery/list', {
    ...todo?.query,
    pageSize: '100',
  });
  expect(listed.result.total).toBe(todo?.count);
  return { count: todo?.count ?? 0, tasks: listed.result.records };
}

async function byHandTodo(): Promise<{ count: number; errors: string[] }> {
  const { count, tasks } = await todoOf('请到平台处理');
  return { count, errors: tasks.map((one) => one.lastError) };
}

test('by interface: the channel hears of it, and nothing is left to people', async () => {
  covers('ours: what a channel offers');
  await speakTo('wayfair');
  const { count } = await byHandTodo();
  const taken = await arrive();
  expect(await move('accept', taken.id)).toMatchObject({ status: 200 });
  await scene.settled();
  expect(await read(taken.id)).toMatchObject({ status: 'ready', acceptSync: 'ok' });
  const refused = await arrive();
  expect(await move('reject', refused.id, { reason: '停产' })).toMatchObject({ status: 200 });
  await scene.settled();
  expect(rejected.get(refused.po)).toBe('停产');
  expect(await read(refused.id)).toMatchObject({ status: 'rejected', cancelSync: 'ok' });
  expect((await byHandTodo()).count).toBe(count);
});

test('a rejection whose answer is lost is looked up, not sent again', async () => {
  await speakTo('wayfair');
  const { id, po } = await arrive();
  isAnswerLost = true;
  expect(await move('reject', id, { reason: '缺货' })).toMatchObject({ status: 200 });
  await scene.settled();
  isAnswerLost = false;
  expect(rejected.get(po)).toBe('缺货');
  expect(await read(id)).toMatchObject({ status: 'rejected', cancelSync: 'ok' });
});

test('by hand: our state changes and a to-do says what is to be done there', async () => {
  covers('ours: what a channel offers');
  await speakTo('acme-by-hand');
  const before = await byHandTodo();
  const taken = await arrive();
  expect(await move('accept', taken.id)).toMatchObject({ status: 200 });
  const refused = await arrive();
  expect(await move('reject', refused.id, { reason: '停产' })).toMatchObject({ status: 200 });
  await scene.settled();
  expect(await read(taken.id)).toMatchObject({ status: 'ready' });
  expect(await read(refused.id)).toMatchObject({ status: 'rejected', cancelSync: 'failed' });
  const after = await byHandTodo();
  expect(after.count).toBe(before.count + 2);
  expect(after.errors).toContain('请到平台处理：Acme 不支持接口接单');
  expect(after.errors).toContain(`请到平台处理：Acme 不支持接口拒单（PO ${refused.po}），需导入文件，处理后点重试核对`);
});

test('what waits stands in the order in which it costs: unknown orders, work by hand, failures', async () => {
  const titles = (await clerk.get<Todo[]>('/desk/todo')).result.map(({ title }) => title);
  const places = ['授权失效', '异常订单', '请到平台处理', '失败任务'];
  expect(titles.filter((title) => places.includes(title))).toEqual(places);
});

test('not at all: the move is refused with its reason, alone and in a batch, and changes nothing', async () => {
  covers('ours: what a channel offers');
  await speakTo('acme-not-at-all');
  const { id } = await arrive();
  const before = await read(id);
  for (const [name, title, answers] of [
    ['accept', '接单', {}],
    ['reject', '拒单', { reason: '停产' }],
  ] as const) {
    const message = `Acme 不提供“${title}”，不能进行此操作`;
    expect(await move(name, id, answers)).toMatchObject({ status: 422, success: false, message });
    for (const dryRun of [true, false]) {
      const body = { ids: [id], answers, dryRun };
      const batch = await clerk.post(`/orders/salesOrder/batch/${name}`, body);
      expect(batch.result).toMatchObject({ ok: 0, rows: [{ ok: false, message }] });
    }
  }
  await scene.settled();
  expect(await read(id)).toEqual(before);
});

test('a shop whose channel tells of no orders opens, and no pull of it goes on for ever', async () => {
  const admin = await scene.as('admin');
  const shop = `/base/channelAccount/${scene.seller.accountId}`;
  await must(admin.post(`${shop}/pause`));
  await speakTo('acme-no-orders');
  await must(admin.post(`${shop}/enable`));
  await openShop(scene, clerk);
  const request = await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
  expect(request).toMatchObject({ status: 422, message: 'Acme 不支持接口拉单，请到平台处理' });
  const runs = await clerk.get<Page<{ status: string; error: string }>>('/channels/pullRun/list');
  expect(runs.result.records[0]).toMatchObject({
    status: 'failed',
    error: 'Acme 不支持接口拉单，请到平台处理',
  });
  const running = await clerk.get<Page<unknown>>('/channels/pullRun/list', { status: 'running' });
  expect(running.result.total).toBe(0);
});

test('no channel waits for a manual order: it goes on where the channel offers nothing', async () => {
  await speakTo('acme-not-at-all');
  const { id } = await must(
    clerk.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      pinnedWarehouseId: scene.seller.warehouses[NEW_JERSEY],
      lines: [{ skuId: scene.seller.skus[STOOL], qty: 1, unitPrice: '79', channelSku: 'DIRECT' }],
    }),
  );
  await must(move('submit', id));
  await must(move('accept', id));
  await scene.settled();
  expect(await read(id)).toMatchObject({ status: 'ready', acceptSync: 'none' });
});

test('who sees neither orders nor shipments, or not the shop, hears nothing of its channel', async () => {
  await speakTo('acme-not-at-all');
  const admin = await scene.as('admin');
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'no_shop',
    realname: '无店铺',
    password: PASSWORD,
    roles: ['OPS'],
    departs: ['A01'],
    shops: [],
  });
  for (const who of [await personWith(scene, admin, []), await scene.as('no_shop')])
    expect(await must(who.get('/channels/unoffered'))).toEqual([]);
});

test('what is not offered is shown to pages, for shops their person may see', async () => {
  const request = async (): Promise<unknown> => (await clerk.get('/channels/unoffered')).result;
  const { accountId } = scene.seller;
  await speakTo('acme-not-at-all');
  expect(await request()).toMatchObject([{ accountId }]);
  const [{ needs }] = (await request()) as [{ needs: string[] }];
  expect(needs).toEqual(expect.arrayContaining(['accept', 'reject', 'register']));
  expect(needs).not.toContain('pullOrders');
  await speakTo('acme-by-hand');
  const [hand] = (await request()) as [{ needs: string[] }];
  expect(hand.needs).not.toEqual(expect.arrayContaining(['accept']));
});

test('labels: by hand the shipment says so and waits packed, not at all it is refused', async () => {
  covers('ours: what a channel offers');
  await speakTo('wayfair');
  const { id } = await arrive();
  await move('accept', id);
  await scene.settled();
  await move('start', id);
  const packer = await scene.as('cangku');
  const list = await packer.get<Page<{ id: string }>>('/fulfilment/shipment/list', { orderId: id });
  const shipment = list.result.records[0]?.id ?? '';
  const ship = (name: string) =>
    packer.post(`/fulfilment/shipment/${shipment}/${name}`, {}, { 'idempotency-key': `${name} ${Math.random()}` });
  for (const name of ['pack', 'sealAll']) expect(await ship(name)).toMatchObject({ status: 200 });
  await speakTo('acme-not-at-all');
  const message = 'Acme 不提供“申请面单”，不能进行此操作';
  expect(await ship('register')).toMatchObject({ status: 422, message });
  await speakTo('acme-by-hand');
  expect(await ship('register')).toMatchObject({ status: 200 });
  await scene.settled();
  const stored = await packer.get('/fulfilment/shipment/queryById', { id: shipment });
  expect(stored.result).toMatchObject({
    status: 'packed',
    labelError: expect.stringContaining('请到平台处理：Acme 不支持接口申请面单'),
  });
});

test('what is done by hand at the channel is no failed task, and both lists say which is which', async () => {
  covers('ours: what a channel offers');
  await speakTo('acme-by-hand');
  const failed = await todoOf('失败任务');
  const { id } = await arrive();
  await must(move('accept', id));
  await scene.settled();
  const { tasks } = await todoOf('请到平台处理');
  const task = tasks.find(({ aggregate }) => aggregate === id);
  expect(task).toMatchObject({ failure: 'byHand', failure_dictText: '请到平台处理' });
  expect((await todoOf('失败任务')).count).toBe(failed.count);
  // Nobody takes it up again before it is read: the last test of the file.
  await scene.app.worker.stop();
  await must((await scene.as('admin')).post(`/desk/delivery/${task?.id}/retry`));
  const read = async (): Promise<Task> =>
    (await clerk.get<Task>('/desk/delivery/queryById', { id: task?.id ?? '' })).result;
  expect(await read()).toMatchObject({ status: 'pending', failure: null });
});
