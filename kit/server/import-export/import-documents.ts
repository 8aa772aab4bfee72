import { resourceKey } from '#kit/model/resource.ts';
import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { may, placeOf } from '../actor.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import { readFields } from '../parse.ts';
import {
  faultsOfDocument,
  withSiblings,
  type DocumentLine,
  type DocumentOutcome,
  type DocumentSheet,
  type RowFaults,
} from './document-sheet.ts';
import { confirmFirst } from './confirm-first.ts';
import { rowErrors } from './import-answer.ts';
import { foreignSheets, type ImportWork } from './import-work.ts';
import { endCancelled, endThrough, endWritten } from './job-ending.ts';
import { forgetRows, NO_COUNTS, notePhase, noteRows, Stopped, type JobCounts } from './job-store.ts';
import { readCells, type KnownLinks } from './read-cells.ts';
import { openImport, type ImportTable } from './read-import.ts';
import { documentColumns, isNeeded, type SheetField } from './sheet-columns.ts';

/** The rows of one document, those that could be read and those that could not. */
interface Group {
  name: string;
  rows: number[];
  lines: DocumentLine[];
  faults: RowFaults;
}

/**
 * Carries an import of documents out: reads the sheet whole (as many rows as it may have), sorts them
 * by document, and takes document after document in, each in a transaction of its own that notes it as
 * settled. A later run goes on behind the last of them. All or nothing is judged whole before the
 * first is written.
 * @throws Refusal for what is wrong with the file as a whole
 */
export async function importDocuments(work: ImportWork, sheet: DocumentSheet): Promise<void> {
  const { db, actor, job } = work;
  const own = documentColumns(sheet, actor);
  const needed = own.filter(({ field }) => isNeeded(field)).map(({ key }) => key);
  const inTx = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => db.tx(actor, run);
  const path = await inTx(async (tx) => {
    await notePhase(tx, job, 'parsing', 0);
    return tx.files.locate(tx, job.sourceId ?? '');
  });
  const table = await openImport(path, own, needed, {
    dates: job.options.dates,
    foreign: foreignSheets(work),
    onRead: async (rows) => refuseMany(sheet, work, rows),
  });
  const { columns } = table;
  refuseMany(sheet, work, table.total);
  confirmFirst(job.options, table);
  const { isTrial, isPartial } = job.options;
  const phase = isTrial || !isPartial ? 'checking' : 'writing';
  await inTx((tx) => notePhase(tx, job, phase, table.total));
  const groups = await readGroups(work, sheet, columns, table);
  try {
    if (!isTrial && !isPartial && !(await allGood(work, sheet, columns, groups)))
      return await endThrough(work, { table });
    await settleAll(work, sheet, columns, groups, isTrial);
    await endWritten(work, { table });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    await endCancelled(work, { table });
  }
}

function refuseMany({ most }: DocumentSheet, { place }: ImportWork, rows: number): void {
  if (rows > most) throw new Refusal('tooMany', MESSAGES.tooManyRows(place.title, most), { status: 422 });
}

/** Judges all documents first. @returns whether none is refused; otherwise the faults are noted */
async function allGood(
  work: ImportWork,
  sheet: DocumentSheet,
  columns: readonly SheetField[],
  groups: readonly Group[],
): Promise<boolean> {
  // An earlier run broke off while it wrote: all were good.
  if (work.job.status === 'writing') return true;
  await work.db.tx(work.actor, (tx) => forgetRows(tx, work.job));
  const failed = await settleAll(work, sheet, columns, groups, true, 0);
  if (failed > 0) return false;
  await work.db.tx(work.actor, async (tx) => {
    await forgetRows(tx, work.job);
    await notePhase(tx, work.job, 'writing', 0);
  });
  work.job.done = 0;
  return true;
}

/** @param from rows that an earlier run has settled. @returns how many rows were refused */
async function settleAll(
  work: ImportWork,
  sheet: DocumentSheet,
  columns: readonly SheetField[],
  groups: readonly Group[],
  isTrial: boolean,
  from: number = work.job.done,
): Promise<number> {
  let passed = 0;
  let failed = 0;
  for (const group of groups) {
    const before = passed;
    passed += group.rows.length;
    if (passed <= from) continue;
    if (!(await settleGroup(work, sheet, columns, group, { before, isTrial }))) failed += group.rows.length;
  }
  return failed;
}

