import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { join, sql } from '#kit/server/sql.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { otherAddress, togetherCount } from '../../model/part-errors.ts';
import { partOrder, type PartOrderRow } from '../../model/part-order.ts';
import { MOST_TOGETHER, type ParcelMate } from '../../model/part-routes.ts';
import { shipPartOrder } from './ship-parts.ts';

/** Open part orders that the reader sees, of the address and warehouse of one. */
export async function parcelMates(tx: Tx, id: string): Promise<ParcelMate[]> {
  await requireSeen(tx, partOrder, id);
  const rows = await tx.query<Omit<ParcelMate, 'dueAt'> & { dueAt: Date | null }>(sql`
    select t.id, t.part_order_no, t.channel_part_no, t.item_summary, t.status, t.due_at,
      t.waiting_count = 0 and t.status in ('confirmed', 'breached') and not exists (
        select 1 from part_line l where l.tenant_id = t.tenant_id and l.part_order_id = t.id
          and l.source is null) as is_ready
    from part_order t join part_order own on own.tenant_id = t.tenant_id and own.id = ${id}::uuid
    where ${join(baseConditions(partOrder, tx.actor), ' and ')} and t.id <> own.id
      and t.address_hash = own.address_hash and t.warehouse_id = own.warehouse_id
      and t.environment = own.environment and t.status in ('new', 'needInfo', 'confirmed', 'breached')
    order by t.due_at nulls last, t.id limit ${MOST_TOGETHER}`);
  return rows.map((row) => ({ ...row, dueAt: row.dueAt && toWireTime(row.dueAt, tx.actor.zone) }));
}

/** 合并发货: one parcel under one number, all of them or none. @throws Refusal naming the one that cannot */
export async function shipTogether(
  tx: Tx,
  raw: unknown,
  answers: { carrier: string; trackingNo: string },
): Promise<{ id: string; partOrderNo: string }[]> {
  const ids = [...new Set(Array.isArray(raw) ? raw.filter(isUuid) : [])].sort();
  if (ids.length < 2 || ids.length > MOST_TOGETHER) throw togetherCount({ most: MOST_TOGETHER });
  const rows = await tx.query<
    Pick<PartOrderRow, 'id' | 'partOrderNo' | 'warehouseId' | 'environment'> & {
      addressHash: string;
    }
  >(sql`
    select t.id, t.part_order_no, t.warehouse_id, t.environment, t.address_hash from part_order t
    where ${join(baseConditions(partOrder, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])
    order by t.id for update`);
  if (rows.length < ids.length) throw notFound();
  const [first] = rows;
  const other = rows.find(
    (row) =>
      row.addressHash !== first?.addressHash ||
      row.warehouseId !== first.warehouseId ||
      row.environment !== first.environment,
  );
  if (other) throw otherAddress({ partOrderNo: other.partOrderNo });
  await moveInTransaction(tx, shipPartOrder, ids, answers);
  await setColumns(tx, partOrder, ids, { isMerged: true });
  return rows.map(({ id, partOrderNo }) => ({ id, partOrderNo }));
}
