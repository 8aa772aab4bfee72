import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { cartonsOf, skuFaces, type Carton } from '#modules/catalog/server/index.ts';
import type { BoxItem } from '../../model/carton-plan.ts';
import { HOLD_MINUTES, type StationBox, type StationLine, type StationShipment } from '../../model/station.ts';
import { leadsOf } from '../joint/joint-shipment.ts';
import { linesOf, type StoredLine } from '../packing/pack.ts';
import { visibleShipments, type VisibleShipment } from '../packing/visible-shipments.ts';

/** Before it, who scanned last does not keep others from a shipment. */
export const staleBefore = (tx: Tx): Date => new Date(tx.now.getTime() - HOLD_MINUTES * 60_000);

/** Shipments as the station shows them, those that the actor sees, in the order of the ids. @throws 404 */
export async function readStation(tx: Tx, ids: readonly string[]): Promise<StationShipment[]> {
  const rows = await visibleShipments(tx, ids);
  const seen = rows.map(({ id }) => id);
  // The goods of what leaves with a shipment lie in its boxes.
  const leads = await leadsOf(tx, seen);
  const lines = await linesOf(tx, [...leads.keys()]);
  const cartons = await cartonsOf(tx, [...new Set(lines.map(({ skuId }) => skuId))]);
  const known = await knownGoods(tx, lines);
  const boxes = await boxesOf(tx, rows, cartons);
  const holds = await holdsOf(tx, seen);
  return rows.map((row) => ({
    ...headOf(tx, row),
    ...(holds.get(row.id) ?? { holder: null, atHand: null }),
    lines: lines.filter(({ shipmentId }) => leads.get(shipmentId) === row.id).map(known),
    boxes: boxes.get(row.id) ?? [],
  }));
}

const headOf = (tx: Tx, row: VisibleShipment): Omit<StationShipment, 'holder' | 'atHand' | 'lines' | 'boxes'> => ({
  id: row.id,
  version: row.version,
  shipmentNo: row.shipmentNo,
  status: row.status,
  priority: row.priority,
  environment: row.environment,
  orderType: row.orderType,
  warehouseId: row.warehouseId,
  accountOwner: row.accountOwner,
  labelSource: row.labelSource,
  labelError: row.labelError,
  labelHold: row.labelHold,
  carrierCode: row.carrierCode,
  class: row.class,
  pickupDate: row.pickupDate ? toWireTime(row.pickupDate, tx.actor.zone) : null,
  channelOrderNo: row.channelOrderNo,
  orderNo: row.orderNo,
  holds: row.holds,
  warehouse: row.warehouseName,
  warehouseZone: row.warehouseZone,
  shipBy: row.shipBy ? toWireTime(row.shipBy, tx.actor.zone) : null,
  lacksCustoms: row.customsRequired && !row.customsStored,
});

/** The goods of a line with all that a scanner may read off them. */
async function knownGoods(tx: Tx, lines: readonly StoredLine[]): Promise<(line: StoredLine) => StationLine> {
  const skuIds = [...new Set(lines.map(({ skuId }) => skuId))];
  const faces = new Map((await skuFaces(tx, skuIds)).map((face) => [face.id, face]));
  const aliases = await tx.rows<{ skuId: string; code: string }>`
    select sku_id, code from sku_alias
    where tenant_id = ${tx.tenant} and sku_id = any(${skuIds}::uuid[]) and deleted_at is null order by code`;
  const seesProducts = may(tx.actor, 'catalog:sku:list');
  return ({ id, skuId, channelSku, name, qty }) => {
    const face = faces.get(skuId);
    const others = aliases.filter((alias) => alias.skuId === skuId).map(({ code }) => code);
    return {
      id,
      skuId,
      channelSku,
      qty,
      name: face?.name ?? name,
      picture: (seesProducts ? face?.images[0] : null) ?? null,
      codes: [face?.skuCode, face?.upc, ...others].filter((code): code is string => Boolean(code)),
    };
  };
}

