import type { CellNotes } from './cell-note.ts';
import { withMerged } from './merged-cells.ts';
import type { MergedCells } from './merged-cells.ts';
import { readSheet } from './sheet-reader.ts';
import { SheetError } from './sheet-error.ts';
import { newFacts } from './sheet-facts.ts';
import type { SheetFacts, SheetLook } from './sheet-facts.ts';
import type { SheetLimits, SheetRow } from './sheet-limits.ts';
import { withShifted } from './shifted-rows.ts';
import { columnName } from './xlsx-text.ts';

export type TableHeader = {
  title: string;
  /** Other titles that users and older templates give this column. */
  aliases?: readonly string[];
  /** The column must be there; default false. */
  required?: boolean;
};

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
  /** Titles of the file that nobody asked for (or that name a column twice). */
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
export const ERROR_TITLES = ['错误列', '错误码', '错误说明'] as const;

const HEADER_WITHIN_ROWS = 5;

/**
 * Opens a file as a table. The header is the first of the first five rows that holds every required
 * title; failing that, the row with the most known titles (its `missing` then says what lacks). A sheet
 * without any known title, such as a page of instructions, is passed over for the next one that is shown.
 * Titles match without regard to case, spaces, full width or the `*` of a required column.
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
  while (seen.length < HEADER_WITHIN_ROWS) {
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
    const wanted = headers.slice(0, 3).map(({ title }) => title);
    throw new SheetError(
      'header_not_found',
      `${sheetName === null ? '' : `工作表“${sheetName}”`}未找到表头，前 5 行中应包含“${wanted.join('、')}”等列`,
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
  const kept = header.cells.map((_, index) => index).filter((index) => !errorTitles.has(header.cells[index] ?? ''));
  const titles = kept.map((index) => header.cells[index] ?? '');
  const columns = matchColumns(titles, headers);
  const lacking = headers.filter((_, index) => columns[index] === null);
  const firstColumn = columns.findIndex((column) => column !== null);
  const untitled = new Set<string>();
  const isTitled = header.cells.map((title) => (title ?? '').trim() !== '');
  const noteUntitled = (cells: SheetRow['cells']): void =>
    cells.forEach((cell, index) => {
      if (cell !== null && cell.trim() !== '' && !isTitled[index]) untitled.add(columnName(index));
    });
  const toTableRow = ({ rowNumber, cells, notes, shifted }: SheetRow): TableRow | undefined => {
    const source = kept.map((index) => cells[index] ?? null);
    noteUntitled(cells);
    if (source.every(isBlank)) return undefined;
    const values = columns.map((column) => (column === null ? null : (source[column] ?? null)));
    const asked = shifted
      ? new Map([[firstColumn, { kind: 'shifted', ...shifted } as const]])
      : notes && notesOfColumns(notes, kept, columns);
    return { rowNumber, values, source, ...(asked && asked.size > 0 ? { notes: asked } : {}) };
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
    unknown: titles.filter((title, index) => title.trim() !== '' && !columns.includes(index)),
    facts,
    untitled,
    rows: rows(),
    async close() {
      await sheet.return(undefined);
    },
  };
}

/** Cells that were emptied with the space bar, or copied from a page, hold no more than empty ones. */
const isBlank = (cell: string | null): boolean => cell === null || /^[\s\p{Cc}\p{Cf}]*$/u.test(cell);

/** Notes of the columns that were asked for, by their position among these. */
function notesOfColumns(notes: CellNotes, kept: readonly number[], columns: readonly (number | null)[]): CellNotes {
  const asked: CellNotes = new Map();
  columns.forEach((column, index) => {
    const note = column === null ? undefined : notes.get(kept[column] ?? -1);
    if (note) asked.set(index, note);
  });
  return asked;
}

/** For each header the first column with its title, else the first with one of its aliases. */
function matchColumns(cells: readonly (string | null)[], headers: readonly TableHeader[]): (number | null)[] {
  const positions = new Map<string, number>();
  cells.forEach((cell, index) => {
    const key = titleKey(cell ?? '');
    if (key !== '' && !positions.has(key)) positions.set(key, index);
  });
  const taken = new Set<number>();
  const take = (title: string): number | null => {
    const position = positions.get(titleKey(title));
    if (position === undefined || taken.has(position)) return null;
    taken.add(position);
    return position;
  };
  const columns = headers.map(({ title }) => take(title));
  // Aliases only after all titles, so that an alias never takes a column that is another's title.
  return columns.map((column, index) => {
    if (column !== null) return column;
    for (const alias of headers[index]?.aliases ?? []) {
      const position = take(alias);
      if (position !== null) return position;
    }
    return null;
  });
}

function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[\s*＊\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .toLowerCase();
}
