import { expect } from 'vitest';
import { shareUnits, type PartLine, type PlainPart } from './plain-parts.ts';
import type { Happened } from './walk-law.ts';
import type { Seen } from './walk-orders.ts';
import { rowsOf } from './walk-reader.ts';
import { saidOf } from './walk-returns.ts';
import type { Place } from './walk-scene.ts';
import type { World } from './walk-world.ts';

/** What moves of part orders do in the plain model, and what is stored of them beside it. */

interface StoredLine {
  id: string;
  partOrderId: string;
  headWarehouseId: string;
  shipBy: string;
  parentSkuId: string;
  partSkuId: string | null;
  qty: number;
  cartonNo: number | null;
  orderLineId: string | null;
  shown: string;
}

const STORED = rowsOf(`
  select l.id, o.id as "partOrderId", o.warehouse_id as "headWarehouseId", o.ship_by as "shipBy",
    l.parent_sku_id as "parentSkuId", l.part_sku_id as "partSkuId", l.qty, l.carton_no as "cartonNo",
    l.order_line_id as "orderLineId",
    concat_ws(' ', coalesce(l.source, '-'), coalesce(l.warehouse_id::text, '-'), l.harvest_units,
      l.shipped_qty, coalesce(l.cost, 0), coalesce(l.residue_loss, 0)) as shown
  from part_line l join part_order o on o.tenant_id = l.tenant_id and o.id = l.part_order_id
  where l.tenant_id = 1 and o.id = any($1::uuid[]) order by l.id`);

const shown = ({ source, warehouseId, units, shipped, cost, loss }: PartLine): string =>
  `${source ?? '-'} ${warehouseId ?? '-'} ${units} ${shipped} ${cost} ${loss}`;

export const PART = 'aftersales:partOrder';

/** Carries out what happened to part orders, and compares what is stored of them. */
export async function partsMoved(world: World, seen: Seen): Promise<void> {
  const { walk, parts } = world;
  const own = seen.rows.filter(({ key }) => key === PART);
  if (own.length === 0) return;
  const stored = await walk.ask<StoredLine[]>(STORED, [own.map(({ rowId }) => rowId)]);
  for (const row of own) {
    if (row.from === null) adopt(world, row.rowId, stored);
    const doc = parts.docs.get(row.rowId);
    if (!doc) throw new Error(`${walk.at}: a part order that nobody began`);
    EFFECTS[row.move]?.(world, doc, row);
  }
  for (const { id, partOrderId, ...line } of stored) {
    const known = parts.docs.get(partOrderId)?.lines.find((one) => one.id === id);
    expect(line.shown, `${walk.at}: part line`).toBe(known ? shown(known) : 'unknown');
  }
}

function adopt({ parts }: World, id: string, stored: readonly StoredLine[]): void {
  const lines = stored.filter(({ partOrderId }) => partOrderId === id);
  const [first] = lines;
  parts.docs.set(id, {
    id,
    warehouseId: first?.headWarehouseId ?? '',
    shipBy: first?.shipBy ?? '',
    lines: lines.map(({ parentSkuId, partSkuId, qty, cartonNo, orderLineId, ...line }) => ({
      id: line.id,
      parentSkuId,
      partSkuId,
      qty,
      cartonNo,
      orderLineId,
      source: null,
      warehouseId: null,
      units: 0,
      shipped: 0,
      cost: 0n,
      loss: 0n,
      held: null,
    })),
  });
}

const placeOf =
  ({ walk }: World) =>
  (warehouseId: string | null, skuId: string | null): Place | undefined =>
    walk.places.find((place) => place.warehouseId === warehouseId && place.skuId === skuId);

