import { afterEach, expect, test } from 'vitest';
import { overheard, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';
import { wholePull, type Pulled } from './fixtures/whole-pull.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIST = { operation: 'getDropshipPurchaseOrders' };

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

const pull = (cursor: string | null = null, connection = channel.connection): Promise<Pulled> =>
  wholePull(connection, cursor);

const withoutRescan = (settings: Record<string, string> = {}) =>
  channel.connect({ settings: { ...channel.account.settings, rescanDays: '0', ...settings } });

const numbers = (orders: readonly { channelOrderNo: string }[]): string[] =>
  orders.map(({ channelOrderNo }) => channelOrderNo);

test('a pull brings every unanswered order once although rows repeat across page edges', async () => {
  channel = await simulatedChannel('live', { scenario: 's2' });
  const { orders, unreadable } = await pull(null, withoutRescan());
  expect(unreadable).toEqual([]);
  expect(orders.length).toBe(28);
  expect(new Set(numbers(orders)).size).toBe(28);
  const { facts } = await channel.audit();
  expect(new Set(Object.keys(facts).filter((po) => facts[po]?.environment === 'production'))).toEqual(
    new Set(numbers(orders)),
  );
});

test('the re-scan shows the same orders with the same hash, and changes with another', async () => {
  channel = await simulatedChannel();
  const [made] = await channel.orders([
    { lines: [{ partNumber: 'WB-CTB-ARDEN-RD', quantity: 3 }] },
    { lines: [{ partNumber: 'WB-CTB-ARDEN-RD', quantity: 1 }] },
  ]);
  const first = await pull();
  const hashes = Map.groupBy(first.orders, ({ channelOrderNo }) => channelOrderNo);
  expect(hashes.size).toBe(2);
  for (const seen of hashes.values()) {
    expect(new Set(seen.map(({ payloadHash }) => payloadHash)).size).toBe(1);
  }
  await channel.door('POST', '/cancellations', {
    poNumber: made?.poNumber,
    partNumber: 'WB-CTB-ARDEN-RD',
    immediate: true,
  });
  await channel.advance(DAY);
  const second = await pull(first.cursor);
  const changed = second.orders.find(({ channelOrderNo }) => channelOrderNo === made?.poNumber);
  expect(changed?.lines[0]?.isCancelled).toBe(true);
  expect(changed?.payloadHash).not.toBe(hashes.get(made?.poNumber ?? '')?.[0]?.payloadHash);
});

test('a pull goes on from its cursor: nothing missed, nothing old from the queue', async () => {
  channel = await simulatedChannel();
  await channel.orders([{}, {}]);
  const first = await pull(null, withoutRescan());
  await channel.advance(HOUR);
  const later = await channel.orders([{}, {}, {}]);
  const second = await pull(first.cursor, withoutRescan());
  const fresh = numbers(second.orders).filter((po) => !numbers(first.orders).includes(po));
  expect(new Set(fresh)).toEqual(new Set(later.map(({ poNumber }) => poNumber)));
  expect(JSON.parse(second.cursor)).toMatchObject({ newest: channel.now().toISOString() });
});

test('an order that the channel held back shows with its old date, and comes within a day', async () => {
  channel = await simulatedChannel();
  await channel.orders([{}]);
  const first = await pull();
  const [late] = await channel.orders([{ poDate: channel.now().getTime() - 10 * DAY }]);
  await channel.advance(DAY - HOUR);
  const second = await pull(first.cursor);
  expect(numbers(second.orders)).not.toContain(late?.poNumber);
  await channel.advance(HOUR);
  const third = await pull(second.cursor);
  expect(numbers(third.orders)).toContain(late?.poNumber);
  // Not with every pull: what nobody will ever answer would be read for ever.
  expect(numbers((await pull(third.cursor)).orders)).not.toContain(late?.poNumber);
});

test('a pull that breaks off is repeated from the cursor of its last whole page', async () => {
  channel = await simulatedChannel();
  const now = channel.now().getTime();
  const made = await channel.orders(Array.from({ length: 60 }, (_, i) => ({ poDate: now - (60 - i) * HOUR })));
  const connection = withoutRescan();
  const page = await connection.pullOrders(null, null);
  await channel.fault({ fault: '503', match: LIST });
  await expect(connection.pullOrders(null, page.next)).rejects.toMatchObject({ kind: 'transient' });
  const rest = await pull(page.cursor, connection);
  const all = new Set([...numbers(page.orders), ...numbers(rest.orders)]);
  expect(all).toEqual(new Set(made.map(({ poNumber }) => poNumber)));
});

test('equal timestamps across a page edge lose and double nothing', async () => {
  channel = await simulatedChannel();
  const now = channel.now().getTime();
  const made = await channel.orders(Array.from({ length: 90 }, (_, i) => ({ poDate: now - (90 - i) * 60_000 })));
  // From here on about twenty orders share each instant.
  await channel.fault({ fault: 'equal-timestamps', granularityMs: 20 * 60_000, match: LIST });
  const { orders } = await pull(null, withoutRescan());
  expect(numbers(orders).length).toBe(90);
  expect(new Set(numbers(orders))).toEqual(new Set(made.map(({ poNumber }) => poNumber)));
});

test('an instant with more orders than a page: the limit is raised', async () => {
  channel = await simulatedChannel('live', { settings: { limitCap: 2000 } });
  const poDate = channel.now().getTime() - HOUR;
  await channel.orders(Array.from({ length: 70 }, () => ({ poDate })));
  const { orders, cursor } = await pull(null, withoutRescan());
  expect(new Set(numbers(orders)).size).toBe(70);
  expect(JSON.parse(cursor)).toMatchObject({ newest: new Date(poDate).toISOString() });
});

test('where the channel cuts such a page, the rest comes once the first are answered', async () => {
  channel = await simulatedChannel();
  const crowded = channel.now().getTime() - 2 * HOUR;
  await channel.orders(Array.from({ length: 30 }, () => ({ poDate: crowded })));
  const [later] = await channel.orders([{}]);
  const connection = withoutRescan();
  const first = await pull(null, connection);
  expect(first.orders.length).toBe(26);
  expect(numbers(first.orders)).toContain(later?.poNumber);
  for (const order of first.orders) {
    await connection.accept({
      channelOrderNo: order.channelOrderNo,
      shipSpeed: order.shipSpeed ?? '',
      lines: order.lines.map(({ channelSku, qty, unitPrice }) => ({
        channelSku,
        qty,
        unitPrice,
        estShipDate: new Date(channel.now().getTime() + DAY),
      })),
    });
  }
  await channel.advance(1000);
  const second = await pull(first.cursor, connection);
  expect(second.orders.length).toBe(5);
  expect(numbers(second.orders).some((po) => numbers(first.orders).includes(po))).toBe(false);
});

test('rows out of order, doubled, with text money, unknown enums and new fields are read all the same', async () => {
  channel = await simulatedChannel();
  const now = channel.now().getTime();
  const clean = await channel.orders(Array.from({ length: 40 }, (_, i) => ({ poDate: now - (40 - i) * HOUR })));
  const before = await pull(null, withoutRescan());
  await channel.fault(
    ...(['out-of-order', 'duplicate-rows', 'string-money', 'new-field'] as const).map((fault) => ({
      fault,
      match: { ...LIST, times: 'always' as const },
    })),
  );
  const after = await pull(null, withoutRescan());
  expect(new Set(numbers(after.orders)).size).toBe(clean.length);
  expect(after.orders.length).toBe(clean.length);
  const hash = new Map(before.orders.map((order) => [order.channelOrderNo, order.payloadHash]));
  for (const order of after.orders) expect(order.payloadHash).toBe(hash.get(order.channelOrderNo));
});

test('a row that cannot be read is kept with its reason and holds nothing up', async () => {
  channel = await simulatedChannel();
  await channel.orders([{}, {}, {}]);
  await channel.fault({ fault: 'missing-field', field: 'price', match: LIST });
  const connection = withoutRescan();
  const { orders, unreadable, cursor } = await pull(null, connection);
  expect(orders.length).toBe(2);
  expect(unreadable).toMatchObject([{ reason: 'products[0].price 缺失' }]);
  expect(unreadable[0]?.channelOrderNo).toMatch(/^[A-Z]{2}\d+$/);
  // The next pull reads it whole.
  expect((await pull(cursor, connection)).orders.length).toBe(3);
});

test('an unknown enum stays as text', async () => {
  channel = await simulatedChannel();
  await channel.orders([{}]);
  await channel.fault({ fault: 'unknown-enum', field: 'shipSpeed', match: LIST });
  const { orders } = await pull(null, withoutRescan());
  expect(orders[0]?.shipSpeed).toBe('HYPERLOOP_DELIVERY');
});

test('a token that expires in mid-pull is fetched again, once', async () => {
  channel = await simulatedChannel();
  const now = channel.now().getTime();
  await channel.orders(Array.from({ length: 60 }, (_, i) => ({ poDate: now - (60 - i) * HOUR })));
  await channel.fault({ fault: 'token-expiry', match: { ...LIST, nth: 2 } });
  const { orders } = await pull(null, withoutRescan());
  expect(new Set(numbers(orders)).size).toBe(60);
  const log = await channel.log();
  expect(log.filter(({ operations }) => operations.includes('token')).length).toBe(2);
});

test('429 carries the wait, with and without Retry-After', async () => {
  channel = await simulatedChannel();
  await channel.fault({ fault: '429', retryAfterSeconds: 17, match: LIST });
  await expect(channel.connection.pullOrders(null, null)).rejects.toMatchObject({
    kind: 'rate',
    retryAfterMs: 17_000,
    operation: '拉取待接单订单',
  });
  await channel.fault({ fault: '429-no-retry-after', match: LIST });
  await expect(channel.connection.pullOrders(null, null)).rejects.toMatchObject({
    kind: 'rate',
    retryAfterMs: undefined,
  });
  expect((await channel.connection.pullOrders(null, null)).orders).toEqual([]);
});

test.each([
  [{ fault: 'truncated-json' }, 'transient'],
  [{ fault: 'reset-mid-body' }, 'transient'],
  [{ fault: 'timeout' }, 'transient'],
  [{ fault: 'text-body' }, 'transient'],
  [{ fault: 'text-body', status: 500 }, 'transient'],
  [{ fault: '500' }, 'transient'],
  [{ fault: 'graphql-error', message: 'Bad input' }, 'validation'],
  [{ fault: 'graphql-error', category: 'PERMISSION_DENIED' }, 'denied'],
  [{ fault: 'access-denied' }, 'validation'],
  [{ fault: 'text-body', message: 'Authorization failed.', match: { times: 2 } }, 'auth'],
] as const)('%j makes a pull fail as %s and the next one work', async (fault, kind) => {
  channel = await simulatedChannel();
  await channel.orders([{}, {}]);
  const match = { ...LIST, ...('match' in fault ? fault.match : {}) };
  await channel.fault({ ...fault, match });
  await expect(channel.connection.pullOrders(null, null)).rejects.toMatchObject({
    name: 'ChannelError',
    kind,
  });
  expect(numbers((await channel.connection.pullOrders(null, null)).orders).length).toBe(2);
});

test('a field that is kept from the application is absent, and spoils only orders that need it', async () => {
  channel = await simulatedChannel();
  await channel.orders([{}, {}]);
  const withField = (field: string) => channel.fault({ fault: 'permission-denied', field, match: LIST });
  await withField('billingInfo');
  expect((await channel.connection.pullOrders(null, null)).orders.length).toBe(2);
  await withField('products');
  const page = await channel.connection.pullOrders(null, null);
  expect([page.orders.length, page.unreadable.length]).toEqual([0, 2]);
  expect(page.unreadable[0]?.reason).toContain('products');
  // Whether a line is cancelled must be known: absent it would read as live.
  const { connection } = overheard(channel, 'getDropshipPurchaseOrders', (answer) => {
    const rows = answer.data.getDropshipPurchaseOrders as { products: object[] }[];
    answer.errors = rows.map(({ products }, index) => {
      Object.assign(products[0] ?? {}, { isCancelled: null });
      const path = ['getDropshipPurchaseOrders', index, 'products', 0, 'isCancelled'];
      return { message: 'denied', path, extensions: { category: 'PERMISSION_DENIED' } };
    });
  });
  const blind = await connection.pullOrders(null, null);
  expect([blind.orders.length, blind.unreadable.length]).toEqual([0, 2]);
});

test('the sandbox is asked without the field it does not know', async () => {
  channel = await simulatedChannel('sandbox');
  const { orders, unreadable } = await pull(null, withoutRescan());
  expect(orders.length).toBe(25);
  expect(unreadable).toEqual([]);
  // Asked as a live account the same host fails the whole query.
  const live = channel.connect({
    environment: 'live',
    settings: { ...channel.account.settings, audience: 'https://sandbox.api.wayfair.com/' },
  });
  await expect(live.pullOrders(null, null)).rejects.toMatchObject({ kind: 'validation' });
});

test('an unanswered order that comes late, dated before the cursor, is found all the same', async () => {
  channel = await simulatedChannel();
  const now = channel.now().getTime();
  await channel.orders([{ poDate: now - HOUR }]);
  const first = await pull();
  const [late] = await channel.orders([{ poDate: now - 2 * DAY }]);
  const second = await pull(first.cursor);
  expect(second.orders.find((order) => order.channelOrderNo === late?.poNumber)).toMatchObject({
    channelOrderNo: late?.poNumber,
  });
  expect(JSON.parse(second.cursor)).toEqual(JSON.parse(first.cursor));
});

test('a cursor nobody understands costs a pull from the beginning, never an order', async () => {
  channel = await simulatedChannel();
  await channel.orders([{}, {}]);
  for (const cursor of ['', 'nonsense', '{}', '{"newest":"yesterday"}', '{"newest":null}']) {
    expect((await pull(cursor, withoutRescan())).orders.length).toBe(2);
  }
});
