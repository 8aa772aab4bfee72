import { Refusal } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Tx } from '../database.ts';
import { maskedFields } from '../query/columns.ts';
import type { Answer, Call } from '../route.ts';
import type { TableRow } from '../sheets/sheet-table.ts';
import type { Writer } from '../writer.ts';
import { importChunk, type ChunkPlan, type RowResult } from './import-chunk.ts';
import { oncePerKey, openTally, type ImportOutcome, type Tally } from './import-answer.ts';
import { naturalKeys, type NaturalKey } from './match-rows.ts';
import { oneFile, openImport, unusable, type ImportTable } from './read-import.ts';
import { importFields, isNeeded, type SheetField } from './sheet-columns.ts';

const MODES = ['upsert', 'insert', 'update'] as const;

/** How an import goes about it; from the query of the call. */
export interface ImportOptions {
  /** Judge everything, write nothing (`dryRun=1`). */
  isTrial: boolean;
  /** Good rows are written although others are refused (`partial=0` for all or nothing). */
  isPartial: boolean;
  /** What happens to rows that exist, and to those that do not (`mode`). */
  mode: (typeof MODES)[number];
  /** An empty cell empties the field of an existing row (`blank=clear`); by default it stays. */
  clearsBlank: boolean;
}

/**
 * Imports a sheet into a register. Every row is judged as the form would judge it. A row that
 * exists (by id, else by its natural key) is edited where a given cell differs; another is added.
 * Good rows go in by chunks of 500, bad ones come back in an error file that can be corrected and
 * uploaded as it is.
 * @throws Refusal 422 for what is wrong with the file as a whole; nothing is written then
 */
export async function importSheet(call: Call, writer: Writer, base: string): Promise<Answer> {
  const { resource } = writer;
  const options = readOptions(call.query);
  const file = await oneFile(call);
  const place = { base, owner: resourceKey(resource), title: resource.title };
  return oncePerKey(call, place, file.bytes, async (settle) => {
    const columns = importFields(resource, call.actor);
    const table = await openImport(file.bytes, columns, requiredColumns(columns, options));
    const plan = await makePlan(call, writer, table, columns, options);
    const tally = openTally(place, table, columns);
    await (options.isPartial
      ? importPartly(call, plan, table, tally, options.isTrial)
      : importWhole(call, plan, table, tally, options.isTrial));
    await tally.close();
    const isUndone = !options.isPartial && !options.isTrial && tally.errors > 0;
    const about = { isTrial: options.isTrial || isUndone, fileName: file.name };
    return call.tx((tx) =>
      settle(tx, async () => {
        const outcome = await tally.finish(tx, about);
        return isUndone ? undone(outcome) : outcome;
      }),
    );
  });
}

function readOptions(query: Record<string, string>): ImportOptions {
  const mode = MODES.find((one) => one === (query['mode'] ?? 'upsert'));
  if (!mode) throw unusable('mode', '导入方式不正确');
  return {
    isTrial: query['dryRun'] === '1' || query['dryRun'] === 'true',
    isPartial: query['partial'] !== '0' && query['partial'] !== 'false',
    mode,
    clearsBlank: query['blank'] === 'clear',
  };
}

/** New rows need their required columns; rows that are only edited do not. */
const requiredColumns = (columns: readonly SheetField[], { mode }: ImportOptions): string[] =>
  mode === 'update'
    ? []
    : columns.filter(({ key, field }) => key !== 'id' && isNeeded(field)).map(({ key }) => key);

async function makePlan(
  call: Call,
  writer: Writer,
  { positions }: ImportTable,
  columns: readonly SheetField[],
  options: ImportOptions,
): Promise<ChunkPlan> {
  const { resource } = writer;
  const held = new Set(positions.keys());
  const keys: NaturalKey[] = await call.tx((tx) => naturalKeys(tx, resource, held));
  if (options.mode === 'update' && keys.length === 0 && !held.has('id'))
    throw unusable('noKey', '缺少用于匹配已有数据的列，如编码或 ID');
  const masked = maskedFields(resource, call.actor);
  const shown = new Set(columns.map(({ key }) => key));
  return {
    writer,
    columns,
    positions,
    keys,
    hidden: new Set([
      ...masked,
      ...Object.keys(resource.fields as object).filter((key) => !shown.has(key)),
    ]),
    mode: options.mode,
    clearsBlank: options.clearsBlank,
    seen: new Map(),
    links: new Map(),
  };
}

/** Carries the results of work that is to be rolled back out of its transaction. */
class RolledBack extends Error {
  readonly results: RowResult[];
  constructor(results: RowResult[]) {
    super('rolled back on purpose');
    this.results = results;
  }
}

async function importPartly(
  call: Call,
  plan: ChunkPlan,
  table: ImportTable,
  tally: Tally,
  isTrial: boolean,
): Promise<void> {
  for await (const rows of table.chunks()) {
    const results = await inTransaction(
      call,
      (tx) => importChunk(tx, plan, rows),
      () => isTrial,
    );
    await count(tally, rows, results);
  }
}

/** All rows in one transaction, undone as a whole when one of them is refused. */
async function importWhole(
  call: Call,
  plan: ChunkPlan,
  table: ImportTable,
  tally: Tally,
  isTrial: boolean,
): Promise<void> {
  const chunks: TableRow[][] = await Array.fromAsync(table.chunks());
  const results = await inTransaction(
    call,
    async (tx) => {
      const all: RowResult[] = [];
      for (const rows of chunks) all.push(...(await importChunk(tx, plan, rows)));
      return all;
    },
    (all) => isTrial || all.some((result) => result instanceof Refusal),
  );
  await count(tally, chunks.flat(), results);
}

async function inTransaction(
  call: Call,
  work: (tx: Tx) => Promise<RowResult[]>,
  isToBeUndone: (results: RowResult[]) => boolean,
): Promise<RowResult[]> {
  try {
    return await call.tx(async (tx) => {
      const results = await work(tx);
      if (isToBeUndone(results)) throw new RolledBack(results);
      return results;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.results;
    throw error;
  }
}

async function count(
  tally: Tally,
  rows: readonly TableRow[],
  results: readonly RowResult[],
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    const result = results[index];
    if (result instanceof Refusal) await tally.bad(row, result);
    else tally.good();
  }
}

/** All or nothing, and it was nothing: the counts say so. */
function undone({ result }: ImportOutcome): ImportOutcome {
  const { totalCount, errorCount } = result;
  const msg = `文件未导入：共${totalCount}行，其中${errorCount}行有错误`;
  return { code: 201, message: msg, result: { ...result, successCount: 0, msg } };
}
