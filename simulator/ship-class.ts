export type ShipClass = 'parcel' | 'ltl';

/** Inches and pounds. */
export interface BoxSize {
  lengthIn: number;
  widthIn: number;
  heightIn: number;
  weightLb: number;
}

/**
 * Parcel when weight ≤ 150 lb, longest side ≤ 108 in and length + girth < 165 in (strict);
 * one box that fails makes the whole shipment LTL.
 */
export function shipClassOf(boxes: readonly BoxSize[]): ShipClass {
  return boxes.every(isParcel) ? 'parcel' : 'ltl';
}

function isParcel(box: BoxSize): boolean {
  const sides = [box.lengthIn, box.widthIn, box.heightIn].sort((a, b) => b - a);
  const [longest = 0, second = 0, third = 0] = sides;
  // A hundredth of an inch of slack: sizes arrive converted from millimetres.
  const lengthAndGirth = Math.round((longest + 2 * (second + third)) * 100) / 100;
  return box.weightLb <= 150.005 && longest <= 108.005 && lengthAndGirth < 165;
}
