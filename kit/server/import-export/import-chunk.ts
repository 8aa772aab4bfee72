import type { Field } from '#kit/model/field.ts';
import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { may, placeOf } from '../actor.ts';
import type { Tx } from '../database.ts';
import type { KindContext } from '../kinds.ts';
import { MESSAGES } from '../messages.ts';
import { readFields } from '../parse.ts';
import { toWireRow } from '../query/columns.ts';
import { underSavepoint } from '../savepoint.ts';

import type { TableRow } from '#platform/sheets/sheet-table.ts';
import type { Writer } from '../writer.ts';
import { addRows, editRows, type RowOutcome } from '../write-rows.ts';
import type { FirstRows } from './first-rows.ts';
import { isNamedBy, keyText, matchRows, type NaturalKey } from './match-rows.ts';
import { readAmountsIn, readCells, type KnownLinks, type SheetDraft } from './read-cells.ts';
import type { ImportTable } from './read-import.ts';
import { rowRefusal } from './row-refusal.ts';
import { cellOf, isSameCell, type SheetField } from './sheet-columns.ts';
import { addStored, editStored } from './stored-rows-of-sheet.ts';

/** What every chunk of one import shares. */
export interface ChunkPlan {
  writer: Writer;
  columns: readonly SheetField[];
  positions: ImportTable['positions'];
  dates: ImportTable['dates'];
  /** Natural keys the sheet can fill, best first. */
  keys: readonly NaturalKey[];
  /** Fields that are no column of the sheet. */
  hidden: Set<string>;
  mode: 'upsert' | 'insert' | 'update';
  clearsBlank: boolean;
  /** Row that brought a key value first: a later one repeats it. */
  seen: FirstRows;
  links: KnownLinks;
}

export type RowResult = 'added' | 'edited' | 'same' | Refusal;

/**
 * Writes one chunk, set by set. Should the set fail as a whole (another import took a key a moment
 * ago, a reaction refuses one row), it is undone and the rows go in one by one, each under a
 * savepoint, so that one bad row never takes 499 good ones with it.
 */
export async function importChunk(tx: Tx, plan: ChunkPlan, rows: readonly TableRow[]): Promise<RowResult[]> {
  const whole = await underSavepoint(tx, () => writeRows(tx, plan, rows), rowRefusal);
  if (!(whole instanceof Refusal)) return whole;
  if (rows.length === 1) return [whole];
  const results: RowResult[] = [];
  for (const row of rows) {
    const one = await underSavepoint(tx, () => writeRows(tx, plan, [row]), rowRefusal);
    results.push(one instanceof Refusal ? one : (one[0] as RowResult));
  }
  return results;
}

interface Planned {
  draft: SheetDraft;
  index: number;
  before?: AnyRow;
}

async function writeRows(tx: Tx, plan: ChunkPlan, rows: readonly TableRow[]): Promise<RowResult[]> {
  const writer: Writer = { ...plan.writer, via: 'import' };
  const { resource, registry } = writer;
  const drafts = await readCells(tx, registry, plan, rows, plan.links, plan.clearsBlank);
  const matches = await matchRows(
    tx,
    { resource, registry, hidden: plan.hidden, rows: writer.stored?.rows },
    plan.keys[0],
    drafts,
  );
  const results: RowResult[] = [];
  const planned: Planned[] = [];
  for (const [index, draft] of drafts.entries()) {
    const before = matches.get(draft);
    // Before what is there is dropped: a key that the stored row has too still names the row.
    const own = ownKeys(plan, draft, placeOf(tx.actor), before?.['id']);
    const isNews = before ? dropUnchangedCells(tx, plan, draft, before) : true;
    const faults = [
      ...(isNews ? forbidden(tx, plan, before) : []),
      ...draft.faults.values(),
      ...misplaced(plan, draft, before, own),
    ];
    if (faults.length > 0) results[index] = invalid(withFieldErrors(tx, plan, draft, faults, before));
    else planned.push({ draft, index, ...(before ? { before } : {}) });
  }
  const [edits, adds] = [planned.filter((one) => one.before), planned.filter((one) => !one.before)];
  const news = adds.map(({ draft: { body } }) => ({ body }));
  const changes = edits.map(({ draft: { body }, before }) => ({ body, before: before as AnyRow }));
  const { stored } = writer;
  const added = stored ? await addStored(tx, resource, stored, news) : await addRows(tx, writer, news);
  const edited = stored
    ? await editStored(tx, resource, stored, changes)
    : await editRows(tx, writer, changes, { onlyChanges: true });
  for (const [at, { index }] of adds.entries()) results[index] = resultOf(added[at], 'added');
  for (const [at, { index }] of edits.entries()) results[index] = resultOf(edited[at], 'edited');
  return results;
}

function resultOf(outcome: RowOutcome | undefined, done: 'added' | 'edited'): RowResult {
  if (!outcome) throw new Error('a row without an outcome');
  if ('refusal' in outcome) return outcome.refusal;
  return outcome.isChanged ? done : 'same';
}

