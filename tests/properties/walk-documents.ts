import { moveInTransaction } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { inboundReceipt, inboundReceiptLine } from '#modules/inventory/model/inbound-receipt.ts';
import { stateChange, stateChangeLine } from '#modules/inventory/model/state-change.ts';
import { stockCount, stockCountLine } from '#modules/inventory/model/stock-count.ts';
import { stockTransfer, stockTransferLine } from '#modules/inventory/model/stock-transfer.ts';
import {
  announceInbound,
  arriveInbound,
  completeInbound,
  receiveInbound,
} from '#modules/inventory/server/inbound-receipts.ts';
import { postStateChange } from '#modules/inventory/server/state-changes.ts';
import { startCount } from '#modules/inventory/server/stock-counts.ts';
import { confirmTransfer, sendTransfer } from '#modules/inventory/server/stock-transfers.ts';
import { landedCost, landedCostReceipt } from '#modules/purchasing/model/landed-cost.ts';
import { postLandedCost } from '#modules/purchasing/server/landed-costs.ts';

/** Documents of a random walk: written at once as their drafts would be, then moved by the real moves. */

let numbers = 0;
const number = (): string => `WALK${String(++numbers).padStart(8, '0')}`;

export interface ComingLine {
  skuId: string;
  qty: number;
  unitCost: string;
  /** How many of them really come, and how. */
  came: number;
  condition: string;
}

/** Goods are announced, come in part, and what has not come is given up. @returns receipt and lines */
export async function receiveGoods(
  tx: Tx,
  warehouseId: string,
  lines: readonly ComingLine[],
): Promise<{ id: string; lineIds: string[] }> {
  const head = {
    receiptNo: number(),
    warehouseId,
    tolerance: '0',
    receivedQty: 0,
    status: 'draft',
  };
  const [id = ''] = await insertInto(tx, inboundReceipt, [
    { ...head, lineCount: lines.length, plannedQty: 0, currency: 'USD' } as never,
  ]);
  const lineIds = await insertInto(
    tx,
    inboundReceiptLine,
    lines.map(({ skuId, qty, unitCost }) => ({ receiptId: id, skuId, qty, unitCost }) as never),
  );
  await moveInTransaction(tx, announceInbound, [id]);
  await moveInTransaction(tx, arriveInbound, [id]);
  await moveInTransaction(tx, receiveInbound, [id], {
    lines: lines.map(({ came, condition }, at) => ({ lineId: lineIds[at], qty: came, condition })),
  });
  await moveInTransaction(tx, completeInbound, [id], { rest: 'giveUp' });
  return { id, lineIds };
}

/** Goods are held and sent. @returns the transfer and its line */
export async function sendGoods(
  tx: Tx,
  ends: { from: string; to: string },
  skuId: string,
  qty: number,
): Promise<{ id: string; lineId: string }> {
  const [id = ''] = await insertInto(tx, stockTransfer, [
    {
      transferNo: number(),
      fromWarehouseId: ends.from,
      toWarehouseId: ends.to,
      lineCount: 1,
      totalQty: qty,
      receivedQty: 0,
      lostQty: 0,
      currency: 'USD',
      status: 'draft',
    } as never,
  ]);
  const [lineId = ''] = await insertInto(tx, stockTransferLine, [{ transferId: id, skuId, qty } as never]);
  await moveInTransaction(tx, confirmTransfer, [id]);
  await moveInTransaction(tx, sendTransfer, [id]);
  return { id, lineId };
}

export async function changeState(
  tx: Tx,
  warehouseId: string,
  kind: 'condition' | 'freeze' | 'unfreeze',
  line: { skuId: string; qty: number; condition: string; toCondition: string | null },
): Promise<void> {
  const [changeId = ''] = await insertInto(tx, stateChange, [
    {
      changeNo: number(),
      kind,
      warehouseId,
      reason: 'walk',
      lineCount: 1,
      totalQty: line.qty,
      status: 'draft',
    } as never,
  ]);
  await insertInto(tx, stateChangeLine, [{ changeId, ...line } as never]);
  await moveInTransaction(tx, postStateChange, [changeId]);
}

export async function beginCount(tx: Tx, warehouseId: string, skuId: string, condition: string): Promise<string> {
  const [id = ''] = await insertInto(tx, stockCount, [
    {
      countNo: number(),
      warehouseId,
      extent: 'listed',
      isBlind: false,
      lineCount: 1,
      countedCount: 0,
      differentCount: 0,
      differenceQty: 0,
      currency: 'USD',
      status: 'draft',
    } as never,
  ]);
  await insertInto(tx, stockCountLine, [{ countId: id, skuId, condition } as never]);
  await moveInTransaction(tx, startCount, [id]);
  return id;
}

export async function landCost(tx: Tx, warehouseId: string, receiptId: string, amount: bigint): Promise<string> {
  const [id = ''] = await insertInto(tx, landedCost, [
    {
      costNo: number(),
      warehouseId,
      currency: 'USD',
      basis: 'qty',
      freight: amount,
      receiptCount: 1,
      total: amount,
      status: 'draft',
    } as never,
  ]);
  await insertInto(tx, landedCostReceipt, [{ costId: id, receiptId } as never]);
  await moveInTransaction(tx, postLandedCost, [id]);
  return id;
}

/** One line of a posting. */
export const movementOf = (
  warehouseId: string,
  skuId: string,
  line: { qty: number; type: string; condition?: string; unitCost?: string | null; key?: string },
) => ({
  key: newId(),
  condition: 'good',
  unitCost: null,
  ...line,
  warehouseId,
  skuId,
  refType: 'walk',
  refId: newId(),
  refNo: 'WALK',
});
