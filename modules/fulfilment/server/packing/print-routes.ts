import { audit } from '#kit/server/audit.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { gramsToPounds, mmToInches } from '#kit/model/unit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { byPlace, placeKey, placesOf, type GoodsPlace } from '#modules/inventory/server/index.ts';
import { drawLabelPdf } from '#platform/print/label-drawing.ts';
import { drawTablePdf, type TablePage } from '#platform/print/table-page.ts';
import { file, implement, type Route } from '#kit/server/route.ts';
import { nothingToPrint } from '../../model/errors.ts';
import { unprintable } from '../../model/label-denial.ts';
import { leftOutText } from '../../model/left-out.ts';
import { MOST_PRINTED, PAPERS, type Paper } from '../../model/routes.ts';
import type { BoxRow } from '../../model/shipment.ts';
import { shippingDocument } from '../../model/shipment.ts';
import { leadsOf } from '../joint/joint-shipment.ts';
import { linesOf } from './pack.ts';
import { readsPaper } from './papers.ts';
import { visibleShipments, type VisibleShipment } from './visible-shipments.ts';
import { gatherPapers, type Printed } from './printed-papers.ts';

type Draw = (tx: Tx, shipments: VisibleShipment[]) => Promise<Printed>;

/** Numbers that are named beside a file: a head of an answer is no place for two hundred. */
const MOST_NAMED = 20;

const DRAWN: Readonly<Record<Paper, Draw>> = {
  printLabels,
  printPackingSlips,
  printPickList,
  printBoxMarks,
};

/** Every print is logged. */
export const printRoutes: Route[] = Object.entries(DRAWN).map(([name, draw]) => {
  const route = PAPERS[name as Paper];
  return implement(route, async (call) => {
    const { bytes, leftOut } = await call.tx(async (tx) => {
      const ids = idsOf(call.body.ids);
      // Whoever prints for a joint shipment prints for all its orders.
      const shipments = await visibleShipments(tx, [...(await leadsOf(tx, ids)).keys()]);
      const drawn = await draw(tx, shipments);
      audit(
        tx,
        'fulfilment:shipment',
        drawn.printed.map((row) => ({ rowId: row.id, action: name })),
      );
      return drawn;
    });
    const paper = file(`${route.summary}.pdf`, 'application/pdf', bytes, true);
    return leftOut.length > 0 ? { ...paper, note: leftOutNote(leftOut) } : paper;
  });
});

const leftOutNote = (leftOut: Printed['leftOut']): string =>
  `${leftOut.length} 张没有打印：${leftOutText(leftOut, MOST_NAMED)}`;

function idsOf(raw: unknown): string[] {
  const ids = Array.isArray(raw) ? raw.filter(isUuid) : [];
  if (ids.length === 0 || ids.length > MOST_PRINTED)
    throw new Refusal('fulfilment.printIds', `请选择 1 到 ${MOST_PRINTED} 张发货单`, {
      status: 422,
    });
  return ids;
}

/**
 * Box labels page by page where they were dealt, else the record that was stored of the label in force: what is
 * left of a voided one, or of one before a label of one's own, is not printed.
 */
async function printLabels(tx: Tx, shipments: VisibleShipment[]): Promise<Printed> {
  const papers = gatherPapers(tx, '面单');
  for (const shipment of shipments) {
    const reason = unprintable(shipment.labelHold);
    if (reason) {
      papers.leave(shipment, reason);
      continue;
    }
    const boxes = await tx.rows<{ labelAssetId: string | null }>`
      select label_asset_id from box where tenant_id = ${tx.tenant} and shipment_id = ${shipment.id}::uuid
        and status <> 'void' order by box_no`;
    const dealt = boxes.map((box) => box.labelAssetId).filter((id): id is string => id !== null);
    const whole =
      dealt.length === boxes.length && dealt.length > 0
        ? dealt
        : isStored(shipment)
          ? await storedPapers(tx, shipment, 'label')
          : [];
    if (whole.length > 0) await papers.add(shipment, whole);
    else papers.leave(shipment, '没有面单文件');
  }
  const all = await papers.merge();
  await countPrint(tx, all.printed, 'label');
  return all;
}

