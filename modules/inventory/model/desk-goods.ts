import { numberKey } from '#kit/model/numbers.ts';
import { scannedNumbers } from '#kit/model/scanned-numbers.ts';

/** Goods as whoever handles them knows them. */
export interface DeskGoods {
  code: string;
  name: string;
  /** What a scanner may read off them. */
  codes: string[];
  /** Path of a picture; null where there is none, or the reader may not see products. */
  picture: string | null;
  /** Codes of the bins where they stand in the warehouse of the document, the primary first. */
  bins?: string[];
}

/** The line about the goods off which this was read, if any. */
export function lineOfScan<L extends { goods: DeskGoods }>(lines: readonly L[], text: string): L | undefined {
  const keys = new Set(scannedNumbers(text).map(numberKey));
  return lines.find(({ goods }) => goods.codes.some((code) => keys.has(numberKey(code))));
}