/**
 * Drops the cells that say what the stored row says already, as its export would write them: they
 * are not judged again, and a label that two rows share is no riddle where it names the present
 * one. An amount is read in the currency of its row.
 * @returns whether the sheet says anything else
 */
function dropUnchangedCells(tx: Tx, plan: ChunkPlan, draft: SheetDraft, before: AnyRow): boolean {
  const { resource, registry } = plan.writer;
  const wire = toWireRow(resource, before, { actor: tx.actor, registry, hidden: plan.hidden });
  readAmountsIn(plan.columns, draft, wire);
  for (const column of plan.columns) {
    const cell = draft.cells.get(column.key);
    if (cell === undefined) continue;
    const isName =
      column.key === plan.keys[0]?.[0] && !draft.cells.has('id') && isNamedBy(resource, column.key, cell, before);
    if (isName || isSameCell(column, cellOf(column, wire), cell)) {
      draft.faults.delete(column.key);
      delete draft.body[column.key];
    }
  }
  const isNews =
    draft.faults.size > 0 ||
    plan.columns.some(({ key }) => {
      const isEmptied = draft.body[key] === null && (wire[key] ?? null) === null;
      return key !== 'id' && key in draft.body && !isEmptied;
    });
  for (const { field } of plan.columns) {
    const currency = field.currency;
    if (currency && draft.body[currency] === undefined && !plan.hidden.has(currency))
      draft.body[currency] = wire[currency];
  }
  return isNews;
}

/** The right to import is a way in, not a right to what a row does: adding and editing are asked for. */
function forbidden(tx: Tx, { writer, keys }: ChunkPlan, before: AnyRow | undefined): FieldError[] {
  const verb = before ? 'edit' : 'add';
  if (may(tx.actor, `${resourceKey(writer.resource)}:${verb}`)) return [];
  const message = before ? MESSAGES.importMayNotEdit : MESSAGES.importMayNotAdd;
  return [{ field: keys[0]?.[0] ?? 'id', code: 'forbidden', message }];
}

/** A row that repeats another row of the sheet, or that the mode or its id puts out of place. */
function misplaced(
  plan: ChunkPlan,
  draft: SheetDraft,
  before: AnyRow | undefined,
  own: readonly OwnKey[],
): FieldError[] {
  const { mode } = plan;
  const faults: FieldError[] = [];
  const isKnown = draft.cells.has('id');
  if (!before && isKnown) faults.push({ field: 'id', code: 'missing', message: MESSAGES.linkMissing('ID') });
  else if (!before && mode === 'update')
    faults.push({
      field: plan.keys[0]?.[0] ?? 'id',
      code: 'notFound',
      message: '未找到对应的数据',
    });
  if (before && mode === 'insert')
    faults.push({ field: plan.keys[0]?.[0] ?? 'id', code: 'taken', message: MESSAGES.duplicate });
  for (const [field, text] of own) {
    const first = plan.seen.rowOf(text, draft.row.rowNumber);
    if (first !== draft.row.rowNumber) faults.push({ field, code: 'repeated', message: `与第 ${first} 行重复` });
  }
  return faults.filter(({ field }, at) => faults.findIndex((one) => one.field === field) === at);
}

/** Field and text by which a later row is known to repeat this one. */
type OwnKey = [field: string, text: string];

/** What says that two rows of the sheet are one: their natural keys and the stored row they name. */
function ownKeys({ keys, writer }: ChunkPlan, { body }: SheetDraft, place: KindContext, id: unknown): OwnKey[] {
  const own = keys.flatMap((key): OwnKey[] => {
    const text = keyText(writer.resource, key, body, place);
    return text === null ? [] : [[key[0] as string, `${key.join()} ${text}`]];
  });
  if (id !== undefined) own.push(['id', `id ${String(id)}`]);
  return own;
}

/** Notes the rows that an earlier run has settled: a later row that repeats them is refused. */
export async function rememberRows(tx: Tx, plan: ChunkPlan, rows: readonly TableRow[]): Promise<void> {
  for (const draft of await readCells(tx, plan.writer.registry, plan, rows, plan.links))
    for (const [, text] of ownKeys(plan, draft, placeOf(tx.actor), draft.cells.get('id')))
      plan.seen.rowOf(text, draft.row.rowNumber);
}

/** The other errors of a row that is refused anyway, so that they can be corrected in one go. */
function withFieldErrors(
  tx: Tx,
  { columns, mode }: ChunkPlan,
  draft: SheetDraft,
  faults: readonly FieldError[],
  before: AnyRow | undefined,
): FieldError[] {
  const fields = Object.fromEntries(
    columns.filter(({ key }) => key !== 'id').map(({ key, field }): [string, Field] => [key, field]),
  );
  const named = new Set(faults.map(({ field }) => field));
  const { errors } = readFields(fields, draft.body, {
    ...placeOf(tx.actor),
    partial: before !== undefined || draft.cells.has('id') || mode === 'update',
  });
  return [...faults, ...errors.filter(({ field }) => !named.has(field))];
}
