import { expect, test } from 'vitest';
import type { ShipNotice } from '#modules/channels/model/port.ts';
import { scripted, wireLine, wireOrder, type Heard } from './fixtures/scripted.ts';

const answering =
  (order: () => unknown, written: (call: Heard) => { status?: number; json?: unknown; text?: string }) =>
  (call: Heard) =>
    call.method === 'GET' ? { json: { orders: [order()], total_count: 1 } } : written(call);
const done = () => ({ status: 204 });
const lines = (...parts: [string, number][]) =>
  parts.map(([channelSku, qty]) => ({ channelSku, qty, unitPrice: 1n, estShipDate: new Date() }));
const request = (...parts: [string, number][]) => ({
  channelOrderNo: 'HI-1001-A',
  shipSpeed: '',
  lines: lines(...parts),
});
const decided = (heard: readonly Heard[]) => {
  const put = heard.find(({ method }) => method === 'PUT');
  return (JSON.parse(put?.body ?? '{}') as { order_lines?: { id: string; accepted: boolean }[] }).order_lines;
};

test('an acceptance decides every line: what is left out of it is refused', async () => {
  const whole = scripted(answering(() => wireOrder(), done));
  expect(await whole.connection.accept(request(['WB-LAMP', 2], ['WB-RUG', 1]))).toEqual({ status: 'pending' });
  expect(decided(whole.heard)).toEqual([
    { id: 'HI-1001-A-1', accepted: true },
    { id: 'HI-1001-A-2', accepted: true },
  ]);
  const part = scripted(answering(() => wireOrder(), done));
  await part.connection.accept(request(['WB-RUG', 1]));
  expect(decided(part.heard)).toEqual([
    { id: 'HI-1001-A-1', accepted: false },
    { id: 'HI-1001-A-2', accepted: true },
  ]);
});

test('a line is filled or killed: a part of one is refused here, and nothing is sent', async () => {
  const { connection, heard } = scripted(answering(() => wireOrder(), done));
  expect(await connection.accept(request(['WB-LAMP', 1], ['WB-RUG', 1]))).toMatchObject({ status: 'refused' });
  expect(heard.every(({ method }) => method === 'GET')).toBe(true);
});

test('what was accepted before is a repeat; what cannot be accepted says why', async () => {
  const outcome = (order_state: string) =>
    scripted(answering(() => wireOrder({ order_state }), done)).connection.accept(
      request(['WB-LAMP', 2], ['WB-RUG', 1]),
    );
  expect(await outcome('WAITING_DEBIT')).toEqual({ status: 'repeat' });
  expect(await outcome('STAGING')).toMatchObject({ status: 'refused' });
  expect(await outcome('CANCELED')).toMatchObject({ status: 'refused' });
  const refused = scripted(
    answering(
      () => wireOrder(),
      () => ({
        status: 400,
        json: { status: 400, message: 'no', errors: [{ code: 'ORDER_PARTIAL_ACCEPTANCE_DISABLED', message: 'no' }] },
      }),
    ),
  );
  expect(await refused.connection.accept(request(['WB-RUG', 1]))).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('平台不允许只接受订单的一部分'),
  });
});

test('only a re-read tells that an acceptance arrived', async () => {
  const seen = (order_state: string) =>
    scripted(answering(() => wireOrder({ order_state }), done)).connection.confirmAccept('HI-1001-A');
  expect(await seen('WAITING_ACCEPTANCE')).toEqual({ status: 'absent' });
  expect(await seen('WAITING_DEBIT')).toMatchObject({ status: 'done' });
  expect(await seen('SHIPPING')).toMatchObject({ status: 'done' });
  expect(await seen('REFUSED')).toEqual({ status: 'absent' });
});

test('a refusal of an order refuses each line of it', async () => {
  const { connection, heard } = scripted(answering(() => wireOrder(), done));
  expect(await connection.reject('HI-1001-A', '无货')).toEqual({ status: 'pending' });
  expect(decided(heard)?.map(({ accepted }) => accepted)).toEqual([false, false]);
});

const address = { name: '', address1: '', city: '', state: '', postalCode: '', country: '' };
const notice = (changes: Partial<ShipNotice> = {}): ShipNotice => ({
  channelOrderNo: 'HI-1001-A',
  channelWarehouseCode: 'DEFAULT',
  carrierCode: 'FedEx',
  shipSpeed: '',
  trackingNo: 'T-1',
  shippedAt: new Date('2026-11-18T15:00:00Z'),
  weightG: 1000,
  volumeMm3: 1,
  from: address,
  to: address,
  shipClass: 'parcel',
  packages: [
    {
      trackingNo: 'T-1',
      weightG: 1000,
      items: [
        { channelSku: 'WB-LAMP', qty: 2 },
        { channelSku: 'WB-RUG', qty: 1 },
      ],
    },
  ],
  ...changes,
});

