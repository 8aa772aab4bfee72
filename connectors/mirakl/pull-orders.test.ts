import { expect, test } from 'vitest';
import { scripted, wireLine, wireOrder } from './fixtures/scripted.ts';

const pageOf = (...orders: unknown[]) => ({ json: { orders, total_count: orders.length } });

test('an order comes with its lines, its own currency and the key bare in the header', async () => {
  const { connection, heard } = scripted(() => pageOf(wireOrder()), { shopId: '2001' });
  const page = await connection.pullOrders(null, null);
  expect(heard[0]).toMatchObject({ path: '/api/orders', headers: { authorization: 'shop-key-1' } });
  expect(heard[0]?.query).toMatchObject({ max: '100', offset: '0', shop_id: '2001' });
  const [order] = page.orders;
  expect(order).toMatchObject({
    channelOrderNo: 'HI-1001-A',
    currency: 'CAD',
    channelWarehouseCode: 'DEFAULT',
    shipTo: { name: 'Ada Moss', address1: '12 Pine Street', postalCode: 'M5V 2T6', country: 'CA' },
    lines: [
      { lineNo: 1, channelSku: 'WB-LAMP', qty: 2, unitPrice: 499000n, isCancelled: false },
      { lineNo: 2, channelSku: 'WB-RUG', qty: 1, unitPrice: 1200000n, isCancelled: false },
    ],
  });
  expect(order?.answered).toBeUndefined();
  expect(order?.isAddressWithheld).toBeUndefined();
});

test('each state means what it means: STAGING stays out, an unknown one is set aside alone', async () => {
  const state = (order_id: string, order_state: unknown, more = {}) => wireOrder({ order_id, order_state, ...more });
  const { connection } = scripted(() =>
    pageOf(
      state('STAGED', 'STAGING'),
      state('DEBIT', 'WAITING_DEBIT', { customer: { firstname: 'Ada', lastname: 'Moss', shipping_address: null } }),
      state('PAYING', 'WAITING_DEBIT_PAYMENT'),
      state('READY', 'SHIPPING'),
      state('GONE', 'SHIPPED', {
        order_lines: [
          wireLine({
            order_line_id: '1',
            offer_sku: 'A',
            quantity: 1,
            price: '5',
            order_line_state: 'SHIPPED',
            shipped_date: '2026-11-18T12:00:00Z',
          }),
        ],
      }),
      state('NO', 'REFUSED'),
      state('ODD', 'TELEPORTED'),
      state('NONE', null),
      wireOrder({ order_id: 'NOLINES', order_lines: null }),
      wireOrder({ order_id: 'NOMONEY', currency_iso_code: 'ZZZ' }),
      null,
    ),
  );
  const { orders, unreadable } = await connection.pullOrders(null, null);
  const of = (number: string) => orders.find(({ channelOrderNo }) => channelOrderNo === number);
  expect(orders.map(({ channelOrderNo }) => channelOrderNo)).toEqual(['DEBIT', 'PAYING', 'READY', 'GONE', 'NO']);
  expect(of('DEBIT')).toMatchObject({ answered: {}, isPartial: true, isAddressWithheld: true });
  expect(of('PAYING')?.isAddressWithheld).toBeUndefined();
  expect(of('READY')?.answered).toEqual({});
  expect(of('GONE')?.answered).toEqual({ shippedAt: new Date('2026-11-18T12:00:00Z') });
  expect(of('NO')?.lines.every(({ isCancelled }) => isCancelled)).toBe(true);
  expect(unreadable.map(({ channelOrderNo }) => channelOrderNo)).toEqual(['ODD', 'NONE', 'NOLINES', 'NOMONEY', null]);
});

test('a line that was refused or cancelled is cancelled, what has left of an open order is known by its part', async () => {
  const line = (id: string, order_line_state: string) =>
    wireLine({ order_line_id: id, offer_sku: id, quantity: 1, price_unit: 5, order_line_state });
  const { connection } = scripted(() =>
    pageOf(
      wireOrder({
        order_state: 'SHIPPING',
        order_lines: [line('A', 'REFUSED'), line('B', 'SHIPPED'), line('C', 'SHIPPING')],
      }),
    ),
  );
  const [order] = (await connection.pullOrders(null, null)).orders;
  expect(order?.lines.map(({ isCancelled }) => isCancelled)).toEqual([true, false, false]);
  expect(order?.answered).toEqual({ shippedParts: ['B'] });
});

