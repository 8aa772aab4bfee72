import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { cartonsOf, partsOf, standardCostsOf, type Carton, type PartOfSku } from '#modules/catalog/server/index.ts';
import { goodStockSeen, nextCosts, placeKey, type StockSeen } from '#modules/inventory/server/index.ts';
import { harvestValue, unitsFor } from '../../model/harvest-value.ts';
import { partOrder, type PartOrderRow } from '../../model/part-order.ts';
import type { LineSources, SourceOption } from '../../model/part-routes.ts';
import { partOf } from './hold-sources.ts';
import { holdersSeen } from './holders-seen.ts';
import { partLinesOf, type StoredPartLine } from './part-lines.ts';

/** What the options of lines are worked out from, read once. */
interface Stock {
  currency: string;
  exponent: number;
  seesCost: boolean;
  parts: readonly PartOfSku[];
  cartons: ReadonlyMap<string, readonly Carton[]>;
  places: readonly StockSeen[];
  /** Cost of a unit by place, in ten-thousandths of a major unit. */
  unitCost(place: { warehouseId: string; skuId: string }): bigint | null;
  holders: ReadonlyMap<string, string[]>;
}

/**
 * Where each line of a part order may come from, in warehouses that the reader sees: what is there, what it
 * costs, what would remain, and why not.
 */
