import type { Field } from '#kit/model/field.ts';
import { CHOICE_SEPARATOR } from '#kit/model/limits.ts';
import type { CellTextSettings } from '../grid-data/cell-text.ts';
import type { ReadText } from './cell-registry.ts';

/** Between the names of several keys. */
const BETWEEN_NAMES = '、';
const BETWEEN = /[,，、;；\n]/;
/** Accounts, codes and ids: what a key may look like; names of people are written otherwise. */
const KEY = /^[!-~]+$/;

const partsOf = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Names of the keys that a row holds at `key`, as `<key>_dictText` beside them says. */
export function namesBeside(row: Readonly<Record<string, unknown>> | undefined, key: string): Map<string, string> {
  const [value, text] = [row?.[key], row?.[`${key}_dictText`]];
  if (typeof value !== 'string' || typeof text !== 'string') return new Map();
  const keys = partsOf(value);
  // A single name may itself hold a comma.
  const names = keys.length === 1 ? [text] : partsOf(text);
  if (names.length !== keys.length) return new Map();
  return new Map(keys.map((one, at) => [one, names[at] as string]));
}

/** What stored keys are called, as one text; a key nobody has named stands for itself. */
export const namesOf = (value: string | null, names: ReadonlyMap<string, string>): string =>
  partsOf(value ?? '')
    .map((key) => names.get(key) ?? key)
    .join(BETWEEN_NAMES);

/**
 * Reads keys, or names that rows of this grid give to keys; several are parted by commas. A name
 * nobody here bears, or several do, is no value.
 */
export function readNamed(text: string, { title }: Field, { options = [] }: CellTextSettings): ReadText {
  const names = new Map<string, string>();
  const whole = options.filter((option) => option.text === text.trim());
  for (const part of whole.length === 1 ? [text.trim()] : partsOf(text)) {
    const found =
      options.find(({ value }) => value === part) ??
      one(options.filter((option) => option.text === part)) ??
      (KEY.test(part) ? { value: part, text: part } : null);
    if (!found) return { message: `找不到${title}“${part}”，请重新选择` };
    names.set(found.value, found.text);
  }
  const value = [...names.keys()].join(CHOICE_SEPARATOR) || null;
  return { value, label: namesOf(value, names) };
}

const one = <T>(found: readonly T[]): T | null => (found.length === 1 ? (found[0] as T) : null);
