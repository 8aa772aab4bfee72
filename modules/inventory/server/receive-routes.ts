import { notFound } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, join, sql } from '#kit/server/sql.ts';
import { inboundReceipt, type InboundReceiptRow } from '../model/inbound-receipt.ts';
import { inboundDeskRoute, transferDeskRoute, type ReceiveDesk, type ReceivedLine } from '../model/receive-routes.ts';
import { stockTransfer, type StockTransferRow } from '../model/stock-transfer.ts';
import { deskGoods } from './desk-goods.ts';
import { originOf } from './ordered-goods.ts';

/** What pages of receiving ask beside the moves. */
export const receiveRoutes: Route[] = [
  implement(transferDeskRoute, (call) => call.tx((tx) => transferDesk(tx, call.params.id))),
  implement(inboundDeskRoute, (call) => call.tx((tx) => inboundDesk(tx, call.params.id))),
];

/** A document in the actor's sight. @throws 404 */
async function visible<Row>(tx: Tx, of: AnyResource, id: string): Promise<Row> {
  const [row] = await tx.query<Row>(sql`
    select t.* from ${column(tableOf(of))} t
    where ${join(baseConditions(of, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  if (!row) throw notFound();
  return row;
}

const warehouseName = async (tx: Tx, id: string): Promise<string> =>
  (
    await tx.one<{ name: string }>`
      select name from warehouse where tenant_id = ${tx.tenant} and id = ${id}::uuid`
  ).name;

const withGoods = async (
  tx: Tx,
  warehouseId: string,
  lines: readonly Omit<ReceivedLine, 'goods'>[],
): Promise<ReceivedLine[]> => {
  const skuIds = lines.map(({ skuId }) => skuId);
  const goods = await deskGoods(tx, skuIds, warehouseId);
  return lines.map((line) => ({ ...line, goods: goods(line.skuId) }));
};

async function transferDesk(tx: Tx, id: string): Promise<ReceiveDesk> {
  const row = await visible<StockTransferRow>(tx, stockTransfer, id);
  const lines = await tx.rows<Omit<ReceivedLine, 'goods'>>`
    select id, sku_id, qty as planned, received_qty as received, transit_qty as open
    from stock_transfer_line where tenant_id = ${tx.tenant} and transfer_id = ${id}::uuid order by id`;
  return {
    id,
    version: row.version,
    status: row.status,
    number: row.transferNo,
    source: await warehouseName(tx, row.fromWarehouseId),
    ref: null,
    warehouse: await warehouseName(tx, row.toWarehouseId),
    lines: await withGoods(tx, row.toWarehouseId, lines),
  };
}

async function inboundDesk(tx: Tx, id: string): Promise<ReceiveDesk> {
  const row = await visible<InboundReceiptRow>(tx, inboundReceipt, id);
  const lines = await tx.rows<Omit<ReceivedLine, 'goods'>>`
    select id, sku_id, qty as planned, good_qty + quarantine_qty + damaged_qty as received,
      transit_qty as open
    from inbound_receipt_line where tenant_id = ${tx.tenant} and receipt_id = ${id}::uuid order by id`;
  return {
    id,
    version: row.version,
    status: row.status,
    number: row.receiptNo,
    source: row.supplierName,
    ref: await originOf(tx, id),
    warehouse: await warehouseName(tx, row.warehouseId),
    lines: await withGoods(tx, row.warehouseId, lines),
  };
}
