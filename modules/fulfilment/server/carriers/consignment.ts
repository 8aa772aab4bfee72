import { wholeAddress } from '#kit/model/address.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Consignment } from '../../model/carrier-port.ts';
import { readShipment } from '../read-shipment.ts';

/** What a shipment asks of a carrier: from its warehouse to its buyer, its sealed boxes in their order. */
export async function consignmentOf(tx: Tx, shipmentId: string): Promise<Consignment> {
  const { from, order } = await readShipment(tx, shipmentId);
  const parcels = await tx.rows<Consignment['parcels'][number]>`
    select coalesce(length_mm, 0) as "lengthMm", coalesce(width_mm, 0) as "widthMm",
      coalesce(height_mm, 0) as "heightMm", coalesce(weight_g, 0) as "weightG"
    from box where tenant_id = ${tx.tenant} and shipment_id = ${shipmentId}::uuid and status in ('sealed', 'labelled')
    order by box_no`;
  const { shipTo } = order;
  return {
    from,
    to: wholeAddress(shipTo),
    parcels,
  };
}
