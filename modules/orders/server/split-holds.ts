import type { Tx } from '#kit/server/database.ts';
import { insertInto, pick } from '#kit/server/stored-rows.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import type { HoldType } from '../model/hold-title.ts';
import { orderHold, type OrderRow } from '../model/order.ts';
import { judgePricesAgain } from './change-items.ts';
import { familyLines } from './family.ts';
import { holdStock } from './hold-stock.ts';
import { closeHolds, openHold } from './holds.ts';
import { refreshHolds } from './refresh-holds.ts';
import { readLines } from './read-order.ts';

/** What is true of the order as a whole, and so of every part of it. */
const OF_THE_WHOLE: readonly HoldType[] = ['address', 'duplicate', 'manual', 'noAck', 'unmappedWarehouse'];

const DIVIDED = '已拆单';

/**
 * Holds of an order that was split go where they belong: of a line to the orders that have units of it, of
 * the whole to all. Prices and shortages are judged once more, each order for itself.
 */
export async function dealHolds(tx: Tx, row: OrderRow, childIds: readonly string[]): Promise<void> {
  const open = await pick(tx, orderHold, [
    'lineId',
    'type',
    'detail',
    'otherOrderId',
    'openedAt',
  ])`order_id = ${row.id}::uuid and closed_at is null order by opened_at, id`;
  if (open.length === 0) return;
  const lines = await familyLines(
    tx,
    [row.id, ...childIds].map((id) => ({ id })),
  );
  const hasLine = (orderId: string, lineId: string): string | undefined =>
    lines.find((line) => line.orderId === orderId && (line.id === lineId || line.originLineId === lineId))?.id;
  for (const { lineId, ...hold } of open) {
    const belongs = childIds.flatMap((orderId) => {
      const own = lineId ? hasLine(orderId, lineId) : null;
      const isMeant = lineId ? own !== undefined : OF_THE_WHOLE.includes(hold.type);
      return isMeant ? [{ ...hold, orderId, lineId: own ?? null }] : [];
    });
    if (belongs.length > 0) await insertInto(tx, orderHold, belongs);
    if (lineId && !hasLine(row.id, lineId)) await closeHolds(tx, row.id, hold.type, DIVIDED, lineId);
  }
  for (const id of childIds) await refreshHolds(tx, id);
  if (row.holds.includes('priceMismatch'))
    for (const id of [row.id, ...childIds]) await judgePricesAgain(tx, id, DIVIDED);
  if (row.holds.includes('outOfStock')) await holdEach(tx, row, childIds);
}

/** Whoever has all its goods now holds them; the others say what they are short of. */
async function holdEach(tx: Tx, row: OrderRow, childIds: readonly string[]): Promise<void> {
  const { reserveOn } = await accountPolicy(tx, row.accountId);
  if (row.status === 'new' && reserveOn === 'accept') {
    for (const id of childIds) await openHold(tx, id, { type: 'outOfStock', detail: '拆自缺货的订单' });
    return;
  }
  for (const id of [row.id, ...childIds]) {
    const lines = await readLines(tx, id);
    if (lines.some((line) => line.skuId === null)) continue;
    const { orderNo } = await tx.one<{ orderNo: string }>`
      select order_no from sales_order where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
    await holdStock(tx, {
      id,
      orderNo,
      accountId: row.accountId,
      pinnedWarehouseId: row.warehouseId,
    });
  }
}