test('the number goes first, then that it left; a known carrier by the code of the marketplace', async () => {
  const { connection, heard } = scripted(
    answering(() => wireOrder({ order_state: 'SHIPPING' }), done),
    { carriers: 'FEDEX=fdx-us' },
  );
  expect(await connection.shipNotice(notice())).toEqual({ status: 'pending' });
  const writes = heard.filter(({ method }) => method === 'PUT');
  expect(writes.map(({ path }) => path)).toEqual(['/api/orders/HI-1001-A/tracking', '/api/orders/HI-1001-A/ship']);
  expect(JSON.parse(writes[0]?.body ?? '')).toEqual({ carrier_code: 'fdx-us', tracking_number: 'T-1' });
});

test('an order that waits for its debit is come back to, and nothing is sent', async () => {
  const { connection, heard } = scripted(answering(() => wireOrder({ order_state: 'WAITING_DEBIT' }), done));
  await expect(connection.shipNotice(notice())).rejects.toMatchObject({ name: 'NotYet', retryAfterMs: 900_000 });
  expect(heard.every(({ method }) => method === 'GET')).toBe(true);
});

test('what has left under this number is done, under another it is not ours', async () => {
  const shipped = (shipping_tracking: string | null) =>
    scripted(answering(() => wireOrder({ order_state: 'SHIPPED', shipping_tracking }), done)).connection;
  expect(await shipped('T-1').shipNotice(notice())).toEqual({ status: 'done' });
  expect(await shipped('T-9').shipNotice(notice())).toMatchObject({ status: 'refused' });
  expect(await shipped('T-1').confirmShipNotice(notice())).toMatchObject({ status: 'done' });
  expect(await shipped(null).confirmShipNotice(notice())).toEqual({ status: 'absent' });
});

test('without shipments an order leaves as a whole; with them its part is a shipment of its own', async () => {
  const part = notice({ packages: [{ trackingNo: 'T-1', weightG: 1, items: [{ channelSku: 'WB-LAMP', qty: 1 }] }] });
  const whole = scripted(answering(() => wireOrder({ order_state: 'SHIPPING' }), done));
  expect(await whole.connection.shipNotice(part)).toMatchObject({ status: 'refused' });
  expect(whole.heard.every(({ method }) => method === 'GET')).toBe(true);
  const opened = scripted(
    answering(
      () => wireOrder({ order_state: 'SHIPPING' }),
      () => ({ status: 201, json: { shipment_success: [{ id: '1' }], shipment_errors: null } }),
    ),
    { shipments: 'yes' },
  );
  expect(await opened.connection.shipNotice(part)).toEqual({ status: 'pending' });
  expect(JSON.parse(opened.heard.at(-1)?.body ?? '')).toMatchObject({
    shipments: [
      { order_id: 'HI-1001-A', shipment_lines: [{ order_line_id: 'HI-1001-A-1', quantity: 1 }], shipped: true },
    ],
  });
});

const item = (channelSku: string, qty: number, channelWarehouseCode = 'DEFAULT', discontinued = false) => ({
  channelSku,
  qty,
  channelWarehouseCode,
  discontinued,
});

test('stock goes as a file of stock alone, once a minute, and its receipt is the import', async () => {
  const { connection, heard, pass } = scripted(() => ({ status: 201, json: { import_id: 77 } }));
  const rows = [item('A"1', 5.9), item('B', 3, 'EAST'), item('C', 9, 'DEFAULT', true)];
  expect(await connection.pushStock(rows)).toEqual({ refused: [], refusal: null, receipt: '77' });
  expect(heard[0]?.path).toBe('/api/offers/stock/imports');
  expect(heard[0]?.body).toContain(
    [
      '"offer-sku";"quantity";"warehouse-code";"update-delete"',
      '"A""1";"5";"";""',
      '"B";"3";"EAST";""',
      '"C";"0";"";""',
    ].join('\r\n'),
  );
  await expect(connection.pushStock(rows)).rejects.toMatchObject({ name: 'NotYet', retryAfterMs: 60_000 });
  pass(60_000);
  expect((await connection.pushStock(rows)).receipt).toBe('77');
  expect(heard).toHaveLength(2);
});

test('an import under way is not final; one with errors names its rows, one that failed none', async () => {
  const items = [item('A', 1), item('B', 2)];
  const reading = (status: unknown, report = '') =>
    scripted(({ path }) => (path.endsWith('/status') ? { json: status } : { text: report })).connection.readReceipt(
      '77',
      items,
    );
  expect(await reading({ status: 'RUNNING' })).toMatchObject({ isFinal: false });
  expect(await reading({ status: 'SOMETHING_NEW' })).toMatchObject({ isFinal: false });
  expect(await reading({ status: 'COMPLETE', lines_in_error: 0, has_error_report: false })).toEqual({
    isFinal: true,
    refused: [],
    refusal: null,
  });
  const report =
    '\uFEFF"offer-sku";"quantity";"warehouse-code";"update-delete";"error-line";"error-message"\n"B";"2";"";"";"3";"Offer; unknown"\n';
  const partly = await reading({ status: 'COMPLETE', lines_in_error: '1', has_error_report: 'true' }, report);
  expect(partly?.refused).toEqual([{ item: items[1], message: expect.stringContaining('Offer; unknown') }]);
  expect(partly?.refusal).toBeNull();
  expect((await reading({ status: 'FAILED' }))?.refusal).toContain('失败');
  const unknown = scripted(() => ({ status: 404, json: { message: 'not found' } }));
  expect(await unknown.connection.readReceipt('78', items)).toBeNull();
});

