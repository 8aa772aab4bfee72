import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import type { HandoverBoxRow, HandoverDesk, MissingBoxes } from '../../model/handover-routes.ts';
import { handover, type HandoverRow } from '../../model/handover.ts';
import { box } from '../../model/shipment.ts';
import { waitingBoxes } from './handover-boxes.ts';

/** Everything that the page of a list shows. @throws Refusal 404 */
export async function readHandoverDesk(tx: Tx, id: string): Promise<HandoverDesk> {
  const [row] = await tx.query<
    HandoverRow & { warehouse: string; method: string | null; signatureAssetId: string | null }
  >(sql`
    select t.*, w.name as warehouse, m.name as method from handover t
      join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
      left join ship_method m on m.tenant_id = t.tenant_id and m.id = t.ship_method_id
    where ${join(baseConditions(handover, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  if (!row) throw notFound();
  const boxes = await listedBoxes(tx, id);
  const isOpen = row.status === 'draft' || row.status === 'closing';
  return {
    id,
    handoverNo: row.handoverNo,
    status: row.status,
    version: row.version,
    day: row.day,
    driver: row.driver,
    plate: row.plate,
    signedBy: row.signedBy,
    handedBy: row.handedBy,
    remark: row.remark,
    boxCount: row.boxCount,
    weightG: row.weightG,
    leftCount: row.leftCount,
    refusedCount: row.refusedCount,
    warehouse: row.warehouse,
    shipMethod: row.method,
    cutoffAt: toWireTime(row.cutoffAt, tx.actor.zone),
    handedAt: row.handedAt ? toWireTime(row.handedAt, tx.actor.zone) : null,
    hasSignature: row.signatureAssetId !== null,
    boxes,
    missing: isOpen ? await missingBoxes(tx, id) : [],
    waiting: isOpen ? await countWaiting(tx, row) : 0,
  };
}

/** Boxes of a list in the order in which they were put on it. */
export const listedBoxes = (tx: Tx, id: string): Promise<HandoverBoxRow[]> =>
  tx.rows<HandoverBoxRow>`
    select l.id, l.box_id, b.box_no, b.tracking_no, b.weight_g, l.shipment_id, s.shipment_no,
      s.status as shipment_status, o.channel_order_no, l.outcome, l.reason, l.create_by as scanned_by
    from handover_box l join box b on b.tenant_id = l.tenant_id and b.id = l.box_id
      join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
      join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
    where l.tenant_id = ${tx.tenant} and l.handover_id = ${id}::uuid
    order by l.outcome = 'refused' desc, l.create_time, l.id`;

/** Shipments that are on a list with some of their boxes only, and which are not there. */
export const missingBoxes = (tx: Tx, id: string): Promise<MissingBoxes[]> =>
  tx.rows<MissingBoxes>`
    select s.id as shipment_id, s.shipment_no, array_agg(b.box_no order by b.box_no) as box_nos
    from shipment s join box b on b.tenant_id = s.tenant_id and b.shipment_id = s.id and b.status <> 'void'
    where s.tenant_id = ${tx.tenant} and s.handover_id = ${id}::uuid
      and not exists (select 1 from handover_box l where l.tenant_id = b.tenant_id and l.box_id = b.id
        and l.handover_id = ${id}::uuid and l.is_live)
    group by 1, 2 order by 2`;

async function countWaiting(tx: Tx, row: HandoverRow): Promise<number> {
  const [found] = await tx.query<{ n: number }>(sql`select count(*)::integer as n from box t
    where ${join(baseConditions(box, tx.actor), ' and ')} and ${waitingBoxes(row)}`);
  return found?.n ?? 0;
}
