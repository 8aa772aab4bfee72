import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/database.ts';
import { takenKeys, trackingNumber } from '#kit/model/tracking-number.ts';
import { labelFormat, splitLabels } from '#platform/print/label-file.ts';
import { zplFields } from '#platform/print/zpl-labels.ts';
import { familyOf } from '#modules/orders/server/index.ts';
import { REUSED } from '../../model/label-denial.ts';
import type { ShipmentRow } from '../../model/shipment.ts';

/* A label is stuck on the goods of one order: the file of another one's is none, whoever gives it. */

/**
 * Where a label that can be read is in use already, in words for people; null where it is of this order. A whole file
 * and each of its pages are known by their bytes, ZPL by the numbers that it prints as well. What was voided or
 * replaced is in no use.
 */
export async function usedElsewhere(
  tx: Tx,
  { id, orderId }: Pick<ShipmentRow, 'id' | 'orderId'>,
  label: Uint8Array,
): Promise<string | null> {
  const parts = await splitLabels(label);
  const hashes = [label, ...parts].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  const found = await tx.rows<{ shipmentNo: string; orderId: string }>`
    select s.shipment_no, s.order_id from asset a
      left join box b on b.tenant_id = a.tenant_id and a.owner_type = 'box' and b.id = a.owner_id
        and b.label_asset_id = a.id
      join shipment s on s.tenant_id = a.tenant_id and s.id = coalesce(b.shipment_id, a.owner_id)
    where a.tenant_id = ${tx.tenant} and a.kind = 'label' and a.owner_type in ('shipment', 'box')
      and a.sha256 = any(${[...new Set(hashes)]}::text[]) and s.id <> ${id}::uuid
      and (b.id is not null or s.label_source in ('channel', 'carrier') and a.id = (
        select d.asset_id from shipping_document d where d.tenant_id = a.tenant_id and d.shipment_id = s.id
          and d.kind = 'label' order by d.id desc limit 1))
    order by s.shipment_no limit 20`;
  if (found.length > 0) {
    const family = new Set((await familyOf(tx, orderId)).map((order) => order.id));
    const other = found.find((one) => !family.has(one.orderId));
    if (other) return `${REUSED}已用于发货单 ${other.shipmentNo}`;
  }
  const numbers = labelFormat(label) === 'zpl' ? numbersOn(label) : [];
  const taken = numbers.length > 0 ? await takenElsewhere(tx, orderId, numbers) : null;
  return taken && `${REUSED}上的运单号 ${taken} 已用于其他订单`;
}

/** As many as a file of labels can have numbers, beside everything else that stands on them. */
const MOST = 500;
/** What is shorter is a ZIP, a weight, a count. */
const LEAST = 8;

/** What may be a tracking number among the fields of a ZPL file. */
const numbersOn = (label: Uint8Array): string[] =>
  [...new Set(zplFields(label).flatMap((field) => [field, ...field.split(/[^0-9A-Za-z-]+/)].map(trackingNumber)))]
    .filter((text) => text.length >= LEAST && text.length <= 64 && /\d/.test(text))
    .slice(0, MOST);

/** A tracking number that a live box of another number at the channel carries, however it is written. */
export async function takenElsewhere(tx: Tx, orderId: string, numbers: readonly string[]): Promise<string | null> {
  const family = (await familyOf(tx, orderId)).map(({ id }) => id);
  const row = await tx.maybe<{ trackingNo: string }>`
    select b.tracking_no from box b join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id
    where b.tenant_id = ${tx.tenant} and b.tracking_no_bare = any(${numbers.flatMap(takenKeys)}::text[])
      and b.status <> 'void' and s.order_id <> all(${family}::uuid[]) limit 1`;
  return row?.trackingNo ?? null;
}
