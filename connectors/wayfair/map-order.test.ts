import { expect, test } from 'vitest';
import type { IncomingOrder } from '#modules/channels/model/port.ts';
import { product, purchaseOrder } from './fixtures/purchase-order.ts';
import { mapOrder } from './map-order.ts';

function read(raw: unknown): IncomingOrder {
  const { order, unreadable } = mapOrder(raw, 'USD');
  if (!order) throw new Error(unreadable.reason);
  return order;
}

function reason(raw: unknown): string {
  const { unreadable } = mapOrder(raw, 'USD');
  if (!unreadable) throw new Error('the order was read');
  return unreadable.reason;
}

const withProduct = (changes: Record<string, unknown>) => purchaseOrder({ products: [product(changes)] });

test('a PO becomes an order in the units of the house', () => {
  const order = read(purchaseOrder());
  expect(order).toMatchObject({
    channelOrderNo: 'CS415870021',
    orderedAt: new Date('2026-11-20T14:31:07.250Z'),
    shipBy: new Date('2026-11-24T22:00:00Z'),
    currency: 'USD',
    channelWarehouseCode: '31842',
    shipSpeed: 'GROUND',
    carrierCode: 'FDEG',
    packingSlipUrl: 'https://api.wayfair.com/v1/packing_slip/CS415870021',
    shipTo: {
      name: 'Dana Example',
      address1: '12 New Road',
      address2: 'Apt 3, Rear door',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62704',
      country: 'US',
      phone: '+1 217 555 0100',
      email: 'dana@example.com',
    },
  });
  expect(order.deliverBy).toBeUndefined();
  expect(order.lines).toEqual([
    {
      lineNo: 1,
      channelSku: 'EX-CHAIR-1',
      channelItemId: 'WXYZ1',
      name: 'Example Chair',
      qty: 1,
      unitPrice: 1_455_000n,
      isCancelled: false,
      facts: { isTscaCompliant: 'true' },
    },
    expect.objectContaining({ lineNo: 2, channelSku: 'EX-LAMP-2', qty: 2, unitPrice: 667_900n }),
  ]);
  expect(order.extra).toMatchObject({
    orderId: '4120987655',
    salesChannelName: 'Wayfair US',
    deliveryAgent: 'Last Mile Example',
    'line1.isTscaCompliant': 'true',
  });
});

test('nothing about the buyer is kept beside the address', () => {
  const order = read(purchaseOrder());
  expect(JSON.stringify(order.extra)).not.toMatch(/Dana|Old Street|New Road|62704|555 0100|@/);
});

test('money and quantity may come as text; the hash does not move', () => {
  const asText = read(withProduct({ price: '145.50', quantity: '1' }));
  const asNumber = read(withProduct({ price: 145.5, quantity: 1 }));
  expect(asText.lines[0]).toMatchObject({ unitPrice: 1_455_000n, qty: 1 });
  expect(asText.payloadHash).toBe(asNumber.payloadHash);
});

test.each([
  [66.790000000000006, 667_900n],
  [0.1 + 0.2, 3_000n],
  [19.9999, 199_999n],
  ['19.99990', 199_999n],
  [0, 0n],
  ['0.00', 0n],
  [999_999.99, 9_999_999_900n],
])('price %s is %s ten-thousandths', (price, expected) => {
  expect(read(withProduct({ price })).lines[0]?.unitPrice).toBe(expected);
});

test.each([
  [null],
  [undefined],
  ['$12.00'],
  ['1,299.00'],
  ['12.34567'],
  [12.34567],
  [-1],
  ['-1'],
  [''],
  ['1e3'],
  [1e21],
  [true],
  [{}],
])('price %s makes the order unreadable', (price) => {
  expect(reason(withProduct({ price }))).toContain('products[0].price');
});

test.each([[null], [1.5], ['1.5'], [-1], ['two'], [''], [NaN]])(
  'quantity %s makes the order unreadable',
  (quantity) => {
    expect(reason(withProduct({ quantity }))).toContain('products[0].quantity');
  },
);

test.each([[0], ['0']])('quantity %s is read: of a known order it is a change', (quantity) => {
  expect(read(withProduct({ quantity })).lines[0]?.qty).toBe(0);
});

test.each([
  ['2026-11-20T14:31:07.250Z'],
  ['2026-11-20T09:31:07.250-05:00'],
  ['2026-11-20 09:31:07.250000 -05:00'],
  ['2026-11-20 09:31:07.250999-0500'],
  ['2026-11-20 14:31:07.25'],
])('poDate %s is the same instant and the same hash', (poDate) => {
  const order = read(purchaseOrder({ poDate }));
  expect(order.orderedAt).toEqual(new Date('2026-11-20T14:31:07.250Z'));
  expect(order.payloadHash).toBe(read(purchaseOrder()).payloadHash);
});

test.each([['2026-02-30 10:00:00'], ['2026-13-01'], ['20/11/2026'], ['2026-11-20 25:00:00'], ['soon']])(
  'poDate %s is no date',
  (poDate) => {
    expect(reason(purchaseOrder({ poDate }))).toContain('poDate');
  },
);

