import { carrierDoubt } from '#kit/model/carrier-number.ts';
import { readFile } from 'node:fs/promises';
import { notFound, Refusal } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { withUpload } from '#kit/server/passing-upload.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { answer, file, implement, type FileAnswer, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { cartonsOf, skuFaces } from '#modules/catalog/server/index.ts';
import { missingCartons } from '../../model/carton-plan.ts';
import {
  customsRoute,
  documentRoute,
  labelFileRoute,
  packingRoute,
  resolveLabelRoute,
  type Packing,
  type PackingBox,
  type PackingDocument,
  type PackingLine,
  type JointShipment,
} from '../../model/routes.ts';
import { shipment, shippingDocument } from '../../model/shipment.ts';
import { boughtOf } from '../carriers/bought-methods.ts';
import { storeDocument } from './deal-labels.ts';
import { resolveLabel, uploadLabel } from './label-hold.ts';
import { readsPaper, requirePaper } from './papers.ts';
import { linesOf } from './pack.ts';
import { visibleShipments, type VisibleShipment } from './visible-shipments.ts';

const MAX_PDF = 10 * 1024 * 1024;

/** What the packing desk shows and decides beside the moves. */
export const packingRoutes: Route[] = [
  implement(packingRoute, (call) => call.tx((tx) => readPacking(tx, call.params.id))),
  implement(resolveLabelRoute, async (call) => {
    await call.tx((tx) => resolveLabel(tx, call.params.id, call.body.pages));
    return answer('面单已处理');
  }),
  implement(labelFileRoute, async (call) => {
    await withUpload(call, MAX_PDF, async ({ name, path }) => {
      const bytes = await readFile(path);
      await call.tx((tx) => uploadLabel(tx, call.params.id, name, bytes));
    });
    return answer('面单已上传');
  }),
  implement(customsRoute, async (call) => {
    await withUpload(call, MAX_PDF, async ({ name, path }) => {
      const bytes = await readFile(path);
      if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
        throw new Refusal('fulfilment.notPdf', '请上传 10MB 以内的 PDF 文件', { status: 422 });
      await call.tx((tx) => storeCustoms(tx, call.params.id, name, bytes));
    });
    return answer('报关文件已保存');
  }),
  implement(documentRoute, (call) => call.tx((tx) => readDocument(tx, call.params.id, call.query.kind ?? ''))),
];

async function readPacking(tx: Tx, id: string): Promise<Packing> {
  const [shipment] = (await visibleShipments(tx, [id])) as [VisibleShipment];
  const boxes = await tx.rows<PackingBox>`
    select id, box_no, type, content, items, length_mm, width_mm,
      height_mm, weight_g, dim_weight_g, tracking_no,
      label_asset_id, status, version
    from box where tenant_id = ${tx.tenant} and shipment_id = ${id} and status <> 'void' order by box_no`;
  const documents = await tx.rows<PackingDocument>`
    select id, kind, pages, printed_count from shipping_document
    where tenant_id = ${tx.tenant} and shipment_id = ${id} order by id`;
  const joint = await jointWith(tx, shipment);
  const partners = joint.filter((one) => one.id !== shipment.leadId);
  const time = (instant: Date | null): string | null => instant && toWireTime(instant, tx.actor.zone);
  return {
    id,
    shipmentNo: shipment.shipmentNo,
    orderId: shipment.orderId,
    channelOrderNo: shipment.channelOrderNo,
    orderNo: shipment.orderNo,
    orderType: shipment.orderType,
    environment: shipment.environment,
    holds: shipment.holds,
    warehouseId: shipment.warehouseId,
    warehouse: shipment.warehouseName,
    warehouseZone: shipment.warehouseZone,
    shipBy: time(shipment.shipBy ?? null),
    unitCount: shipment.unitCount,
    shipMethod: shipment.methodName,
    accountOwner: shipment.accountOwner,
    labelSource: shipment.labelSource,
    status: shipment.status,
    version: shipment.version,
    class: shipment.class,
    classReason: shipment.classReason,
    boxCount: shipment.boxCount,
    weightG: shipment.weightG,
    trackingNo: shipment.trackingNo,
    carrierCode: shipment.carrierCode,
    numberDoubt: carrierDoubt(shipment.trackingNo ?? '', shipment.carrierCode ?? ''),
    pickupDate: time(shipment.pickupDate),
    customsRequired: shipment.customsRequired,
    customsStored: shipment.customsStored,
    labelError: shipment.labelError,
    labelHold: shipment.labelHold,
    isBought: (await boughtOf(tx, [{ id }])).has(id),
    isScanLate: shipment.isScanLate,
    exceptionReason: shipment.exceptionReason,
    claimNote: shipment.claimNote,
    noticeStatus: shipment.noticeStatus,
    noticeError: shipment.noticeError,
    interceptStatus: shipment.interceptStatus,
    interceptReason: shipment.interceptReason,
    shippedAt: time(shipment.shippedAt),
    partnerCount: shipment.partnerCount,
    lead: joint.find((one) => one.id === shipment.leadId) ?? null,
    partners,
    lines: await packingLines(tx, [shipment, ...partners], boxes),
    boxes,
    documents: documents.filter(({ kind }) => readsPaper(tx.actor, kind)),
  };
}

