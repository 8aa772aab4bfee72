import { decimalText, halfWidth } from '#kit/model/decimal-text.ts';
import type { Field, Kind } from '#kit/model/field.ts';

/** A column as a line of headings may mean it. */
export interface HeadedColumn {
  key: string;
  field: Field;
  /** Absent: the title of the field. */
  title?: string;
  /** What else it is called where its values come from: 仓库编码, 仓库名称. */
  headings?: readonly string[];
}

/** What one cell of a line of headings is for. */
interface Heading<C> {
  column: C | null;
  /** Unit or currency that the heading states for all that stands below it. */
  unit: string | null;
}

interface Found<C> extends Heading<C> {
  /** It is the title of its column. */
  isOwn: boolean;
}

export interface Headings<C> {
  places: readonly Heading<C>[];
  /** Headings that no column answers to. */
  unknown: readonly string[];
}

const LONGEST = 60;
/** Values of these kinds are never words: a word in their column is its heading. */
const WORDLESS: ReadonlySet<Kind> = new Set<Kind>([
  'integer',
  'quantity',
  'money',
  'price',
  'rate',
  'date',
  'datetime',
  'length',
  'weight',
]);
/** What sheets call the only column of such values. */
const COMMON: readonly { kinds: readonly Kind[]; words: readonly string[] }[] = [
  { kinds: ['quantity', 'integer'], words: ['数量', '件数', 'qty', 'quantity', 'count'] },
  { kinds: ['price', 'money'], words: ['单价', '价格', 'price', 'unitprice'] },
  { kinds: ['date', 'datetime'], words: ['日期', 'date'] },
];
/** What is behind a name where a row is meant: 仓库编码, 仓库名称. */
const OF_ROWS = /(?:编码|编号|代码|名称|号|code|number|no|name)$/;
/** They count the lines of a sheet and belong to no column. */
const COUNTING: ReadonlySet<string> = new Set(['#', '序号', '行号', 'no', 'line']);
const UNITS: Readonly<Record<string, string>> = {
  毫米: 'mm',
  厘米: 'cm',
  米: 'm',
  英寸: 'in',
  英尺: 'ft',
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  in: 'in',
  inch: 'in',
  ft: 'ft',
  克: 'g',
  千克: 'kg',
  公斤: 'kg',
  磅: 'lb',
  盎司: 'oz',
  g: 'g',
  kg: 'kg',
  lb: 'lb',
  lbs: 'lb',
  oz: 'oz',
};
const CURRENCIES: Readonly<Record<string, string>> = { 元: 'CNY', 人民币: 'CNY', 美元: 'USD' };

/**
 * Reads the first line of a pasted table as headings: titles or keys of columns in any order, with
 * the usual variants (`*数量`, `重量(kg)`, `仓库编码`, `unit_cost`).
 * @returns null where it is a line of values like the others
 */
export function readHeadings<C extends HeadedColumn>(
  columns: readonly C[],
  line: readonly string[],
): Headings<C> | null {
  const names = namesOf(columns);
  const found = line.map((text) => headingOf(text, names));
  const taken = takenBy(found);
  const places = line.map((_, at): Heading<C> => taken.get(at) ?? { column: null, unit: null });
  const unknown = line.flatMap((text, at) =>
    taken.has(at) || text.trim() === '' || COUNTING.has(plain(text)) ? [] : [text.trim()],
  );
  const isWordless = [...taken.values()].some(({ column }) => column && WORDLESS.has(column.field.kind));
  const isCertain = unknown.length === 0 || taken.size > 1 || isWordless;
  if (taken.size === 0 || !isCertain || unknown.some(isValue)) return null;
  return { places, unknown };
}

/** The headings that get their columns, by place: a column's own name before another, then the first. */
function takenBy<C>(found: readonly (Found<C> | null)[]): ReadonlyMap<number, Heading<C>> {
  const taken = new Map<number, Heading<C>>();
  const columns = new Set<C | null>();
  for (const isOwn of [true, false])
    for (const [at, heading] of found.entries()) {
      if (!heading || heading.isOwn !== isOwn || columns.has(heading.column)) continue;
      columns.add(heading.column);
      taken.set(at, heading);
    }
  return taken;
}

/** A cell below a heading that states a unit: a number alone is in that one. */
export const inUnit = (text: string, unit: string | null): string =>
  unit !== null && 'decimal' in decimalText(text.trim()) ? `${text.trim()} ${unit}` : text;

const isValue = (text: string): boolean => text.length > LONGEST || 'decimal' in decimalText(text);

/** `*重量 (KG)` is 重量(kg), `unit_cost` is unitcost. */
const plain = (text: string): string =>
  halfWidth(text)
    .replaceAll(/[\s*:_.-]/g, '')
    .toLowerCase();

/** Every name of a column; one that two columns share is that of the first. */
function namesOf<C extends HeadedColumn>(columns: readonly C[]): ReadonlyMap<string, C> {
  const names = new Map<string, C>();
  const add = (name: string, column: C): void => {
    if (!names.has(plain(name))) names.set(plain(name), column);
  };
  for (const column of columns) add(column.title ?? column.field.title, column);
  for (const column of columns) {
    add(column.key, column);
    if (column.field.kind === 'link') add(column.key.replace(/Id$/, ''), column);
    for (const name of column.headings ?? []) add(name, column);
  }
  for (const { kinds, words } of COMMON) {
    const [only, ...others] = columns.filter(({ field }) => kinds.includes(field.kind) && !field.ordinal);
    if (only && others.length === 0) for (const word of words) add(word, only);
  }
  return names;
}

function headingOf<C extends HeadedColumn>(text: string, names: ReadonlyMap<string, C>): Found<C> | null {
  if (text.length > LONGEST) return null;
  const whole = plain(text);
  const [, name = whole, note = ''] = /^([^([]+)[([]([^)\]]*)[)\]]$/.exec(whole) ?? [];
  const column = names.get(whole) ?? names.get(name) ?? linkNamed(names.get(name.replace(OF_ROWS, '')));
  if (!column) return null;
  const unit = unitOf(column.field.kind, names.has(whole) ? '' : note);
  if (unit === undefined) return null;
  const title = plain(column.title ?? column.field.title);
  return { column, unit, isOwn: whole === title || name === title };
}

const linkNamed = <C extends HeadedColumn>(column: C | undefined): C | undefined =>
  column?.field.kind === 'link' ? column : undefined;

/** null: it states none; undefined: one that cannot be read. */
function unitOf(kind: Kind, note: string): string | null | undefined {
  if (kind === 'length' || kind === 'weight') return note === '' ? null : UNITS[note];
  if (kind !== 'money' && kind !== 'price') return null;
  return CURRENCIES[note] ?? (/^[a-z]{3}$/.test(note) ? note.toUpperCase() : null);
}

const MOST_NAMED = 5;

/** Names headings to which no column answers. */
export function unknownText(unknown: readonly string[]): string {
  const named = unknown.slice(0, MOST_NAMED).map((title) => `“${title.slice(0, 20)}”`);
  const rest = unknown.length > MOST_NAMED ? `等 ${unknown.length} 列` : '列';
  return `没有${named.join('、')}${rest}`;
}
