import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { lostShipments } from '#modules/fulfilment/server/index.ts';
import { isOrderSeen, readReturnable } from '#modules/orders/server/index.ts';
import { returnOfferRoute, type ReturnOffer } from '../../model/return-routes.ts';
import { claimsOf, creditLeft, unitsLeft } from '../claims/claims.ts';

export const returnOfferRoutes: Route[] = [
  implement(returnOfferRoute, (call) => call.tx((tx) => offerOf(tx, call.params['orderId'] ?? ''))),
];

/** What a return of an order may hold. @throws Refusal 404 for an order out of sight */
async function offerOf(tx: Tx, orderId: string): Promise<ReturnOffer> {
  if (!isUuid(orderId) || !(await isOrderSeen(tx, orderId))) throw notFound();
  const order = (await readReturnable(tx, [orderId])).get(orderId);
  if (!order) throw notFound();
  const { currency, returnUntil } = order;
  const claims = await claimsOf(
    tx,
    order.lines.map(({ id }) => id),
  );
  const money = (minor: bigint): string => formatDecimal(minor > 0n ? minor : 0n, exponentOf(currency));
  return {
    orderId,
    orderNo: order.orderNo,
    channelOrderNo: order.channelOrderNo,
    accountId: order.accountId,
    warehouseId: order.warehouseId,
    status: order.status,
    currency,
    returnUntil: returnUntil ? toWireTime(returnUntil, tx.actor.zone) : null,
    isLate: returnUntil !== null && returnUntil < tx.now,
    isLost: (await lostShipments(tx, [orderId])).has(orderId),
    lines: order.lines.map((line) => ({
      orderLineId: line.id,
      lineNo: line.lineNo,
      skuId: line.skuId,
      channelSku: line.channelSku,
      name: line.name,
      qtyShipped: line.qtyShipped,
      qtyReturned: line.qtyReturned,
      qtyOpen: claims.filter(({ orderLineId }) => orderLineId === line.id).reduce((sum, { open }) => sum + open, 0),
      returnable: Math.max(0, unitsLeft(line, claims, null)),
      unitPrice: line.unitPrice,
      creditable: money(creditLeft(line, claims, currency)),
    })),
  };
}
