import type { Tx } from '#kit/server/database.ts';
import { reserve } from '#modules/inventory/server/index.ts';

interface Awaited {
  id: string;
  partOrderId: string;
}

interface AwaitedLine {
  id: string;
  partOrderId: string;
  partOrderNo: string;
  environment: 'live' | 'sandbox';
  partSkuId: string;
  warehouseId: string;
  qty: number;
}

/**
 * Goods have come: lines that wait for them to be bought hold them, the nearest deadline first, each in a
 * transaction of its own. What is not enough for a line is left to the next.
 */
export async function takeAwaited(
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  skuIds: readonly string[],
): Promise<void> {
  const waiting = await run(
    (tx) => tx.rows<Awaited>`
      select l.id, l.part_order_id from part_line l
        join part_order o on o.tenant_id = l.tenant_id and o.id = l.part_order_id
      where l.tenant_id = ${tx.tenant} and l.source = 'purchase' and l.qty_reserved = 0 and l.shipped_qty = 0
        and o.status in ('confirmed', 'breached') and l.part_sku_id = any(${[...skuIds]}::uuid[])
      order by o.due_at nulls last, o.id, l.id`,
  );
  for (const line of waiting) await run((tx) => takeOne(tx, line));
}

async function takeOne(tx: Tx, { id, partOrderId }: Awaited): Promise<void> {
  await tx.run`select 1 from part_order
    where tenant_id = ${tx.tenant} and id = ${partOrderId}::uuid for update`;
  const line = await tx.maybe<AwaitedLine>`
    select l.id, l.part_order_id, o.part_order_no, o.environment, l.part_sku_id, l.warehouse_id, l.qty
    from part_line l join part_order o on o.tenant_id = l.tenant_id and o.id = l.part_order_id
    where l.tenant_id = ${tx.tenant} and l.id = ${id}::uuid and l.source = 'purchase' and l.qty_reserved = 0
      and l.shipped_qty = 0 and o.status in ('confirmed', 'breached')`;
  if (!line || !(await holdAwaited(tx, line))) return;
  await tx.run`update part_order set waiting_count = waiting_count - ${line.qty}, update_time = ${tx.now},
      version = version + 1
    where tenant_id = ${tx.tenant} and id = ${partOrderId}::uuid`;
}

/** Holds goods for a line that waits for them, all of it or nothing. @returns whether they were there */
async function holdAwaited(tx: Tx, line: AwaitedLine): Promise<boolean> {
  const short = await reserve(tx, [
    {
      kind: 'part',
      orderId: line.partOrderId,
      orderNo: line.partOrderNo,
      isPhysical: true,
      orderLineId: line.id,
      warehouseId: line.warehouseId,
      skuId: line.partSkuId,
      qty: line.qty,
      environment: line.environment,
    },
  ]);
  if (short.length > 0) return false;
  await tx.run`update part_line set qty_reserved = qty, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  return true;
}

/**
 * Goods that came before somebody confirmed to wait for them are held at once: nothing would tell of them any
 * more. The order is locked, and what was chosen for its lines is stored.
 * @returns units that are held
 */
export async function holdArrived(tx: Tx, partOrderId: string, lineIds: readonly string[]): Promise<number> {
  const lines = await tx.rows<AwaitedLine>`
    select l.id, l.part_order_id, o.part_order_no, o.environment, l.part_sku_id, l.warehouse_id, l.qty
    from part_line l join part_order o on o.tenant_id = l.tenant_id and o.id = l.part_order_id
    where l.tenant_id = ${tx.tenant} and l.part_order_id = ${partOrderId}::uuid and l.source = 'purchase'
      and l.id = any(${[...lineIds]}::uuid[]) and l.qty_reserved = 0 and l.shipped_qty = 0
    order by l.part_sku_id, l.id`;
  let held = 0;
  for (const line of lines) if (await holdAwaited(tx, line)) held += line.qty;
  return held;
}