async function storedPapers(tx: Tx, shipment: VisibleShipment, kind: string): Promise<string[]> {
  const [row] = await pick(tx, shippingDocument, ['assetId'])`
    shipment_id = ${shipment.id}::uuid and kind = ${kind} order by id desc limit 1`;
  return row ? [row.assetId] : [];
}

/** Whether the label in force came as a record. */
const isStored = ({ labelSource }: VisibleShipment): boolean => labelSource !== null && labelSource !== 'own';

async function countPrint(tx: Tx, shipments: VisibleShipment[], kind: string): Promise<void> {
  await tx.run`update shipping_document set printed_count = printed_count + 1
    where tenant_id = ${tx.tenant} and kind = ${kind}
      and shipment_id = any(${shipments.map((row) => row.id)}::uuid[])`;
  if (kind === 'label')
    await tx.run`update shipping_label set printed_count = printed_count + 1
      where tenant_id = ${tx.tenant} and status in ('active', 'voiding', 'used')
        and shipment_id = any(${shipments.map((row) => row.id)}::uuid[])`;
}

/** The channel's own slip where it was stored and may be seen (it names the buyer), else one of ours. */
async function printPackingSlips(tx: Tx, shipments: VisibleShipment[]): Promise<Printed> {
  const papers = gatherPapers(tx, '装箱单');
  for (const shipment of shipments) {
    const stored = readsPaper(tx.actor, 'packingSlip') ? await storedPapers(tx, shipment, 'packingSlip') : [];
    if (stored.length > 0) await papers.add(shipment, stored);
    else papers.put(shipment, (await drawTablePdf(await ownSlip(tx, shipment))).bytes);
  }
  const all = await papers.merge();
  await countPrint(tx, all.printed, 'packingSlip');
  return all;
}

/** A slip of ours goes along with the goods; bins stand on it where goods have one, for who packs. */
async function ownSlip(tx: Tx, shipment: VisibleShipment): Promise<TablePage> {
  const { warehouseId } = shipment;
  const lines = await linesOf(tx, [shipment.id]);
  const goods = lines.map(({ skuId }) => ({ warehouseId, skuId }));
  const places = await placesIn(tx, goods);
  const hasBins = places.size > 0;
  return {
    title: '装箱单 Packing Slip',
    barcodeText: shipment.channelOrderNo,
    headerFields: headerOf(tx, shipment),
    columns: [
      { title: '渠道SKU', width: 150, align: 'left' },
      { title: '名称', width: hasBins ? 210 : 290, align: 'left' },
      ...(hasBins ? [{ title: '货位', width: 80, align: 'left' as const }] : []),
      { title: '数量', width: 60, align: 'right' },
    ],
    rows: lines.map((line) => [
      line.channelSku,
      line.name,
      ...(hasBins ? [(places.get(placeKey({ warehouseId, skuId: line.skuId }))?.bins ?? []).join(' ')] : []),
      String(line.qty),
    ]),
  };
}

const headerOf = (tx: Tx, shipment: VisibleShipment): { label: string; value: string }[] => [
  { label: 'PO号', value: shipment.channelOrderNo },
  { label: '发货单', value: shipment.shipmentNo },
  { label: '仓库', value: shipment.warehouseName },
  { label: '物流渠道', value: shipment.methodName ?? '' },
  { label: '打印时间', value: toWireTime(tx.now, tx.actor.zone) },
];

interface PickedGoods {
  warehouseId: string;
  skuId: string;
  warehouse: string;
  sku: string;
  name: string;
  qty: number;
  orders: string;
}

