import { gramsToPounds, mmToInches } from '#kit/model/unit.ts';

export interface BoxSize {
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightG: number;
}

/** Limits of a small parcel: a channel's policy, these where it says nothing (domain.md §2.4). */
interface ParcelLimits {
  weightLb: number;
  longestIn: number;
  /** Length plus girth must stay below, not reach. */
  lengthPlusGirthIn: number;
}

const PARCEL_LIMITS: ParcelLimits = {
  weightLb: 150,
  longestIn: 108,
  lengthPlusGirthIn: 165,
};

interface ShipClassResult {
  class: 'parcel' | 'ltl';
  /** Why, in words a packer can check. */
  reason: string;
}

/** Parcel only if every box is one; any box that is not makes the whole shipment freight. */
export function shipClassOf(boxes: readonly BoxSize[], limits: ParcelLimits = PARCEL_LIMITS): ShipClassResult {
  for (const [index, box] of boxes.entries()) {
    const fault = parcelFault(box, limits);
    if (fault) return { class: 'ltl', reason: `第 ${index + 1} 箱${fault}` };
  }
  return { class: 'parcel', reason: `全部 ${boxes.length} 箱在小包裹限制内` };
}

type Sides = Omit<BoxSize, 'weightG'>;

const sidesIn = (box: Sides): [number, number, number] =>
  [box.lengthMm, box.widthMm, box.heightMm].map(mmToInches).sort((a, b) => b - a) as [number, number, number];

/** The longest edge in inches, however the box was measured. */
export const longestIn = (box: Sides): number => sidesIn(box)[0];

/** 长加围长: the longest edge and twice the sum of the others, in inches. */
export function girthIn(box: Sides): number {
  const [length, width, height] = sidesIn(box);
  return Math.round((length + 2 * (width + height)) * 100) / 100;
}

function parcelFault(box: BoxSize, limits: ParcelLimits): string | null {
  const length = longestIn(box);
  const pounds = gramsToPounds(box.weightG);
  if (pounds > limits.weightLb) return `重 ${pounds} lb，超过 ${limits.weightLb} lb`;
  if (length > limits.longestIn) return `最长边 ${length} in，超过 ${limits.longestIn} in`;
  const girth = girthIn(box);
  if (girth >= limits.lengthPlusGirthIn) return `长加围长 ${girth} in，达到 ${limits.lengthPlusGirthIn} in`;
  return null;
}

/** How a way to ship takes the volume of a box for its weight. */
export interface DimRule {
  /** in³ per lb. */
  dimDivisor: number;
  /** Each side counts as the next whole inch (or centimetre), as FedEx and UPS have it since August 2025. */
  roundsSides: boolean;
}

/** Where no way to ship is known yet (domain.md §4). */
export const USUAL_DIM: DimRule = { dimDivisor: 139, roundsSides: false };

/** Length, width and height in inches, as a way to ship counts them. */
export const countedSidesIn = (box: Sides, { roundsSides }: Pick<DimRule, 'roundsSides'>) =>
  [box.lengthMm, box.widthMm, box.heightMm].map((mm) => (roundsSides ? Math.ceil(mmToInches(mm)) : mmToInches(mm)));

/** Dimensional weight: in³ over the divisor, rounded up to whole pounds. */
export const dimWeightLb = (box: Sides, rule: DimRule = USUAL_DIM): number =>
  Math.ceil(
    Math.round((countedSidesIn(box, rule).reduce((product, side) => product * side, 1) / rule.dimDivisor) * 1000) /
      1000,
  );

/** What a carrier charges for: the greater of actual (rounded up) and dimensional weight. */
export const billableWeightLb = (box: BoxSize, rule: DimRule = USUAL_DIM): number =>
  Math.max(Math.ceil(gramsToPounds(box.weightG)), dimWeightLb(box, rule));
