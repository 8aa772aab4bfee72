import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import type { BoxItem } from '../../model/carton-plan.ts';
import { box, shipment, type ShipmentRow } from '../../model/shipment.ts';
import { MOST_NUMBERS, numbersText } from '../../model/tracking.ts';

interface Numbers {
  id: string;
  numbers: string[] | null;
  carrierCode: string | null;
  labelSource: ShipmentRow['labelSource'];
}

/** Partners go under the numbers of the boxes that their goods lie in, and as their lead does. */
export async function takeNumbers(tx: Tx, partners: readonly ShipmentRow[]): Promise<void> {
  const found = await tx.rows<Numbers>`
    select s.id, n.numbers, lead.carrier_code, lead.label_source
    from shipment s join shipment lead on lead.tenant_id = s.tenant_id and lead.id = s.lead_id
      cross join lateral (
        select array_agg(distinct b.tracking_no) filter (where b.tracking_no is not null) as numbers
        from box b cross join jsonb_array_elements(b.items) i
          join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
            and l.id::text = i->>'shipmentLineId'
        where b.tenant_id = s.tenant_id and b.shipment_id = s.lead_id and b.status <> 'void') n
    where s.tenant_id = ${tx.tenant} and s.id = any(${partners.map(({ id }) => id)}::uuid[])`;
  for (const { id, orderId } of partners) {
    const one = found.find((row) => row.id === id);
    const trackingNo = numbersText(one?.numbers ?? [], MOST_NUMBERS.shipment) || null;
    await setColumns(tx, shipment, [id], {
      trackingNo,
      carrierCode: one?.carrierCode ?? null,
      labelSource: one?.labelSource ?? null,
      labelError: null,
    });
    const labelStatus = one?.labelSource === 'own' ? 'own' : 'ready';
    await setFacts(tx, orderId, { labelStatus, trackingNo });
  }
}

/**
 * A number that would stand for goods of two orders at a marketplace, which takes each number for one of its
 * orders.
 * @param dealt the number of each box
 * @returns it, or null
 */
export async function sharedByOrders(
  tx: Tx,
  shipmentId: string,
  boxes: readonly { items: BoxItem[] }[],
  dealt: readonly string[],
): Promise<string | null> {
  const lines = await tx.rows<{ id: string; orderId: string }>`
    select l.id, s.order_id from shipment s
      join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
    where s.tenant_id = ${tx.tenant} and (s.id = ${shipmentId}::uuid or s.lead_id = ${shipmentId}::uuid)
      and s.order_type not in ('manual', 'replacement')`;
  const orderOf = new Map(lines.map((line) => [line.id, line.orderId]));
  const orders = new Map<string, Set<string>>();
  for (const [at, { items }] of boxes.entries())
    for (const { shipmentLineId } of items) {
      const order = orderOf.get(shipmentLineId);
      const number = dealt[at];
      if (order && number) orders.set(number, (orders.get(number) ?? new Set()).add(order));
    }
  return [...orders].find(([, of]) => of.size > 1)?.[0] ?? null;
}

/** @returns what a person must settle where a marketplace would be given one number for two of its orders, or null */
export async function sharedFault(tx: Tx, shipmentId: string): Promise<string | null> {
  const boxes = await pick(tx, box, ['items', 'trackingNo'])`
    shipment_id = ${shipmentId}::uuid and status <> 'void' order by box_no`;
  const shared = await sharedByOrders(
    tx,
    shipmentId,
    boxes.map(({ items }) => ({ items: items as BoxItem[] })),
    boxes.map(({ trackingNo }) => trackingNo ?? ''),
  );
  return shared && `运单号 ${shared} 用于两个PO，平台不接受`;
}
