import { hasUniqueRule } from '#kit/model/grid-rules.ts';
import type { Row } from '../cells/faces.ts';
import { isBare } from './received-row.ts';
import { CELL } from './cell-look.ts';
import { isSameValue, isTempId, type GridChanges, type GridColumn, type GridRow } from './grid-column.ts';
import type { CellAddress } from './grid-cursor.ts';
import { GridComings, type Peopled } from './grid-comings.ts';
import { GridConflicts } from './grid-conflicts.ts';
import { GridPresence } from './grid-presence.ts';
import { LatestRows } from './latest-rows.ts';
import { RealNames } from './real-names.ts';
import { quoted, unturned } from './quoted.ts';
import type { RemoteRow } from './remote-rows.ts';
import { RenewedCells } from './renewed-cells.ts';
import { mergeReceived, cellsToSend } from './received-cells.ts';

/** The grid as far as others have a part in it. */
interface Edited extends Peopled {
  readonly editing: CellAddress | null;
  plainTextOf: (column: GridColumn, row: GridRow) => string;
}

/** Where this grid's own doings go, while others can hear of them. */
export interface Audience {
  send: (row: Row) => void;
  edit: (cell: CellAddress | null) => void;
}

/**
 * What others do to the rows of a grid, and what they receive of it. Rows they store come in once
 * a frame, however many there are, and never under an open editor.
 */
export class GridLive {
  /** All that this user may see, shown or not. */
  columns: readonly GridColumn[] = [];
  readonly conflicts: GridConflicts;
  readonly comings: GridComings;
  readonly latest = new LatestRows((rows) => this.receiveAll(rows));
  readonly names: RealNames;
  readonly presence: GridPresence;
  readonly renewed: RenewedCells;
  /** When the next picture is drawn. */
  frame: (run: () => void) => void = (run) => requestAnimationFrame(run);
  #audience: Audience | null = null;
  readonly #session: Edited;
  /** Rows that others sent, over what was stored when the first word came. */
  readonly #coming = new Map<string, RemoteRow>();
  #isDue = false;
  #announced: CellAddress | null = null;
  /** Saved here; broadcast once the grid holds them as they are stored now. */
  readonly #toTell = new Map<string, GridRow | undefined>();
  /** Removed here, and what was there before rows were added. */
  #comesAndGoes: { removed: string[]; known: ReadonlySet<string> | null } | null = null;

  constructor(session: Edited) {
    this.#session = session;
    this.conflicts = new GridConflicts(session.store, () => this.columns);
    this.comings = new GridComings(session);
    this.names = new RealNames(() => session.store.emit());
    this.renewed = new RenewedCells(() => session.store.emit());
    this.presence = new GridPresence(
      () => this.#soon(),
      (id) => session.store.indexOf(id) >= 0,
    );
  }

  /** Whether nothing of this shows at any cell. */
  get isQuiet(): boolean {
    return this.conflicts.isEmpty && this.comings.isEmpty && this.renewed.isEmpty;
  }

  /** Bits of {@link CELL}. */
  bits(id: string, key: string): number {
    return (
      (this.conflicts.has(id, key) ? CELL.conflict : 0) |
      (this.comings.isGone(id) ? CELL.gone : 0) |
      (this.renewed.has(id, key) ? CELL.renewed : 0)
    );
  }

