import type { Kind } from '#kit/model/field.ts';
import type { Row } from '../cells/faces.ts';
import { rowToSend } from './received-row.ts';
import { isOfKind } from './cell-types.ts';
import { isSameValue, type GridColumn, type GridRow } from './grid-column.ts';

/** Keys of a `tug_status` that are kept; whoever sends ever new ones fills nobody's memory. */
const MOST_STATES = 50;
/** More than a whole message may hold. */
const MAX_TEXT = 16_384;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TEXT;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isDecimal = (value: unknown): boolean =>
  isNumber(value) || (typeof value === 'string' && /^-?\d{1,30}(\.\d{1,20})?$/.test(value));
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isPlain = (value: unknown): boolean => isText(value) || isNumber(value) || isFlag(value);
const never = (): boolean => false;

/** What a browser may receive of a cell of each kind. Secrets and free structures are not sent. */
const FITS = {
  text: isText,
  textarea: isText,
  integer: isNumber,
  quantity: isNumber,
  money: isDecimal,
  price: isDecimal,
  rate: isDecimal,
  flag: isFlag,
  choice: isText,
  choices: isTexts,
  tags: isTexts,
  link: isText,
  date: isText,
  datetime: isText,
  length: isNumber,
  weight: isNumber,
  secret: never,
  sealed: never,
  json: never,
  files: isText,
  pictures: isText,
} satisfies Record<Kind, (value: unknown) => boolean>;

const fits = (column: GridColumn, value: unknown): boolean =>
  value === null || (isOfKind(column) ? FITS[column.field.kind] : isPlain)(value);

/** What the others receive of a saved row; its id alone when it is more than one message holds. */
export function cellsToSend(row: GridRow, columns: readonly GridColumn[]): Row {
  const keys = columns.filter((column) => !isOfKind(column) || FITS[column.field.kind] !== never).map(({ key }) => key);
  // An emptied cell is news too.
  const empty = Object.fromEntries(keys.map((key) => [key, null]));
  return rowToSend({ ...empty, ...row }, keys);
}

/**
 * A stored row with what a browser tells of it. Only cells of the columns here are taken over, and
 * only values that their kind can hold. The version is taken over with all of them or not at all:
 * whoever has not seen everything must not overwrite it.
 * @returns the same row when nothing is news
 */
export function mergeReceived(
  stored: GridRow,
  reported: Readonly<Record<string, unknown>>,
  columns: readonly GridColumn[],
): GridRow {
  const news: Record<string, unknown> = {};
  const states = mergedStates(stored['tug_status'], reported['tug_status']);
  if (states) news['tug_status'] = states;
  if (!isOld(stored, reported)) takeCells(stored, reported, columns, news);
  return Object.keys(news).length > 0 ? { ...stored, ...news } : stored;
}

function takeCells(
  stored: GridRow,
  reported: Readonly<Record<string, unknown>>,
  columns: readonly GridColumn[],
  news: Record<string, unknown>,
): void {
  let isWhole = true;
  for (const column of columns) {
    const { key } = column;
    const value = Object.hasOwn(reported, key) ? reported[key] : undefined;
    if (value === undefined || !fits(column, value)) {
      isWhole = false;
      continue;
    }
    const words = `${key}_dictText`;
    const text = Object.hasOwn(reported, words) ? reported[words] : undefined;
    const isOther = !isSameValue(stored[key], value);
    if (isOther) news[key] = value;
    if (isText(text) && text !== stored[words]) news[words] = text;
    // The words of the old value would name the new one.
    else if (isOther && !isText(text) && stored[words] !== undefined) news[words] = undefined;
  }
  const { version } = reported;
  if (isWhole && isNumber(version) && version !== stored['version']) news['version'] = version;
}

/** A row that was stored before the one shown here, or the very same. */
const isOld = ({ version: known }: GridRow, { version: told }: Readonly<Record<string, unknown>>) =>
  typeof told === 'number' && typeof known === 'number' && told <= known;

function mergedStates(known: unknown, reported: unknown): Record<string, unknown> | null {
  if (!isObject(reported)) return null;
  const merged: Record<string, unknown> = isObject(known) ? { ...known } : {};
  let isNews = false;
  for (const [key, value] of Object.entries(reported)) {
    if (key === '__proto__' || !(value === null || isPlain(value)) || merged[key] === value) continue;
    if (!Object.hasOwn(merged, key) && Object.keys(merged).length >= MOST_STATES) break;
    merged[key] = value;
    isNews = true;
  }
  return isNews ? merged : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
