import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop, pull } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { firstOf, must, startedShipment } from '#tests/lifecycles/one-of-each.ts';

/**
 * S21: the power goes between the channel's yes and our commit. The channel here carries out
 * every repeat, so that only our own care keeps effects single.
 */
let scene: TestApp;
let product: ServedProduct | undefined;

interface Order {
  id: string;
  po: string;
}
/** An order that is to be accepted, one to be registered and one to be sent off, the latter two packed. */
let accepted: Order;
let registered: Order & { shipment: string };
let sent: Order & { shipment: string };

beforeAll(async () => {
  scene = await startTestApp();
  await scene.sim('POST', '/config', { lenientRepeats: true });
  const admin = await scene.as('admin');
  await openShop(scene, admin);
  const [first, second, third] = (await sixBoxesEach(admin, 3)) as [Order, Order, Order];
  accepted = first;
  registered = { ...second, shipment: await packed(admin, second) };
  sent = { ...third, shipment: await packed(admin, third) };
  await must(admin.post(`/fulfilment/shipment/${sent.shipment}/register`, {}, keyed('early')));
  await scene.settled();
  await bringPickupForward(sent.shipment);
  await scene.stopApp();
  await powerOn();
}, 180_000);
afterAll(async () => {
  await cutPower();
  await scene.stop();
});

const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key });

/** So many orders of six boxes each, pulled and not touched. */
async function sixBoxesEach(admin: Client, n: number): Promise<Order[]> {
  const numbers: string[] = [];
  for (let seed = 4; seed < 4 + n; seed++) {
    const body = { scenario: 's3', seed };
    const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', body);
    numbers.push(poNumbers[0] as string);
  }
  await pull(scene, admin);
  return Promise.all(
    numbers.map(async (po) => {
      const { id } = await firstOf(admin, '/orders/salesOrder/list', { channelOrderNo: po });
      return { id, po };
    }),
  );
}

/** @returns the shipment of the order, with all of its boxes sealed */
async function packed(admin: Client, { id }: Order): Promise<string> {
  const shipment = await startedShipment(scene, admin, id);
  for (const move of ['pack', 'sealAll']) await must(admin.post(`/fulfilment/shipment/${shipment}/${move}`));
  return shipment;
}

/** The truck may be days away: it comes today. */
const bringPickupForward = (shipment: string): Promise<unknown> =>
  look(
    scene,
    (tx) => tx.run`update shipment set pickup_date = ${tx.now}
      where tenant_id = ${tx.tenant} and id = ${shipment}::uuid`,
  );

const powerOn = async (): Promise<void> => {
  product = await powerUp(scene);
};
const cutPower = async (): Promise<void> => product?.cutPower();
const call = <T>(method: 'GET' | 'POST', path: string, body?: unknown, key?: string) =>
  (product as ServedProduct).call<T>(method, path, body, key);

/** Asks again and again until it holds, for two minutes at most: no machine is that slow. */
async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  try {
    return await expect.poll(holds, { timeout: 120_000, interval: 50 }).toBe(true);
  } catch {
    // What it waits for says more than that it did not come.
  }
  const tasks = await call<{ records: Record<string, unknown>[] }>('GET', '/desk/delivery/list?status=!ok');
  const left = tasks.result.records.map((task) =>
    ['handler', 'aggregate', 'status', 'attempts', 'nextAt', 'lastError'].map((key) => task[key]).join(' | '),
  );
  throw new Error(`never happened: ${what}\n${left.join('\n')}`);
}

type Facts = Record<string, number>;

const factsOf = async (po: string): Promise<Facts> =>
  (await scene.sim<{ facts: Record<string, Facts> }>('GET', '/audit')).facts[po] ?? {};

async function orderOf(id: string): Promise<{ status: string; shipSync: string }> {
  const path = `/orders/salesOrder/queryById?id=${id}`;
  return (await call<{ status: string; shipSync: string }>('GET', path)).result;
}

const statusOf = async (shipment: string): Promise<string> =>
  (await call<{ status: string }>('GET', `/fulfilment/shipment/queryById?id=${shipment}`)).result.status;

/** How many there are of all that a list finds. */
const count = async (path: string): Promise<number> => (await call<{ total: number }>('GET', path)).result.total;
const orders = (): Promise<number> => count('/orders/salesOrder/list');
const openPulls = (): Promise<number> => count('/desk/delivery/list?handler=channels.pull&status=pending,running');

async function ask(path: string, key?: string): Promise<void> {
  const { success, message } = await call('POST', path, {}, key);
  expect(success, `${path}: ${message}`).toBe(true);
}

test('a pull goes on without gap or repeat, and accept, register and ship notice happen once', async () => {
  const before = await orders();
  const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', {
    scenario: 'bulk',
    n: 60,
    seed: 3,
  });
  const held = ['accept', 'register', 'shipment'].map((operation) => ({
    fault: 'timeout-after-commit',
    hang: true,
    match: { operation },
  }));
  const secondPage = { operation: 'getDropshipPurchaseOrders', nth: 2 };
  await scene.sim('POST', '/faults', {
    plan: [...held, { fault: 'timeout', hang: true, match: secondPage }],
  });
  await ask(`/channels/account/${scene.seller.accountId}/pull`);
  await ask(`/orders/salesOrder/${accepted.id}/accept`);
  await ask(`/fulfilment/shipment/${registered.shipment}/register`, 'reg');
  await ask(`/fulfilment/shipment/${sent.shipment}/ship`, 'ship');
  const happened = (order: Order, effect: string) => async (): Promise<boolean> =>
    (await factsOf(order.po))[effect] === 1;
  await until(async () => (await orders()) >= before + 20, 'the first page is saved');
  await until(happened(accepted, 'acceptEffects'), 'the channel has accepted');
  await until(happened(registered, 'registerEffects'), 'the channel has made labels');
  await until(happened(sent, 'noticeEffects'), 'the channel has the notice');
  // Of none of them anything is known here.
  expect((await orderOf(accepted.id)).status).toBe('accepted');
  expect(await statusOf(registered.shipment)).toBe('labelling');
  expect((await orderOf(sent.id)).shipSync).toBe('pending');
  await cutPower();
  await scene.sim('DELETE', '/faults');
  await powerOn();

  await until(async () => (await orders()) === before + poNumbers.length, 'all orders are there');
  // Who asks while it runs hears that it does.
  await until(async () => (await openPulls()) === 0, 'the pull has ended');
  await until(async () => (await orderOf(accepted.id)).status === 'ready', 'it is acknowledged');
  await until(async () => (await statusOf(registered.shipment)) === 'labelled', 'labels are here');
  await until(async () => (await orderOf(sent.id)).shipSync === 'ok', 'the notice is known');

  expect(await factsOf(accepted.po)).toMatchObject({ acceptEffects: 1 });
  expect(await factsOf(registered.po)).toMatchObject({ acceptEffects: 1, registerEffects: 1 });
  expect(await factsOf(sent.po)).toMatchObject({
    acceptEffects: 1,
    registerEffects: 1,
    noticeEffects: 1,
  });
  const audit = await scene.sim<{ violations: unknown[] }>('GET', '/audit');
  expect(audit.violations).toEqual([]);
  expect(await scene.violations()).toEqual([]);
}, 400_000);
