import { currencyOf } from '../cells/read-typed.ts';
import { tenantCurrency } from '../tenant-zone.ts';
import { parseCellText, type CellTextSettings } from '../grid-data/cell-text.ts';
import { tenantDay } from '../tenant-clock.ts';
import type { ReadText } from './cell-registry.ts';
import { isOfKind, typeOf } from './cell-types.ts';
import type { CellChange, GridColumn, GridRow } from './grid-column.ts';
import type { CellAddress } from './grid-cursor.ts';
import type { GridJudge } from './grid-judge.ts';
import type { GridLinkage } from './grid-linkage.ts';
import type { GridStore } from './grid-store.ts';
import type { UnitSystem } from '../units.ts';
import { namesBeside } from './named-keys.ts';
import type { LinkedCell } from './pasted-choices.ts';
import type { NamedCell } from './pasted-links.ts';

/** The grid as far as texts are written into it. */
interface Written {
  readonly store: GridStore;
  readonly judge: GridJudge;
  readonly linkage: GridLinkage;
  readonly units: UnitSystem;
  choicesOf: (column: GridColumn) => ReadonlyMap<string, string>;
  columnOf: (key: string) => GridColumn | undefined;
  /** @param linked cells whose choices hang on another's */
  lookUp: (named: readonly NamedCell[], linked: readonly LinkedCell[]) => void;
}

/** A text that is to become the value of a cell. */
interface CellText {
  row: GridRow;
  column: GridColumn;
  text: string;
  /** The stored value it was copied from, and what that is called; taken instead of the text. */
  exact?: { value: unknown; label?: string } | null;
}

/**
 * Writes texts into cells as their columns read them. A text that is no value of its column stays
 * as it was written and is marked with the reason; what a link is called is looked up.
 */
export function writeTexts(session: Written, cells: readonly CellText[]): void {
  // Worked out once: a zone's day is dear to work out.
  const today = tenantDay();
  const settings = new Map<GridColumn, CellTextSettings>();
  const named: NamedCell[] = [];
  const depthOf = ({ column: { key } }: CellText): number => session.linkage.depthOf(key);
  // What hangs on another cell is written after it: a new value there empties what hangs on it.
  const read = cells
    .toSorted((a, b) => depthOf(a) - depthOf(b))
    .flatMap(({ row, column, text, exact }): Read[] => {
      const { key, field } = column;
      if (session.linkage.isLinked(key)) return readLinked(row.id, key, text);
      if (exact) return takeExact(row, key, exact);
      const ofColumn = settings.get(column) ?? textSettings(session, column, today);
      settings.set(column, ofColumn);
      const currency = column.currency?.(row) ?? currencyOf(field, row) ?? tenantCurrency();
      const known = { ...ofColumn, currency };
      const { isNamed, read: ownRead } = typeOf(column);
      if (isNamed) return readKeys(row.id, column, text, known);
      if (ownRead || !isOfKind(column) || !field.to) return [readCell(row.id, column, text, known)];
      const link = readLink(row.id, column, text, known);
      if (link.isOpen) named.push({ id: row.id, key, field, value: link.value as string });
      // Until it is found, and if it never is, the text is all its editor can show.
      return [{ id: row.id, key: `${key}_dictText`, value: link.label ?? link.value }, link];
    });
  session.judge.keepUnread(read.flatMap(({ message, ...cell }) => (message ? [{ ...cell, message }] : [])));
  session.store.write(read);
  const linked = cells.filter(({ column }) => session.linkage.isLinked(column.key));
  if (named.length > 0 || linked.length > 0)
    session.lookUp(
      named,
      linked.map(({ row, column }) => ({ id: row.id, column })),
    );
}

/** Takes letters that were typed on a cell whose input was left before it was there. */
export function writeTyped(session: Written, { id, key }: CellAddress, text: string): void {
  const row = session.store.rowOf(id);
  const column = session.columnOf(key);
  if (!row || !column || !typeOf(column).isTyped) return;
  writeTexts(session, [{ row, column, text }]);
}

type Read = CellChange & { message?: string };

/** What names the value goes with it; the name of another value does not stay. */
function takeExact(row: GridRow, key: string, { value, label }: NonNullable<CellText['exact']>): Read[] {
  const name = `${key}_dictText`;
  const isNamed = label !== undefined || name in row;
  return [...(isNamed ? [{ id: row.id, key: name, value: label ?? null }] : []), { id: row.id, key, value }];
}

function readCell(id: string, column: GridColumn, text: string, settings: CellTextSettings): Read {
  const read = readValue(column, text, settings);
  const { key } = column;
  return 'value' in read ? { id, key, value: read.value } : { id, key, value: text, message: read.message };
}

function readValue(column: GridColumn, text: string, settings: CellTextSettings): ReadText {
  const { read } = typeOf(column);
  if (text.trim() === '') return { value: null };
  if (read) return read(text, column.field, settings);
  return isOfKind(column) ? parseCellText(column.field, text, settings) : { value: text };
}

/** A choice below another's is known once those are asked for; until then it reads as it was written. */
const readLinked = (id: string, key: string, text: string): Read[] => {
  const value = text.trim() || null;
  return [
    { id, key: `${key}_dictText`, value },
    { id, key, value },
  ];
};

/** Keys with the names that are painted for them. */
function readKeys(id: string, column: GridColumn, text: string, settings: CellTextSettings): Read[] {
  const { label } = readValue(column, text, settings);
  const cell = readCell(id, column, text, settings);
  return [{ id, key: `${column.key}_dictText`, value: label ?? cell.value }, cell];
}

/** A row that this grid names already, else what is to be looked up. */
function readLink(
  id: string,
  { key, field }: GridColumn,
  text: string,
  settings: CellTextSettings,
): CellChange & { label: string | null; isOpen: boolean } {
  const read = parseCellText(field, text, settings);
  const value = 'value' in read ? read.value : text.trim();
  const label = settings.options?.find((option) => option.value === value)?.text ?? null;
  return { id, key, value, label, isOpen: value !== null && label === null };
}

/** How texts of a column are read: its choices, and for links the rows that it names already. */
function textSettings(session: Written, column: GridColumn, today: string): CellTextSettings {
  const { key, field } = column;
  const options = new Map<string, string>(session.choicesOf(column));
  if (typeOf(column).isNamed)
    for (const row of session.store.rows) for (const [value, name] of namesBeside(row, key)) options.set(value, name);
  else if (field.kind === 'link')
    for (const row of session.store.rows) {
      const text = row[`${key}_dictText`];
      if (typeof text === 'string' && text !== row[key]) options.set(String(row[key]), text);
    }
  return {
    system: session.units,
    today,
    options: [...options].map(([value, text]) => ({ value, text })),
  };
}
