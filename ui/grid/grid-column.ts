import type { Field } from '#kit/model/field.ts';
import { isFilledIn } from '#kit/model/grid-rules.ts';
import type { CellRule } from '#kit/model/grid-rules.ts';
import type { Row } from '../cells/faces.ts';

/** A row as the grid holds it: never changed in place, so that a new object means a new picture. */
export type GridRow = Readonly<Row>;

export type Statistic = 'sum' | 'average';

/** A column as a page declares it; the kind of its field says how it is painted and edited. */
export interface GridColumn {
  key: string;
  field: Field;
  /** Absent: the title of the field. */
  title?: string;
  /** What else spreadsheets call it: a pasted line of headings is matched by these too. */
  headings?: readonly string[];
  /** Name of a cell type, the contract's or a registered one. Absent: by the field's kind. */
  type?: string;
  /** px; absent: that of the kind, and a share of what is left over. */
  width?: number;
  frozen?: 'left' | 'right';
  rules?: readonly CellRule[];
  statistics?: readonly Statistic[];
  /** Absent: yes, unless the server writes the field. */
  editable?: boolean | ((row: GridRow) => boolean);
  /** Code of the currency of its amounts, where no field of the row says it. */
  currency?: (row: GridRow) => string | undefined;
  /** Key of the column whose choices hang on this one. */
  linkageKey?: string;
  /** In an empty input, and weakly in the empty cells of a grid that always edits: `请输入${title}`. */
  placeholder?: string;
  /** Of a `popup`: the report, its columns and the keys of the row they fill, joined by commas. */
  popupCode?: string;
  orgFields?: string;
  destFields?: string;
  /** Values the report is always asked with. */
  param?: Readonly<Record<string, string>>;
  /** `column=asc` or `column=desc`. */
  sorter?: string;
  /** Of `sel_user`, `sel_depart` and `popup`: what is stored, what is shown, whether it is several. */
  fieldExtendJson?: Readonly<{ store?: string; text?: string; multiSelect?: boolean }>;
}

export interface LinkageOption {
  value: string;
  text: string;
}

/** Columns whose choices hang on each other, from the topmost down by `linkageKey`. */
export interface Linkage {
  /** Key of the topmost column. */
  key: string;
  /** Choices below a chosen value; `''` asks for those of the topmost column. */
  requestData: (parent: string) => Promise<readonly LinkageOption[]>;
}

/** Which rows may not be edited: a judge, or values by column key that disable a row. */
export type DisabledRows = ((row: GridRow) => boolean) | Readonly<Record<string, unknown>>;

export interface CellChange {
  id: string;
  key: string;
  value: unknown;
}

export interface ValueChange extends CellChange {
  oldValue: unknown;
  row: GridRow;
}

/** What must be stored; a new row below a new row stands among its `children`. */
export interface GridChanges {
  added: Record<string, unknown>[];
  changed: GridRow[];
  removed: GridRow[];
}

/** Who must know of every change of a row: sums, judgements. `null`: it was not, or is not there. */
export type RowWatcher = (before: GridRow | null, after: GridRow | null) => void;

export const titleOf = (column: GridColumn): string => column.title ?? column.field.title;

/** A column whose cells must be filled in. */
export const isRequired = ({ field, rules = [] }: GridColumn): boolean => field.required === true || isFilledIn(rules);

/** Ends the id of a row that the server does not know yet. */
const TEMP_MARK = '_temp';

export const isTempId = (id: string): boolean => id.endsWith(TEMP_MARK);

let made = 0;

export const newTempId = (): string => `${Date.now().toString(36)}-${(made += 1)}${TEMP_MARK}`;

/** A new row as it is sent: without the id that only this screen knows. */
export function withoutTempId(row: GridRow): Record<string, unknown> {
  if (!isTempId(row.id)) return row;
  const { id: _, ...values } = row;
  return values;
}

export function isDisabledBy(rule: DisabledRows | undefined, row: GridRow): boolean {
  if (!rule) return false;
  if (typeof rule === 'function') return rule(row);
  return Object.entries(rule).some(([key, values]) =>
    Array.isArray(values) ? values.includes(row[key]) : values === row[key],
  );
}

/** Whether two wire values are one: nothing is nothing, lists and objects by what they hold. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  return typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other);
}

/** Puts `${title}`, `${key}` and `${defaultValue}` into a text of a column. */
export const filledText = (text: string, column: GridColumn): string =>
  text
    .replaceAll('${title}', titleOf(column))
    .replaceAll('${key}', column.key)
    .replaceAll('${defaultValue}', String(column.field.default ?? ''));
