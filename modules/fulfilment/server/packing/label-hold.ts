import { notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { LABEL_MIMES, labelFormat } from '#platform/print/label-file.ts';
import { labelPage } from '#platform/print/label-picture.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import { labelDenied, labelReused, labelUnreadable, notHeld, numbersFirst } from '../../model/errors.ts';
import { denialIn } from '../../model/label-denial.ts';
import { NO_FILE, PRICE_MISSING, withoutPrice } from '../../model/label-hold.ts';
import { box, shipment, shippingDocument, type ShipmentRow } from '../../model/shipment.ts';
import { shippingLabel } from '../../model/shipping-label.ts';
import { sharedFault } from '../joint/joint-labels.ts';
import { assignPages, dealPages, pagesIn, storeDocument, type LiveBox } from './deal-labels.ts';
import { usedElsewhere } from './label-reuse.ts';
import { visibleShipments, type VisibleShipment } from './visible-shipments.ts';

/** A shipment whose label waits for a person. @throws Refusal 404, or where none waits */
async function heldShipment(tx: Tx, id: string): Promise<VisibleShipment> {
  const [row] = await visibleShipments(tx, [id]);
  if (!row) throw notFound();
  if (!row.labelHold) throw notHeld();
  return row;
}

/** @throws Refusal 409: no file and no number makes a label good that its carrier denies */
function assertNotDenied({ labelHold }: Pick<ShipmentRow, 'labelHold'>): void {
  const reason = denialIn(labelHold);
  if (reason) throw labelDenied({ reason });
}

const liveBoxes = (tx: Tx, shipmentId: string) =>
  pick(tx, box, ['id', 'shipmentId', 'boxNo', 'trackingNo'])`
    shipment_id = ${shipmentId}::uuid and status <> 'void' order by box_no`;

/**
 * 处理面单: a person says which page belongs to which box; without pages the file stays as one record.
 * @throws Refusal 422 where there is no file that can be printed: then one is uploaded, or the label is voided;
 * 409 where a carrier has left out numbers
 */
export async function resolveLabel(tx: Tx, id: string, raw: unknown): Promise<void> {
  const row = await heldShipment(tx, id);
  assertNotDenied(row);
  if (row.labelSource === 'carrier' && !row.trackingNo) throw numbersFirst();
  const boxes = await liveBoxes(tx, id);
  const { bytes, total } = await printableLabel(tx, row);
  const pages = Array.isArray(raw) ? raw.map(Number) : [];
  if (pages.length > 0) {
    if (pages.length !== boxes.length || pages.some((page) => !Number.isInteger(page) || page < 1 || page > total))
      throw new Refusal('fulfilment.pages', `请为 ${boxes.length} 箱各指定 1 到 ${total} 之间的页码`, { status: 422 });
    await assignPages(
      tx,
      boxes.map((one) => one.id),
      bytes,
      pages.map((page) => page - 1),
    );
  }
  // Boxes without a number of their own travel under the shipment's first.
  await tx.run`
    update box set tracking_no = nullif(split_part(${row.trackingNo ?? ''}, ',', 1), '')
    where tenant_id = ${tx.tenant} and shipment_id = ${id} and status <> 'void' and tracking_no is null`;
  await endHold(tx, row, null);
  audit(tx, 'fulfilment:shipment', [{ rowId: id, action: 'resolveLabel', diff: { pages } }]);
}

/** The file that came last; null where none did. */
async function storedLabel(tx: Tx, shipmentId: string): Promise<Uint8Array | null> {
  const [asset] = await pick(tx, shippingDocument, ['assetId'])`
    shipment_id = ${shipmentId} and kind = 'label' order by id desc limit 1`;
  return asset ? (await tx.files.read(tx, asset.assetId)).bytes : null;
}

/** Once each box has its number: what of the file a person must settle, or null. */
export async function pagesFault(
  tx: Tx,
  of: Pick<ShipmentRow, 'id' | 'orderId'>,
  boxes: readonly LiveBox[],
): Promise<string | null> {
  const bytes = await storedLabel(tx, of.id);
  return bytes ? dealPages(tx, of, boxes, bytes) : NO_FILE;
}

async function printableLabel(
  tx: Tx,
  of: Pick<ShipmentRow, 'id' | 'orderId'>,
): Promise<{ bytes: Uint8Array; total: number }> {
  const bytes = await storedLabel(tx, of.id);
  if (!bytes) throw labelUnreadable({ reason: NO_FILE });
  const total = await pagesIn(bytes);
  if (typeof total === 'string') throw labelUnreadable({ reason: total });
  const used = await usedElsewhere(tx, of, bytes);
  if (used) throw labelReused({ reason: used });
  return { bytes, total };
}

/** 上传面单: a file that somebody fetched from the carrier takes the place of one that cannot be printed. */
export async function uploadLabel(tx: Tx, id: string, name: string, file: Uint8Array): Promise<void> {
  const bytes = await labelPage(file);
  const row = await heldShipment(tx, id);
  assertNotDenied(row);
  const pages = await pagesIn(bytes);
  const format = labelFormat(bytes);
  if (typeof pages === 'string' || format === null)
    throw new Refusal('fulfilment.notLabel', `请上传 10MB 以内的 PDF、ZPL、PNG 或 JPEG 面单；${pages}`, {
      status: 422,
    });
  const used = await usedElsewhere(tx, row, bytes);
  if (used) throw labelReused({ reason: used });
  await storeDocument(tx, id, { kind: 'label', name, mime: LABEL_MIMES[format], bytes });
  const boxes = await liveBoxes(tx, id);
  const isNumbered = boxes.every(({ trackingNo }) => trackingNo);
  const fault =
    (await dealPages(tx, row, boxes, bytes)) ?? (isNumbered ? await sharedFault(tx, id) : withoutPrice(row.labelHold));
  await endHold(tx, row, fault);
  audit(tx, 'fulfilment:shipment', [{ rowId: id, action: 'uploadLabel', diff: { name } }]);
}

/** @param fault what of numbers and file a person must settle still; null: nothing. The price is looked for. */
export async function endHold(
  tx: Tx,
  { id, orderId }: Pick<ShipmentRow, 'id' | 'orderId'>,
  fault: string | null,
): Promise<void> {
  const [unpriced] = await pick(tx, shippingLabel, ['id'])`
    shipment_id = ${id}::uuid and status = 'active' and cost is null`;
  const labelHold = [unpriced && PRICE_MISSING, fault].filter(Boolean).join('；') || null;
  await setColumns(tx, shipment, [id], { labelHold });
  await setFacts(tx, orderId, { labelStatus: labelHold ? 'held' : 'ready' });
}