const RIGHTS = {
  added: ['add', MESSAGES.importMayNotAdd],
  edited: ['edit', MESSAGES.importMayNotEdit],
} as const;

/** As with single rows: the right to import is a way in, not a right to what a document becomes. @throws 422 */
function requireRight(
  { actor, writer }: ImportWork,
  { completedBy }: Pick<DocumentSheet, 'completedBy'>,
  outcome: DocumentOutcome,
): void {
  if (outcome === 'same' || completedBy === 'import') return;
  const [verb, message] = RIGHTS[outcome === 'edited' && completedBy === 'add' ? 'added' : outcome];
  if (may(actor, `${resourceKey(writer.resource)}:${verb}`)) return;
  throw invalid([{ field: '', code: 'forbidden', message }]);
}

const COUNTED = { added: 'created', edited: 'updated', same: 'unchanged' } as const;

/** @returns whether the document went in, or would have */
async function settleGroup(
  work: ImportWork,
  sheet: DocumentSheet,
  columns: readonly SheetField[],
  group: Group,
  { before, isTrial }: { before: number; isTrial: boolean },
): Promise<boolean> {
  const { db, actor, job } = work;
  const titles = new Map(columns.map(({ key, title }) => [key, title]));
  const countsAs = (outcome: DocumentOutcome): JobCounts => ({
    ...NO_COUNTS,
    [COUNTED[outcome]]: group.rows.length,
  });
  let faults: RowFaults;
  if (group.faults.size > 0) faults = withSiblings(group.rows, group.faults, group.name);
  else
    try {
      const settle = async (tx: Tx, outcome: DocumentOutcome): Promise<void> => {
        requireRight(work, sheet, outcome);
        await noteRows(tx, job, before, countsAs(outcome), []);
      };
      const outcome = await sheet.take({ db, actor, isTrial, settle }, group.lines);
      if (isTrial) await db.tx(actor, (tx) => settle(tx, outcome));
      return true;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      faults = faultsOfDocument(group.rows, error, group.name);
    }
  const noted = [...faults].map(([row, errors]) => ({
    row,
    errors: rowErrors(invalid(errors), titles),
  }));
  const counts = { ...NO_COUNTS, failed: group.rows.length };
  await db.tx(actor, (tx) => noteRows(tx, job, before, counts, noted));
  return false;
}

/** Reads the whole sheet and sorts its rows by document, in the order of their first rows. */
async function readGroups(
  { db, actor, writer }: ImportWork,
  sheet: DocumentSheet,
  columns: readonly SheetField[],
  table: ImportTable,
): Promise<Group[]> {
  const groups = new Map<string, Group>();
  const links: KnownLinks = new Map();
  const titles = columns.map(({ key, title }): [string, string] => [key, title]);
  for await (const rows of table.chunks()) {
    const { positions, dates } = table;
    const drafts = await db.tx(actor, (tx) =>
      readCells(tx, writer.registry, { columns, positions, dates }, rows, links),
    );
    for (const { row, body, cells, faults } of drafts) {
      const { values, errors: found } = readFields(sheet.fields, body, placeOf(actor));
      const errors: FieldError[] = [...faults.values(), ...found.filter(({ field }) => !faults.has(field))];
      const { key, name } = sheet.documentOf(values);
      const group: Group = groups.get(key) ?? {
        name,
        rows: [],
        lines: [],
        faults: new Map(),
      };
      groups.set(key, group);
      group.rows.push(row.rowNumber);
      if (errors.length > 0) group.faults.set(row.rowNumber, errors);
      else
        group.lines.push({
          row: row.rowNumber,
          values,
          // A cell is a slice of the text that it was read from, and would hold all of that.
          cells: Object.fromEntries(
            titles.flatMap(([of, title]) => {
              const cell = cells.get(of);
              return cell === undefined ? [] : [[title, Buffer.from(cell).toString()]];
            }),
          ),
        });
    }
  }
  return [...groups.values()];
}
