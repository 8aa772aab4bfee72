import type { Tx } from '#kit/server/database.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import type { ShipmentRow } from '../model/shipment.ts';
import { linesOf } from './packing/pack.ts';

/** 发货: how much leaves which stock, and how many notices follow. */
export async function shipOutlook(tx: Tx, rows: readonly ShipmentRow[]): Promise<string[]> {
  const lines = await linesOf(
    tx,
    rows.filter(({ environment }) => environment !== 'sandbox').map(({ id }) => id),
  );
  const units = lines.reduce((sum, { qty }) => sum + qty, 0);
  const houses = new Set(rows.map(({ warehouseId }) => warehouseId)).size;
  const reported = rows.filter(({ orderType }) => !isManualOrder(orderType)).length;
  return [
    `${rows.length} 个发货单出库，${houses} 个仓库的库存共减少 ${units} 件，结转成本`,
    `向平台发送 ${reported} 份发货通知；面单费用按已申请的面单，不另产生`,
  ];
}