/** The shipments that it leads, and the one that leads it, as far as the reader sees them. */
const jointWith = (tx: Tx, { id, leadId, partnerCount }: VisibleShipment): Promise<JointShipment[]> =>
  leadId === null && partnerCount === 0
    ? Promise.resolve([])
    : tx.query<JointShipment>(sql`
        select t.id, t.shipment_no, t.order_id, o.channel_order_no
        from shipment t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
        where ${join(baseConditions(shipment, tx.actor), ' and ')}
          and (t.lead_id = ${id}::uuid or t.id = ${leadId}::uuid) order by t.id`);

/**
 * The goods of a shipment: what is packed of each, and how it is known on sight. Its own name, our
 * code and its UPC are for everybody who may read the shipment, whether products are theirs to read
 * or not: they stand on the carton and on the pick list, and nobody packs or scans what they cannot
 * name. Only goods of this one shipment come with it. Pictures, as in all lists, are for those who
 * see products.
 */
async function packingLines(
  tx: Tx,
  shipments: readonly JointShipment[],
  boxes: readonly PackingBox[],
): Promise<PackingLine[]> {
  const orders = new Map(shipments.map(({ id, channelOrderNo }) => [id, channelOrderNo]));
  const lines = await linesOf(tx, [...orders.keys()]);
  const skuIds = lines.map((line) => line.skuId);
  const cartons = await cartonsOf(tx, skuIds);
  const faces = new Map((await skuFaces(tx, skuIds)).map((face) => [face.id, face]));
  const seesProducts = may(tx.actor, 'catalog:sku:list');
  const items = boxes.flatMap((box) => box.items);
  return lines.map(({ id, shipmentId, skuId, channelSku, name, qty, qtyPacked }) => {
    const face = faces.get(skuId);
    const ofSku = cartons.get(skuId) ?? [];
    return {
      id,
      skuId,
      channelSku,
      name,
      qty,
      qtyPacked,
      channelOrderNo: orders.size > 1 ? (orders.get(shipmentId) ?? null) : null,
      codes: [face?.skuCode, face?.upc].filter((code): code is string => Boolean(code)),
      goods: {
        code: face?.skuCode ?? channelSku,
        name: face?.name ?? name,
        picture: (seesProducts ? face?.images[0] : null) ?? null,
      },
      cartons: ofSku.map(({ cartonNo, label }) => ({ cartonNo, label })),
      missing: missingCartons(
        { channelSku, qty, cartons: ofSku },
        items.filter((item) => item.shipmentLineId === id),
      ),
    };
  });
}

async function storeCustoms(tx: Tx, id: string, name: string, bytes: Buffer): Promise<void> {
  await visibleShipments(tx, [id]);
  await storeDocument(tx, id, { kind: 'customs', name, mime: 'application/pdf', bytes });
  await setColumns(tx, shipment, [id], { customsStored: true });
  audit(tx, 'fulfilment:shipment', [{ rowId: id, action: 'customs' }]);
}

async function readDocument(tx: Tx, id: string, kind: string): Promise<FileAnswer> {
  await visibleShipments(tx, [id]);
  const [row] = await pick(tx, shippingDocument, ['assetId'])`
    shipment_id = ${id} and kind = ${kind}
      order by id desc limit 1`;
  if (!row) throw notFound();
  requirePaper(tx.actor, kind);
  const stored = await tx.files.read(tx, row.assetId);
  return file(stored.name, stored.mime, stored.bytes, stored.mime === 'application/pdf');
}
