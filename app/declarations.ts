import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import * as account from '#modules/base/model/channel-account.ts';
import * as shipMethods from '#modules/base/model/ship-method.ts';
import * as warehouses from '#modules/base/model/warehouse.ts';
import * as products from '#modules/catalog/model/product.ts';
import * as channelLifecycles from '#modules/channels/model/channel-lifecycles.ts';
import * as channelProducts from '#modules/channels/model/channel-product.ts';
import * as tasks from '#modules/desk/model/task.ts';
import * as shipments from '#modules/fulfilment/model/shipment.ts';
import * as stock from '#modules/inventory/model/stock.ts';
import * as orderLifecycles from '#modules/orders/model/order-lifecycle.ts';
import * as orders from '#modules/orders/model/order.ts';
import * as categories from '#modules/system/model/category.ts';
import * as positions from '#modules/system/model/position.ts';

const declared: unknown[] = [
  categories,
  positions,
  warehouses,
  account,
  shipMethods,
  products,
  stock,
  orders,
  orderLifecycles,
  shipments,
  channelProducts,
  channelLifecycles,
  tasks,
].flatMap((module) => Object.values(module));

const kindOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { kind?: unknown }).kind : undefined;

/** Every resource of the product, in module order. Both sides read this list. */
export const resources = declared.filter((value) =>
  ['register', 'document', 'ledger'].includes(kindOf(value) as string),
) as AnyResource[];

/** Every lifecycle of the product. */
export const lifecycles = declared.filter(
  (value) => kindOf(value) === 'lifecycle',
) as AnyLifecycle[];
