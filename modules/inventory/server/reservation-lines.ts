import type { Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { reservation } from '../model/stock.ts';
import { chooseReservations } from './reservations.ts';

/** The line, and its order, that held units belong to from now on. */
interface HeldFor {
  orderId: string;
  orderNo: string;
  orderLineId: string;
}

/**
 * Held units become those of another line, where they lie: no level changes, so nobody else can take
 * them in between. Orders on both sides are locked by the caller.
 * @param qty units of the line, oldest first; absent = all of them
 * @returns units of the line that were held and went along
 */
export async function passReservations(
  tx: Tx,
  from: { orderLineId: string; warehouseId?: string; qty?: number },
  to: HeldFor,
): Promise<number> {
  const takes = await chooseReservations(tx, [from]);
  const whole = takes.filter(({ row, qty }) => qty === row.qty).map(({ row }) => row.id);
  const parts = takes.filter(({ row, qty }) => qty < row.qty);
  await tx.run`
    update reservation set order_id = ${to.orderId}::uuid, order_no = ${to.orderNo},
      order_line_id = ${to.orderLineId}::uuid, update_time = ${tx.now}, update_by = ${tx.actor.username},
      version = version + 1
    where tenant_id = ${tx.tenant} and id = any(${whole}::uuid[])`;
  await tx.run`
    update reservation r set qty = r.qty - p.qty, update_time = ${tx.now}, update_by = ${tx.actor.username},
      version = r.version + 1
    from unnest(${parts.map(({ row }) => row.id)}::uuid[], ${parts.map(({ qty }) => qty)}::integer[]) as p (id, qty)
    where r.tenant_id = ${tx.tenant} and r.id = p.id`;
  if (parts.length > 0)
    await insertInto(
      tx,
      reservation,
      parts.map(({ row, qty }) => ({
        kind: 'order' as const,
        environment: row.environment ?? 'live',
        status: 'open' as const,
        warehouseId: row.warehouseId,
        skuId: row.skuId,
        perUnit: row.perUnit,
        qty,
        ...to,
      })),
    );
  const units = [...Map.groupBy(takes, ({ row }) => row.skuId).values()].map((own) =>
    own.reduce((sum, { row, qty }) => sum + qty / row.perUnit, 0),
  );
  return Math.max(0, ...units);
}
