import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { salesOrder } from '../model/order.ts';
import { holdStock } from './hold-stock.ts';
import { closeHolds } from './holds.ts';
import { announceMapped } from './map-lines.ts';
import { channelPin } from './pinned-warehouse.ts';

/**
 * A shop's warehouses, or how it chooses among them, have changed: orders that waited for the
 * mapping take it, their hold closes by itself, and they hold their stock, oldest ship-by first.
 */
export async function releaseMappedWarehouses(tx: Tx, accountId: string): Promise<void> {
  const held = await tx.rows<{ id: string; orderNo: string; isReserving: boolean }>`
    select o.id, o.order_no,
      a.reserve_on = 'receive' and not 'unmapped' = any(o.holds) as "isReserving"
    from sales_order o join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id
    where o.tenant_id = ${tx.tenant} and o.account_id = ${accountId}::uuid
      and o.stage in ('pending', 'shipping') and 'unmappedWarehouse' = any(o.holds)
    order by o.ship_by nulls last, o.id for update of o`;
  for (const order of held) {
    const { warehouseId, unmappedCode } = await channelPin(tx, order.id);
    if (unmappedCode) continue;
    await setColumns(tx, salesOrder, [order.id], { warehouseId });
    await tx.run`
      update order_line set warehouse_id = ${warehouseId}::uuid
      where tenant_id = ${tx.tenant} and order_id = ${order.id}::uuid and warehouse_id is null`;
    await closeHolds(tx, order.id, 'unmappedWarehouse', '仓库已映射');
    if (order.isReserving) await holdStock(tx, { ...order, accountId, pinnedWarehouseId: warehouseId });
  }
  await announceMapped(
    tx,
    held.map(({ id }) => id),
  );
}
