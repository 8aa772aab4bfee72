/** Which boxes a purchase order travels in: as registered, or as the channel's catalogue packs it. */
import { CATALOGUE, LEGACY_PART_NUMBERS, SANDBOX_CATALOGUE } from '../catalogue.ts';
import type { CatalogueCarton, CataloguePart } from '../catalogue.ts';
import type { BoxSize } from '../ship-class.ts';
import type { LabelEvent, PurchaseOrder } from './state.ts';

export interface PlannedBox extends BoxSize {
  contents: { partNumber: string; piece: number; sequence: number }[];
}

interface UnitArguments {
  unitType: string;
  weight: { value: number; unit: 'POUNDS' | 'KILOGRAMS' };
  dimensions: Record<'length' | 'width' | 'height', LengthArguments>;
}

export interface ShippingUnitArguments extends UnitArguments {
  partNumber: string;
  groupIdentifier: number;
  sequenceIdentifier: number;
}

export interface PackageUnitArguments extends UnitArguments {
  containedParts: { partNumber: string; groupIdentifier: number }[];
}

interface LengthArguments {
  value: number;
  unit: 'INCHES' | 'CENTIMETERS';
}

const partsByNumber = new Map([...CATALOGUE, ...SANDBOX_CATALOGUE].map((entry) => [entry.partNumber, entry]));

/** The channel's catalogue entry of a part number, old listing codes included. */
export function cataloguePart(partNumber: string): CataloguePart | null {
  return partsByNumber.get(LEGACY_PART_NUMBERS[partNumber] ?? partNumber) ?? null;
}

/** A part nobody measured travels in one medium box. */
const UNKNOWN_CARTON: CatalogueCarton = {
  lengthIn: 24,
  widthIn: 18,
  heightIn: 12,
  weightLb: 30,
  label: '整件',
  labelEn: 'Unit',
};

export function catalogueCartons(partNumber: string): readonly CatalogueCarton[] {
  return cataloguePart(partNumber)?.cartons ?? [UNKNOWN_CARTON];
}

/** Boxes of everything still wanted, piece by piece, carton by carton. */
export function catalogueBoxes(order: PurchaseOrder): PlannedBox[] {
  return [...openPieces(order)].flatMap(([partNumber, quantity]) =>
    Array.from({ length: quantity }, (_, piece) =>
      catalogueCartons(partNumber).map((carton, sequence) => ({
        lengthIn: carton.lengthIn,
        widthIn: carton.widthIn,
        heightIn: carton.heightIn,
        weightLb: carton.weightLb,
        contents: [{ partNumber, piece: piece + 1, sequence: sequence + 1 }],
      })),
    ).flat(),
  );
}

/** Pieces still wanted of each part, over all lines it stands on. */
export function openPieces(order: PurchaseOrder): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { partNumber, quantity, isCancelled } of order.products)
    if (!isCancelled) pieces.set(partNumber, (pieces.get(partNumber) ?? 0) + quantity);
  return pieces;
}

/** @returns one box per shipping unit, or the reason why the units do not cover the order */
export function boxesOfShippingUnits(
  order: PurchaseOrder,
  units: readonly ShippingUnitArguments[],
): PlannedBox[] | string {
  const seen = new Set<string>();
  for (const unit of units) {
    const key = `${unit.partNumber} ${unit.groupIdentifier}/${unit.sequenceIdentifier}`;
    if (seen.has(key)) return `Shipping unit is listed twice: ${key}`;
    seen.add(key);
    if (unit.sequenceIdentifier < 1) return `Invalid sequenceIdentifier: ${key}`;
  }
  for (const unit of units) {
    const { partNumber, groupIdentifier, sequenceIdentifier } = unit;
    const before = `${partNumber} ${groupIdentifier}/${sequenceIdentifier - 1}`;
    if (sequenceIdentifier > 1 && !seen.has(before)) return `Missing shipping unit: ${before}`;
  }
  const boxes = units.map((unit) => ({
    ...sizeOf(unit),
    contents: [
      {
        partNumber: unit.partNumber,
        piece: unit.groupIdentifier,
        sequence: unit.sequenceIdentifier,
      },
    ],
  }));
  return problemOf(order, boxes) ?? boxes;
}

/** @returns one box per package, or the reason why the packages do not cover the order */
export function boxesOfPackageUnits(
  order: PurchaseOrder,
  units: readonly PackageUnitArguments[],
): PlannedBox[] | string {
  const cartons = new Map<string, number>();
  const boxes: PlannedBox[] = [];
  for (const unit of units) {
    if (unit.containedParts.length === 0) return 'Package unit contains no parts';
    const contents = unit.containedParts.map(({ partNumber, groupIdentifier }) => {
      const key = `${partNumber} ${groupIdentifier}`;
      const sequence = (cartons.get(key) ?? 0) + 1;
      cartons.set(key, sequence);
      return { partNumber, piece: groupIdentifier, sequence };
    });
    boxes.push({ ...sizeOf(unit), contents });
  }
  return problemOf(order, boxes) ?? boxes;
}

/** Boxes each piece of the part travels in: as registered, else as the catalogue says. */
export function cartonsPerPiece(event: LabelEvent | undefined, partNumber: string): number {
  const sequences = (event?.boxes ?? [])
    .flatMap((box) => box.contents)
    .filter((content) => content.partNumber === partNumber)
    .map((content) => content.sequence);
  return sequences.length > 0 ? Math.max(...sequences) : catalogueCartons(partNumber).length;
}

function problemOf(order: PurchaseOrder, boxes: readonly PlannedBox[]): string | null {
  for (const box of boxes) {
    const sizes = [box.lengthIn, box.widthIn, box.heightIn, box.weightLb];
    if (!sizes.every((size) => Number.isFinite(size) && size > 0)) {
      return 'Weight and dimensions must be greater than zero';
    }
  }
  const contents = boxes.flatMap((box) => box.contents);
  const requested = openPieces(order);
  for (const { partNumber, piece } of contents) {
    const quantity = requested.get(partNumber);
    if (quantity === undefined) {
      const isKnown = order.products.some((p) => p.partNumber === partNumber);
      return isKnown
        ? `Line item has been cancelled: ${partNumber}`
        : `Part number is not on the purchase order: ${partNumber}`;
    }
    if (piece < 1 || piece > quantity) {
      return `Invalid groupIdentifier for ${partNumber}: ${piece}`;
    }
  }
  for (const [partNumber, quantity] of requested) {
    for (let piece = 1; piece <= quantity; piece++) {
      const packed = contents.some((c) => c.partNumber === partNumber && c.piece === piece);
      if (!packed) return `Missing unit ${piece} of ${quantity} for ${partNumber}`;
    }
  }
  return null;
}

function sizeOf(unit: UnitArguments): BoxSize {
  const inches = (length: LengthArguments) => round(length.unit === 'INCHES' ? length.value : length.value / 2.54);
  return {
    lengthIn: inches(unit.dimensions.length),
    widthIn: inches(unit.dimensions.width),
    heightIn: inches(unit.dimensions.height),
    weightLb: round(unit.weight.unit === 'POUNDS' ? unit.weight.value : unit.weight.value * 2.20462),
  };
}

const round = (value: number) => Math.round(value * 1000) / 1000;