/** One walk through the warehouse for all chosen shipments: units summed by SKU, from bin to bin. */
async function printPickList(tx: Tx, shipments: VisibleShipment[]): Promise<Printed> {
  const found = await tx.rows<PickedGoods>`
    select h.warehouse_id, l.sku_id, w.name as warehouse, s.sku_code as sku, s.name,
      sum(l.qty)::integer as qty, string_agg(distinct h.shipment_no || '×' || l.qty, '  ') as orders
    from shipment_line l join shipment h on h.tenant_id = l.tenant_id and h.id = l.shipment_id
      join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
      join warehouse w on w.tenant_id = h.tenant_id and w.id = h.warehouse_id
    where l.tenant_id = ${tx.tenant} and l.shipment_id = any(${shipments.map((row) => row.id)}::uuid[])
    group by 1, 2, 3, 4, 5 order by 3, 4`;
  const places = await placesIn(tx, found);
  const placeOf = (row: PickedGoods): GoodsPlace | undefined => places.get(placeKey(row));
  const rows = found.toSorted(
    (a, b) =>
      a.warehouse.localeCompare(b.warehouse, 'zh') ||
      byPlace(placeOf(a), placeOf(b)) ||
      a.sku.localeCompare(b.sku, 'en'),
  );
  const { bytes } = await drawTablePdf({
    title: '拣货单',
    subtitle: `${shipments.length} 张发货单`,
    headerFields: [
      { label: '仓库', value: [...new Set(rows.map(({ warehouse }) => warehouse))].join('、') },
      { label: '件数', value: String(rows.reduce((sum, row) => sum + row.qty, 0)) },
      { label: '打印人', value: tx.actor.username },
      { label: '打印时间', value: toWireTime(tx.now, tx.actor.zone) },
    ],
    columns: [
      { title: '货位', width: 80, align: 'left' },
      { title: 'SKU', width: 120, align: 'left' },
      { title: '名称', width: 130, align: 'left' },
      { title: '数量', width: 40, align: 'right' },
      { title: '发货单', width: 140, align: 'left' },
    ],
    rows: rows.map((row) => [(placeOf(row)?.bins ?? []).join(' '), row.sku, row.name, String(row.qty), row.orders]),
  });
  return { bytes, printed: shipments, leftOut: [] };
}

const placesIn = (tx: Tx, goods: readonly { warehouseId: string; skuId: string }[]): Promise<Map<string, GoodsPlace>> =>
  placesOf(
    tx,
    [...new Set(goods.map(({ warehouseId }) => warehouseId))],
    goods.map(({ skuId }) => skuId),
  );

type MarkedBox = Pick<BoxRow, 'boxNo' | 'shipmentId' | 'content' | 'weightG' | 'lengthMm' | 'widthMm' | 'heightMm'>;

/** Size and weight of a box; of one that nobody has measured, that. */
function measuresOf({ lengthMm, widthMm, heightMm, weightG }: MarkedBox): string {
  if (!lengthMm || !widthMm || !heightMm || !weightG) return '未测量';
  const size = [lengthMm, widthMm, heightMm].map(mmToInches).join(' × ');
  return `${size} in · ${gramsToPounds(weightG)} lb`;
}

/** 箱唛: one 100 × 150 mm label per box, with what is inside and which carton of how many. */
async function printBoxMarks(tx: Tx, shipments: VisibleShipment[]): Promise<Printed> {
  const boxes = await tx.rows<MarkedBox>`
    select box_no, shipment_id, content, weight_g, length_mm, width_mm, height_mm from box
    where tenant_id = ${tx.tenant} and status <> 'void'
      and shipment_id = any(${shipments.map((row) => row.id)}::uuid[])
    order by shipment_id, box_no`;
  if (boxes.length === 0) throw nothingToPrint();
  const labels = boxes.map((box) => {
    const shipment = shipments.find((row) => row.id === box.shipmentId) ?? null;
    const own = boxes.filter((other) => other.shipmentId === box.shipmentId);
    return {
      barcodeText: box.boxNo,
      lines: [
        {
          text: `${own.indexOf(box) + 1} / ${own.length}`,
          size: 28,
          bold: true,
          align: 'right' as const,
        },
        { label: 'PO', text: shipment?.channelOrderNo ?? '', size: 18, bold: true },
        { label: '发货单', text: shipment?.shipmentNo ?? '', size: 12 },
        { label: '内容', text: box.content ?? '', size: 13, rule: true },
        {
          label: '规格',
          text: measuresOf(box),
          size: 12,
        },
        { label: '仓库', text: shipment?.warehouseName ?? '', size: 12 },
      ],
    };
  });
  const { bytes } = await drawLabelPdf({ widthMm: 100, heightMm: 150, labels });
  return { bytes, printed: shipments, leftOut: [] };
}
