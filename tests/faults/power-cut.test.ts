import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';

/**
 * S21: the power goes between the channel's yes and our commit. The channel here carries out
 * every repeat, so that only our own care keeps effects single.
 */
let scene: TestApp;
let product: ServedProduct | undefined;

beforeAll(async () => {
  scene = await startTestApp();
  await scene.sim('POST', '/config', { lenientRepeats: true });
  const clerk = await scene.as('yunying');
  const tested = await clerk.post(`/channels/account/${scene.seller.accountId}/test`);
  expect(tested.success, tested.message).toBe(true);
  await scene.settled();
  await scene.stopApp();
  await powerOn();
});
afterAll(async () => {
  await cutPower();
  await scene.stop();
});

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
  const tasks = await call<{ records: Record<string, unknown>[] }>(
    'GET',
    '/desk/delivery/list?status=!ok',
  );
  const left = tasks.result.records.map((task) =>
    ['handler', 'aggregate', 'status', 'attempts', 'nextAt', 'lastError']
      .map((key) => task[key])
      .join(' | '),
  );
  throw new Error(`never happened: ${what}\n${left.join('\n')}`);
}

type Facts = Record<string, number>;

const factsOf = async (po: string): Promise<Facts> =>
  (await scene.sim<{ facts: Record<string, Facts> }>('GET', '/audit')).facts[po] ?? {};

async function orderOf(po: string): Promise<{ id: string; status: string; shipSync: string }> {
  const page = await call<{ records: { id: string; status: string; shipSync: string }[] }>(
    'GET',
    `/orders/salesOrder/list?channelOrderNo=${po}`,
  );
  return page.result.records[0] ?? { id: '', status: '', shipSync: '' };
}

const holdAnswer = (operation: string): Promise<unknown> =>
  scene.sim('POST', '/faults', {
    plan: [{ fault: 'timeout-after-commit', hang: true, match: { operation } }],
  });

const openPulls = async (): Promise<number> =>
  (
    await call<{ total: number }>(
      'GET',
      '/desk/delivery/list?handler=channels.pull&status=pending,running',
    )
  ).result.total;

const pull = (): Promise<unknown> =>
  call('POST', `/channels/account/${scene.seller.accountId}/pull`, {});

test('a pull that is cut off goes on without gap or repeat', async () => {
  const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', {
    scenario: 'bulk',
    n: 60,
    seed: 3,
  });
  await scene.sim('POST', '/faults', {
    plan: [
      { fault: 'timeout', hang: true, match: { operation: 'getDropshipPurchaseOrders', nth: 2 } },
    ],
  });
  await pull();
  const count = async (): Promise<number> =>
    (await call<{ total: number }>('GET', '/orders/salesOrder/list')).result.total;
  await until(async () => (await count()) >= 20, 'the first page is saved');
  await cutPower();
  await scene.sim('DELETE', '/faults');
  await powerOn();
  await until(async () => (await count()) === poNumbers.length, 'all orders are there');
  // Who asks while it runs hears that it does.
  await until(async () => (await openPulls()) === 0, 'the pull has ended');
  expect(await scene.violations()).toEqual([]);
}, 400_000);

test('accept, register and ship notice happen once when the power goes after the yes', async () => {
  const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', {
    scenario: 's3',
    seed: 4,
  });
  const po = poNumbers[0] as string;
  await pull();
  await until(async () => (await orderOf(po)).id !== '', 'the order is pulled');
  const { id } = await orderOf(po);

  await holdAnswer('accept');
  expect((await call('POST', `/orders/salesOrder/${id}/accept`, {})).success).toBe(true);
  await until(async () => (await factsOf(po))['acceptEffects'] === 1, 'the channel has accepted');
  await cutPower();
  await powerOn();
  await until(async () => (await orderOf(po)).status === 'ready', 'the order is acknowledged');

  expect((await call('POST', `/orders/salesOrder/${id}/start`, {})).success).toBe(true);
  const shipments = await call<{ records: { id: string; status: string }[] }>(
    'GET',
    `/fulfilment/shipment/list?orderId=${id}`,
  );
  const shipment = shipments.result.records[0]?.id ?? '';
  const statusOf = async (): Promise<string> =>
    (await call<{ status: string }>('GET', `/fulfilment/shipment/queryById?id=${shipment}`)).result
      .status;
  await call('POST', `/fulfilment/shipment/${shipment}/pack`, {});
  await call('POST', `/fulfilment/shipment/${shipment}/sealAll`, {});
  await holdAnswer('register');
  expect((await call('POST', `/fulfilment/shipment/${shipment}/register`, {}, 'reg')).success).toBe(
    true,
  );
  await until(
    async () => (await factsOf(po))['registerEffects'] === 1,
    'the channel has made labels',
  );
  await cutPower();
  await powerOn();
  await until(async () => (await statusOf()) === 'labelled', 'the labels are here');

  await bringPickupForward(shipment);
  await holdAnswer('shipment');
  const shipped = await call('POST', `/fulfilment/shipment/${shipment}/ship`, {}, 'ship');
  expect(shipped.success, shipped.message).toBe(true);
  await until(async () => (await factsOf(po))['noticeEffects'] === 1, 'the channel has the notice');
  await cutPower();
  await powerOn();
  await until(async () => (await orderOf(po)).shipSync === 'ok', 'the notice is known to be sent');

  expect(await factsOf(po)).toMatchObject({
    acceptEffects: 1,
    registerEffects: 1,
    noticeEffects: 1,
  });
  const audit = await scene.sim<{ violations: unknown[] }>('GET', '/audit');
  expect(audit.violations).toEqual([]);
  expect(await scene.violations()).toEqual([]);
}, 400_000);

/** The truck may be days away, and another process cannot be made to let time pass: it comes today. */
async function bringPickupForward(shipment: string): Promise<void> {
  const client = new pg.Client(scene.connection as pg.ClientConfig);
  await client.connect();
  await client.query(`begin; select set_config('app.tenant', '1', true)`);
  await client.query('update shipment set pickup_date = $2 where tenant_id = 1 and id = $1', [
    shipment,
    scene.now(),
  ]);
  await client.query('commit');
  await client.end();
}