export async function sourcesOf(tx: Tx, id: string): Promise<LineSources[]> {
  await requireSeen(tx, partOrder, id);
  const row = await tx.one<Pick<PartOrderRow, 'id' | 'warehouseId'>>`
    select id, warehouse_id from part_order where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  const lines = await partLinesOf(tx, id);
  const stock = await readStock(tx, lines);
  return lines.map((line) => lineSources(line, row.warehouseId, stock));
}

async function readStock(tx: Tx, lines: readonly StoredPartLine[]): Promise<Stock> {
  const parents = lines.map(({ parentSkuId }) => parentSkuId);
  const skuIds = [...new Set([...parents, ...lines.flatMap(({ partSkuId }) => partSkuId ?? [])])];
  const currency = await baseCurrency(tx);
  const exponent = exponentOf(currency);
  const costs = new Map((await nextCosts(tx, skuIds)).map((cost) => [placeKey(cost), cost]));
  const standard = await standardCostsOf(tx, skuIds);
  const holders = Map.groupBy(await holdersSeen(tx, skuIds), (holder) => placeKey(holder));
  return {
    currency,
    exponent,
    seesCost: !tx.actor.masks.has('cost'),
    parts: await partsOf(tx, parents),
    cartons: await cartonsOf(tx, parents),
    places: await goodStockSeen(tx, skuIds),
    unitCost(place) {
      const layer = costs.get(placeKey(place));
      if (layer) return divideHalfUp(layer.value * 10n ** BigInt(PRICE_SCALE - exponent), BigInt(layer.qty));
      const message = standard.get(place.skuId);
      return message === undefined ? null : parseDecimal(message, PRICE_SCALE);
    },
    holders: new Map([...holders].map(([key, some]) => [key, some.map(({ orderNo }) => orderNo)])),
  };
}

function lineSources(line: StoredPartLine, usual: string, stock: Stock): LineSources {
  const { source, warehouseId, cartonNo } = line;
  const ranked = [
    ...stockOptions(line, stock),
    ...harvestOptions(line, stock),
    ...cartonOptions(line, stock),
    ...purchaseOptions(line, usual, stock),
  ];
  // Of one source the warehouse of the document comes first: another one means another parcel.
  const options = [...ranked].sort(
    (a, b) =>
      SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) ||
      Number(b.warehouseId === usual) - Number(a.warehouseId === usual),
  );
  const proposed = options.findIndex(({ whyNot }) => whyNot === null);
  return {
    lineId: line.id,
    parentSku: line.parentSku,
    part: line.part,
    qty: line.qty,
    chosen: source && warehouseId ? { source, warehouseId, cartonNo } : null,
    proposed: proposed < 0 ? null : proposed,
    options,
  };
}

const SOURCES: readonly SourceOption['source'][] = ['partStock', 'harvest', 'fullCarton', 'purchase'];

function stockOptions(line: StoredPartLine, stock: Stock): SourceOption[] {
  if (!line.partSkuId) return [];
  return stock.places
    .filter(({ skuId }) => skuId === line.partSkuId)
    .map((place) => {
      const unit = stock.unitCost(place);
      const value = unit === null ? null : lineAmount(line.qty, unit, stock.exponent);
      return optionOf('partStock', place, line.qty, value, stock);
    });
}

function harvestOptions(line: StoredPartLine, stock: Stock): SourceOption[] {
  const part = partOf(stock.parts, line.parentSkuId, line.partSkuId);
  if (!part?.isHarvestable) return [];
  return brokenOptions('harvest', line, unitsFor(line.qty, part.qtyPerUnit), stock, () => false);
}

function cartonOptions(line: StoredPartLine, stock: Stock): SourceOption[] {
  const numbers = (stock.cartons.get(line.parentSkuId) ?? []).map(({ cartonNo }) => cartonNo);
  if (numbers.length < 2) return [];
  const requested = line.cartonNo ?? partOf(stock.parts, line.parentSkuId, line.partSkuId)?.cartonNo ?? null;
  return numbers
    .filter((number) => requested === null || number === requested)
    .flatMap((cartonNo) =>
      brokenOptions('fullCarton', line, line.qty, stock, (one) => one.cartonNo === cartonNo).map((option) => ({
        ...option,
        cartonNo,
      })),
    );
}

/** Whole units that are taken apart, wherever there are some. @param goesOut what leaves in its carton */
function brokenOptions(
  source: 'harvest' | 'fullCarton',
  line: StoredPartLine,
  units: number,
  stock: Stock,
  goesOut: (part: PartOfSku) => boolean,
): SourceOption[] {
  const own = stock.parts.filter(({ parentSkuId }) => parentSkuId === line.parentSkuId);
  return stock.places
    .filter(({ skuId }) => skuId === line.parentSkuId)
    .map((place) => {
      const unit = stock.unitCost(place);
      const cost = unit === null ? null : lineAmount(units, unit, stock.exponent);
      const pieces = own.map((part) => ({
        part,
        qty: part.qtyPerUnit * units,
        isKept: part.isHarvestable || goesOut(part),
        standardCost: part.standardCost,
      }));
      const residue = cost === null ? null : harvestValue(cost, pieces, stock.exponent).residue;
      const leaves = pieces.flatMap(({ part, qty, isKept }) => {
        const requested = source === 'harvest' && part.partSkuId === line.partSkuId ? line.qty : 0;
        const left = qty - requested;
        return isKept && !goesOut(part) && left > 0
          ? [{ skuId: part.partSkuId, skuCode: part.skuCode, qty: left }]
          : [];
      });
      return {
        ...optionOf(source, place, units, cost, stock),
        leaves,
        residueLoss: shown(residue, stock),
      };
    });
}

/** What has to be bought first comes to the warehouse of the document. */
function purchaseOptions(line: StoredPartLine, usual: string, stock: Stock): SourceOption[] {
  if (!line.partSkuId) return [];
  const here = stock.places.find(({ skuId, warehouseId }) => skuId === line.partSkuId && warehouseId === usual);
  return [
    {
      source: 'purchase',
      warehouseId: usual,
      warehouse: here?.warehouse ?? '',
      cartonNo: null,
      units: line.qty,
      available: here?.available ?? 0,
      remains: 0,
      cost: null,
      currency: stock.currency,
      leaves: [],
      residueLoss: null,
      whyNot: null,
    },
  ];
}

function optionOf(
  source: SourceOption['source'],
  place: StockSeen,
  units: number,
  cost: bigint | null,
  stock: Stock,
): SourceOption {
  const { warehouseId, warehouse, available } = place;
  const by = stock.holders.get(placeKey(place)) ?? [];
  const promised = by.length > 0 ? `，其余已被 ${by.slice(0, 3).join('、')} 预占` : '';
  return {
    source,
    warehouseId,
    warehouse,
    cartonNo: null,
    units,
    available,
    remains: available - units,
    cost: shown(cost, stock),
    currency: stock.currency,
    leaves: [],
    residueLoss: null,
    whyNot: available >= units ? null : `需要 ${units} 件，可用 ${Math.max(0, available)} 件${promised}`,
  };
}

const shown = (minor: bigint | null, { seesCost, exponent }: Stock): string | null =>
  minor === null || !seesCost ? null : formatDecimal(minor, exponent);
