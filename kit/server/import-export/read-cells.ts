import { amountText } from '#kit/model/amount-text.ts';
import type { Kind } from '#kit/model/field.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import type { Registry } from '../registry.ts';
import type { TableRow } from '#platform/sheets/sheet-table.ts';
import { serverKinds } from '../kinds.ts';
import { findLinksInAnyCase, tagsByName, type LinkAnswer } from './find-links.ts';
import type { ImportTable } from './read-import.ts';
import { readSheetCell } from './sheet-cell.ts';
import { wireOf, type SheetField } from './sheet-columns.ts';

/** A row of a sheet on its way to a body: what its cells say, and what they fail to name. */
export interface SheetDraft {
  row: TableRow;
  /** Texts of the cells that hold anything, by field key. */
  cells: Map<string, string>;
  /** Wire values, as a form would send them. */
  body: Record<string, unknown>;
  /** Cells that are no data, links whose text names no row, or several; by field key. */
  faults: Map<string, FieldError>;
}

/** What a sheet has, and how it is read. */
interface CellPlan extends Pick<ImportTable, 'positions' | 'dates'> {
  columns: readonly SheetField[];
  /** What prices are in that say none; absent: the currency of the tenant. */
  currency?: string | undefined;
}

/** Links found so far in this import, by field and text. */
export type KnownLinks = Map<string, Map<string, LinkAnswer>>;

/**
 * Turns rows of cells into bodies: texts of dictionaries become codes, 是 and 否 flags, labels and
 * codes of linked rows their ids (looked up once per column and chunk). An empty cell asks for
 * nothing, unless it is to clear what is there.
 * @param known answers of earlier chunks; pass the same map again
 */
export async function readCells(
  tx: Tx,
  registry: Registry,
  { columns, positions, dates, currency: whole }: CellPlan,
  rows: readonly TableRow[],
  known: KnownLinks,
  clearsBlank = false,
): Promise<SheetDraft[]> {
  const present = columns.filter(({ key }) => positions.has(key));
  const drafts = rows.map((row): SheetDraft => {
    const draft: SheetDraft = { row, cells: new Map(), body: {}, faults: new Map() };
    for (const column of present) {
      const at = positions.get(column.key) as number;
      const stated = readSheetCell(column.field, row.values[at] ?? '', row.notes?.get(at));
      if ('fault' in stated) draft.faults.set(column.key, { field: column.key, ...stated.fault });
      else if (stated.text !== '') {
        draft.cells.set(column.key, stated.text);
        if (column.field.to === undefined) {
          const currency = currencyIn(row, column, positions, whole ?? tx.actor.currency);
          const fault = currencyFault(column, stated.text, currency);
          if (fault) draft.faults.set(column.key, fault);
          else draft.body[column.key] = wireOf(column, stated.text, { currency, dates });
        }
      } else if (clearsBlank && column.key !== 'id') draft.body[column.key] = null;
    }
    return draft;
  });
  for (const column of present)
    if (column.field.kind === 'tags') await tagsColumn(tx, registry, column, drafts);
    else if (column.field.to) await linkColumn(tx, registry, column, drafts, known);
  return drafts;
}

/** The currency that a row of the sheet names for an amount; a price of a row that names none is in that of the tenant. */
function currencyIn(
  row: TableRow,
  { field: { kind, currency } }: SheetField,
  positions: ImportTable['positions'],
  base: string | undefined,
): string | undefined {
  const key = kind === 'price' ? 'currency' : currency;
  const at = key === undefined ? undefined : positions.get(key);
  const named = at === undefined ? undefined : row.values[at]?.trim().toUpperCase() || undefined;
  return named ?? (kind === 'price' ? base : undefined);
}

const AMOUNTS = new Set<Kind>(['price', 'money']);

/**
 * Reads amounts of a row once more that say no currency of their own: they are in that of the row which is stored, and
 * those that are marked as of another are refused.
 */
export function readAmountsIn(
  columns: readonly SheetField[],
  { cells, body, faults }: SheetDraft,
  stored: Readonly<Record<string, unknown>>,
): void {
  for (const column of columns) {
    const { key, field } = column;
    const cell = cells.get(key);
    const of = field.kind === 'price' ? 'currency' : field.currency;
    if (cell === undefined || of === undefined || !AMOUNTS.has(field.kind) || cells.has(of)) continue;
    const currency = stored[of];
    const known = faults.get(key);
    if (typeof currency !== 'string' || (known && known.code !== 'currency')) continue;
    const fault = currencyFault(column, cell, currency);
    if (fault) faults.set(key, fault);
    else {
      faults.delete(key);
      body[key] = wireOf(column, cell, { currency });
    }
  }
}

/** Why an amount that is marked as one of another currency cannot be taken; null where it is not. */
function currencyFault({ key, field }: SheetField, text: string, currency: string | undefined): FieldError | null {
  if (currency === undefined || !AMOUNTS.has(field.kind)) return null;
  const read = amountText(text, currency);
  return 'fault' in read && read.fault === 'currency'
    ? { field: key, code: 'currency', message: MESSAGES.otherCurrency(field.title, text, currency) }
    : null;
}

async function linkColumn(
  tx: Tx,
  registry: Registry,
  { key, field, isLoose }: SheetField,
  drafts: readonly SheetDraft[],
  known: KnownLinks,
): Promise<void> {
  const target = registry.resource(field.to as string);
  const answers = known.get(key) ?? new Map<string, LinkAnswer>();
  known.set(key, answers);
  const texts = drafts.flatMap(({ cells }) => cells.get(key) ?? []);
  const open = [...new Set(texts)].filter((text) => typeof answers.get(text) !== 'object');
  for (const [text, answer] of await findLinksInAnyCase(tx, target, open)) answers.set(ownText(text), answer);
  for (const draft of drafts) {
    const text = draft.cells.get(key);
    if (text === undefined) continue;
    const answer = answers.get(text) ?? 'missing';
    if (typeof answer === 'object') draft.body[key] = answer.id;
    else if (!isLoose || answer === 'ambiguous') draft.faults.set(key, linkFault(key, field.title, answer));
  }
}

/** Names of tags become their ids: what is called by a name is looked up where it may be used here. */
async function tagsColumn(
  tx: Tx,
  registry: Registry,
  { key, field }: SheetField,
  drafts: readonly SheetDraft[],
): Promise<void> {
  const namesOf = ({ cells }: SheetDraft): string[] => {
    const cell = cells.get(key);
    return cell === undefined ? [] : (serverKinds.tags.fromSheet(cell) as string[]);
  };
  const known = await tagsByName(tx, registry.resource(field.to as string), field, drafts.flatMap(namesOf));
  for (const draft of drafts) {
    const names = namesOf(draft);
    if (names.length === 0) continue;
    const missing = names.filter((name) => !known.has(name));
    draft.body[key] = names.flatMap((name) => known.get(name) ?? []);
    if (missing.length > 0)
      draft.faults.set(key, {
        field: key,
        code: 'missing',
        message: MESSAGES.tagsUnknown(field.title, missing.slice(0, 5).join('、')),
      });
  }
}

/** A cell is a slice of the text it was read from and would hold all of that as long as itself. */
const ownText = (text: string): string => Buffer.from(text).toString();

const linkFault = (key: string, title: string, fault: 'missing' | 'ambiguous'): FieldError => ({
  field: key,
  code: fault,
  message: fault === 'missing' ? MESSAGES.linkMissing(title) : MESSAGES.linkAmbiguous(title),
});
