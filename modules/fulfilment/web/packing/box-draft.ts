import { decimalText } from '#kit/model/decimal-text.ts';
import { gramsToPounds, inchesToMm, mmToInches, poundsToGrams } from '#kit/model/unit.ts';

/** What is typed on a box, in pounds and inches, as typed. */
export interface BoxDraft {
  weight: string;
  length: string;
  width: string;
  height: string;
}

export const SIZES = [
  ['weight', '重量', 'lb'],
  ['length', '长', 'in'],
  ['width', '宽', 'in'],
  ['height', '高', 'in'],
] as const;

interface Measures {
  weightG: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
}

const shown = (stored: number | null, unit: (stored: number) => number): string => (stored ? String(unit(stored)) : '');

/** A box as its inputs show it. */
export const draftOf = (box: Measures): BoxDraft => ({
  weight: shown(box.weightG, gramsToPounds),
  length: shown(box.lengthMm, mmToInches),
  width: shown(box.widthMm, mmToInches),
  height: shown(box.heightMm, mmToInches),
});

/**
 * What is sent for a draft: an input that was not changed keeps what is stored, so that a round
 * trip over two decimals moves no millimetre.
 * @returns null when something is missing or no positive number
 */
export function measuresOf(draft: BoxDraft, box: Measures): Record<keyof Measures, number> | null {
  const before = draftOf(box);
  const read = (key: keyof BoxDraft, stored: number | null, store: (typed: number) => number): number => {
    if (stored && draft[key] === before[key]) return stored;
    const typed = typedNumber(draft[key]);
    return typed > 0 ? store(typed) : 0;
  };
  const measures = {
    weightG: read('weight', box.weightG, poundsToGrams),
    lengthMm: read('length', box.lengthMm, inchesToMm),
    widthMm: read('width', box.widthMm, inchesToMm),
    heightMm: read('height', box.heightMm, inchesToMm),
  };
  return Object.values(measures).every((value) => value >= 1) ? measures : null;
}

/** A measure as people type it; 0 where it is none. */
function typedNumber(text: string): number {
  const read = decimalText(text);
  return 'decimal' in read ? Number(read.decimal) : 0;
}

export const isChanged = (draft: BoxDraft, box: Measures): boolean =>
  JSON.stringify(draft) !== JSON.stringify(draftOf(box));

/** What all boxes weigh together, in grams: as typed where something was typed that is a weight. */
export const totalWeight = (
  boxes: readonly (Measures & { id: string })[],
  drafts: Readonly<Record<string, BoxDraft>>,
): number =>
  boxes.reduce((sum, box) => {
    const typed = typedNumber(drafts[box.id]?.weight ?? '');
    const isTyped = typed > 0 && drafts[box.id]?.weight !== draftOf(box).weight;
    return sum + (isTyped ? poundsToGrams(typed) : (box.weightG ?? 0));
  }, 0);
