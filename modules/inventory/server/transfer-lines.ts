import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { otherEnd, transferClosed } from '../model/errors.ts';
import type { StockTransferRow } from '../model/stock-transfer.ts';

/** A line of a transfer. */
export interface StoredLine {
  id: string;
  skuId: string;
  sku: string;
  qty: number;
  transitQty: number;
}
export const linesOf = (tx: Tx, id: string): Promise<StoredLine[]> =>
  tx.rows`
    select l.id, l.sku_id, s.sku_code as sku, l.qty, l.transit_qty from stock_transfer_line l
    join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.transfer_id = ${id}::uuid order by l.id`;

/** What movements of a transfer say of where they come from. */
export const refOf = ({ id, transferNo, remark }: StockTransferRow) => ({
  refType: 'stockTransfer',
  refId: id,
  refNo: transferNo,
  reason: remark,
});

/** What was received or closed is not received twice: the second hears who was first. */
export async function closedBy(_tx: Tx, rows: StockTransferRow[]): Promise<Map<string, Refusal>> {
  const done = rows.filter(({ status }) => status === 'received');
  return new Map(done.map((row) => [row.id, transferClosed({ by: row.receivedBy ?? '' })]));
}

/** Both ends see a transfer; what happens in a warehouse is up to those who keep it. */
export async function warehousesOfOthers(
  tx: Tx,
  rows: readonly StockTransferRow[],
  end: 'fromWarehouseId' | 'toWarehouseId',
): Promise<Map<string, Refusal>> {
  const stored = tx.actor.limits.warehouses;
  const others = stored ? rows.filter((row) => !stored.includes(row[end])) : [];
  return new Map(others.map(({ id }) => [id, otherEnd({ isSending: end === 'fromWarehouseId' })]));
}
