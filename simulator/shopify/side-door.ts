/** `/__sim/shopify`: the shop as it is, orders made to measure, and what its people do in its admin. */
import { createRandom } from '../random.ts';
import { addVariant, cancelShopOrder, createShopOrder, locationGid, type ShopOrderInput } from './seed.ts';
import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import type { FulfillmentOrderStatus, ShopOrder } from './state.ts';

type Body = Record<string, unknown>;

export function shopifyDoor(door: FastifyInstance, world: World): void {
  door.get('/shopify', async () => ({ ...world.shopify, tokens: undefined, answered: undefined }));
  door.post('/shopify/orders', async (request) => {
    const { orders } = request.body as { orders: ShopOrderInput[] };
    const made = orders.map((input) => createShopOrder(world, createRandom(world.shopify.serial), input));
    await world.save();
    return { orders: made.map(({ id, name }) => ({ id, name })) };
  });
  // What people do to an order there: pay, hold, release, cancel, take a line off it.
  door.post('/shopify/order', async (request) => {
    const { name, ...change } = request.body as Body & { name: string };
    const order = world.shopify.orders.find((one) => one.name === name);
    if (!order) throw new RangeError(`no order ${name}`);
    changeOrder(world, order, change);
    await world.save();
    return order;
  });
  door.post('/shopify/variant', async (request) => {
    const { sku, title = 'New product', ...change } = request.body as Body & { sku: string; title?: string };
    const known = world.shopify.variants.find((one) => one.sku === sku);
    const variant = known ?? addVariant(world.shopify, sku, title, 'Furniture');
    if (typeof change['tracked'] === 'boolean') variant.tracked = change['tracked'];
    if (typeof change['location'] === 'string') {
      const id = locationGid(change['location']);
      if (change['available'] === null) delete variant.available[id];
      else variant.available[id] = Number(change['available']);
    }
    const product = world.shopify.products.find(({ id }) => id === variant.productId);
    if (product && typeof change['status'] === 'string') product.status = change['status'] as 'ACTIVE';
    await world.save();
    return variant;
  });
}

function changeOrder(world: World, order: ShopOrder, change: Body): void {
  const { financialStatus, status, removeLine, cancel } = change;
  if (typeof financialStatus === 'string') order.financialStatus = financialStatus;
  if (typeof status === 'string')
    for (const row of order.fulfillmentOrders)
      if (row.status !== 'CLOSED' && row.status !== 'CANCELLED') row.status = status as FulfillmentOrderStatus;
  if (typeof removeLine === 'number') {
    const line = order.lines[removeLine];
    for (const row of order.fulfillmentOrders)
      for (const one of row.lines) if (one.lineItemId === line?.id) one.remaining = 0;
    if (line) line.currentQuantity = 0;
  }
  if (cancel === true) cancelShopOrder(world, order);
  order.updatedAt = world.clock.now();
}
