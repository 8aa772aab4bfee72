import { gramsToPounds, mmToInches } from '#kit/model/unit.ts';
import { girthIn, longestIn, shipClassOf, type BoxSize } from './ship-class.ts';
import type { WhyNot } from './ship-quote.ts';

/** What a way to ship takes at most, per carton. */
export interface ShipLimits {
  class: string;
  maxWeightG: number | null;
  maxLengthMm: number | null;
  maxGirthMm: number | null;
}

/**
 * Why a way to ship cannot carry these cartons, whatever it costs: its own limits, and of small
 * parcels those of the trade. A limit may be reached.
 * @returns null where it can
 */
export function limitFault(
  { class: kind, maxWeightG, maxLengthMm, maxGirthMm }: ShipLimits,
  cartons: readonly BoxSize[],
): { why: WhyNot; reason: string } | null {
  for (const [index, carton] of cartons.entries()) {
    const box = `第 ${index + 1} 箱`;
    const pounds = gramsToPounds(carton.weightG);
    if (maxWeightG !== null && carton.weightG > maxWeightG)
      return {
        why: 'weight',
        reason: `${box}重 ${pounds} lb，限重 ${gramsToPounds(maxWeightG)} lb`,
      };
    const longest = longestIn(carton);
    if (maxLengthMm !== null && longest > mmToInches(maxLengthMm))
      return {
        why: 'length',
        reason: `${box}最长边 ${longest} in，限长 ${mmToInches(maxLengthMm)} in`,
      };
    const girth = girthIn(carton);
    if (maxGirthMm !== null && girth > mmToInches(maxGirthMm))
      return {
        why: 'girth',
        reason: `${box}长加围长 ${girth} in，限围长 ${mmToInches(maxGirthMm)} in`,
      };
  }
  if (kind !== 'parcel') return null;
  const found = shipClassOf(cartons);
  return found.class === 'parcel' ? null : { why: 'class', reason: `${found.reason}，须走零担` };
}
