import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { handover, type HandoverRow } from '../../model/handover.ts';

/** A list in the actor's sight, locked. @throws Refusal 404 */
export async function lockHandover(tx: Tx, id: string): Promise<HandoverRow> {
  const [row] = await tx.query<HandoverRow>(sql`select t.* from handover t
    where ${join(baseConditions(handover, tx.actor), ' and ')} and t.id = ${id}::uuid for update of t`);
  if (!row) throw notFound();
  return row;
}

/** Figures and shops of a list follow from its boxes. */
export async function refreshHandover(tx: Tx, id: string): Promise<void> {
  await tx.run`
    update handover h set box_count = f.boxes, weight_g = f.weight, left_count = f.gone, refused_count = f.refused,
      shop_ids = f.shops
    from (select (count(*) filter (where l.outcome <> 'refused'))::integer as boxes,
        coalesce(sum(b.weight_g) filter (where l.outcome <> 'refused'), 0)::integer as weight,
        (count(*) filter (where l.outcome = 'left'))::integer as gone,
        (count(*) filter (where l.outcome = 'refused'))::integer as refused,
        coalesce(array_agg(distinct b.account_id) filter (where b.account_id is not null), '{}') as shops
      from handover_box l join box b on b.tenant_id = l.tenant_id and b.id = l.box_id
      where l.tenant_id = ${tx.tenant} and l.handover_id = ${id}::uuid) f
    where h.tenant_id = ${tx.tenant} and h.id = ${id}::uuid`;
  tx.journal.touched.add('fulfilment:handover');
}

/** Shipments show the list that their boxes are on. */
export async function showHandover(
  tx: Tx,
  shipmentIds: readonly string[],
  handoverId: string | null,
  status: 'none' | 'listed' | 'handed',
): Promise<void> {
  await tx.run`update shipment set handover_id = ${handoverId}::uuid, handover_status = ${status}
    where tenant_id = ${tx.tenant} and id = any(${shipmentIds}::uuid[])`;
  tx.journal.touched.add('fulfilment:shipment');
}

/** Boxes of a shipment that are packed afresh leave the list that waits for them. The shipment is locked. */
export async function leaveHandover(tx: Tx, shipmentId: string): Promise<void> {
  const lists = await tx.rows<{ id: string }>`
    select h.id from handover h where h.tenant_id = ${tx.tenant} and h.status in ('draft', 'closing')
      and exists (select 1 from handover_box l where l.tenant_id = h.tenant_id and l.handover_id = h.id
        and l.shipment_id = ${shipmentId}::uuid) order by h.id for update`;
  if (lists.length === 0) return;
  await tx.run`delete from handover_box where tenant_id = ${tx.tenant}
    and shipment_id = ${shipmentId}::uuid and handover_id = any(${lists.map(({ id }) => id)}::uuid[])`;
  await showHandover(tx, [shipmentId], null, 'none');
  for (const { id } of lists) await refreshHandover(tx, id);
}
