import type { DateOrder } from '#kit/model/date-text.ts';
import { DAYS_IN_DOUBT } from '#kit/model/file-job.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { MergedCells } from '#platform/sheets/merged-cells.ts';
import { SheetError } from '#platform/sheets/sheet-error.ts';
import { readTable, type SheetTable, type TableRow } from '#platform/sheets/sheet-table.ts';
import { MESSAGES } from '../messages.ts';
import { lookAtSigns, noSigns, withPoints, type DecimalSigns } from './decimal-comma.ts';
import { footNotes, watchFoot, type FootLine } from './foot-lines.ts';
import { foreignTable, type ForeignSheets, type ForeignTable } from './foreign-table.ts';
import { headerOf, type SheetField } from './sheet-columns.ts';
import { lookAt, sheetNotes, type SeenCells } from './sheet-notes.ts';

/** Rows written in one transaction. */
export const CHUNK = 500;

/** A spreadsheet that was found readable to its end before anything of it is used. */
export interface ImportTable {
  /** Titles of the file, without the columns of an error file. */
  titles: readonly string[];
  /** The columns that are read of it: of a file of another program fewer than were asked for. */
  columns: readonly SheetField[];
  /** Position of each asked column in a row's `values`, by field key; absent columns are left out. */
  positions: ReadonlyMap<string, number>;
  /** Titles that no column answers to. */
  unknown: readonly string[];
  /** What whoever uploaded it should know before it is written, in sentences. */
  notes: readonly string[];
  /** In which order its days are written, where somebody said so. */
  dates: DateOrder | undefined;
  /** The sheet of a workbook that was read; null for a text file. */
  sheetName: string | null;
  /** Rows of data: neither the header nor lines at the foot. */
  total: number;
  /** The rows of data, in chunks. */
  chunks(): AsyncGenerator<TableRow[]>;
}

/** How a sheet is opened. */
export interface OpenOptions {
  /** In which order its days are written: asked for where they do not say so themselves. */
  dates?: DateOrder | undefined;
  /** Exports of other programs that may be read here. */
  foreign?: ForeignSheets;
  /** Hears now and then how many rows there are so far; what it throws ends the reading. */
  onRead?: (rows: number) => Promise<void>;
}

/**
 * Opens a spreadsheet for import. The file is read twice: once to its end, so that damage, limits
 * and a wrong format show before the first row is written, then again row by row (and once more where
 * there are merged cells, which a workbook names behind its rows). Memory does not grow with the file.
 * @param file its path, or its bytes
 * @param required titles of these keys must be there
 * @throws Refusal 422 with what is wrong with the whole file, missing columns named; code `sheet.dates`
 * where its days may be read two ways and nobody said which
 */
export async function openImport(
  file: string | Buffer,
  own: readonly SheetField[],
  required: readonly string[],
  { dates, foreign: others, onRead = async () => undefined }: OpenOptions = {},
): Promise<ImportTable> {
  return refusing(async () => {
    const opened = async (): Promise<ForeignTable | null> =>
      others ? foreignTable(file, own, required, others) : null;
    const foreign = await opened();
    const columns = foreign?.columns ?? own;
    const headers = foreign?.headers ?? columns.map((column) => headerOf(column, required.includes(column.key)));
    const first = await readThrough(file, columns, headers, { merges: [], foreign, onRead });
    const { merges } = first.table.facts;
    const isMerged = merges.length > 0;
    const again = isMerged ? await opened() : foreign;
    const read = isMerged ? await readThrough(file, columns, headers, { merges, foreign: again, onRead }) : first;
    const { table, total, seen, signs, foot, passedOver } = read;
    if (total === 0) throw unusable('empty', ['文件中没有数据', ...(again?.leftOut() ?? [])].join('；'));
    again?.refuseParts();
    if (seen.dayInDoubt && !dates) throw inDoubt(seen.dayInDoubt.text);
    const leftOut = new Set([...foot.map(({ row }) => row), ...passedOver]);
    const found = columns.flatMap(({ key }, index): [string, number][] =>
      table.columns[index] === null && !again?.fixed.includes(key) ? [] : [[key, index]],
    );
    const unknown = table.unknown.filter((title) => !again?.beside.has(table.titles.indexOf(title)));
    const asRead = (row: TableRow): TableRow => {
      const inPoints = isEuropean(table) ? withPoints(row, columns, signs) : row;
      return again ? again.asRead(inPoints) : inPoints;
    };
    return {
      titles: table.titles,
      columns,
      positions: new Map(found),
      unknown,
      notes: [...(again?.notes() ?? []), ...sheetNotes({ ...table, unknown }, seen), ...footNotes(foot)],
      dates,
      sheetName: table.facts.sheetName,
      total,
      chunks: () => inChunks(file, headers, merges, leftOut, asRead),
    };
  });
}

type Headers = Parameters<typeof readTable>[1];

interface ReadThrough {
  table: SheetTable;
  total: number;
  seen: SeenCells;
  signs: DecimalSigns;
  foot: FootLine[];
  /** Rows of a file of another program that are not taken. */
  passedOver: number[];
}

interface ReadHow {
  merges: readonly MergedCells[];
  foreign: ForeignTable | null;
  onRead: (rows: number) => Promise<void>;
}

const isEuropean = ({ facts }: SheetTable): boolean => facts.separator === ';';

async function readThrough(
  file: string | Buffer,
  columns: readonly SheetField[],
  headers: Headers,
  { merges, foreign, onRead }: ReadHow,
): Promise<ReadThrough> {
  const table = await readTable(file, headers, { merges });
  if (table.missing.length > 0) {
    await table.close();
    const other = table.unknown.length > 0 ? `；未识别的列：${table.unknown.join('、')}` : '';
    throw unusable('missingColumns', `缺少必填列：${table.missing.join('、')}${other}`);
  }
  const seen: SeenCells = {
    dayInDoubt: null,
    rounded: null,
    oddNumbers: { first: [], count: 0 },
    merged: new Set(),
  };
  const signs = noSigns();
  const foot = watchFoot(table.columns.flatMap((at, index) => (headers[index]?.required && at !== null ? [at] : [])));
  const passedOver: number[] = [];
  let total = 0;
  for await (const row of table.rows)
    for (const data of foot.pass(row)) {
      if (foreign?.pass(data)) {
        passedOver.push(data.rowNumber);
        continue;
      }
      total += 1;
      lookAt(data, columns, seen);
      if (isEuropean(table)) lookAtSigns(data, columns, signs);
      if (total % CHUNK === 0) await onRead(total);
    }
  return { table, total, seen, signs, foot: foot.lines(), passedOver };
}

async function* inChunks(
  file: string | Buffer,
  headers: Headers,
  merges: readonly MergedCells[],
  leftOut: ReadonlySet<number>,
  asRead: (row: TableRow) => TableRow,
): AsyncGenerator<TableRow[]> {
  let chunk: TableRow[] = [];
  for await (const row of (await readTable(file, headers, { merges })).rows) {
    if (leftOut.has(row.rowNumber)) continue;
    chunk.push(asRead(row));
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

export const unusable = (code: string, message: string): Refusal =>
  new Refusal(`sheet.${code}`, message, { status: 422 });

/** What a dialog knows by its field: it asks for the order and sends the file again. */
function inDoubt(day: string): Refusal {
  const message = MESSAGES.daysInDoubt(day);
  return new Refusal(DAYS_IN_DOUBT, message, {
    status: 422,
    errors: [{ field: 'dates', code: DAYS_IN_DOUBT, message }],
  });
}

async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SheetError) throw unusable(error.code, error.message);
    throw error;
  }
}
