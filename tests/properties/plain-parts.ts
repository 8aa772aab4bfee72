import { allocate, amountOf, sumOf, unitOf, type PlainStock } from './plain-stock.ts';
import type { Place } from './walk-scene.ts';

/** Parts that are asked for again, as domain.md describes them (§2.5, §3.4), without a database. */

/** A part of a product: how many are in one unit, in which carton, and whether it is kept when taken out. */
export interface Piece {
  parentSkuId: string;
  partSkuId: string;
  perUnit: number;
  cartonNo: number;
  isHarvestable: boolean;
  /** In 1/10000; null where nobody knows what one costs. */
  standardCost: bigint | null;
}

export interface PartLine {
  id: string;
  parentSkuId: string;
  partSkuId: string | null;
  qty: number;
  orderLineId: string | null;
  source: string | null;
  warehouseId: string | null;
  cartonNo: number | null;
  /** Whole units that it takes apart. */
  units: number;
  shipped: number;
  cost: bigint;
  loss: bigint;
  held: { place: Place; qty: number } | null;
}

export interface PlainPart {
  id: string;
  warehouseId: string;
  shipBy: string;
  lines: PartLine[];
}

/** Units to take apart for lines of one product in one warehouse, which share what comes out of them. */
export function shareUnits(lines: readonly PartLine[], pieces: readonly Piece[]): void {
  const request = new Map<string, number>();
  let held = 0;
  for (const line of lines) {
    const perUnit = pieces.find(({ partSkuId }) => partSkuId === line.partSkuId)?.perUnit ?? 1;
    const sum = (request.get(line.partSkuId ?? '') ?? 0) + line.qty;
    request.set(line.partSkuId ?? '', sum);
    line.units = Math.max(0, Math.ceil(sum / perUnit) - held);
    held += line.units;
  }
}

interface Broken {
  /** Goes out in its carton, and is lost. */
  sent: bigint;
  residue: bigint;
  comes: { piece: Piece; qty: number; value: bigint }[];
}

/**
 * A whole unit becomes parts: those that are kept are worth what they are said to cost, or all pieces are worth
 * the same; the rest is lost. Parts and loss are what the unit cost, to the cent.
 */
export function breakUp(line: PartLine, cost: bigint, pieces: readonly Piece[]): Broken {
  const goesOut = (piece: Piece): boolean => line.source === 'fullCarton' && piece.cartonNo === line.cartonNo;
  const all = pieces.map((piece) => ({
    piece,
    qty: piece.perUnit * line.units,
    isKept: piece.isHarvestable || goesOut(piece),
  }));
  const standard = all.map(({ piece, qty, isKept }) => (isKept ? amountOf(qty, piece.standardCost ?? 0n) : 0n));
  const isKnown =
    all.some(({ isKept }) => isKept) && all.every(({ isKept }, at) => !isKept || (standard[at] ?? 0n) > 0n);
  const sum = standard.reduce((total, value) => total + value, 0n);
  const even = allocate(
    cost,
    all.map(({ qty }) => qty),
  );
  const values = !isKnown
    ? all.map(({ isKept }, at) => (isKept ? (even[at] ?? 0n) : 0n))
    : sum <= cost
      ? standard
      : allocate(cost, standard.map(Number));
  const valued = all.map((one, at) => ({ ...one, value: values[at] ?? 0n }));
  const residue = cost - values.reduce((total, value) => total + value, 0n);
  const inside = valued.reduce((total, { piece, value }) => total + (goesOut(piece) ? value : 0n), 0n);
  const comes = valued.filter(({ piece, isKept }) => isKept && !goesOut(piece));
  if (line.source !== 'fullCarton' || inside > 0n) return { sent: inside, residue, comes };
  // Of a carton of which nobody has said what is inside: as much as any other, of what is left.
  const share = allocate(cost, [1, 1])[0] ?? 0n;
  const sent = residue < share ? residue : share;
  return { sent, residue: residue - sent, comes };
}

export class PlainParts {
  readonly docs = new Map<string, PlainPart>();
  /** Posted so far: 拆件损失 and what sent parts cost. */
  loss = 0n;
  cost = 0n;

  hold(line: PartLine, place: Place | undefined): void {
    const qty = line.source === 'partStock' ? line.qty : line.units;
    if (!place || qty === 0 || line.source === 'purchase') return;
    place.pile.reserved += qty;
    line.held = { place, qty };
  }

  free(line: PartLine): void {
    if (line.held) line.held.place.pile.reserved -= line.held.qty;
    line.held = null;
  }

  /** First what is taken apart, then what leaves as it lies there, then what came out of the former. */
  ship(
    stock: PlainStock,
    { lines }: PlainPart,
    pieces: readonly Piece[],
    placeOf: (warehouseId: string | null, skuId: string | null) => Place | undefined,
  ): void {
    const broken = lines.flatMap((line) => {
      const place = line.units > 0 ? line.held?.place : undefined;
      if (!place) return [];
      const cost = sumOf(stock.leave(place.pile, 'good', line.units));
      this.free(line);
      return [
        {
          line,
          ...breakUp(
            line,
            cost,
            pieces.filter((one) => one.parentSkuId === line.parentSkuId),
          ),
        },
      ];
    });
    for (const { line, comes, sent, residue } of broken) {
      line.cost += sent;
      line.loss = residue;
      for (const { piece, qty, value } of comes) {
        const pile = placeOf(line.warehouseId, piece.partSkuId)?.pile;
        if (pile) stock.arrive(pile, 'good', [{ qty, value, unit: unitOf({ qty, value }) }], `part ${line.id}`);
      }
    }
    const isFresh = ({ source }: PartLine): boolean => source === 'harvest';
    for (const line of [...lines.filter((one) => !isFresh(one)), ...lines.filter(isFresh)]) {
      const pile = placeOf(line.warehouseId, line.partSkuId)?.pile;
      if (pile && line.source !== 'fullCarton') line.cost += sumOf(stock.leave(pile, 'good', line.qty));
      this.free(line);
    }
    for (const line of lines) {
      line.shipped = line.qty;
      this.loss += line.loss;
      this.cost += line.cost;
    }
  }
}
