import { expect, test } from 'vitest';
import { mapOrder } from './map-order.ts';

const line = (more: object = {}): object => ({
  id: 'gid://shopify/LineItem/11',
  sku: 'OAK-1',
  title: 'Oak bench',
  variantTitle: '120 cm',
  quantity: 2,
  currentQuantity: 2,
  requiresShipping: true,
  variant: { id: 'gid://shopify/ProductVariant/21' },
  discountedUnitPriceAfterAllDiscountsSet: { shopMoney: { amount: '19.90', currencyCode: 'USD' } },
  ...more,
});
const fulfilment = (quantity: number, more: object = {}): object => ({
  status: 'SUCCESS',
  createdAt: '2026-11-03T10:00:00Z',
  trackingInfo: [],
  fulfillmentLineItems: { nodes: [{ quantity, lineItem: { id: 'gid://shopify/LineItem/11', sku: 'OAK-1' } }] },
  ...more,
});
const raw = (more: object = {}): object => ({
  id: 'gid://shopify/Order/1',
  name: '#1001',
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  cancelledAt: null,
  currencyCode: 'CAD',
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'UNFULFILLED',
  shippingAddress: {
    name: 'Ann Lee',
    address1: '1 Main St',
    city: 'Toronto',
    provinceCode: 'ON',
    zip: 'M5V 1A1',
    countryCodeV2: 'CA',
  },
  lineItems: { nodes: [line()] },
  fulfillmentOrders: {
    nodes: [{ status: 'OPEN', assignedLocation: { location: { id: 'gid://shopify/Location/31', name: 'Toronto' } } }],
  },
  fulfillments: [],
  tags: null,
  ...more,
});
const order = (more: object = {}) => mapOrder(raw(more))?.order;
const reason = (more: object = {}) => mapOrder(raw(more))?.unreadable?.reason;

test('an order has its number, currency, location and the price after all discounts', () => {
  expect(order()).toMatchObject({
    channelOrderNo: '#1001',
    currency: 'CAD',
    channelWarehouseCode: '31',
    shipTo: { name: 'Ann Lee', state: 'ON', postalCode: 'M5V 1A1', country: 'CA' },
    lines: [{ channelSku: 'OAK-1', name: 'Oak bench - 120 cm', qty: 2, unitPrice: 199_000n, isCancelled: false }],
  });
  expect(order()?.answered).toBeUndefined();
});

test('a price of more places than we store is the nearest of four, number or text', () => {
  const priced = (amount: unknown) =>
    order({ lineItems: { nodes: [line({ discountedUnitPriceAfterAllDiscountsSet: { shopMoney: { amount } } })] } })
      ?.lines[0]?.unitPrice;
  expect(priced('33.333333')).toBe(333_333n);
  expect(priced('66.666666')).toBe(666_667n);
  expect(priced('0.99995')).toBe(10_000n);
  expect(priced(12.5)).toBe(125_000n);
  expect(priced('0')).toBe(0n);
});

test('what was sent and refunded later counts as ordered; what was taken off before does not', () => {
  const sold = (currentQuantity: number, fulfillments: object[]) =>
    order({ lineItems: { nodes: [line({ quantity: 3, currentQuantity })] }, fulfillments })?.lines[0];
  expect(sold(3, [])).toMatchObject({ qty: 3, isCancelled: false });
  expect(sold(1, [])).toMatchObject({ qty: 1, isCancelled: false });
  expect(sold(0, [])).toMatchObject({ qty: 3, isCancelled: true });
  expect(sold(0, [fulfilment(3)])).toMatchObject({ qty: 3, isCancelled: false });
  expect(sold(1, [fulfilment(1), fulfilment(1)])).toMatchObject({ qty: 2, isCancelled: false });
  // A fulfilment that was cancelled sent nothing.
  expect(sold(0, [fulfilment(3, { status: 'CANCELLED' })])).toMatchObject({ isCancelled: true });
});

test('what has left is said: all of it with its last day, some of it by its parts', () => {
  const two = [fulfilment(1), fulfilment(1, { createdAt: '2026-11-05T08:00:00Z' })];
  expect(order({ displayFulfillmentStatus: 'FULFILLED', fulfillments: two })?.answered).toEqual({
    shippedAt: new Date('2026-11-05T08:00:00Z'),
  });
  expect(order({ displayFulfillmentStatus: 'PARTIALLY_FULFILLED', fulfillments: [fulfilment(1)] })?.answered).toEqual({
    shippedParts: ['OAK-1'],
  });
});

test('goods of several locations have none; what is closed does not count', () => {
  const at = (id: string, status = 'OPEN') => ({
    status,
    assignedLocation: { location: { id: `gid://shopify/Location/${id}` } },
  });
  expect(order({ fulfillmentOrders: { nodes: [at('31'), at('32')] } })?.channelWarehouseCode).toBeUndefined();
  expect(order({ fulfillmentOrders: { nodes: [at('31', 'CLOSED'), at('32')] } })?.channelWarehouseCode).toBe('32');
  expect(order({ fulfillmentOrders: { nodes: [at('31', 'ON_HOLD')] } })?.extra).toMatchObject({ onHold: '是' });
  expect(order({ fulfillmentOrders: null })?.channelWarehouseCode).toBeUndefined();
});

test('goods without a SKU are named after their variant; nothing to send is no order', () => {
  const skuOf = (more: object) => order({ lineItems: { nodes: [line(more)] } })?.lines[0]?.channelSku;
  expect(skuOf({ sku: '' })).toBe('variant-21');
  expect(skuOf({ sku: null, variant: null })).toBe('line-11');
  expect(mapOrder(raw({ lineItems: { nodes: [line({ requiresShipping: false })] } }))).toBeNull();
});

test('a cancelled order is cancelled line by line', () => {
  expect(order({ cancelledAt: '2026-11-02T00:00:00Z' })?.lines.every(({ isCancelled }) => isCancelled)).toBe(true);
});

test('what cannot be read is set aside with its number and reason', () => {
  expect(reason({ createdAt: null })).toBe('createdAt 缺失');
  expect(reason({ currencyCode: null })).toBe('currencyCode 缺失');
  expect(reason({ currencyCode: 'ZZZ' })).toContain('currencyCode 不是币种');
  expect(reason({ lineItems: { nodes: [line({ quantity: '2.5' })] } })).toContain('lineItems[0].quantity');
  expect(reason({ lineItems: { nodes: [line({ discountedUnitPriceAfterAllDiscountsSet: null })] } })).toBe(
    'lineItems[0].price 缺失',
  );
  expect(mapOrder(raw({ createdAt: 'soon' }))?.unreadable?.channelOrderNo).toBe('#1001');
  expect(mapOrder(null)?.unreadable?.channelOrderNo).toBeNull();
});

test('the order in which lines come and the form of times mean nothing', () => {
  const other = line({ id: 'gid://shopify/LineItem/12', sku: 'ASH-2' });
  const hash = (nodes: object[], more: object = {}) => order({ lineItems: { nodes }, ...more })?.payloadHash;
  expect(hash([line(), other])).toBe(hash([other, line()]));
  expect(hash([line(), other], { createdAt: '2026-11-01T12:00:00+02:00' })).toBe(hash([line(), other]));
  expect(hash([line()])).not.toBe(hash([line(), other]));
});
