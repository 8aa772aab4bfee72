import type { Tx } from '#kit/server/database.ts';
import { cartonsOf } from '#modules/catalog/server/index.ts';
import { isOpenState } from '#modules/orders/model/order-lifecycle.ts';
import { familyLines, familyOf, openQty, type FamilyLine, type Member } from '#modules/orders/server/index.ts';
import { planCartons, type BoxItem } from '../../model/carton-plan.ts';

export interface ShipmentBox {
  /** Empty for a box that is only planned. */
  id: string;
  shipmentId: string;
  boxNo: string;
  items: BoxItem[];
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightG: number;
  trackingNo: string | null;
}

type StoredBox = ShipmentBox & { orderId: string; isSealed: boolean };

/** The boxes that stand for a number at its channel, and the lines they hold. */
export interface NumberBoxes {
  /** Lines of all parts, part by part. */
  lines: readonly FamilyLine[];
  boxes: ShipmentBox[];
}

/**
 * Boxes of all live shipments of an order. Where it was split, of its other parts too: as they were packed,
 * or as their cartons say where they have not been packed yet, for a channel makes labels once.
 */
export async function boxesOfNumber(tx: Tx, orderId: string): Promise<NumberBoxes> {
  const members = await familyOf(tx, orderId);
  const lines = await familyLines(tx, members);
  const stored = await storedBoxes(tx, members);
  if (members.length < 2) return { lines, boxes: stored };
  const planned = await plannedBoxes(
    tx,
    members.filter((member) => member.id !== orderId && !isPacked(member, lines, stored)),
    lines,
  );
  const boxes = members.flatMap(({ id }) => {
    const own = planned.get(id);
    return own ?? stored.filter((box) => box.orderId === id);
  });
  return { lines, boxes };
}

/** Whether all that a part still has to ship lies in sealed boxes. */
function isPacked({ id, status }: Member, lines: readonly FamilyLine[], boxes: readonly StoredBox[]): boolean {
  if (!isOpenState(status)) return true;
  const own = boxes.filter((box) => box.orderId === id);
  const open = lines.filter((line) => line.orderId === id && openQty(line) > 0);
  return (
    own.length > 0 &&
    own.every(({ isSealed }) => isSealed) &&
    open.every((line) => line.qtyPacked >= line.qty - line.qtyCancelled)
  );
}

const storedBoxes = (tx: Tx, members: readonly Member[]): Promise<StoredBox[]> =>
  tx.rows<StoredBox>`
    select b.id, s.id as shipment_id, s.order_id, b.box_no, i.items, b.status <> 'open' as is_sealed,
      coalesce(b.length_mm, 0) as "lengthMm", coalesce(b.width_mm, 0) as "widthMm",
      coalesce(b.height_mm, 0) as "heightMm", coalesce(b.weight_g, 0) as "weightG", b.tracking_no
    from shipment s join box b on b.tenant_id = s.tenant_id and b.shipment_id = coalesce(s.lead_id, s.id)
      -- What else lies in the boxes of a joint shipment is no business of this number's channel.
      cross join lateral (select jsonb_agg(item order by nr) as items
        from jsonb_array_elements(b.items) with ordinality as own (item, nr)
        where s.lead_id is null and s.partner_count = 0 or exists (select 1 from shipment_line l
          where l.tenant_id = s.tenant_id and l.shipment_id = s.id and l.id::text = item->>'shipmentLineId')) i
    where b.tenant_id = ${tx.tenant} and s.order_id = any(${members.map(({ id }) => id)}::uuid[])
      and b.status <> 'void' and s.status <> 'voided' and i.items is not null
    order by s.id, b.box_no`;

/** A part whose SKUs have no cartons, or are not known, plans none: it waits for a person with its labels. */
async function plannedBoxes(
  tx: Tx,
  members: readonly Member[],
  lines: readonly FamilyLine[],
): Promise<Map<string, ShipmentBox[]>> {
  const requested = lines.filter((line) => members.some(({ id }) => id === line.orderId));
  const cartons = await cartonsOf(
    tx,
    requested.flatMap(({ skuId }) => (skuId ? [skuId] : [])),
  );
  return new Map(
    members.map(({ id }) => {
      const own = requested.filter((line) => line.orderId === id && openQty(line) > 0);
      const plan = planCartons(
        own.flatMap((line) => {
          const known = cartons.get(line.skuId ?? '') ?? [];
          const { id: orderLineId, skuId, channelSku } = line;
          return skuId === null || known.length === 0
            ? []
            : [
                {
                  shipmentLineId: '',
                  orderLineId,
                  skuId,
                  channelSku,
                  qty: openQty(line),
                  firstPiece: line.qtyShipped + 1,
                  cartons: known,
                },
              ];
        }),
      );
      return [id, plan.map((box) => ({ ...box, id: '', shipmentId: '', boxNo: '', trackingNo: null }))];
    }),
  );
}
