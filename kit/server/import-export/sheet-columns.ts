import { percentText } from '#kit/model/decimal-text.ts';
import { wordOf, wordsOf, type TenantWords } from '#kit/model/dict.ts';
import type { Field, Fields } from '#kit/model/field.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import { serverKinds, type CellAbout } from '../kinds.ts';
import { AUDIT_FIELDS, fieldOf, hiddenInLists, maskedFields } from '../query/columns.ts';
import { isExactDecimal } from '#platform/sheets/cell-encoding.ts';
import type { TableHeader } from '#platform/sheets/column-titles.ts';
import type { SheetCell, SheetColumn } from '#platform/sheets/xlsx-writer.ts';

/** A field as a column of a sheet, the same on the way out and on the way in. */
export interface SheetField {
  key: string;
  field: Field;
  /** The field's title; lengths and weights name their unit. */
  title: string;
  /** What the tenant has made of dictionaries. */
  words?: TenantWords | undefined;
  /** Headings under which files of others have it. */
  aliases?: readonly string[];
  /** A link that is left empty where nothing is called like that. */
  isLoose?: boolean;
}

const UNITS: Partial<Record<Field['kind'], string>> = { length: 'mm', weight: 'g' };
const NUMERIC = new Set<Field['kind']>('integer,quantity,length,weight,price,rate,money'.split(',') as Field['kind'][]);
/** Secrets never leave the server; structured values and uploads have no cell. */
const NO_CELL = new Set<Field['kind']>(['secret', 'json', 'files', 'pictures']);

/** As many as a sheet may have. */
const MOST_COLUMNS = 256;

const sheetField = (key: string, field: Field, words?: TenantWords): SheetField => {
  const unit = UNITS[field.kind];
  return { key, field, title: unit ? `${field.title}(${unit})` : field.title, words };
};

/**
 * Columns of an export: those of the list; of a register all form fields too and the id, so that
 * its export can be imported again and changes nothing. Where columns are asked for, they alone in
 * their order, and the id of a register behind them; what nobody has or may see is left out.
 * @param asked keys joined by commas
 */
export function exportFields(resource: AnyResource, actor: Actor, request?: string): SheetField[] {
  const hidden = hiddenInLists(resource, maskedFields(resource, actor));
  const isRegister = resource.kind === 'register';
  const keys: string[] = request ? request.split(',', MOST_COLUMNS) : listKeys(resource);
  if (isRegister && !request) keys.push(...(resource.form as string[][]).flat());
  if (isRegister) keys.push('id');
  return [...new Set(keys)].flatMap((key) => {
    const field = fieldOf(resource, key, hidden);
    return field && !NO_CELL.has(field.kind) ? [sheetField(key, field, actor.words)] : [];
  });
}

/** Columns an import takes: what this actor may write; the id leads to a row that exists. */
export function importFields(resource: AnyResource, actor: Actor): SheetField[] {
  const hidden = maskedFields(resource, actor);
  const columns = writableFields(resource.fields as Fields, { hidden, words: actor.words });
  return [...columns, sheetField('id', AUDIT_FIELDS['id'] as Field)];
}

/** Fields that a sheet may fill in, of any set of fields. */
export const writableFields = (
  fields: Fields,
  { hidden, words }: { hidden?: ReadonlySet<string>; words?: TenantWords | undefined } = {},
): SheetField[] =>
  Object.entries(fields)
    .filter(([key, field]) => isFilledIn(field) && !NO_CELL.has(field.kind) && !hidden?.has(key))
    .map(([key, field]) => sheetField(key, field, words));

/** Whether a sheet may say a value of it. */
const isFilledIn = ({ derived, onSheet }: Field): boolean => !derived || onSheet === true;

/** Columns of a sheet whose rows are the lines of documents. */
export const documentColumns = (
  { fields, aliases = {} }: { fields: Fields; aliases?: Readonly<Record<string, readonly string[]>> },
  actor: Actor,
): SheetField[] =>
  writableFields(fields, { words: actor.words }).map((column) => {
    const others = aliases[column.key];
    return others ? { ...column, aliases: others } : column;
  });

