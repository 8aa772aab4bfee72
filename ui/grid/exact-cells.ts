import type { Kind } from '#kit/model/field.ts';
import { isBlank } from '../cells/faces.ts';
import { currencyOf } from '../cells/read-typed.ts';
import { tenantCurrency } from '../tenant-zone.ts';
import { typeOf } from './cell-types.ts';
import type { GridColumn, GridRow } from './grid-column.ts';

/** Where the stored values of copied cells stand on the clipboard, beside what others can read. */
export const EXACT_TYPE = 'application/x-waybill-cells';

/** A copied cell: how it reads and, where that says less than is stored, what is stored. */
export interface CopiedCell {
  text: string;
  exact?: ExactValue;
}

interface ExactValue {
  /** What the value is; it means the same only in a column of the same nature. */
  nature: string;
  value: unknown;
  /** What the row or the keys are called. */
  label?: string;
}

/** Longer ones are not ours: a grid never copies as many cells. */
const LONGEST = 50_000_000;

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);
const isDecimal = (value: unknown): boolean => typeof value === 'string' && /^-?\d{1,30}(?:\.\d{1,12})?$/.test(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
const isMoment = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);

/** Kinds whose texts may say less than is stored, and what their values look like on the wire. */
const SHAPES: Partial<Record<Kind, (value: unknown) => boolean>> = {
  integer: isWhole,
  quantity: isWhole,
  length: isWhole,
  weight: isWhole,
  money: isDecimal,
  price: isDecimal,
  rate: isDecimal,
  flag: isBoolean,
  choice: isText,
  choices: isTexts,
  link: isText,
  date: isDay,
  datetime: isMoment,
  textarea: isText,
};

/** Kinds that hold the same values. */
const SAME_KINDS: Partial<Record<Kind, string>> = {
  integer: 'whole',
  quantity: 'whole',
  money: 'amount',
  price: 'amount',
};

/** What the values of a cell are; null where its text says all there is. */
function natureOf(column: GridColumn, row: GridRow): string | null {
  const { field, type, fieldExtendJson } = column;
  const { kind, dict, to } = field;
  const found = typeOf(column);
  if (found.isNamed) return `keys ${type ?? ''} ${fieldExtendJson?.store ?? ''}`;
  if (!found.isOfKind || !SHAPES[kind]) return null;
  if (kind === 'money' || kind === 'price')
    return `amount ${column.currency?.(row) ?? currencyOf(field, row) ?? tenantCurrency() ?? ''}`;
  return `${SAME_KINDS[kind] ?? kind} ${dict?.code ?? to ?? ''}`;
}

const isShaped = ({ field, ...column }: GridColumn, value: unknown): boolean =>
  (typeOf({ field, ...column }).isNamed ? isText : SHAPES[field.kind])?.(value) ?? false;

/** A cell as it is copied. @param text how it reads */
export function copiedCell(column: GridColumn, row: GridRow, text: string): CopiedCell {
  const nature = natureOf(column, row);
  const value = row[column.key];
  // What could not be read stands there as it was typed, and is read again where it is pasted.
  if (nature === null || (!isBlank(value) && !isShaped(column, value))) return { text };
  const label = row[`${column.key}_dictText`];
  return {
    text,
    exact: { nature, value: value ?? null, ...(typeof label === 'string' ? { label } : {}) },
  };
}

/** The stored value that was copied, where a cell takes it; null: its text is to be read. */
export function exactFor(
  column: GridColumn,
  row: GridRow,
  { exact }: CopiedCell,
): { value: unknown; label?: string } | null {
  if (!exact || exact.nature !== natureOf(column, row)) return null;
  const { value, label } = exact;
  if (!isBlank(value) && !isShaped(column, value)) return null;
  return { value: value ?? null, ...(label === undefined ? {} : { label }) };
}

export const printExact = (cells: readonly (readonly CopiedCell[])[]): string => JSON.stringify(cells);

/** Copied cells from the clipboard; null where nothing of that shape is there. */
export function readExact(raw: string | undefined): CopiedCell[][] | null {
  if (!raw || raw.length > LONGEST) return null;
  try {
    const lines: unknown = JSON.parse(raw);
    if (!Array.isArray(lines) || lines.length === 0 || !lines.every(Array.isArray)) return null;
    return lines.map((line: unknown[]) => line.map(cellOf));
  } catch {
    return null;
  }
}

/** Anybody may put anything on a clipboard. */
function cellOf(given: unknown): CopiedCell {
  const text = partOf(given, 'text');
  const exact = partOf(given, 'exact');
  const [nature, label] = [partOf(exact, 'nature'), partOf(exact, 'label')];
  return {
    text: typeof text === 'string' ? text : '',
    ...(typeof nature === 'string'
      ? {
          exact: {
            nature,
            value: partOf(exact, 'value'),
            ...(typeof label === 'string' ? { label } : {}),
          },
        }
      : {}),
  };
}

const partOf = (of: unknown, key: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined;
