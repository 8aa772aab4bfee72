import { Refusal } from '#kit/model/refusal.ts';
import { SheetError } from '#platform/sheets/sheet-error.ts';
import { readTable, type SheetTable, type TableRow } from '#platform/sheets/sheet-table.ts';
import { headerOf, type SheetField } from './sheet-columns.ts';

/** Rows written in one transaction. */
export const CHUNK = 500;

/** A spreadsheet that was found readable to its end before anything of it is used. */
export interface ImportTable {
  /** Titles of the file, without the columns of an error file. */
  titles: readonly string[];
  /** Position of each asked column in a row's `values`, by field key; absent columns are left out. */
  positions: ReadonlyMap<string, number>;
  /** Titles that no column answers to. */
  unknown: readonly string[];
  /** Rows that hold anything, header excluded. */
  total: number;
  /** The rows, in chunks. */
  chunks(): AsyncGenerator<TableRow[]>;
}

/**
 * Opens a spreadsheet for import. The file is read twice: once to its end, so that damage, limits
 * and a wrong format show before the first row is written, then again row by row. Memory does not
 * grow with the file.
 * @param file its path, or its bytes
 * @param required titles of these keys must be there
 * @param onRead hears now and then how many rows there are so far; what it throws ends the reading
 * @throws Refusal 422 with what is wrong with the whole file, missing columns named
 */
export async function openImport(
  file: string | Buffer,
  columns: readonly SheetField[],
  required: readonly string[],
  onRead: (rows: number) => Promise<void> = async () => undefined,
): Promise<ImportTable> {
  const headers = columns.map((column) => headerOf(column, required.includes(column.key)));
  return refusing(async () => {
    const table = await readTable(file, headers);
    if (table.missing.length > 0) {
      await table.close();
      throw unusable('missingColumns', `缺少必填列：${table.missing.join('、')}`);
    }
    const total = await countRows(table, onRead);
    if (total === 0) throw unusable('empty', '文件中没有数据');
    const found = columns.flatMap(({ key }, index): [string, number][] =>
      table.columns[index] === null ? [] : [[key, index]],
    );
    return {
      titles: table.titles,
      positions: new Map(found),
      unknown: table.unknown,
      total,
      chunks: () => inChunks(file, headers),
    };
  });
}

async function countRows(
  table: SheetTable,
  onRead: (rows: number) => Promise<void>,
): Promise<number> {
  let total = 0;
  for await (const row of table.rows) {
    if (row) total += 1;
    if (total % CHUNK === 0) await onRead(total);
  }
  return total;
}

async function* inChunks(
  file: string | Buffer,
  headers: Parameters<typeof readTable>[1],
): AsyncGenerator<TableRow[]> {
  let chunk: TableRow[] = [];
  for await (const row of (await readTable(file, headers)).rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

export const unusable = (code: string, message: string): Refusal =>
  new Refusal(`sheet.${code}`, message, { status: 422 });

async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SheetError) throw unusable(error.code, error.message);
    throw error;
  }
}
