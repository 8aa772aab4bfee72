import { hasUniqueRule } from '#kit/model/grid-rules.ts';
import { RELOAD_EFFECT_MS } from '#kit/model/limits.ts';
import type { Row } from '../cells/faces.ts';
import { CELL } from './cell-look.ts';
import { isSameValue, isTempId, type GridColumn, type GridRow } from './grid-column.ts';
import type { CellAddress } from './grid-cursor.ts';
import { GridConflicts } from './grid-conflicts.ts';
import { GridHands } from './grid-hands.ts';
import type { GridJudge } from './grid-judge.ts';
import type { GridStore } from './grid-store.ts';
import type { RemoteRow } from './remote-rows.ts';
import { takeTold, toldOf } from './told-cells.ts';

/** The grid as far as others have a part in it. */
interface Edited {
  readonly store: GridStore;
  readonly judge: GridJudge;
  readonly editing: CellAddress | null;
  plainTextOf: (column: GridColumn, row: GridRow) => string;
}

/** Where this grid's own doings go, while others can hear of them. */
export interface Audience {
  tell: (row: Row) => void;
  edit: (cell: CellAddress | null) => void;
}

/**
 * What others do to the rows of a grid, and what they are told of it. Rows they store come in once
 * a frame, however many there are, and never under an open editor.
 */
export class GridLive {
  /** All that this user may see, shown or not. */
  columns: readonly GridColumn[] = [];
  /** Whether cells that others have changed stand out for a moment. */
  standsOut = false;
  readonly conflicts: GridConflicts;
  readonly hands: GridHands;
  /** When the next picture is drawn. */
  frame: (run: () => void) => void = (run) => requestAnimationFrame(run);
  #audience: Audience | null = null;
  readonly #session: Edited;
  /** Rows that were told of, over what was stored when the first word came. */
  readonly #coming = new Map<string, RemoteRow>();
  #isDue = false;
  /** Until when cells stand out, by row. */
  readonly #renewed = new Map<string, Map<string, number>>();
  #announced: CellAddress | null = null;
  /** Saved here; told once the grid holds them as they are stored now. */
  readonly #toTell = new Map<string, GridRow | undefined>();

  constructor(session: Edited) {
    this.#session = session;
    this.conflicts = new GridConflicts(session.store, () => this.columns);
    this.hands = new GridHands(
      () => this.#soon(),
      (id) => session.store.indexOf(id) >= 0,
    );
  }

  /** Whether nothing of this shows at any cell. */
  get isQuiet(): boolean {
    return this.conflicts.isEmpty && this.#renewed.size === 0;
  }

  /** Bits of {@link CELL}. */
  bits(id: string, key: string): number {
    return (
      (this.conflicts.has(id, key) ? CELL.conflict : 0) |
      (this.#renewed.get(id)?.has(key) ? CELL.renewed : 0)
    );
  }

  /** What is to be said of a cell: who else is there, and what he made of it. */
  noteAt({ id, key }: CellAddress): string | undefined {
    const names = this.hands.at(id, key);
    const notes =
      names.length > 0 ? [`${names.join('、').replaceAll(TURNS, '')}正在编辑此单元格`] : [];
    const conflict = this.conflicts.isEmpty ? null : this.conflicts.at({ id, key });
    const column = this.columns.find((one) => one.key === key);
    if (conflict && column) {
      const text = (row: GridRow): string => shortened(this.#session.plainTextOf(column, row));
      notes.push(
        `他人已改为${text(conflict.theirs)}，原值${text(conflict.base)}；按 Alt+Enter 选择保留哪个值`,
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
      this.hands.forget();
    };
  }

  /** A row as somebody's browser tells of it; those that are not here are none of our business. */
  hear(told: Row): void {
    const base = this.#session.store.storedOf(told.id);
    if (!base || this.#session.store.indexOf(told.id) < 0) return;
    const known = this.#coming.get(told.id);
    const row = takeTold(known?.base === base ? known.row : base, told, this.columns);
    if (row === base) return;
    this.#coming.set(told.id, { base, row });
    this.#soon();
  }

  /** A row as a page has it from the server; it comes in with those that are told of. */
  receive(row: GridRow): void {
    const base = this.#session.store.storedOf(row.id);
    if (!base) return;
    this.#coming.set(row.id, { base, row });
    this.#soon();
  }

  /** Whoever is about to read all rows waits for no frame. */
  flush(): void {
    if (this.#coming.size > 0) this.#takeComing();
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
    this.#mark(renewed);
    store.applyRemote(known);
    this.#judge(renewed);
  }

  /** Hears of everything that happens in the grid. */
  follow(editing: CellAddress | null = this.#session.editing): void {
    if (this.#audience && editing !== this.#announced) {
      const told = editing && !isTempId(editing.id) ? editing : null;
      if (told || this.#announced) this.#audience.edit(told && { id: told.id, key: told.key });
      this.#announced = editing;
    }
    if (!editing && this.#coming.size > 0) this.#soon();
  }

  /** These rows are about to be stored: the others hear of them once they are. */
  saving(ids: Iterable<string>): () => void {
    for (const id of ids) this.#toTell.set(id, this.#session.store.storedOf(id));
    return () => this.#toTell.clear();
  }

  /** Other rows are about to be shown in place of those there were. */
  forget(): void {
    this.conflicts.forget();
    this.#coming.clear();
    this.#renewed.clear();
  }

  /** Tells of rows that were saved here, as far as they are shown as they are stored by now. */
  tellSaved(): void {
    for (const [id, before] of this.#toTell) {
      const row = this.#session.store.storedOf(id);
      if (row && before && isSameRow(row, before)) continue;
      this.#toTell.delete(id);
      const told = row && toldOf(row, this.columns);
      if (told) this.#audience?.tell(told);
    }
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
    else store.emit();
  }

  #mark(cells: readonly CellAddress[]): void {
    if (!this.standsOut || cells.length === 0) return;
    const until = performance.now() + RELOAD_EFFECT_MS;
    for (const { id, key } of cells) {
      const own = this.#renewed.get(id) ?? new Map<string, number>();
      this.#renewed.set(id, own.set(key, until));
    }
    setTimeout(() => {
      const now = performance.now();
      for (const [id, own] of this.#renewed) {
        for (const [key, end] of own) if (end <= now) own.delete(key);
        if (own.size === 0) this.#renewed.delete(id);
      }
      this.#session.store.emit();
    }, RELOAD_EFFECT_MS + 1);
  }

  /** What the server took is right, but a value may now stand twice, or a fault be mended. */
  #judge(cells: readonly CellAddress[]): void {
    const { judge } = this.#session;
    const unique = new Set(
      this.columns.filter(({ rules = [] }) => hasUniqueRule(rules)).map(({ key }) => key),
    );
    const asked = cells.filter(({ id, key }) => unique.has(key) || judge.messageAt(id, key));
    if (asked.length > 0) judge.judge(asked);
  }
}

const isSameRow = (one: GridRow, other: GridRow): boolean =>
  Object.keys({ ...one, ...other }).every((key) => isSameValue(one[key], other[key]));

const MOST_SHOWN = 40;
/** Signs that turn the direction of all that follows them. */
const TURNS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A value in a sentence: in quotes, in the direction of the sentence, not longer than one reads. */
function shortened(text: string): string {
  const plain = text.replaceAll(TURNS, '');
  if (plain === '') return '空';
  return `“${plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN)}…` : plain}”`;
}