test('offers are read a hundred at a time; an odd one is set aside alone', async () => {
  const offers = [
    { shop_sku: 'A', offer_id: 1, product_sku: 'P1', active: true, new_field: {} },
    { shop_sku: 'B', offer_id: '2', active: 'false' },
    { offer_id: 3, active: true },
  ];
  const { connection } = scripted(() => ({ json: { offers, total_count: 3 } }));
  const page = await connection.pullListings(null);
  expect(page.listings.map(({ channelSku, state }) => [channelSku, state])).toEqual([
    ['A', 'live'],
    ['B', 'notLive'],
  ]);
  expect(page).toMatchObject({ next: null, total: 3, unreadable: [{ kind: 'listing' }] });
  expect((await connection.findListings(['B', 'Z'])).listings.map(({ channelSku }) => channelSku)).toEqual(['B']);
  await expect(scripted(() => ({ json: { offers: null } })).connection.pullListings(null)).rejects.toMatchObject({
    kind: 'unreadable',
  });
});

test('a return comes with the parts of its order’s lines and is answered once', async () => {
  const returned = {
    id: 'r-1',
    order_id: 'HI-1001-A',
    state: 'WAITING_ACCEPTANCE',
    reason_code: 'RETURN_CHANGED_MIND',
    return_lines: [{ order_line_id: 'HI-1001-A-2', quantity: 1 }],
  };
  const odd = { ...returned, id: 'r-2', return_lines: [{ order_line_id: 'nowhere', quantity: 1 }] };
  const over = { ...returned, id: 'r-3', state: 'CLOSED' };
  const told = scripted(({ path, method }) => {
    if (method === 'PUT')
      return { json: { return_success: [], return_errors: [{ id: 'r-1', message: 'Return is in invalid state' }] } };
    return path === '/api/orders'
      ? { json: { orders: [wireOrder()], total_count: 1 } }
      : { json: { data: [{ ...returned }, odd, over] } };
  });
  const page = await told.connection.pullReturns(null);
  expect(page.returns).toMatchObject([
    { channelReturnNo: 'r-1', reasonCode: 'RETURN_CHANGED_MIND', lines: [{ channelSku: 'WB-RUG', qty: 1 }] },
  ]);
  expect(page.unreadable).toMatchObject([{ kind: 'return', key: 'r-2' }]);
  // Five minutes are its ceiling: what is asked for sooner calls nobody.
  const calls = told.heard.length;
  expect(await told.connection.pullReturns(null)).toEqual({ returns: [], unreadable: [] });
  expect(told.heard).toHaveLength(calls);
  expect(await told.connection.answerReturn({ channelReturnNo: 'r-1', accept: false })).toMatchObject({
    status: 'refused',
  });
  expect(JSON.parse(told.heard.find(({ method }) => method === 'PUT')?.body ?? '')).toEqual({
    returns: [{ id: 'r-1', accepted: false, rejection_reason_code: 'RETURN_REJECTION_NOT_ELIGIBLE' }],
  });
});

test('the connection is tried by the shop behind the key, and each reading by itself', async () => {
  const { connection } = scripted(({ path }) =>
    path === '/api/account'
      ? { json: { shop_name: 'Larkfield', shop_state: 'OPEN' } }
      : path === '/api/returns'
        ? { status: 403, json: { message: 'Forbidden' } }
        : { json: { orders: [], offers: [], total_count: 0 } },
  );
  const steps = await connection.testAuth();
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['token', true],
    ['read', true],
    ['capability', true],
    ['capability', false],
  ]);
  const closed = await scripted(() => ({ status: 401, json: { message: 'Unauthorized' } })).connection.testAuth();
  expect(closed).toMatchObject([{ ok: false, kind: 'auth' }]);
});

test('a line that stands twice under one part is decided by its units', async () => {
  const twice = [
    wireLine({ order_line_id: '1', offer_sku: 'A', quantity: 1, price_unit: 5 }),
    wireLine({ order_line_id: '2', offer_sku: 'A', quantity: 3, price_unit: 4 }),
  ];
  const { connection, heard } = scripted(answering(() => wireOrder({ order_lines: twice }), done));
  await connection.accept(request(['A', 3]));
  expect(decided(heard)).toEqual([
    { id: '1', accepted: false },
    { id: '2', accepted: true },
  ]);
});
