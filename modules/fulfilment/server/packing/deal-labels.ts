import { isTooLong, repeatedNumber, trackingKey } from '#kit/model/tracking-number.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { readGif } from '#platform/pictures/gif.ts';
import { readPicture } from '#platform/pictures/picture.ts';
import { countLabels, LABEL_MIMES, labelFormat, splitLabels } from '#platform/print/label-file.ts';
import { countPages } from '#platform/print/label-pages.ts';
import { PrintError } from '#platform/print/print-error.ts';
import { box, type ShipmentRow } from '../../model/shipment.ts';
import { takenElsewhere, usedElsewhere } from './label-reuse.ts';

/* Numbers and pages of a label go to the boxes they belong on, whoever made it. */

export interface ArrivedDocument {
  kind: 'label' | 'packingSlip' | 'bol' | 'customs';
  name: string;
  mime: string;
  bytes: Uint8Array;
}

export interface LiveBox {
  id: string;
  shipmentId: string;
  boxNo: string;
}

/**
 * Keeps one document of a shipment. It is called what it is by its bytes; what is no label is kept too, so that
 * people see what came. @returns the asset id
 */
export async function storeDocument(tx: Tx, shipmentId: string, document: ArrivedDocument): Promise<string> {
  const { kind, bytes } = document;
  const pages = await (kind === 'label' ? countLabels(bytes) : countPages(bytes)).catch(() => null);
  const format = kind === 'label' ? labelFormat(bytes) : null;
  const assetId = await tx.files.put(tx, {
    kind,
    name: format ? document.name.replace(/(\.\w{1,5})?$/, `.${format}`) : document.name,
    mime: mimeOf(bytes),
    bytes,
    ownerType: 'shipment',
    ownerId: shipmentId,
  });
  await tx.run`
    insert into shipping_document (tenant_id, id, shipment_id, kind, asset_id, pages, create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${shipmentId}::uuid, ${kind}, ${assetId}, ${pages}, ${tx.actor.username}, ${tx.now})`;
  return assetId;
}

/** Paper, commands of a printer or a picture; of anything else a browser makes nothing, whatever it was sent as. */
function mimeOf(bytes: Uint8Array): string {
  const format = labelFormat(bytes);
  if (format) return LABEL_MIMES[format];
  const picture = Buffer.from(bytes);
  return (readPicture(picture) ?? readGif(picture))?.mime ?? 'application/octet-stream';
}

/** One number per box, or one for all (freight). @returns what a person must settle, or null */
export async function dealTracking(
  tx: Tx,
  orderId: string,
  boxes: readonly LiveBox[],
  labels: readonly { trackingNo: string }[],
): Promise<string | null> {
  const numbers = await givenNumbers(tx, boxes, labels);
  const repeated = repeatedFault(numbers);
  if (repeated) return repeated;
  const dealt =
    numbers.length === boxes.length ? numbers : numbers.length === 1 ? boxes.map(() => numbers[0] as string) : null;
  if (!dealt) return `面单 ${numbers.length} 个运单号，箱子 ${boxes.length} 个`;
  const long = numbers.find(isTooLong);
  if (long) return `运单号“${long.slice(0, 20)}…”有 ${long.length} 个字，不是运单号`;
  const foreign = await takenElsewhere(tx, orderId, numbers);
  if (foreign) return `运单号 ${foreign} 已用于其他订单`;
  await setEach(
    tx,
    box,
    boxes.map(({ id }, at) => ({ id, trackingNo: dealt[at] as string })),
  );
  return null;
}

/** @returns what a person must settle where a number is given for two boxes of several, or null */
export function repeatedFault(numbers: readonly string[]): string | null {
  const repeated = repeatedNumber(numbers);
  return repeated === undefined ? null : `运单号 ${repeated} 给了不止一箱，请核对每箱的运单号`;
}

/** The numbers of labels. Freight goes under one, which some channels say of each of its boxes. */
export async function givenNumbers(
  tx: Tx,
  boxes: readonly LiveBox[],
  labels: readonly { trackingNo: string }[],
): Promise<string[]> {
  const numbers = labels.map(({ trackingNo }) => trackingNo).filter((number) => number !== '');
  if (numbers.length < 2 || new Set(numbers.map(trackingKey)).size > 1) return numbers;
  const { isFreight } = await tx.one<{ isFreight: boolean }>`
    select coalesce(bool_and(class = 'ltl'), false) as is_freight from shipment
    where tenant_id = ${tx.tenant} and id = any(${boxes.map((one) => one.shipmentId)}::uuid[])`;
  return isFreight ? numbers.slice(0, 1) : numbers;
}

/**
 * One page per box, or one record for the whole shipment.
 * @param of whose label it is: that of another order's goods is dealt to none
 * @returns what a person must settle, or null
 */
export async function dealPages(
  tx: Tx,
  of: Pick<ShipmentRow, 'id' | 'orderId'>,
  boxes: readonly LiveBox[],
  label: Uint8Array | null,
): Promise<string | null> {
  if (!label) return null;
  const pages = await pagesIn(label);
  if (typeof pages === 'string') return pages;
  const used = await usedElsewhere(tx, of, label);
  if (used) return used;
  if (pages === 1 && boxes.length > 1) return null;
  if (pages !== boxes.length) return `面单 ${pages} 页，箱子 ${boxes.length} 个`;
  await assignPages(
    tx,
    boxes.map((box) => box.id),
    label,
    boxes.map((_, index) => index),
  );
  return null;
}

/** Pages of a PDF, or labels of a ZPL; what a person must settle where it cannot be read, however often it is fetched. */
export async function pagesIn(label: Uint8Array): Promise<number | string> {
  try {
    return await countLabels(label);
  } catch (error) {
    if (error instanceof PrintError) return `面单文件无法打印：${error.message}`;
    throw error;
  }
}

/** The papers that came beside a label and can be read: what the channel gives in their place is none. */
export async function readableOf(documents: readonly ArrivedDocument[]): Promise<ArrivedDocument[]> {
  const stored: ArrivedDocument[] = [];
  for (const document of documents)
    if (document.kind === 'label' || (await isReadable(document))) stored.push(document);
  return stored;
}

const isReadable = ({ bytes }: ArrivedDocument): Promise<boolean> =>
  countPages(bytes).then(
    () => true,
    (error: unknown) => {
      if (error instanceof PrintError) return false;
      throw error;
    },
  );

/** Gives box k the page `order[k]` of the label as a file of its own. */
export async function assignPages(
  tx: Tx,
  boxIds: readonly string[],
  label: Uint8Array,
  order: readonly number[],
): Promise<void> {
  const parts = await splitLabels(label);
  const format = labelFormat(label) ?? 'pdf';
  const labelled: { id: string; labelAssetId: string }[] = [];
  for (const [index, boxId] of boxIds.entries()) {
    const page = parts[order[index] ?? index];
    if (!page) throw new Error(`label has no page ${order[index] ?? index}`);
    const labelAssetId = await tx.files.put(tx, {
      kind: 'label',
      name: `label-${index + 1}.${format}`,
      mime: LABEL_MIMES[format],
      bytes: page,
      ownerType: 'box',
      ownerId: boxId,
    });
    labelled.push({ id: boxId, labelAssetId });
  }
  await setEach(tx, box, labelled);
}