test('orders of one instant over the edge of a page are all read, each once', async () => {
  const all = Array.from({ length: 150 }, (_, n) =>
    wireOrder({
      order_id: `O-${n}`,
      created_date: n < 95 ? `2026-11-18T10:00:${String(n % 60).padStart(2, '0')}Z` : '2026-11-18T11:00:00Z',
    }),
  );
  // The marketplace shows what was made at one instant in another order each time.
  let turn = 0;
  const { connection, heard } = scripted(({ query }) => {
    const level = all.slice(95);
    const shown = [...all.slice(0, 95), ...(turn++ % 2 === 0 ? level : level.toReversed())];
    const at = Number(query['offset']);
    return { json: { orders: shown.slice(at, at + 100), total_count: all.length } };
  });
  const numbers: string[] = [];
  let page: string | null = null;
  do {
    const found: Awaited<ReturnType<typeof connection.pullOrders>> = await connection.pullOrders(null, page);
    numbers.push(...found.orders.map(({ channelOrderNo }) => channelOrderNo));
    page = found.next;
  } while (page !== null);
  expect(new Set(numbers).size).toBe(150);
  expect(heard.map(({ query }) => query['offset'])).toEqual(['0', '95']);
});

test('the next pull begins a little before the newest change, and a broken one where it began', async () => {
  const rows = (n: number) =>
    Array.from({ length: n }, (_, at) =>
      wireOrder({
        order_id: `N-${at}`,
        created_date: `2026-11-17T${String(at % 24).padStart(2, '0')}:00:00Z`,
        last_updated_date: '2026-11-18T14:00:00Z',
      }),
    );
  const { connection, heard } = scripted(({ query }) => ({
    json: { orders: rows(101).slice(Number(query['offset'])).slice(0, 100), total_count: '101' },
  }));
  const first = await connection.pullOrders('2026-11-18T12:00:00.000Z', null);
  expect(heard[0]?.query['start_update_date']).toBe('2026-11-18T11:30:00.000Z');
  expect(first.cursor).toBe('2026-11-18T12:00:00.000Z');
  const last = await connection.pullOrders('2026-11-18T12:00:00.000Z', first.next);
  expect(last).toMatchObject({ next: null, cursor: '2026-11-18T14:00:00.000Z' });
});

test('an answer that is no list, no JSON or a page that never ends is said, not guessed', async () => {
  const kindOf = async (answer: Parameters<typeof scripted>[0]) =>
    scripted(answer)
      .connection.pullOrders(null, null)
      .then(
        () => 'fine',
        (error: { kind?: string }) => error.kind,
      );
  expect(await kindOf(() => ({ text: '<html>upstream</html>' }))).toBe('unreadable');
  expect(await kindOf(() => ({ json: {} }))).toBe('unreadable');
  expect(await kindOf(() => ({ json: { orders: {} } }))).toBe('unreadable');
  expect(await kindOf(() => ({ json: { orders: null, total_count: 0, something_new: [] } }))).toBe('fine');
  expect(await kindOf(() => ({ status: 401, json: { message: 'Unauthorized' } }))).toBe('auth');
  expect(await kindOf(() => ({ status: 503, text: 'down' }))).toBe('transient');
  expect(await kindOf(() => ({ status: 400, json: { message: 'bad date', status: 400 } }))).toBe('validation');
  const slow = scripted(() => ({ status: 429, headers: { 'retry-after': '90' } }));
  await expect(slow.connection.pullOrders(null, null)).rejects.toMatchObject({ kind: 'rate', retryAfterMs: 90_000 });
});

test('orders are asked for by number; an answer for another one is nobody’s', async () => {
  const { connection, heard } = scripted(() =>
    pageOf(wireOrder(), wireOrder({ order_id: 'OTHER' }), wireOrder({ order_id: 'S', order_state: 'STAGING' })),
  );
  const { orders } = await connection.getOrders(['HI-1001-A', 'S']);
  expect(heard[0]?.query['order_ids']).toBe('HI-1001-A,S');
  expect(orders.map(({ channelOrderNo }) => channelOrderNo)).toEqual(['HI-1001-A']);
});
