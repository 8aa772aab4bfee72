import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '../database.ts';
import type { TableRow } from '#platform/sheets/sheet-table.ts';
import { watchStatistics } from '../table-statistics.ts';
import { writeJournal } from '../write-journal.ts';
import { rowErrors } from './import-answer.ts';
import { importChunk, rememberRows, type RowResult } from './import-chunk.ts';
import { makePlan, requiredColumns } from './import-options.ts';
import { foreignSheets, type ImportWork, type OpenSheet } from './import-work.ts';
import { endCancelled, endThrough, endWhole } from './job-ending.ts';
import {
  forgetRows,
  NO_COUNTS,
  noteRows,
  notePhase,
  settledRows,
  Stopped,
  type JobCounts,
  type JobFault,
} from './job-store.ts';
import { confirmFirst } from './confirm-first.ts';
import { openImport } from './read-import.ts';
import { importFields } from './sheet-columns.ts';

/** Between two looks at how far the reading is. */
const READING_NOTE_MS = 300;

/**
 * Carries an import out: reads the sheet to its end, then judges and writes its rows by chunks of
 * 500. With partial acceptance a chunk and its place in the sheet are committed together, so that a
 * later run goes on behind the last of them; all or nothing is one transaction.
 * @throws Refusal for what is wrong with the file as a whole, Stopped while nothing is written yet
 */
export async function runImport(work: ImportWork): Promise<void> {
  const { job } = work;
  const sheet = await openSheet(work);
  try {
    if (job.options.isPartial) await importPartly(work, sheet);
    else await importWhole(work, sheet);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    await endCancelled(work, sheet);
  }
}

const inTx = <T>({ db, actor }: ImportWork, run: (tx: Tx) => Promise<T>): Promise<T> => db.tx(actor, run);

async function openSheet(work: ImportWork): Promise<OpenSheet> {
  const { job, writer, actor } = work;
  const own = importFields(writer.resource, actor);
  const path = await inTx(work, async (tx) => {
    await notePhase(tx, job, 'parsing', 0);
    return tx.files.locate(tx, job.sourceId ?? '');
  });
  let noted = Date.now();
  const table = await openImport(path, own, requiredColumns(own, job.options), {
    dates: job.options.dates,
    foreign: foreignSheets(work),
    async onRead(n) {
      if (Date.now() - noted < READING_NOTE_MS) return;
      await inTx(work, (tx) => notePhase(tx, job, 'parsing', n));
      noted = Date.now();
    },
  });
  const { columns } = table;
  confirmFirst(job.options, table);
  const { isTrial, isPartial } = job.options;
  const plan = await inTx(work, async (tx) => {
    await notePhase(tx, job, isTrial || !isPartial ? 'checking' : 'writing', table.total);
    return makePlan(tx, writer, table, columns, job.options);
  });
  return { table, columns, plan };
}

/** Good rows go in, chunk by chunk, from where an earlier run was broken off. */
async function importPartly(work: ImportWork, sheet: OpenSheet): Promise<void> {
  const { job } = work;
  const statistics = watchStatistics(work.writer.resource, (run) => work.db.platform(run));
  let passed = 0;
  let { done } = job;
  for await (const chunk of sheet.table.chunks()) {
    const settled = chunk.slice(0, Math.max(0, done - passed));
    const rows = chunk.slice(settled.length);
    passed += chunk.length;
    if (settled.length > 0) await inTx(work, (tx) => rememberRows(tx, sheet.plan, settled));
    if (rows.length === 0) continue;
    const { created } = await settleChunk(work, sheet, rows, done);
    done += rows.length;
    if (!job.options.isTrial) await statistics.grewBy(created);
  }
  await statistics.settle();
  await endThrough(work, sheet);
}

async function settleChunk(
  work: ImportWork,
  sheet: OpenSheet,
  rows: readonly TableRow[],
  before: number,
): Promise<JobCounts> {
  const note = async (tx: Tx, results: readonly RowResult[]): Promise<JobCounts> => {
    const { counts, faults } = summary(sheet, rows, results);
    await noteRows(tx, work.job, before, counts, faults);
    return counts;
  };
  if (!work.job.options.isTrial) return inTx(work, async (tx) => note(tx, await importChunk(tx, sheet.plan, rows)));
  const results = await undone(work, (tx) => importChunk(tx, sheet.plan, rows));
  return inTx(work, (tx) => note(tx, results));
}

/** Carries the outcome of work that is to be rolled back out of its transaction. */
class RolledBack<T> extends Error {
  readonly outcome: T;
  constructor(outcome: T) {
    super('rolled back on purpose');
    this.outcome = outcome;
  }
}

async function undone<T>(work: ImportWork, run: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTx(work, async (tx) => {
      throw new RolledBack(await run(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as T;
    throw error;
  }
}

/**
 * All rows and the end of the job in one transaction, undone as a whole when a row is refused. How
 * far it is, and what was refused, is noted beside it: the transaction itself shows nothing.
 */
async function importWhole(work: ImportWork, sheet: OpenSheet): Promise<void> {
  const { job } = work;
  try {
    await inTx(work, async (tx) => {
      await inTx(work, (beside) => forgetRows(beside, job));
      const statistics = watchStatistics(work.writer.resource, (run) => run(tx.platform));
      let sum: JobCounts = NO_COUNTS;
      for await (const rows of sheet.table.chunks()) {
        const results = await importChunk(tx, sheet.plan, rows);
        if (job.options.isTrial) tx.journal.settle();
        else await writeJournal(tx);
        const { counts, faults } = summary(sheet, rows, results);
        await inTx(work, (beside) => noteRows(beside, job, settledRows(sum), counts, faults));
        sum = plus(sum, counts);
        await statistics.grewBy(counts.created);
      }
      if (job.options.isTrial || sum.failed > 0) throw new RolledBack(null);
      await endWhole(tx, work, sheet, sum);
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    await endThrough(work, sheet);
  }
}

const plus = (a: JobCounts, b: JobCounts): JobCounts => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  failed: a.failed + b.failed,
});

const COUNTED = { added: 'created', edited: 'updated', same: 'unchanged' } as const;

function summary(
  { columns }: OpenSheet,
  rows: readonly TableRow[],
  results: readonly RowResult[],
): { counts: JobCounts; faults: JobFault[] } {
  const titles = new Map(columns.map(({ key, title }) => [key, title]));
  const counts: JobCounts = { ...NO_COUNTS };
  const faults: JobFault[] = [];
  for (const [at, { rowNumber }] of rows.entries()) {
    const result = results[at] as RowResult;
    counts[result instanceof Refusal ? 'failed' : COUNTED[result]] += 1;
    if (result instanceof Refusal) faults.push({ row: rowNumber, errors: rowErrors(result, titles) });
  }
  return { counts, faults };
}