/** Columns of an empty sheet to fill in: the form's fields, required ones marked with `*`. */
export function templateColumns(resource: AnyResource, actor: Actor): SheetColumn[] {
  const fields = new Map(importFields(resource, actor).map((one) => [one.key, one]));
  const inForm = (resource.form as string[][]).flat();
  // What a form of a module's own asks for is no less needed.
  const beside = [...fields.values()].filter(({ key }) => !inForm.includes(key));
  return templateOf([
    ...beside.filter(({ field }) => isNeeded(field)),
    ...inForm.flatMap((key) => fields.get(key) ?? []),
    ...beside.filter(({ field }) => field.onSheet),
  ]);
}

/** Fields as the columns of an empty sheet. */
export const templateOf = (fields: readonly SheetField[]): SheetColumn[] =>
  fields.map((one) => ({
    ...columnOf(one),
    title: isNeeded(one.field) ? `*${one.title}` : one.title,
  }));

/** A new row cannot do without a value for it. */
export const isNeeded = (field: Field): boolean => field.required === true && field.default === undefined;

export const columnOf = ({ field, title }: SheetField): SheetColumn =>
  NUMERIC.has(field.kind) && !field.percent ? { title, numeric: true } : { title };

/** The header an import looks for; a bare title does for one with its unit. */
export const headerOf = ({ field, title, aliases = [] }: SheetField, isRequired: boolean): TableHeader => ({
  title,
  aliases: [...(title === field.title ? [] : [field.title]), ...aliases],
  required: isRequired,
});

/** The cell of a row in its wire shape: texts of dictionaries and links, plain numbers. */
export function cellOf({ key, field, words }: SheetField, row: Record<string, unknown>): SheetCell {
  const value = row[key];
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'choice':
      return textOfCode(field, value as string, words);
    case 'choices':
      return (value as string[]).map((code) => textOfCode(field, code, words)).join(',');
    case 'flag':
      return value === true ? '是' : '否';
    case 'tags':
    case 'link':
      return key === 'id' ? (value as string) : ((row[`${key}_dictText`] as string | null) ?? null);
    case 'json':
      return JSON.stringify(value);
    default:
      // A percentage reads the same in a sheet as on the screen.
      if (field.percent) return field.kind === 'rate' ? percentText(value) : `${String(value)}%`;
      return typeof value === 'number' ? value : String(value);
  }
}

/** Whether two cells say the same, however the spreadsheet writes a number. */
export function isSameCell({ field }: SheetField, before: SheetCell, cell: string): boolean {
  const text = before === null ? '' : String(before).trim();
  if (text === cell.trim()) return true;
  const plain = (one: string): string => (field.percent ? String(wireOf({ key: '', field, title: '' }, one)) : one);
  const [a, b] = [plain(text), plain(cell.trim()).replaceAll(',', '')];
  return NUMERIC.has(field.kind) && isExactDecimal(a) && isExactDecimal(b) && Number(a) === Number(b);
}

/** A cell as the wire value that its field's kind judges. Links are looked up elsewhere. */
export function wireOf({ field, words }: SheetField, cell: string, about?: CellAbout): unknown {
  const isWholePercent = field.percent && field.kind === 'integer';
  const text = isWholePercent ? cell.trim().replace(/[%％]$/, '') : cell.trim();
  const value = serverKinds[field.kind].fromSheet(text, about);
  switch (field.kind) {
    case 'choice':
      return codeOfText(field, text, words);
    case 'choices':
      return (value as string[]).filter((part) => part !== '').map((part) => codeOfText(field, part, words));
    case 'flag':
      return FLAGS[text.toLowerCase()] ?? text;
    default:
      return value;
  }
}

const FLAGS: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  是: true,
  '1': true,
  false: false,
  no: false,
  n: false,
  否: false,
  '0': false,
};

const namedIn = ({ dict }: Field, words: TenantWords | undefined): [string, string][] =>
  dict ? wordsOf(dict, words) : [];

/** A text that two codes share says nothing: then the code stands for itself. */
function textOfCode(field: Field, code: string, words: TenantWords | undefined): string {
  const text = field.dict && wordOf(field.dict, code, words);
  if (text === undefined) return code;
  return namedIn(field, words).filter(([, other]) => other === text).length > 1 ? code : text;
}

function codeOfText(field: Field, text: string, words: TenantWords | undefined): string {
  const named = namedIn(field, words).filter(([, one]) => one === text);
  return named.length === 1 ? (named[0]?.[0] as string) : text;
}
