import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { insertInto, pick, setColumns } from '#kit/server/stored-rows.ts';
import { groupOf } from '../model/order-change.ts';
import { orderLine, type OrderRow } from '../model/order.ts';
import { priceDispute, priceDisputeMessage } from '../model/price-dispute.ts';
import { changeApplier } from './apply-change.ts';
import { freeFault, priceFault } from './arrival.ts';
import { decide, judgePricesAgain, pendingChanges } from './change-items.ts';
import { openDisputes, settleDispute } from './open-disputes.ts';

const CORRECTED = '平台已改价，与约定价一致';

/**
 * The channel reported an order once more whose price is argued about. Where every line costs now what was
 * agreed, its price is taken over and the dispute ends; any other price is a word to decide about, and
 * the order stays held.
 */
export async function recheckDispute(tx: Tx, orderId: string): Promise<void> {
  const dispute = (await openDisputes(tx, [orderId])).get(orderId);
  if (!dispute) return;
  const prices = (await pendingChanges(tx, [orderId])).filter(({ field }) => groupOf(field) === 'price');
  if (prices.length === 0) {
    const { isHeld } = await tx.one<{ isHeld: boolean }>`
      select 'priceMismatch' = any(holds) as is_held from sales_order
      where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
    if (!isHeld) await settleDispute(tx, orderId, 'correct', CORRECTED);
    return;
  }
  const isOtherCurrency = prices.some(({ field }) => field === 'currency');
  if (isOtherCurrency || !(await isAgreed(tx, orderId, prices))) return stillDiffers(tx, orderId, dispute);
  const row = await tx.one<OrderRow>`
    select * from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  await changeApplier(tx, row, false)(prices);
  await decide(tx, prices, 'applied', CORRECTED);
  await judgePricesAgain(tx, orderId, CORRECTED);
  await settleDispute(tx, orderId, 'correct', CORRECTED);
}

/** Whether no line would differ from its agreed price by more than the shop tolerates. */
async function isAgreed(
  tx: Tx,
  orderId: string,
  prices: readonly { lineId: string | null; after: string | null }[],
): Promise<boolean> {
  const { tolerance } = await tx.one<{ tolerance: number }>`
    select a.price_tolerance_pct as tolerance
    from sales_order o join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`;
  const lines = await pick(tx, orderLine, ['id', 'channelSku', 'unitPrice', 'expectedPrice'])`
    order_id = ${orderId}::uuid and qty > qty_cancelled`;
  return lines.every((line) => {
    const message = prices.find(({ lineId }) => lineId === line.id)?.after ?? line.unitPrice;
    // Without an agreed price nothing says that a new one is right.
    if (line.expectedPrice === null && message !== line.unitPrice) return false;
    const unitPrice = parseDecimal(message, PRICE_SCALE) ?? 0n;
    const priced = { ...line, unitPrice };
    return priceFault(priced, tolerance) === null && freeFault(priced) === null;
  });
}

async function stillDiffers(tx: Tx, orderId: string, disputeId: string): Promise<void> {
  await insertInto(tx, priceDisputeMessage, [
    {
      disputeId,
      orderId,
      kind: 'fromChannel',
      content: '平台重新推送了订单，价格仍与约定价不同。',
    },
  ]);
  await setColumns(tx, priceDispute, [disputeId], { waitsFor: 'decision' });
}
