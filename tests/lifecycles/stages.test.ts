import { expect, test } from 'vitest';
import { stagesBehind } from '#kit/model/lifecycle.ts';
import { orderLifecycle } from '#modules/orders/model/order-lifecycle.ts';
import { shipmentLifecycle } from '#modules/fulfilment/model/shipment-lifecycle.ts';
import { productLifecycle } from '#modules/catalog/model/product.ts';

/** State → how many parts of the way lie behind it (domain.md §3.1, §3.2); null = off the way. */
const ORDERS = {
  draft: 0,
  new: 0,
  accepted: 1,
  ready: 2,
  processing: 3,
  partial: 3,
  shipped: 4,
  delivered: 5,
  completed: 5,
  history: null,
  cancelled: null,
  rejected: null,
};
const SHIPMENTS = {
  draft: 0,
  packing: 0,
  packed: 1,
  labelling: 1,
  labelled: 2,
  shipped: 3,
  inTransit: 3,
  delivered: 4,
  voided: null,
};

test.each(Object.entries(ORDERS))('an order that is %s has %s stages behind it', (state, behind) => {
  expect(stagesBehind(orderLifecycle, state)).toBe(behind);
});

test.each(Object.entries(SHIPMENTS))('a shipment that is %s has %s behind it', (state, behind) => {
  expect(stagesBehind(shipmentLifecycle, state)).toBe(behind);
});

test('what goes back and forth has no way to be on', () => {
  expect(stagesBehind(productLifecycle, 'active')).toBeNull();
});
