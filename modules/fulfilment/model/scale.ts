import { GRAMS_PER_POUND } from '#kit/model/unit.ts';

/** One reading of a scale, in whole grams; below zero where it was set to zero with something on it. */
export interface ScaleReading {
  grams: number;
  isStable: boolean;
}

/** Grams of the units that scales and people write. */
export const GRAMS: Readonly<Record<string, number>> = {
  lb: GRAMS_PER_POUND,
  lbs: GRAMS_PER_POUND,
  oz: GRAMS_PER_POUND / 16,
  kg: 1000,
  g: 1,
};

/** Heads of the usual ASCII protocols: `ST,GS,` stable, `US,GS,` in motion, `OL` more than it bears. */
const LINE =
  /^(?:(ST|US|OL|SD|S|SI|D|I|\+|)[\s,]*)?(?:(?:GS|NT|TR|G|N|W)[\s,:]+)?([+-]?)\s*(\d{1,7}(?:\.\d{1,5})?|\.\d{1,5})\s*(lbs?|kg|g|oz)\b\s*([A-Z?]*)\s*$/i;
const OVER = /^\s*(?:OL|S\s*\+|.*overload)/i;
const IN_MOTION: ReadonlySet<string> = new Set(['US', 'SD', 'D']);
/** Behind the unit some scales say that the weight moves. */
const MOVING_TAIL = /^(?:M|MO|US|\?)$/i;

/**
 * Reads one line of a scale: `ST,GS,+  12.34 lb`, `US,GS,+  3.10kg`, `S S     12.345 kg`, `12.34 lb`.
 * @returns 'over' beyond what it bears; null where the line says no weight
 */
export function readScaleLine(line: string): ScaleReading | 'over' | null {
  // eslint-disable-next-line no-control-regex
  const text = line.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();
  if (text === '') return null;
  const read = LINE.exec(text.replace(/^S\s+([SD])\b/i, (_all, state: string) => `S${state}`).replace(/^SS\b/i, 'ST'));
  if (!read) return OVER.test(text) ? 'over' : null;
  const [, head = '', sign, figure = '', unit = '', tail = ''] = read;
  if (head.toUpperCase() === 'OL') return 'over';
  const grams = Math.round(Number(figure) * (GRAMS[unit.toLowerCase()] ?? 0));
  const isMoving = IN_MOTION.has(head.toUpperCase()) || MOVING_TAIL.test(tail);
  return { grams: sign === '-' && grams > 0 ? -grams : grams, isStable: !isMoving };
}

/** Longest line that is waited for: without an end what came is none. */
const LONGEST_LINE = 200;

/** Puts the pieces that arrive together to lines, each without its end. */
export function createLineReader(onLine: (line: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const parts = (rest + piece).split(/\r\n|\r|\n/);
    rest = (parts.pop() ?? '').slice(-LONGEST_LINE);
    for (const line of parts) if (line.trim() !== '') onLine(line);
  };
}

/** Why a reading is no weight of a box, in words; null where it is one. */
export function scaleFault(reading: ScaleReading | 'over' | null): string | null {
  if (reading === null) return '秤没有读数，请检查连接，或直接输入重量';
  if (reading === 'over') return '超过秤的量程，请换秤，或直接输入重量';
  if (!reading.isStable) return '秤还没稳定，请等它停下';
  if (reading.grams < 0) return '秤读数为负，请清空并归零';
  if (reading.grams === 0) return '秤上没有重量，请放上箱子';
  return null;
}

/**
 * Whether a stable reading is that of the box at hand: since the last one was sealed the scale has been
 * empty, or in motion. Otherwise the last box still stands on it.
 */
export interface ScaleWatch {
  isFree: boolean;
}

export const watched = ({ isFree }: ScaleWatch, reading: ScaleReading | 'over' | null): ScaleWatch => ({
  isFree: isFree || (reading !== null && reading !== 'over' && (!reading.isStable || reading.grams <= 0)),
});