/** Lines come from where it was said, the others from where they came before, else from stock of the part. */
function choose(world: World, doc: PlainPart, isWhole: boolean): void {
  const answers = saidOf(world, doc.id);
  const named = new Set(isWhole ? doc.lines.map(({ id }) => id) : answers?.map(({ lineId }) => lineId));
  // What was bought for a line and has come stays with it, unless it is to come from elsewhere.
  const come = new Set(
    doc.lines.filter((line) => {
      const one = answers?.find(({ lineId }) => lineId === line.id);
      if (line.source !== 'purchase' || !line.held) return false;
      if (!named.has(line.id)) return true;
      const warehouseId = one?.['warehouseId'] ?? doc.warehouseId;
      return one?.['source'] === 'purchase' && warehouseId === line.warehouseId;
    }),
  );
  const hasCome = (line: PartLine): boolean => come.has(line);
  for (const line of doc.lines.filter((one) => !hasCome(one))) {
    touchHeld(world, line);
    world.parts.free(line);
    const one = answers?.find(({ lineId }) => lineId === line.id);
    if (!named.has(line.id)) continue;
    line.source = one ? String(one['source']) : 'partStock';
    line.warehouseId = String(one?.['warehouseId'] ?? doc.warehouseId);
    if (line.source === 'fullCarton') line.cartonNo = Number(one?.['cartonNo'] ?? line.cartonNo);
  }
  for (const line of doc.lines) line.units = line.source === 'fullCarton' ? line.qty : 0;
  const harvested = doc.lines.filter(({ source }) => source === 'harvest');
  const groups = Map.groupBy(harvested, ({ warehouseId, parentSkuId }) => `${warehouseId} ${parentSkuId}`);
  for (const group of groups.values())
    shareUnits(
      group,
      world.pieces.filter(({ parentSkuId }) => parentSkuId === group[0]?.parentSkuId),
    );
  for (const line of doc.lines.filter((one) => !hasCome(one))) {
    const skuId = line.source === 'partStock' ? line.partSkuId : line.parentSkuId;
    world.parts.hold(line, placeOf(world)(line.warehouseId, skuId));
    touchHeld(world, line);
  }
}

function touchHeld({ walk }: World, { held }: PartLine): void {
  if (held) walk.touch(held.place);
}

const EFFECTS: Readonly<Record<string, (world: World, doc: PlainPart, row: Happened) => void>> = {
  confirm: (world, doc) => choose(world, doc, true),
  changeSource: (world, doc) => choose(world, doc, false),
  cancel(world, doc) {
    for (const line of doc.lines) {
      touchHeld(world, line);
      world.parts.free(line);
      Object.assign(line, { source: null, warehouseId: null, units: 0 });
    }
  },
  ship(world, doc) {
    const { walk, parts, pieces, orders } = world;
    const find = placeOf(world);
    for (const line of doc.lines) {
      const own = pieces.filter(({ parentSkuId }) => parentSkuId === line.parentSkuId);
      const skus = [line.parentSkuId, line.partSkuId, ...own.map(({ partSkuId }) => partSkuId)];
      walk.touch(...skus.flatMap((skuId) => find(line.warehouseId, skuId) ?? []));
      // Whatever is to be bought has come, and is held.
      if (line.source === 'purchase') expect(line.held?.qty, `${walk.at}: sent before it came`).toBe(line.qty);
    }
    parts.ship(walk.stock, doc, pieces, find);
    for (const { orderLineId, cost, loss } of doc.lines) {
      const sold = orders.lines.get(orderLineId ?? '');
      if (sold) sold.partCost += cost + loss;
    }
  },
};

/** What is held for parts is what was chosen; what waits to be bought takes it as it comes, all of it at once. */
export function partsHeld({ walk, parts }: World, seen: Seen): void {
  if (seen.rows.length === 0 && !seen.isHeldOther) return;
  const stored = new Map(seen.held.filter(({ kind }) => kind === 'part').map((one) => [one.orderLineId, one]));
  const held: string[] = [];
  for (const { lines } of parts.docs.values())
    for (const line of lines) {
      const now = stored.get(line.id);
      if (line.source === 'purchase' && line.shipped === 0 && !line.held && now) {
        const place = walk.places.find(
          ({ warehouseId, skuId }) => warehouseId === line.warehouseId && skuId === line.partSkuId,
        );
        if (!place) throw new Error(`${walk.at}: parts held where nothing of the walk lies`);
        place.pile.reserved += line.qty;
        line.held = { place, qty: line.qty };
        walk.touch(place);
      }
      if (line.held) held.push(`${line.id} ${line.held.place.warehouseId} ${line.held.place.skuId} ${line.held.qty}`);
    }
  const found = [...stored.values()].map((one) => `${one.orderLineId} ${one.warehouseId} ${one.skuId} ${one.qty}`);
  expect(found.sort(), `${walk.at}: held for parts`).toEqual(held.sort());
}
