import { plainCode, withoutInvisible } from './code-text.ts';
import type { AnyResource, Resource } from './resource.ts';

/**
 * One field in which a pasted number may stand. A link stands for the label of what it names. Its
 * column has a lower-case twin, `<column>_key`, which an index serves under row-level security.
 */
export interface NumberPlace {
  /** Whose field it is: the listed row's own by default. */
  readonly rows?: AnyResource;
  readonly field: string;
  /**
   * From such rows to the listed one, link by link: `['shipmentId', 'orderId']`. None: the listed row is one of
   * a view and has their id.
   */
  readonly by?: readonly string[];
  /** A number of the listed row itself of which a part is found by an index too (`search.ids_by_part`). */
  readonly byPart?: true;
  /** A tracking number: a further twin, `<column>_bare`, has it without the signs that are printed inside of it. */
  readonly isTracking?: true;
}

/** By which numbers a list is searched for many rows at once. */
export interface Numbers {
  readonly kind: 'numbers';
  readonly of: AnyResource;
  readonly places: readonly NumberPlace[];
}

type KeyOf<R> = R extends Resource<infer F> ? keyof F & string : never;

/** A number of the listed row itself. */
export const ownNumber = <R extends AnyResource>(_of: R, field: KeyOf<R>): NumberPlace => ({
  field,
});

/** As {@link ownNumber}, in tables of millions: parts of it are found by a trigram index of its own. */
export const ownNumberByPart = <R extends AnyResource>(of: R, field: KeyOf<R>): NumberPlace => ({
  ...ownNumber(of, field),
  byPart: true,
});

/** A place that holds tracking numbers, which are the same with and without hyphens. */
export const trackingPlace = (place: NumberPlace): NumberPlace => ({ ...place, isTracking: true });

/** A number of rows that lead to the listed one by their link, or by links from row to row. */
export const numberOf = <R extends AnyResource>(
  rows: R,
  field: KeyOf<R>,
  by: readonly [KeyOf<R>, ...string[]],
): NumberPlace => ({ rows, field, by });

/**
 * Declares the numbers of a list, for a search by many of them. Several declarations of one list add
 * up: rows of an upper module may lead to a document of a lower one.
 */
export const defineNumbers = (of: AnyResource, places: readonly NumberPlace[]): Numbers => ({
  kind: 'numbers',
  of,
  places,
});

/** Most numbers of one search, and characters of one number. */
export const MOST_NUMBERS = 200;
const LONGEST_NUMBER = 100;

/** A cell of a sheet that holds quotes, tabs or line breaks comes in quotes, its own ones doubled. */
const QUOTED_CELL = /(^|[\t\r\n])"((?:[^"]|"")*)"(?=$|[\t\r\n])/g;
const LINES = /[\r\n\t]/;
const BETWEEN = /[\r\n\t,，、;；]+/;
const BETWEEN_CODES = /[\s,，、;；]+/;
const CODE = /^[A-Za-z0-9#][\w\-./#:+]*$/;

/**
 * The numbers of a text that was pasted into a search box; null: it is an ordinary keyword.
 * - Several lines, or cells of a row, are always many: split at line breaks, tabs, commas and
 *   semicolons, never at blanks, which stand in names.
 * - One line is many only where every part of it reads like a code, so that `Smith, John` and
 *   `橡木 餐桌` stay what they are: letters, digits and `-_./#:+`, with a digit or all capitals
 *   joined by `-` or `_`; three signs at least between commas, five between mere blanks.
 */
export function pastedNumbers(text: string): string[] | null {
  const plain = text.trim();
  if (LINES.test(plain)) return cells(plain);
  const parts = distinctNumbers(plain.split(BETWEEN_CODES).map(unquoted));
  const least = BETWEEN.test(plain) ? 3 : 5;
  return parts.length > 1 && parts.every((part) => isCode(part, least)) ? parts : null;
}

/** The numbers of a text that is known to be many, such as that of the field they are edited in. */
export const readNumbers = (text: string): string[] => pastedNumbers(text) ?? cells(text);

const cells = (text: string): string[] =>
  distinctNumbers(
    text
      .replace(QUOTED_CELL, (_all, before: string, cell: string) => `${before}${cell.replaceAll('""', '"')}`)
      .split(BETWEEN)
      .map(unquoted),
  );

const isCode = (part: string, least: number): boolean =>
  part.length >= least && CODE.test(part) && (/\d/.test(part) || (/[-_]/.test(part) && part === part.toUpperCase()));

/** Each once, in whichever letters it came first, without blanks and invisible signs around it. */
export function distinctNumbers(parts: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const part of parts) {
    const text = withoutInvisible(part).trim();
    const key = numberKey(text);
    if (key !== '' && !seen.has(key)) seen.set(key, text);
  }
  return [...seen.values()];
}

/** A part without the quotes of a chat, and the apostrophe that makes a cell a text. */
function unquoted(part: string): string {
  const bare = withoutInvisible(part).trim();
  return /^(["'“‘])(.*)["'”’]$/s.exec(bare)?.[2] ?? bare.replace(/^'/, '');
}

/** How a number is compared: letters of either case and width are the same. */
export const numberKey = (text: string): string => plainCode(text).toLowerCase();

/** Why so many, or so long, cannot be searched for; null where they can. */
export function numbersFault(numbers: readonly string[]): string | null {
  if (numbers.length === 0) return '请粘贴要查找的号码';
  if (numbers.length > MOST_NUMBERS)
    return `一次最多查找 ${MOST_NUMBERS} 个，现有 ${numbers.length} 个，请删去 ${numbers.length - MOST_NUMBERS} 个后再查`;
  const long = numbers.find((text) => text.length > LONGEST_NUMBER);
  return long === undefined ? null : `“${long.slice(0, 20)}…”有 ${long.length} 个字，单个最多 ${LONGEST_NUMBER} 个字`;
}

/** What became of a search by many numbers, each named as it was pasted. */
export interface FoundNumbers {
  /** All that was searched for, in the order pasted. */
  numbers: string[];
  /** Of no row that the person may see. */
  missing: string[];
  /** Only of rows that other conditions of the list leave out. */
  leftOut: string[];
  /** How many are in no row of the asked status tab, but in rows of this one, by its key. */
  elsewhere: Record<string, number>;
}
