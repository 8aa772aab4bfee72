import type { Tx } from '#kit/server/database.ts';
import { GRAMS_PER_POUND } from '#kit/model/unit.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import { dimWeightLb, shipClassOf, USUAL_DIM, type DimRule } from '#modules/base/model/ship-class.ts';
import { shipment } from '../../model/shipment.ts';

interface LiveBox extends DimRule {
  id: string;
  shipmentId: string;
  orderId: string;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  weightG: number | null;
}

/**
 * Box count, weight, class with its reason, and dimensional weights follow from the boxes; the
 * order list shows the count. Called whenever boxes come, go or are measured.
 */
export async function refreshFigures(tx: Tx, shipmentIds: readonly string[]): Promise<void> {
  const boxes = await tx.rows<LiveBox>`
    select b.id, b.shipment_id, s.order_id, b.length_mm, b.width_mm, b.height_mm, b.weight_g,
      coalesce(m.dim_divisor, ${USUAL_DIM.dimDivisor}) as dim_divisor,
      coalesce(m.rounds_sides, ${USUAL_DIM.roundsSides}) as rounds_sides
    from shipment s left join box b on b.tenant_id = s.tenant_id and b.shipment_id = s.id and b.status <> 'void'
      left join ship_method m on m.tenant_id = s.tenant_id and m.id = s.ship_method_id
    where s.tenant_id = ${tx.tenant} and s.id = any(${shipmentIds}::uuid[]) and b.id is not null
    order by b.box_no`;
  const rows = shipmentIds.map((id) => {
    const own = boxes.filter((box) => box.shipmentId === id);
    const sized = own.map((box) => ({
      lengthMm: box.lengthMm ?? 0,
      widthMm: box.widthMm ?? 0,
      heightMm: box.heightMm ?? 0,
      weightG: box.weightG ?? 0,
    }));
    const judged = sized.length > 0 ? shipClassOf(sized) : { class: null, reason: null };
    return {
      id,
      boxCount: own.length,
      weightG: sized.reduce((sum, box) => sum + box.weightG, 0),
      class: judged.class,
      classReason: judged.reason,
    };
  });
  await setEach(tx, shipment, rows);
  const dims = boxes.map((box) =>
    Math.round(
      dimWeightLb({ lengthMm: box.lengthMm ?? 0, widthMm: box.widthMm ?? 0, heightMm: box.heightMm ?? 0 }, box) *
        GRAMS_PER_POUND,
    ),
  );
  if (boxes.length > 0)
    await tx.run`
      update box b set dim_weight_g = d.weight
      from unnest(${boxes.map((box) => box.id)}::uuid[], ${dims}::integer[]) as d (id, weight)
      where b.tenant_id = ${tx.tenant} and b.id = d.id and b.dim_weight_g is distinct from d.weight`;
  await refreshBoxCounts(tx, shipmentIds);
}

/** The order shows in how many live boxes all its shipments lie, also together with others. */
async function refreshBoxCounts(tx: Tx, shipmentIds: readonly string[]): Promise<void> {
  const counts = await tx.rows<{ orderId: string; n: number }>`
    select s.order_id, (count(b.id) filter (where b.status <> 'void' and s.status <> 'voided'))::integer as n
    from shipment s
      left join box b on b.tenant_id = s.tenant_id and b.shipment_id = coalesce(s.lead_id, s.id)
    where s.tenant_id = ${tx.tenant} and s.order_id in (
      select order_id from shipment where tenant_id = ${tx.tenant}
        and (id = any(${shipmentIds}::uuid[]) or lead_id = any(${shipmentIds}::uuid[])))
    group by s.order_id`;
  for (const { orderId, n } of counts) await setFacts(tx, orderId, { boxCount: n });
}
