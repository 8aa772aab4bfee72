import { decimalText } from '#kit/model/decimal-text.ts';
import type { Kind } from '#kit/model/field.ts';
import { SHEET_PARTS } from '#kit/model/file-job.ts';
import type { ForeignColumn, ForeignReading, ForeignSheet } from '#kit/model/foreign-sheet.ts';
import { Refusal, type FieldError } from '#kit/model/refusal.ts';
import { isBlank, matchColumns, type TableHeader } from '#platform/sheets/column-titles.ts';
import { readHeads } from '#platform/sheets/sheet-heads.ts';
import type { TableRow } from '#platform/sheets/sheet-table.ts';
import { createFirstRows } from './first-rows.ts';
import { columnsBeside, columnsIn, currencyCode, foreignOf, perUnit } from './foreign-columns.ts';
import { headerOf, type SheetField } from './sheet-columns.ts';

/** The exports of other programs, and which import asks for them. */
export interface ForeignSheets {
  sheets: readonly ForeignSheet[];
  /** `module:resource` whose import it is. */
  of: string;
  /** The currency that amounts are in here. */
  currency: string | undefined;
  /** Which of the places that the file has rows of is taken. */
  part?: string | undefined;
}

/** A file of another program on its way to the fields of an import. */
export interface ForeignTable {
  /** The columns that are read of it. */
  columns: readonly SheetField[];
  headers: readonly TableHeader[];
  /** Columns that are understood without being a field's. */
  beside: ReadonlySet<number>;
  /** Keys that every row has although no column does. */
  fixed: readonly string[];
  /** Watches a row of data pass, once each. @returns whether it is left out */
  pass(row: TableRow): boolean;
  /** A row with its figures in our units and currency. */
  asRead(row: TableRow): TableRow;
  /** How the file was understood and what of it is not taken; complete once all rows have passed. */
  notes(): string[];
  /** What of it is left out, by reason; complete once all rows have passed. */
  leftOut(): string[];
  /** @throws Refusal 422 where the file has rows of several places and nobody said which is meant */
  refuseParts(): void;
}

/**
 * Knows the export of another program by its head.
 * @returns null for a file of our own titles, and for one that nobody knows
 * @throws Refusal 422 naming where it belongs, where this import reads nothing of it
 */
export async function foreignTable(
  file: string | Buffer,
  own: readonly SheetField[],
  required: readonly string[],
  { sheets, of, currency, part }: ForeignSheets,
): Promise<ForeignTable | null> {
  if (sheets.length === 0) return null;
  const heads = await readHeads(file);
  const needed = own.map((column) => headerOf(column, required.includes(column.key)));
  const isOurs = (titles: readonly string[]): boolean => {
    const found = matchColumns(titles, needed);
    return needed.some((one) => one.required) && needed.every((one, at) => !one.required || found[at] !== null);
  };
  if (heads.some(({ titles }) => isOurs(titles))) return null;
  // The same file may be read as products here and as stock there.
  const ours = sheets.filter(({ reads }) => reads[of] !== undefined);
  for (const { titles } of heads) {
    const sheet = foreignOf(titles, ours) ?? foreignOf(titles, sheets);
    const reading = sheet?.reads[of];
    if (sheet && reading) return tableOf(titles, own, required, { sheet, reading, currency, part });
    if (sheet) throw new Refusal('sheet.elsewhere', `这是${sheet.name}，${sheet.place}`, { status: 422 });
  }
  return null;
}

interface Read {
  sheet: ForeignSheet;
  reading: ForeignReading;
  currency: string | undefined;
  part: string | undefined;
}