test('an unknown enum value stays as text', () => {
  const shippingInfo = { shipSpeed: 'HYPERLOOP_DELIVERY', carrierCode: 'ZZZZ' };
  expect(read(purchaseOrder({ shippingInfo, deliveryMethodCode: 'XX' }))).toMatchObject({
    shipSpeed: 'HYPERLOOP_DELIVERY',
    carrierCode: 'ZZZZ',
    extra: { deliveryMethodCode: 'XX' },
  });
});

test('new fields are ignored and do not count as a change', () => {
  const order = read({ ...purchaseOrder(), futureField: { nested: ['new'] } });
  expect(order.payloadHash).toBe(read(purchaseOrder()).payloadHash);
});

test.each([['poNumber'], ['poDate'], ['products']])('without %s the order is unreadable', (field) => {
  const { [field]: _missing, ...rest } = purchaseOrder();
  expect(reason(rest)).toBe(`${field} 缺失`);
  expect(reason(purchaseOrder({ [field]: null }))).toBe(`${field} 缺失`);
});

test('an unreadable row keeps its number and its raw form', () => {
  const raw = withProduct({ price: null });
  expect(mapOrder(raw, 'USD').unreadable).toEqual({
    channelOrderNo: 'CS415870021',
    reason: 'products[0].price 缺失',
    raw: JSON.stringify(raw),
  });
  for (const nothing of [null, undefined, 'text', 7, []]) {
    expect(mapOrder(nothing, 'USD').unreadable).toMatchObject({ channelOrderNo: null });
  }
});

test('optional parts may be null or absent', () => {
  const bare = {
    poNumber: 'CS1',
    poDate: '2026-11-20T00:00:00Z',
    products: [{ partNumber: 'A', quantity: 1, price: 1 }],
  };
  const order = read(bare);
  expect(order).toMatchObject({ currency: 'USD', lines: [{ name: 'A', isCancelled: false }] });
  expect(order.shipTo).toEqual({
    name: '',
    address1: '',
    city: '',
    state: '',
    postalCode: '',
    country: '',
  });
  const nulled = read({
    ...bare,
    shippingInfo: null,
    warehouse: null,
    shipTo: null,
    billingInfo: null,
  });
  expect(nulled.payloadHash).toBe(order.payloadHash);
});

test('the currency is the warehouse’s, the account’s only where that is silent', () => {
  const european = purchaseOrder({ warehouse: { id: '7', supplier: { currency: 'EUR' } } });
  expect(mapOrder(european, 'GBP').order?.currency).toBe('EUR');
  expect(mapOrder(purchaseOrder({ warehouse: null }), 'GBP').order?.currency).toBe('GBP');
  const small = purchaseOrder({ warehouse: { id: '7', supplier: { currency: 'usd' } } });
  expect(mapOrder(small, 'GBP').order?.currency).toBe('USD');
  // Nothing is paid in it: the order is set aside with its number.
  const none = purchaseOrder({ warehouse: { id: '7', supplier: { currency: 'ZZZ' } } });
  expect(mapOrder(none, 'GBP').unreadable?.reason).toContain('不是币种');
});

test('without shipTo the customer’s address is used, and address lines are never mixed', () => {
  const order = read(purchaseOrder({ shipTo: null }));
  expect(order.shipTo).toMatchObject({ name: 'Dana Example', address1: '9 Old Street' });
  expect(order.shipTo.address2).toBeUndefined();
});

test('the sandbox does not know isCancelled: lines count as live', () => {
  const { isCancelled: _unknown, ...sandboxProduct } = product();
  const order = read(purchaseOrder({ products: [sandboxProduct] }));
  expect(order.lines[0]?.isCancelled).toBe(false);
});

test('a cancelled line is kept as cancelled, also with nothing left', () => {
  const order = read(purchaseOrder({ products: [product({ isCancelled: true, quantity: 0 })] }));
  expect(order.lines[0]).toMatchObject({ isCancelled: true, qty: 0 });
  expect(reason(withProduct({ isCancelled: 'maybe' }))).toContain('isCancelled');
});

test('the hash follows the meaning and nothing else', () => {
  const { payloadHash } = read(purchaseOrder());
  const [first, second] = purchaseOrder()['products'] as Record<string, unknown>[];
  const same = [
    purchaseOrder({ products: [second, first] }),
    purchaseOrder({ packingSlipUrl: 'https://files.example.com/x?signature=1' }),
    purchaseOrder({
      products: [{ ...first, fillDate: '2026-11-22 10:00:00.000000 -05:00' }, second],
    }),
  ];
  for (const raw of same) expect(read(raw).payloadHash).toBe(payloadHash);
  const changed = [
    purchaseOrder({ products: [{ ...first, quantity: 2 }, second] }),
    purchaseOrder({ products: [{ ...first, price: 145.51 }, second] }),
    purchaseOrder({ products: [{ ...first, isCancelled: true }, second] }),
    purchaseOrder({ products: [first] }),
    purchaseOrder({ estimatedShipDate: '2026-11-25 17:00:00.000000 -05:00' }),
    purchaseOrder({ shippingInfo: { shipSpeed: 'NEXT_DAY', carrierCode: 'FDEG' } }),
    purchaseOrder({
      shipTo: { ...(purchaseOrder()['shipTo'] as object), address1: '13 New Road' },
    }),
    purchaseOrder({ warehouse: { id: '31843', supplier: { currency: 'USD' } } }),
  ];
  for (const raw of changed) expect(read(raw).payloadHash).not.toBe(payloadHash);
});
