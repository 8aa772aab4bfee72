import { afterAll, beforeAll, expect, test } from 'vitest';
import { wayfair } from '#connectors/wayfair/index.ts';
import { ChannelError, type Connector, type OrderReading } from '#modules/channels/model/port.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, openShop, ordersOf, place, pull } from './shop.ts';

/** Open orders older than the days that every pull reads again. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STOOL = 'WB-DCH-BRAM-CTR';

let scene: TestApp;
let clerk: Client;

/** Numbers that the channel refuses, and all that are asked for with them. */
const refused = new Set<string>();
const strict: Connector = {
  ...wayfair,
  connect(...given) {
    const connection = wayfair.connect(...given);
    const getOrders = async (numbers: readonly string[]): Promise<OrderReading> => {
      if (numbers.some((one) => refused.has(one)))
        throw new ChannelError('validation', '查询订单', '渠道不接受查询：Invalid purchase order number');
      return connection.getOrders(numbers);
    };
    return { ...connection, getOrders };
  },
};

beforeAll(async () => {
  scene = await startTestApp({ start: { connectors: [strict] } });
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

/** Orders of weeks ago that still wait, taken in. */
async function oldOrders(count: number): Promise<string[]> {
  const now = (await look(scene, async (tx) => tx.now)).getTime();
  const made = await place(
    scene,
    Array.from({ length: count }, (_, i) => ({
      poDate: now - 20 * DAY + i * 60_000,
      warehouseId: '31842',
      lines: [{ partNumber: STOOL, quantity: 1 }],
      shipTo: { address1: `${100 + i} Old Mill Road` },
    })),
  );
  return made.map(({ poNumber }) => poNumber);
}

const cancelAtChannel = (po: string): Promise<unknown> =>
  scene.sim('POST', '/cancellations', { po, partNumber: STOOL, immediate: true });

const statusOf = async (po: string): Promise<string | undefined> =>
  (await ordersOf(clerk, { channelOrderNo: po }))[0]?.status;

/** Lists the channel answered since the log was cleared. */
async function listsRead(): Promise<number> {
  const { entries } = await scene.sim<{ entries: { operations?: string[] }[] }>('GET', '/log');
  return entries.filter((entry) => entry.operations?.includes('getDropshipPurchaseOrders')).length;
}

async function listsOf(work: () => Promise<unknown>): Promise<number> {
  await scene.sim('DELETE', '/log');
  await work();
  return listsRead();
}

test('an order that every pull shows is not asked for by number as well', async () => {
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: STOOL, quantity: 1 }] }]);
  await pull(scene, clerk);
  const alone = await listsOf(() => pull(scene, clerk));
  for (const hours of [2, 3, 1.5]) {
    await scene.pass(hours * HOUR);
    expect(await listsOf(() => pull(scene, clerk))).toBe(alone);
  }
  expect(await statusOf(made?.poNumber ?? '')).toBe('new');
});

test('an open order older than the rescan window is asked for by number, on a rhythm', async () => {
  covers('ours: open orders are read again');
  const [po, other] = (await oldOrders(2)) as [string, string];
  await pullFromStart();
  expect(await statusOf(po)).toBe('new');
  await cancelAtChannel(po);
  // Read a moment ago: not its turn yet.
  await scene.pass(HOUR);
  await pull(scene, clerk);
  expect(await statusOf(po)).toBe('new');
  await scene.pass(6 * HOUR);
  await pull(scene, clerk);
  expect(await statusOf(po)).toBe('cancelled');
  expect(await statusOf(other)).toBe('new');
  expect(await scene.violations()).toEqual([]);
});