type StoredBox = Omit<StationBox, 'plannedG' | 'labelKey' | 'prints'> & {
  shipmentId: string;
  labelAssetId: string | null;
  wholeLabel: string | null;
  boxPrints: number;
  wholePrints: number;
};

/** Live boxes by shipment. One label for all of a shipment belongs on its first box. */
async function boxesOf(
  tx: Tx,
  shipments: readonly VisibleShipment[],
  cartons: ReadonlyMap<string, readonly Carton[]>,
): Promise<Map<string, StationBox[]>> {
  const rows = await tx.rows<StoredBox>`
    select b.id, b.shipment_id, b.box_no, b.status, b.content, b.tracking_no, b.items, b.label_asset_id,
      b.length_mm, b.width_mm, b.height_mm, b.weight_g, d.asset_id as whole_label,
      coalesce(own.times, 0) as box_prints, coalesce(whole.times, 0) as whole_prints
    from box b
      left join lateral (select l.asset_id from shipping_document l where l.tenant_id = b.tenant_id
        and l.shipment_id = b.shipment_id and l.kind = 'label' order by l.id desc limit 1) d on true
      left join box_print own on own.tenant_id = b.tenant_id and own.box_id = b.id and own.asset_id = b.label_asset_id
      left join box_print whole on whole.tenant_id = b.tenant_id and whole.box_id = b.id and whole.asset_id = d.asset_id
    where b.tenant_id = ${tx.tenant} and b.status <> 'void'
      and b.shipment_id = any(${shipments.map(({ id }) => id)}::uuid[])
    order by b.shipment_id, b.box_no`;
  const grouped = Map.groupBy(rows, ({ shipmentId }) => shipmentId);
  return new Map(
    [...grouped].map(([id, boxes]) => {
      const isDealt = boxes.some(({ labelAssetId }) => labelAssetId !== null);
      return [id, boxes.map((box, at) => boxOf(box, isDealt || at > 0, cartons))];
    }),
  );
}

function boxOf(
  { labelAssetId, wholeLabel, boxPrints, wholePrints, shipmentId: _shipment, ...box }: StoredBox,
  hasNoWhole: boolean,
  cartons: ReadonlyMap<string, readonly Carton[]>,
): StationBox {
  const isLabelled = box.status === 'labelled' || box.status === 'shipped';
  const whole = hasNoWhole || !isLabelled ? null : wholeLabel;
  return {
    ...box,
    plannedG: plannedWeight(box.items, cartons),
    labelKey: labelAssetId ?? whole,
    prints: labelAssetId ? boxPrints : whole ? wholePrints : 0,
  };
}

/** Grams of a box by its cartons; a carton that is not full weighs its share. */
function plannedWeight(items: readonly BoxItem[], cartons: ReadonlyMap<string, readonly Carton[]>): number | null {
  let grams = 0;
  for (const item of items) {
    const plan = cartons.get(item.skuId)?.find(({ cartonNo }) => cartonNo === item.cartonNo);
    if (!plan) return null;
    grams += Math.max(1, Math.round((plan.grossWeightG * item.qty) / plan.unitsPerCarton));
  }
  return grams > 0 ? grams : null;
}

async function holdsOf(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Pick<StationShipment, 'holder' | 'atHand'>>> {
  const rows = await tx.rows<{
    shipmentId: string;
    userId: string;
    username: string;
    boxId: string | null;
    touchedAt: Date;
  }>`
    select shipment_id, user_id, username, box_id, touched_at from packing_hold
    where tenant_id = ${tx.tenant} and shipment_id = any(${ids}::uuid[])`;
  return new Map(
    rows.map((row) => [
      row.shipmentId,
      {
        holder: row.touchedAt > staleBefore(tx) ? { name: row.username, isMe: row.userId === tx.actor.userId } : null,
        atHand: row.boxId,
      },
    ]),
  );
}
