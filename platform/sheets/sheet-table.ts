import type { CellNotes } from './cell-note.ts';
import { withMerged } from './merged-cells.ts';
import type { MergedCells } from './merged-cells.ts';
import { readSheet } from './sheet-reader.ts';
import { SheetError } from './sheet-error.ts';
import { newFacts } from './sheet-facts.ts';
import type { SheetFacts, SheetLook } from './sheet-facts.ts';
import type { SheetLimits, SheetRow } from './sheet-limits.ts';
import { withShifted } from './shifted-rows.ts';
import { doubledColumns, isBlank, matchColumns, spokenColumns } from './column-titles.ts';
import type { SpokenColumn, TableHeader } from './column-titles.ts';
import { columnName } from './xlsx-text.ts';

export type SheetTable = {
  /** 1-based row of the titles in the file. */
  headerRowNumber: number;
  /** All titles of the file in order, without the columns of an error file. */
  titles: string[];
  /** For each asked header the position of its column in a row's `source`, or null. */
  columns: (number | null)[];
  /** Titles of required headers that the file lacks. */
  missing: string[];
  /** Titles of other headers that the file lacks. */
  absent: string[];
  /** Titles of the file that nobody asked for. */
  unknown: string[];
  /** What the file holds beside these rows; complete once `rows` was read to its end. */
  facts: SheetFacts;
  /** Letters of columns that hold anything below an empty title; complete as `facts`. */
  untitled: Set<string>;
  /** To be read once, to the end or until `close`. Iterating throws SheetError. */
  rows: AsyncIterable<TableRow>;
  /** Lets go of the file when `rows` is not read. */
  close(): Promise<void>;
};

export type TableRow = {
  rowNumber: number;
  /** In the order of the asked headers. */
  values: (string | null)[];
  /** In the order of `titles`. */
  source: (string | null)[];
  /** What `values` do not say, by their position; absent where they say everything. */
  notes?: CellNotes;
};

/** How a file is opened as a table. */
export type TableOptions = {
  limits?: Partial<SheetLimits>;
  /** Merged cells that an earlier reading found: their values are written into each row they cover. */
  merges?: readonly MergedCells[];
};

/** Columns that an error file adds; reading leaves them out, so it can be uploaded again. */
export const ERROR_TITLES = ['原行号', '错误列', '错误码', '错误说明'] as const;

const MAX_HEADER_ROW = 5;

/**
 * Opens a file as a table. The header is the first of the first five rows that holds every required
 * title; failing that, the row with the most known titles (its `missing` then says what lacks). A sheet
 * without any known title, such as a page of instructions, is passed over for the next one that is shown.
 * Titles match without regard to case, spaces, full width or the `*` or the （必填） of a required column.
 * Rejects with SheetError, `header_not_found` when no title is known.
 */
export async function readTable(
  file: string | Buffer,
  headers: readonly TableHeader[],
  options: TableOptions = {},
): Promise<SheetTable> {
  let first: SheetError | undefined;
  for (let sheet = 0; ; sheet += 1) {
    const facts = newFacts();
    try {
      return await readTableOf(file, headers, options, { sheet, facts });
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
      const isPassedOver = error.code === 'header_not_found' && facts.sheetName !== null;
      // Behind the last sheet, too, what was wrong with the first is what matters.
      if (!isPassedOver || sheet === MOST_PASSED_OVER) throw first ?? error;
      first ??= error;
    }
  }
}

const MOST_PASSED_OVER = 5;

async function readTableOf(
  file: string | Buffer,
  headers: readonly TableHeader[],
  { limits = {}, merges = [] }: TableOptions,
  look: Required<SheetLook>,
): Promise<SheetTable> {
  const { facts } = look;
  const read = readSheet(file, limits, look);
  const sheet = merges.length > 0 ? withMerged(read, merges) : read;
  try {
    const { header, following } = await findHeader(sheet, headers, facts);
    return openTable(sheet, headers, header, following, facts);
  } catch (error) {
    await sheet.return(undefined);
    throw error;
  }
}

