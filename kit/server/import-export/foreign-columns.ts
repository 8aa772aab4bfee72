import type { ForeignReading, ForeignSheet, ForeignUnit } from '#kit/model/foreign-sheet.ts';
import { titleKey } from '#platform/sheets/column-titles.ts';

/** Units by what people write: [how it is called, how many mm or g it is]. */
const UNITS: Readonly<Record<string, readonly [ForeignUnit, number]>> = {
  kg: ['kg', 1000],
  kgs: ['kg', 1000],
  千克: ['kg', 1000],
  公斤: ['kg', 1000],
  g: ['g', 1],
  克: ['g', 1],
  lb: ['lb', 453.59237],
  lbs: ['lb', 453.59237],
  磅: ['lb', 453.59237],
  oz: ['oz', 28.349523125],
  盎司: ['oz', 28.349523125],
  m: ['m', 1000],
  米: ['m', 1000],
  cm: ['cm', 10],
  厘米: ['cm', 10],
  公分: ['cm', 10],
  mm: ['mm', 1],
  毫米: ['mm', 1],
  in: ['in', 25.4],
  inch: ['in', 25.4],
  英寸: ['in', 25.4],
};

const CURRENCIES: Readonly<Record<string, string>> = { rmb: 'CNY', 人民币: 'CNY', 元: 'CNY', '¥': 'CNY', 美元: 'USD' };

/** How many millimetres or grams a unit has; null for what is none. */
export const perUnit = (unit: string): number | null => UNITS[unit.trim().toLowerCase()]?.[1] ?? null;

/** The code of a currency as people write it. */
export function currencyCode(text: string): string | null {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  return CURRENCIES[plain] ?? (/^[a-z]{3}$/.test(plain) ? plain.toUpperCase() : null);
}

/** A title without what stands in brackets behind it, or the unit that stands there bare (`单品毛重g`), and that. */
export function titleParts(title: string): { key: string; said: string | null } {
  const key = titleKey(title);
  const bracketed = /^(.+?)[([【]([^()[\]【】]+)[)\]】]$/.exec(key);
  if (bracketed) {
    const [, bare = '', said = ''] = bracketed;
    if (perUnit(said) !== null || currencyCode(said) !== null) return { key: bare, said };
  }
  const bare = /^(.*[^a-z0-9])(kgs?|g|lbs?|oz|mm|cm|inch)$/.exec(key);
  return bare ? { key: bare[1] ?? '', said: bare[2] ?? '' } : { key, said: null };
}

/** A column of a file in which a field stands. */
interface FoundColumn {
  at: number;
  title: string;
  said: string | null;
}

/** Where the columns of a file with these titles stand, in the order in which they are asked for. */
export function columnsIn(titles: readonly string[], requested: readonly string[] = []): FoundColumn[] {
  const parts = titles.map(titleParts);
  const keys = titles.map(titleKey);
  return requested.flatMap((one) => {
    const key = titleKey(one);
    const whole = keys.indexOf(key);
    const at = whole < 0 ? parts.findIndex((part) => part.key === key) : whole;
    return at < 0 ? [] : [{ at, title: titles[at] ?? '', said: parts[at]?.said ?? null }];
  });
}

/** The export of another program that a head is of; null where it is none that is known. */
export function foreignOf(titles: readonly string[], sheets: readonly ForeignSheet[]): ForeignSheet | null {
  const isMarked = (group: readonly string[]): boolean => columnsIn(titles, group).length > 0;
  return sheets.find(({ marks }) => marks.every(isMarked)) ?? null;
}

/** What a file with these titles is, and where it belongs, in a sentence; null where nobody knows. */
export function foreignPlace(titles: readonly string[], sheets: readonly ForeignSheet[]): string | null {
  const sheet = foreignOf(titles, sheets);
  return sheet && `这是${sheet.name}，${sheet.place}`;
}

/** Columns of a file that a reading needs beside those of its fields: units, currencies, places. */
export function columnsBeside(titles: readonly string[], { columns, partBy }: ForeignReading): Set<number> {
  const all = Object.values(columns).flatMap(({ titles: own, saidIn = [] }) => [...own, ...saidIn]);
  return new Set(columnsIn(titles, [...all, ...(partBy ?? [])]).map(({ at }) => at));
}
