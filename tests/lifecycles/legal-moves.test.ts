import { afterAll, beforeAll, expect, test } from 'vitest';
import { lifecycles } from '#app/declarations.ts';
import { stepTitle, type Move } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { fault, look, openShop, pull, type AuditFacts, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { MadeMoves } from './made-moves.ts';
import {
  ADDRESS,
  firstOf,
  must,
  newOrder,
  NEW_JERSEY,
  startedShipment,
  STOOL,
} from './one-of-each.ts';

const CALIFORNIA = '31843';
const CHAIR = 'WB-DCH-HOLM-S2';
const CHAIRS = { lines: [{ partNumber: CHAIR, quantity: 2 }] };
const REASON = { reason: '核对后处理' };

let scene: TestApp;
let made: MadeMoves;
let admin: Client;
let clerk: Client;
let packer: Client;

const signIn = async (): Promise<void> => {
  admin = await scene.as('admin');
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
};
beforeAll(async () => {
  scene = await startTestApp();
  made = new MadeMoves(scene);
  await signIn();
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

type Answers = Record<string, unknown>;
const make = (who: Client, key: string, id: string, move: string, answers?: Answers) =>
  made.make(who, key, id, move, answers);
const order = (id: string, move: string, answers?: Answers): Promise<void> =>
  make(clerk, 'orders:salesOrder', id, move, answers);
const shipment = (id: string, move: string, answers?: Answers): Promise<void> =>
  make(packer, 'fulfilment:shipment', id, move, answers);
const stateOf = (key: string, id: string): Promise<string> => made.stateOf(admin, key, id);

test('an order goes all the way: judged, moved, packed box by box, shipped, delivered, completed', async () => {
  const { id } = await newOrder(scene, clerk, CHAIRS);
  await order(id, 'hold', REASON);
  await order(id, 'release', REASON);
  await order(id, 'remark', { kind: 'internal', content: '易碎' });
  await order(id, 'reallocate', { warehouseId: scene.seller.warehouses[CALIFORNIA] });
  await order(id, 'reallocate', { warehouseId: scene.seller.warehouses[NEW_JERSEY] });
  await order(id, 'correctAddress', ADDRESS);
  await order(id, 'accept');
  await order(id, 'start');
  const parcel = (await firstOf(packer, '/fulfilment/shipment/list', { orderId: id })).id;
  await shipment(parcel, 'pack');
  const boxes = await packer.get<Page<{ id: string }>>('/fulfilment/box/list', {
    shipmentId: parcel,
  });
  const sizes = { weightG: 19_000, lengthMm: 610, widthMm: 560, heightMm: 640 };
  for (const box of boxes.result.records) {
    await make(packer, 'fulfilment:box', box.id, 'measure', sizes);
    await make(packer, 'fulfilment:box', box.id, 'seal');
  }
  expect(await stateOf('fulfilment:shipment', parcel)).toBe('packed');
  await make(packer, 'fulfilment:box', boxes.result.records[0]?.id as string, 'reopen');
  expect(await stateOf('fulfilment:shipment', parcel)).toBe('packing');
  await shipment(parcel, 'sealAll');
  await shipment(parcel, 'reopen');
  await shipment(parcel, 'sealAll');
  await shipment(parcel, 'register');
  await scene.pass(3 * 86_400_000);
  await signIn();
  await shipment(parcel, 'ship');
  expect(await stateOf('orders:salesOrder', id)).toBe('shipped');
  await shipment(parcel, 'scan');
  await shipment(parcel, 'deliver');
  await order(id, 'deliver');
  await order(id, 'complete');
});

test('labels that fail are asked for again; a shipment that is given up frees its order', async () => {
  const { id } = await newOrder(scene, clerk, CHAIRS);
  const parcel = await startedShipment(scene, clerk, id);
  await shipment(parcel, 'pack');
  await shipment(parcel, 'sealAll');
  await fault(scene, {
    fault: 'graphql-error',
    message: 'Warehouse is closed',
    category: 'BAD_REQUEST',
    match: { operation: 'register', times: 1 },
  });
  await shipment(parcel, 'register');
  expect(await stateOf('fulfilment:shipment', parcel)).toBe('packed');
  await shipment(parcel, 'voidShipment', REASON);
  expect(await stateOf('orders:salesOrder', id)).toBe('ready');
  await order(id, 'start');
  const next = await firstOf(packer, '/fulfilment/shipment/list', {
    orderId: id,
    tab: 'packing',
  });
  await shipment(next.id, 'pack');
  const line = await look(
    scene,
    (tx) => tx.one<{ id: string }>`
      select id from order_line where tenant_id = ${tx.tenant} and order_id = ${id}::uuid`,
  );
  // One unit less: what was packed is packed again.
  await order(id, 'cancel', { ...REASON, lines: [{ lineId: line.id, qty: 1 }] });
  expect(await stateOf('fulfilment:shipment', next.id)).toBe('draft');
  await order(id, 'cancel', REASON);
  expect(await stateOf('orders:salesOrder', id)).toBe('cancelled');
});

test('what the channel changes on an order is taken over, or refused', async () => {
  const { id, po } = await newOrder(scene, clerk, CHAIRS);
  for (const [quantity, move] of [
    [3, 'applyChange'],
    [1, 'rejectChange'],
  ] as const) {
    await scene.sim('POST', `/orders/${po}`, { products: [{ from: 0, quantity }] });
    await pull(scene, clerk);
    await order(id, move, REASON);
  }
  await order(id, 'cancel', REASON);
});

test('a price is let pass, an order refused, one typed by hand submitted, another discarded', async () => {
  const cheap = await newOrder(scene, clerk, {
    lines: [{ partNumber: 'WB-DCH-HOLM-S2', quantity: 1, price: 12.5 }],
  });
  await make(await scene.as('caiwu'), 'orders:salesOrder', cheap.id, 'acceptPrice', REASON);
  await order(cheap.id, 'reject', REASON);
  const typed = async (): Promise<string> =>
    (
      await must(
        clerk.post<{ id: string }>('/orders/salesOrder/add', {
          accountId: scene.seller.accountId,
          ...ADDRESS,
          lines: [{ skuId: scene.seller.skus[CHAIR], qty: 1, unitPrice: '1' }],
        }),
      )
    ).id;
  const draft = await typed();
  await order(draft, 'submit');
  expect(await stateOf('orders:salesOrder', draft)).toBe('new');
  const mistake = await typed();
  await order(mistake, 'discard');
  expect(await stateOf('orders:salesOrder', mistake)).toBe('cancelled');
});

test('an order over two warehouses ships in parts', async () => {
  const shop = await firstOf<{ id: string; version: number }>(admin, '/base/channelAccount/list');
  await must(
    admin.put('/base/channelAccount/edit', {
      id: shop.id,
      version: shop.version,
      allowSplit: true,
      strategy: 'priority',
    }),
  );
  await scene.sim('POST', '/config', { requireRegister: false });
  const { id } = await newOrder(scene, clerk, {
    lines: [{ partNumber: STOOL, quantity: 10 }],
  });
  await order(id, 'accept');
  const method = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await order(id, 'start', { shipMethodId: method.id });
  const parts = await packer.get<Page<{ id: string }>>('/fulfilment/shipment/list', {
    orderId: id,
  });
  for (const [index, part] of parts.result.records.entries()) {
    await shipment(part.id, 'pack');
    await shipment(part.id, 'sealAll');
    await shipment(part.id, 'ownLabel', { carrierCode: 'OWN', trackingNo: `TRUCK-1${index}` });
    await shipment(part.id, 'retractLabel');
    expect(await stateOf('fulfilment:shipment', part.id)).toBe('packed');
    await shipment(part.id, 'ownLabel', { carrierCode: 'OWN', trackingNo: `TRUCK-2${index}` });
    await shipment(part.id, 'ship');
    expect(await stateOf('orders:salesOrder', id)).toBe(index === 0 ? 'partial' : 'shipped');
  }
});

test('goods that left under a number of our own are registered late', async () => {
  await scene.sim('POST', '/config', { requireRegister: true });
  const { id } = await newOrder(scene, clerk, CHAIRS);
  await order(id, 'accept');
  const method = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await order(id, 'start', { shipMethodId: method.id });
  const parcel = (await firstOf(packer, '/fulfilment/shipment/list', { orderId: id })).id;
  await shipment(parcel, 'pack');
  await shipment(parcel, 'sealAll');
  await shipment(parcel, 'ownLabel', { carrierCode: 'OWN', trackingNo: 'TRUCK-3' });
  await shipment(parcel, 'ship');
  await shipment(parcel, 'registerLate');
  expect(await stateOf('fulfilment:shipment', parcel)).toBe('shipped');
});

test('a product, an adjustment', async () => {
  const { id } = await firstOf(admin, '/catalog/product/list', { spuCode: STOOL });
  for (const move of ['pause', 'activate', 'discontinue', 'activate'])
    await make(admin, 'catalog:product', id, move);
  const add = async (unitCost: string): Promise<string> =>
    (
      await must(
        packer.post<{ id: string }>('/inventory/stockAdjustment/add', {
          kind: 'adjust',
          warehouseId: scene.seller.warehouses[NEW_JERSEY],
          lines: [{ skuId: scene.seller.skus[STOOL], condition: 'good', qty: 2, unitCost }],
          ...REASON,
        }),
      )
    ).id;
  const key = 'inventory:stockAdjustment';
  const dear = await add('900.00');
  await make(packer, key, dear, 'submit');
  await make(admin, key, dear, 'reject', REASON);
  await make(packer, key, dear, 'submit');
  await make(admin, key, dear, 'approve');
  await make(packer, key, await add('1.00'), 'cancel');
});

test('a request to cancel: agreed, turned down, not heard, decided without us', async () => {
  const key = 'channels:cancellationRequest';
  const asked = async (): Promise<string> => {
    const { po } = await newOrder(scene, clerk, CHAIRS);
    await scene.sim('POST', '/cancellations', { po, partNumber: 'WB-DCH-HOLM-S2', quantity: 1 });
    await pull(scene, clerk);
    return (await firstOf(clerk, '/channels/cancellationRequest/list', { channelOrderNo: po })).id;
  };
  const agreed = await asked();
  await fault(scene, {
    fault: 'transaction-error',
    message: 'Try again later',
    match: { operation: 'confirmLineItemCancellationRequest', times: 1 },
  });
  await make(clerk, key, agreed, 'confirm');
  expect(await stateOf(key, agreed)).toBe('pending');
  await make(clerk, key, agreed, 'confirm');
  await make(clerk, key, await asked(), 'reject', REASON);
  const late = await asked();
  await scene.pass(3 * 86_400_000);
  await signIn();
  await pull(scene, clerk);
  expect(await stateOf(key, late)).toBe('closed');
});

test('a feed that would empty the shop: signed for, made needless, refused whole', async () => {
  const products = await admin.get<Page<{ id: string }>>('/catalog/product/list', {
    status: 'active',
    pageSize: '200',
  });
  const ids = products.result.records.map(({ id }) => id);
  const all = async (move: 'pause' | 'activate'): Promise<void> => {
    await must(admin.post(`/catalog/product/batch/${move}`, { ids }));
    await scene.settled();
  };
  await all('pause');
  const held = await firstOf(admin, '/channels/stockPush/list');
  await make(admin, 'channels:stockPush', held.id, 'override', REASON);
  expect(await stateOf('channels:stockPush', held.id)).toBe('done');
  await all('activate');
  await all('pause');
  const needless = await firstOf(admin, '/channels/stockPush/list');
  await all('activate');
  expect(await stateOf('channels:stockPush', needless.id)).toBe('failed');
  await must(
    admin.post('/channels/channelProduct/add', {
      accountId: scene.seller.accountId,
      channelSku: 'NOT-LISTED-THERE',
      skuId: scene.seller.skus[STOOL],
    }),
  );
  await scene.settled();
  const refused = await firstOf(admin, '/channels/stockPush/list');
  expect(await stateOf('channels:stockPush', refused.id)).toBe('failed');
});

test('an order answered elsewhere: left to whoever answered it, then taken over', async () => {
  const { id, po } = await newOrder(scene, clerk, CHAIRS);
  await scene.sim('POST', '/elsewhere', { poNumber: po });
  await pull(scene, clerk);
  await order(id, 'archive', REASON);
  expect(await stateOf('orders:salesOrder', id)).toBe('history');
  await order(id, 'takeOver', REASON);
  expect(await stateOf('orders:salesOrder', id)).toBe('new');
});

test('a task: tried again, given up', async () => {
  const dead = async (): Promise<string> => {
    const { id } = await newOrder(scene, clerk, CHAIRS);
    await order(id, 'reject', REASON);
    return (
      await firstOf(admin, '/desk/delivery/list', {
        aggregate: id,
        handler: 'channels.takeBack',
        tab: 'dead',
      })
    ).id;
  };
  const task = await dead();
  await make(admin, 'desk:delivery', task, 'retry');
  expect(await stateOf('desk:delivery', task)).toBe('dead');
  await make(admin, 'desk:delivery', task, 'abandon', REASON);
});

test('a shop: paused, opened, refused by its channel, closed', async () => {
  const { accountId } = scene.seller;
  const shop = (move: string): Promise<void> => make(admin, 'base:channelAccount', accountId, move);
  await shop('pause');
  await shop('enable');
  await openShop(scene, admin);
  await scene.sim('POST', '/clients', {
    clientId: 'waybill-demo',
    disabled: true,
    revokeTokens: true,
  });
  await admin.post(`/channels/account/${accountId}/test`);
  expect(await stateOf('base:channelAccount', accountId)).toBe('expired');
  await scene.sim('POST', '/clients', { clientId: 'waybill-demo', disabled: false });
  await openShop(scene, admin);
  await shop('disable');
  expect(await scene.violations()).toEqual([]);
  const { violations } = await scene.sim<AuditFacts>('GET', '/audit');
  // The marketplace notes the emptied catalogue all the same: that one was signed for.
  expect(violations.filter(({ rule }) => rule !== 'push-zeroed-catalogue')).toEqual([]);
});

/** The queue is too busy for a history of every try: attempts and errors stand on the task. */
const WITHOUT_HISTORY = ['claim', 'finish', 'giveUp'].map((move) => `desk:delivery:${move}`);

test('every declared move was made above, and each by a person is in the history', async () => {
  const history = await made.history();
  const declared = lifecycles.flatMap((lifecycle) =>
    Object.entries(lifecycle.moves as Record<string, Move>).map(([name, move]) => ({
      key: `${resourceKey(lifecycle.of)}:${name}`,
      isForPeople: !move.system,
    })),
  );
  const missing = declared.filter(({ key, isForPeople }) =>
    isForPeople ? !made.counts.has(key) : !history.has(key) && !WITHOUT_HISTORY.includes(key),
  );
  expect(missing.map(({ key }) => key)).toEqual([]);
  for (const [key, n] of made.counts)
    expect(history.get(key)?.people ?? 0, key).toBeGreaterThanOrEqual(n);
});

test('whatever happened above is put in words, in the history and in the operation log', async () => {
  const steps = [...(await made.history()).keys()].map((key) => {
    const lifecycle = lifecycles.find(({ of }) => key.startsWith(`${resourceKey(of)}:`));
    return lifecycle ? stepTitle(lifecycle, key.split(':')[2] as string) : key;
  });
  expect(steps.filter((title) => !WORDS.test(title))).toEqual([]);
  // The account's session may have ended with the clock.
  await signIn();
  const logged = new Set<string>();
  for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo += 1) {
    const { result } = await admin.get<{ pages: number; records: { logContent: string }[] }>(
      '/sys/log/list',
      { logType: '2', pageSize: '500', pageNo: String(pageNo) },
    );
    for (const { logContent } of result.records) logged.add(logContent);
    pages = result.pages;
  }
  expect([...logged].filter((title) => !WORDS.test(title) || title.includes(':'))).toEqual([]);
  expect(logged).toContain('库存推送：发送');
});

const WORDS = /[\u4e00-\u9fff]/;