test('one that cannot be read is set aside alone, and the others are read', async () => {
  const [bad, good] = (await oldOrders(2)) as [string, string];
  await pullFromStart();
  await cancelAtChannel(bad);
  await cancelAtChannel(good);
  await scene.pass(7 * HOUR);
  // The first row of every list.
  await fault(scene, {
    fault: 'null-field',
    field: 'price',
    match: { operation: 'getDropshipPurchaseOrders', times: 'always' },
  });
  const run = await pull(scene, clerk);
  await scene.sim('DELETE', '/faults');
  expect(run).toMatchObject({ status: 'partial' });
  expect([await statusOf(bad), await statusOf(good)]).toEqual(['new', 'cancelled']);
  // Its turn is over: the next pull does not ask for it again.
  const alone = await listsOf(() => pull(scene, clerk));
  await scene.pass(7 * HOUR);
  expect(await listsOf(() => pull(scene, clerk))).toBeGreaterThan(alone);
  expect(await statusOf(bad)).toBe('cancelled');
});

test('a pull asks for at most fifty of them, the longest unheard first, and the next for the rest', async () => {
  const many = await oldOrders(60);
  await pullFromStart();
  for (const po of many) await cancelAtChannel(po);
  await scene.pass(7 * HOUR);
  await scene.sim('DELETE', '/log');
  // Of one nobody knows when it was read.
  const last = many.at(-1) as string;
  await look(
    scene,
    (tx) => tx.run`update sales_order set channel_read_at = null
      where tenant_id = ${tx.tenant} and channel_order_no = ${last}`,
  );
  await pull(scene, clerk);
  expect(await statusOf(last)).toBe('cancelled');
  const cancelled = async (): Promise<number> => {
    const gone = await ordersOf(clerk, { tab: 'cancelled' });
    return gone.filter(({ channelOrderNo }) => many.includes(channelOrderNo)).length;
  };
  const first = await cancelled();
  expect(first).toBeGreaterThan(40);
  expect(first).toBeLessThanOrEqual(50);
  // Three pages of the pull itself, then two lists of numbers, each asked twice at most.
  expect(await listsRead()).toBeLessThanOrEqual(7);
  await pull(scene, clerk);
  expect(await cancelled()).toBe(60);
}, 180_000);

/** Late old orders lie before the cursor: a shop that is connected again reads from the beginning. */
async function pullFromStart(): Promise<void> {
  await look(scene, (tx) => tx.run`update channel_account set pull_cursor = null where tenant_id = ${tx.tenant}`);
  await pull(scene, clerk);
}

test('a number that the channel refuses keeps neither the others nor the rest of a pull waiting', async () => {
  const admin = await scene.as('admin');
  const { accountId } = scene.seller;
  const [odd, good] = (await oldOrders(2)) as [string, string];
  await pullFromStart();
  await cancelAtChannel(good);
  await admin.put('/base/channelAccount/edit', { id: accountId, acknowledgeMode: 'auto' });
  refused.add(odd);
  await scene.pass(7 * HOUR);
  const [fresh] = await place(scene, [
    { warehouseId: '31843', lines: [{ partNumber: 'WB-VAN-LIDO-24', quantity: 1 }] },
  ]);
  const run = await pull(scene, clerk);
  expect(run).toMatchObject({ status: 'partial', quarantined: 1 });
  expect(await statusOf(good)).toBe('cancelled');
  expect(await statusOf(fresh?.poNumber ?? '')).not.toBe('new');
  const aside = await look(
    scene,
    (tx) => tx.rows<{ channelOrderNo: string; reason: string }>`
      select channel_order_no, reason from quarantined_order
      where tenant_id = ${tx.tenant} and resolved_at is null`,
  );
  expect(aside).toMatchObject([
    { channelOrderNo: odd, reason: expect.stringContaining('Invalid purchase order number') },
  ]);
});

test('a channel that refuses every number stops its pull as before, and no acceptance with it', async () => {
  for (const number of await oldOrders(30)) refused.add(number);
  await pullFromStart();
  await scene.pass(7 * HOUR);
  const [fresh] = await place(scene, [
    { warehouseId: '31843', lines: [{ partNumber: 'WB-VAN-LIDO-24', quantity: 1 }] },
  ]);
  const run = await pull(scene, clerk);
  expect(run['status']).toBe('failed');
  expect(await statusOf(fresh?.poNumber ?? '')).not.toBe('new');
});
