import type { World } from '../world.ts';
import type { EnvironmentName, OrderProduct, PostalAddress, PurchaseOrder } from './state.ts';

/** What the channel may say again of an order that it has handed out. */
export interface ChangeInput {
  warehouseId?: string;
  estimatedShipDate?: number;
  scheduledDeliveryDate?: number | null;
  shipSpeed?: string;
  carrierCode?: string | null;
  orderType?: string;
  shipTo?: Partial<PostalAddress>;
  /**
   * The lines in their new order: each names a line by its place so far (`from`) with what changes
   * of it, or a new one by its part. Lines that are not named are gone.
   */
  products?: (Partial<OrderProduct> & { from?: number })[];
}

/**
 * The channel changes an order.
 * @throws RangeError when the order or a line does not exist
 */
export function changeOrder(
  world: World,
  environment: EnvironmentName,
  poNumber: string,
  input: ChangeInput,
  productOf: (line: { partNumber: string; quantity: number }) => OrderProduct,
): PurchaseOrder {
  const order = world.environments[environment].orders[poNumber];
  if (order === undefined) throw new RangeError(`no order ${poNumber} in ${environment}`);
  const { shipTo, products, ...head } = input;
  Object.assign(order, head);
  order.shipTo = { ...order.shipTo, ...shipTo };
  if (products)
    order.products = products.map(({ from, ...line }) => {
      if (from === undefined) {
        const { partNumber, quantity } = line;
        if (partNumber === undefined || quantity === undefined) {
          throw new RangeError('a new line needs partNumber and quantity');
        }
        return { ...productOf({ partNumber, quantity }), ...line };
      }
      const known = order.products[from];
      if (known === undefined) throw new RangeError(`no line ${from} on ${poNumber}`);
      return { ...known, ...line };
    });
  return order;
}
