/** `1` in `npm run test:long`. */
export const LONG_VARIABLE = 'WAYBILL_TEST_LONG';

/**
 * Whether tests try every combination and walk as far as they can, where the gate asks for each part of a
 * combination once.
 */
export const IS_LONG = process.env[LONG_VARIABLE] === '1';

/**
 * In the gate true for the first asker of each key in a file, at length for everybody: what one kind of field
 * shows, the others of that kind would only repeat.
 */
export function onceEach(): (...key: readonly unknown[]) => boolean {
  const request = new Set<string>();
  return (...key) => {
    const name = key.join(' ');
    if (request.has(name)) return IS_LONG;
    request.add(name);
    return true;
  };
}

/** At length the whole list, in the gate so many of it, spread over its length. */
export function someOf<T>(list: readonly T[], most: number): readonly T[] {
  if (IS_LONG || list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as T);
}

/**
 * At length the whole list for each of `turns` questions; in the gate each question is put to another
 * part of it, so that every question is asked and everybody is asked.
 * @param turn from 0
 */
export const byTurns = <T>(list: readonly T[], turn: number, turns: number): readonly T[] =>
  IS_LONG ? list : list.filter((_, at) => at % turns === turn % turns);