async function findHeader(
  sheet: AsyncGenerator<SheetRow>,
  headers: readonly TableHeader[],
  { sheetName }: SheetFacts,
): Promise<{ header: SheetRow; following: SheetRow[] }> {
  const seen: SheetRow[] = [];
  let best: { index: number; matches: number } = { index: -1, matches: 0 };
  while (seen.length < MAX_HEADER_ROW) {
    const next = await sheet.next();
    if (next.done) break;
    const columns = matchColumns(next.value.cells, headers);
    const matches = columns.filter((column) => column !== null).length;
    if (matches > best.matches) best = { index: seen.length, matches };
    seen.push(next.value);
    const complete = headers.every((header, index) => !header.required || columns[index] !== null);
    if (complete && matches > 0 && headers.some((header) => header.required)) {
      best = { index: seen.length - 1, matches };
      break;
    }
  }
  if (seen.length === 0) throw new SheetError('empty', '文件中没有数据');
  const header = seen[best.index];
  if (!header) {
    const requested = headers.slice(0, 3).map(({ title }) => title);
    throw new SheetError(
      'header_not_found',
      `${sheetName === null ? '' : `工作表“${sheetName}”`}未找到表头，前 5 行中应包含“${requested.join('、')}”等列`,
    );
  }
  return { header, following: seen.slice(best.index + 1) };
}

function openTable(
  sheet: AsyncGenerator<SheetRow>,
  headers: readonly TableHeader[],
  header: SheetRow,
  following: readonly SheetRow[],
  facts: SheetFacts,
): SheetTable {
  const errorTitles = new Set<string>(ERROR_TITLES);
  const stored = header.cells.map((_, index) => index).filter((index) => !errorTitles.has(header.cells[index] ?? ''));
  const titles = stored.map((index) => header.cells[index] ?? '');
  const columns = matchColumns(titles, headers);
  const lacking = headers.filter((_, index) => columns[index] === null);
  const doubled = doubledColumns(titles);
  const single = columns.map((column): SpokenColumn => ({ column }));
  const firstColumn = columns.findIndex((column) => column !== null);
  const untitled = new Set<string>();
  const isTitled = header.cells.map((title) => (title ?? '').trim() !== '');
  const noteUntitled = (cells: SheetRow['cells']): void =>
    cells.forEach((cell, index) => {
      if (cell !== null && cell.trim() !== '' && !isTitled[index]) untitled.add(columnName(index));
    });
  const isRequested = (index: number): boolean => (doubled.get(index) ?? [index]).some((at) => columns.includes(at));
  const toTableRow = ({ rowNumber, cells, notes, shifted }: SheetRow): TableRow | undefined => {
    const source = stored.map((index) => cells[index] ?? null);
    noteUntitled(cells);
    if (source.every(isBlank)) return undefined;
    const spoken = doubled.size === 0 ? single : spokenColumns(columns, source, doubled);
    const values = spoken.map(({ column }) => (column === null ? null : (source[column] ?? null)));
    const request: CellNotes = new Map();
    spoken.forEach(({ column, disagreeing }, at) => {
      const note = column === null ? undefined : notes?.get(stored[column] ?? -1);
      if (note) request.set(at, note);
      if (disagreeing) request.set(at, { kind: 'doubled', columns: lettersOf(disagreeing, stored) });
    });
    if (shifted) request.set(firstColumn, { kind: 'shifted', ...shifted });
    return { rowNumber, values, source, ...(request.size > 0 ? { notes: request } : {}) };
  };
  async function* behindHead(): AsyncGenerator<SheetRow> {
    yield* following;
    yield* sheet;
  }
  async function* rows(): AsyncGenerator<TableRow> {
    try {
      for await (const row of withShifted(behindHead(), header)) {
        const tableRow = toTableRow(row);
        if (tableRow) yield tableRow;
      }
    } finally {
      await sheet.return(undefined);
    }
  }
  return {
    headerRowNumber: header.rowNumber,
    titles,
    columns,
    missing: lacking.filter(({ required }) => required).map(({ title }) => title),
    absent: lacking.filter(({ required }) => !required).map(({ title }) => title),
    unknown: titles.filter((title, index) => title.trim() !== '' && !isRequested(index)),
    facts,
    untitled,
    rows: rows(),
    async close() {
      await sheet.return(undefined);
    },
  };
}

/** `D、E` */
const lettersOf = (places: readonly number[], stored: readonly number[]): string =>
  places.map((at) => columnName(stored[at] ?? at)).join('、');