  /** What is to be said of a cell: who else is there, and what they made of it. */
  noteAt({ id, key }: CellAddress): string | undefined {
    const names = this.presence.at(id, key);
    const notes = names.length > 0 ? [`${unturned(names.join('、'))}正在编辑此单元格`] : [];
    if (this.comings.isGone(id)) notes.push('此行已被他人删除；按 Alt+Enter 选择保留或放弃');
    const conflict = this.conflicts.isEmpty ? null : this.conflicts.at({ id, key });
    const column = this.columns.find((one) => one.key === key);
    if (conflict && column) {
      const text = (row: GridRow): string => quoted(this.#session.plainTextOf(column, row));
      notes.push(
        `${this.names.of(conflict.theirs) ?? '他人'}已改为${text(conflict.theirs)}，原值${text(conflict.base)}；按 Alt+Enter 选择保留哪个值`,
      );
    }
    return notes.length > 0 ? notes.join('；') : undefined;
  }

  /** Connects this grid with others. @returns how to part again */
  join(audience: Audience): () => void {
    this.#audience = audience;
    this.follow();
    return () => {
      this.follow(null);
      this.#audience = null;
      this.presence.forget();
    };
  }

  /**
   * A row as somebody's browser sends it. One that is not here, or of which nothing is sent, is
   * asked for where that is possible.
   * @param who their name as the server knows them
   */
  hear(reported: Row, who?: string): void {
    const base = this.#session.store.storedOf(reported.id);
    if (!base || this.#session.store.indexOf(reported.id) < 0 || isBare(reported)) return this.latest.ask();
    const known = this.#coming.get(reported.id);
    const row = mergeReceived(known?.base === base ? known.row : base, reported, this.columns);
    if (row === base) return;
    this.#coming.set(reported.id, { base, row });
    this.names.told(reported.id, who);
    this.#soon();
  }

  /** A row as a page has it from the server; it comes in with those that others sent. */
  receive(row: GridRow): void {
    const base = this.#session.store.storedOf(row.id);
    if (!base) return;
    this.names.read(row.id);
    this.#coming.set(row.id, { base, row });
    this.#soon();
  }

  /**
   * All rows as they are stored now: what is new comes in, what is gone goes. Rows neither come nor
   * go while something is being typed.
   */
  receiveAll(rows: readonly GridRow[]): void {
    for (const row of rows) {
      const known = this.#session.store.storedOf(row.id);
      this.#coming.delete(row.id);
      if (known && !isSameRow(known, row) && !isOlder(row, known)) this.receive(row);
    }
    this.comings.expect(rows);
    this.#soon();
  }

  /** Whoever is about to read all rows waits for no frame. */
  flush(): void {
    if (this.#isExpected) this.#takeComing();
  }

  /** Rows as the server has them now: what was typed here stays, and is marked where they differ. */
  take(rows: readonly GridRow[]): void {
    const { store } = this.#session;
    const known = rows.flatMap((row): GridRow[] => (store.storedOf(row.id) ? [row] : []));
    if (known.length === 0) return;
    const renewed: CellAddress[] = [];
    for (const row of known) {
      this.conflicts.note(row);
      const shown = store.rowOf(row.id);
      const stored = store.storedOf(row.id);
      for (const { key } of this.columns)
        if (shown && stored && !isSameValue(stored[key], row[key]))
          if (isSameValue(shown[key], stored[key])) renewed.push({ id: row.id, key });
    }
    this.renewed.mark(renewed);
    store.applyRemote(known);
    this.#judge(renewed);
  }

  /** Hears of everything that happens in the grid. */
  follow(editing: CellAddress | null = this.#session.editing): void {
    if (this.#audience && editing !== this.#announced) {
      const reported = editing && !isTempId(editing.id) ? editing : null;
      if (reported || this.#announced) this.#audience.edit(reported && { id: reported.id, key: reported.key });
      this.#announced = editing;
    }
    if (!editing && this.#isExpected) this.#soon();
  }

  /** This is about to be stored: the others hear of it once it is. @returns how to give it up */
  saving({ added, changed, removed }: GridChanges): () => void {
    const { store } = this.#session;
    for (const { id } of changed) this.#toTell.set(id, store.storedOf(id));
    this.#comesAndGoes = {
      removed: removed.map(({ id }) => id),
      known: added.length > 0 ? new Set(store.rows.map(({ id }) => id)) : null,
    };
    return () => {
      this.#toTell.clear();
      this.#comesAndGoes = null;
    };
  }

  /** Other rows are about to be shown in place of those there were. */
  forget(): void {
    this.conflicts.forget();
    this.comings.forget();
    this.names.forget();
    this.#coming.clear();
    this.renewed.forget();
  }

  /** Tells of rows that were saved here, as far as they are shown as they are stored by now. */
  sendSaved(): void {
    for (const [id, before] of this.#toTell) {
      const row = this.#session.store.storedOf(id);
      if (row && before && isSameRow(row, before)) continue;
      this.#toTell.delete(id);
      if (row) this.#audience?.send(cellsToSend(row, this.columns));
    }
    this.#tellComings();
  }

  /** Of rows that came or went the others learn that they did: who may see them asks. */
  #tellComings(): void {
    const about = this.#comesAndGoes;
    this.#comesAndGoes = null;
    if (!about) return;
    const fresh = this.#session.store.rows.filter(({ id }) => about.known?.has(id) === false);
    for (const id of [...about.removed, ...fresh.map(({ id }) => id)].slice(0, MAX_BROADCAST))
      this.#audience?.send({ id });
  }

  #soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.frame(() => {
      this.#isDue = false;
      this.#takeComing();
    });
  }

  /** The row under the editor waits until the editor is gone. */
  #takeComing(): void {
    const { store, editing } = this.#session;
    const rows: GridRow[] = [];
    for (const [id, { base, row }] of this.#coming) {
      if (id === editing?.id) continue;
      this.#coming.delete(id);
      if (store.storedOf(id) === base) rows.push(row);
    }
    if (rows.length > 0) this.take(rows);
    if (!editing && this.comings.isDue) this.#letComeAndGo();
    else if (rows.length === 0) store.emit();
  }

  #letComeAndGo(): void {
    const fresh = this.comings.take(this.columns);
    for (const { row } of this.comings.list()) this.conflicts.drop(row.id);
    this.renewed.mark(fresh);
    this.#judge(fresh);
    this.#session.store.emit();
  }

  get #isExpected(): boolean {
    return this.#coming.size > 0 || this.comings.isDue;
  }

  /** What the server took is right, but a value may now stand twice, or a fault be mended. */
  #judge(cells: readonly CellAddress[]): void {
    const { judge } = this.#session;
    const unique = new Set(this.columns.filter(({ rules = [] }) => hasUniqueRule(rules)).map(({ key }) => key));
    const requested = cells.filter(({ id, key }) => unique.has(key) || judge.messageAt(id, key));
    if (requested.length > 0) judge.judge(requested);
  }
}

/** An answer that was on its way while a newer row came in. */
const isOlder = ({ version: one }: GridRow, { version: other }: GridRow): boolean =>
  typeof one === 'number' && typeof other === 'number' && one < other;

const isSameRow = (one: GridRow, other: GridRow): boolean =>
  Object.keys({ ...one, ...other }).every((key) => isSameValue(one[key], other[key]));

/** One is enough for the others to ask for all; a few, for some may be lost. */
const MAX_BROADCAST = 5;