function tableOf(
  titles: readonly string[],
  own: readonly SheetField[],
  required: readonly string[],
  { sheet, reading, currency, part }: Read,
): ForeignTable {
  const cells = own.flatMap((column) => {
    const foreign = reading.columns[column.key];
    return foreign ? [newCell(titles, column, foreign, currency)] : [];
  });
  const read = (key: string | undefined, row: TableRow): string =>
    cells
      .find(({ column }) => column.key === key)
      ?.read(row)
      ?.trim() ?? '';
  const titleOf = (key?: string): string => cells.find(({ column }) => column.key === key)?.header.title.trim() ?? '';
  const repeated = createFirstRows();
  const leftOut = { repeated: 0, none: 0, elsewhere: new Map<string, number>() };
  const [place] = columnsIn(titles, reading.partBy);
  const places = new Map<string, number>();
  const placeOf = (row: TableRow): string => (place ? (row.source[place.at] ?? '').trim() : '');
  const isNone = (text: string): boolean => isBlank(text) || /^-?0+(?:\.0+)?$/.test(text);
  const notTaken = (): string[] => [
    ...(leftOut.repeated > 0 ? [`${leftOut.repeated} 行与前面的行是同一条，只导入第一行`] : []),
    ...(leftOut.none > 0 ? [`${leftOut.none} 行的${titleOf(reading.some)}为空或 0，不会导入`] : []),
    ...[...leftOut.elsewhere].map(([name, rows]) => `“${name}”的 ${rows} 行不会导入`),
  ];
  return {
    leftOut: notTaken,
    columns: cells.map(({ column }) => column),
    headers: cells.map(({ header }) => ({
      ...header,
      isShared: true,
      required: required.includes(header.key) && header.fixed === undefined,
    })),
    beside: columnsBeside(titles, reading),
    fixed: cells.flatMap(({ header: { key, fixed } }) => (fixed === undefined ? [] : [key])),
    pass(row) {
      const at = placeOf(row);
      if (part !== undefined && place && at !== part) {
        leftOut.elsewhere.set(at, (leftOut.elsewhere.get(at) ?? 0) + 1);
        return true;
      }
      if (reading.some !== undefined && isNone(read(reading.some, row))) {
        leftOut.none += 1;
        return true;
      }
      const once = read(reading.once, row);
      if (once !== '' && repeated.rowOf(once.toLowerCase(), row.rowNumber) !== row.rowNumber) {
        leftOut.repeated += 1;
        return true;
      }
      if (place) places.set(at, (places.get(at) ?? 0) + 1);
      cells.forEach((cell) => cell.count(row));
      return false;
    },
    asRead: (row) => ({ ...row, values: cells.map((cell) => cell.read(row)) }),
    notes: () => [
      `识别为“${sheet.name}”：${cells.flatMap(({ understood }) => understood ?? []).join('，')}`,
      ...(reading.beside ? [reading.beside] : []),
      ...cells.flatMap(({ note }) => note() ?? []),
      ...notTaken(),
    ],
    refuseParts() {
      if (part !== undefined || places.size < 2) return;
      const message = `文件里有 ${places.size} 个${place?.title ?? ''}，一次导入一个，请选择`;
      const errors = [...places].map(([name, rows]): FieldError => ({
        field: name,
        code: SHEET_PARTS,
        message: `${name}（${rows} 行）`,
      }));
      throw new Refusal(SHEET_PARTS, message, { status: 422, errors });
    },
  };
}

/** How one field is read. */
interface ForeignCell {
  column: SheetField;
  header: TableHeader & { key: string; fixed?: string };
  /** `品名 → 产品名称`; null where the file has no such column. */
  understood: string | null;
  /** What a row says of it, in our units; null where nothing. */
  read(row: TableRow): string | null;
  count(row: TableRow): void;
  note(): string | null;
}

const MEASURED = new Set<Kind>(['length', 'weight']);
/** What others write where there is nothing. */
const NOTHING = /^[-—–/]+$/;

function newCell(
  titles: readonly string[],
  column: SheetField,
  foreign: ForeignColumn,
  base: string | undefined,
): ForeignCell {
  const { field, key, title } = column;
  const found = columnsIn(titles, foreign.titles);
  const [saidIn] = columnsIn(titles, foreign.saidIn);
  let others = 0;
  const first = found[0];
  const header = {
    key,
    title: first?.title ?? foreign.titles[0] ?? field.title,
    ...(foreign.fixed === undefined ? {} : { fixed: foreign.fixed }),
  };
  const saidOf = (row: TableRow, said: string | null): string =>
    (saidIn && row.source[saidIn.at]?.trim()) || said || '';
  const isOther = (row: TableRow, said: string | null): boolean => {
    if (foreign.currency === undefined || base === undefined) return false;
    return (currencyCode(saidOf(row, said)) ?? foreign.currency) !== base;
  };
  const stated = (row: TableRow) => {
    for (const { at, said } of found) {
      const text = (row.source[at] ?? '').trim();
      if (!isBlank(text) && !NOTHING.test(text)) return { text, said };
    }
    return null;
  };
  return {
    column: foreign.isLoose ? { ...column, isLoose: true } : column,
    header,
    understood: first ? `${found.map((one) => one.title.trim()).join('或')} → ${title}` : null,
    read(row) {
      if (foreign.fixed !== undefined) return foreign.fixed;
      const cell = stated(row);
      if (cell === null || isOther(row, cell.said)) return null;
      const figure = foreign.part === undefined ? cell.text : figureOf(cell.text, foreign.part);
      if (!MEASURED.has(field.kind)) return figure;
      return inOurs(figure, [unitBehind(cell.text), saidOf(row, cell.said), foreign.unit ?? '']);
    },
    count(row) {
      const cell = stated(row);
      if (cell !== null && isOther(row, cell.said)) others += 1;
    },
    note: () =>
      others > 0
        ? `${header.title.trim()}不是 ${base} 的 ${others} 行，${field.title}留空，请导入后按 ${base} 填写`
        : null,
  };
}

/** `40*30*20` */
const figureOf = (text: string, part: number): string => text.split(/[*×xX✕╳]/)[part]?.trim() ?? '';

const WITH_UNIT = /^(.*\d)\s*([a-z]+|[\u4e00-\u9fff]+)$/i;
const unitBehind = (text: string): string => WITH_UNIT.exec(text.trim())?.[2] ?? '';

/** A figure in whole millimetres or grams; what is no figure stays as it is, for its field to say so. */
function inOurs(text: string, units: readonly string[]): string {
  const per = units.map(perUnit).find((one) => one !== null) ?? 1;
  const bare = WITH_UNIT.exec(text)?.[1] ?? text;
  const figure = decimalText(bare);
  if (!('decimal' in figure)) return text;
  // Twelve digits are more than any scale has, and fewer than where floats begin to lie.
  return String(Math.round(Number((Number(figure.decimal) * per).toPrecision(12))));
}
