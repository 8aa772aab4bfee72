import type { UnitSystem } from '../units.ts';
import { writeTyped } from './cell-texts.ts';
import { NO_LAYOUT, NO_SETTINGS, type SessionSettings } from './session-settings.ts';
import { typeOf } from './cell-types.ts';
import { GridCursor, type CellAddress, type CellRange } from './grid-cursor.ts';
import { isDisabledBy, type GridColumn, type GridRow, type ValueChange } from './grid-column.ts';
import type { ConflictChoice } from './grid-conflicts.ts';
import { isBlank } from '../cells/faces.ts';
import { Unread } from '../cells/unread.ts';
import { GridExpansion } from './grid-expansion.ts';
import { GridJudge, type CellFault } from './grid-judge.ts';
import { GridPanels } from './grid-panels.ts';
import type { GridLayout } from './grid-layout.ts';
import { GridLinkage } from './grid-linkage.ts';
import { GridLive } from './grid-live.ts';
import { GridViewport } from './grid-viewport.ts';
import { GridStatistics } from './grid-statistics.ts';
import { GridStore } from './grid-store.ts';
import { GridTree } from './grid-tree.ts';
import { GridView } from './grid-view.ts';
import { lookUpChoices, type LinkedCell } from './pasted-choices.ts';
import { lookUpLinks, type NamedCell } from './pasted-links.ts';
import { paintOf, textFaces, type Paint } from './paint.ts';

export interface Editing extends CellAddress {
  /** A click asked for it: lists and calendars open at once. */
  isOpen: boolean;
  /** Typed text that begins the new value; null: the value stays. */
  seed: string | null;
}

/**
 * One grid on the screen: its rows, cursor, judgements and the one cell that is being edited.
 * React shows what stands around the cells; the cells are painted from here.
 */
export class GridSession {
  readonly store = new GridStore();
  readonly judge = new GridJudge(this.store);
  readonly statistics = new GridStatistics();
  readonly linkage = new GridLinkage(this.store);
  /** The rows that are seen, as a list or as a tree. */
  /** What this person sorts and filters by. */
  readonly view = new GridView(this.store, {
    columnOf: (key) => this.columnOf(key),
    textOf: (key, row) => this.textOf(key, row),
  });
  readonly tree = new GridTree(this.store, this.view, (rows) => this.judge.trust(rows));
  readonly expansion = new GridExpansion(this.store, this.tree);
  readonly cursor = new GridCursor(this.tree, () => this.layout);
  readonly live = new GridLive(this);
  readonly panels = new GridPanels(this);
  readonly viewport: GridViewport;
  readonly name: string;
  layout: GridLayout = NO_LAYOUT;
  editing: Editing | null = null;
  /** Lets the editor hand over what it still holds: a typed date is taken over on leaving. */
  flushEditor: (() => void) | null = null;
  settings: SessionSettings = NO_SETTINGS;
  onValueChange: ((changes: readonly ValueChange[]) => void) | undefined;
  #paints = new Map<string, Paint>();
  #isTouched = false;
  #lookups: Promise<unknown> = Promise.resolve();

  constructor(name: string) {
    this.name = name;
    this.viewport = new GridViewport(this);
    this.store.subscribe(() => {
      this.cursor.keepPlace();
      this.live.follow();
      this.viewport.paintSoon();
    });
    this.store.onRow = (before, after) => {
      this.judge.count(before, after);
      this.statistics.count(before, after);
    };
    this.store.onValues = (changes) => {
      this.judge.judge(changes);
      this.onValueChange?.(changes);
    };
  }

  get height(): number {
    return this.settings.height;
  }

  /** Number of a row from 1: its place in the list as it is stored, whatever it is sorted by. */
  numberOf = (id: string): number => (this.tree.settings ? this.tree : this.store).indexOf(id) + 1;

  /** px above a row, those opened before it included. */
  topOf = (index: number): number => this.expansion.topOf(index, this.height);

  get units(): UnitSystem {
    return this.settings.units;
  }

  /** Codes and texts that a column offers, as far as they are known here. */
  choicesOf = (column: GridColumn): ReadonlyMap<string, string> =>
    this.linkage.isLinked(column.key) ? this.linkage.textsOf(column.key) : this.settings.textsOf(column);

  load(rows: readonly GridRow[]): void {
    this.stopEdit();
    this.judge.forget();
    this.live.forget();
    this.tree.load(rows, (taken) => {
      this.statistics.load(taken);
      this.store.load(taken);
    });
    if (this.view.sort || this.view.filters.size > 0) this.view.apply();
    this.expansion.forgetGone();
    this.linkage.askNames();
    this.live.sendSaved();
  }

  configure(settings: SessionSettings): void {
    const before = this.settings;
    this.settings = settings;
    this.layout = settings.layout;
    if (before.columns !== settings.columns) this.judge.setColumns(settings.columns);
    const isSame =
      before.columns === settings.columns && before.units === settings.units && before.textsOf === settings.textsOf;
    if (!isSame)
      this.#paints = new Map(
        settings.columns.map((column) => [
          column.key,
          paintOf(this.linkage.isLinked(column.key) ? textFaces.choice : typeOf(column).text, {
            field: column.field,
            key: column.key,
            texts: settings.textsOf(column),
            units: settings.units,
          }),
        ]),
      );
    this.statistics.configure(settings.columns, this.store.rows);
    if (!isSame) this.linkage.askNames();
    this.cursor.keepPlace();
    this.viewport.paintSoon();
  }

  columnOf = (key: string): GridColumn | undefined => this.settings.columns.find((column) => column.key === key);

  textOf = (key: string, row: GridRow): string => this.#paints.get(key)?.(row[key], row) ?? '';

  /** The text of any column of the grid, shown or not. */
  plainTextOf = ({ key, field }: GridColumn, row: GridRow): string => {
    const words = row[`${key}_dictText`] ?? field.dict?.items[String(row[key])] ?? row[key];
    return this.#paints.get(key)?.(row[key], row) ?? (isBlank(row[key]) ? '' : String(words));
  };

  /** Settles cells that others have changed too, as one step of undo. */
  settleConflicts(cells: readonly CellAddress[], side: ConflictChoice): void {
    this.stopEdit();
    this.live.conflicts.choose(cells, side);
    this.judge.judge(cells);
  }

  /** Rows that others have taken away become new ones here, or go as well. */
  chooseGone(ids: ReadonlySet<string>, keeps: boolean): void {
    this.stopEdit();
    if (keeps) this.live.comings.keep(ids);
    else this.live.comings.release(ids);
  }

  isRowDisabled = (row: GridRow): boolean => isDisabledBy(this.settings.disabledRows, row);

  canEdit(row: GridRow, column: GridColumn): boolean {
    if (!this.#canEditSome(column) || this.isRowDisabled(row)) return false;
    const { editable = true } = column;
    return typeof editable === 'function' ? editable(row) : editable;
  }

  /** Whether any column of a block has cells that may be edited. */
  canEditIn = ({ left, right }: CellRange): boolean =>
    this.layout.columns.slice(left, right + 1).some(({ column }) => column !== null && this.#canEditSome(column));

  #canEditSome(column: GridColumn): boolean {
    const { isReadOnly, locked } = this.settings;
    if (isReadOnly || locked.has(column.key) || column.editable === false) return false;
    return !column.field.derived && typeOf(column).Edit !== null;
  }

  /** Marks a block; the cursor stands at its upper left. */
  selectRange({ top, bottom, left, right }: CellRange): void {
    this.activate(this.cursor.addressAt(top, left));
    this.activate(this.cursor.addressAt(bottom, right), true);
  }

  activate(address: CellAddress | null, extend = false): void {
    this.stopEdit();
    if (extend) this.cursor.extendTo(address);
    else this.cursor.put(address);
    this.store.emit();
  }

  /** Opens the one editor over a cell. @returns false when the cell cannot be edited */
  edit(address: CellAddress, how: { isOpen?: boolean; seed?: string } = {}): boolean {
    if (how.seed !== undefined && this.#isAwaited(address)) return this.#typeOn(how.seed);
    this.stopEdit();
    this.tree.openWay(address.id);
    this.cursor.put(address);
    this.viewport.reveal(address);
    const row = this.store.rowOf(address.id);
    const column = this.columnOf(address.key);
    const can = row && column && this.canEdit(row, column);
    if (can) {
      this.editing = { ...address, isOpen: how.isOpen ?? false, seed: how.seed ?? null };
      this.#isTouched = false;
      this.store.beginStep();
    }
    this.store.emit();
    return can ?? false;
  }

  /**
   * Takes what the editor holds, at every key; a text that is no value stays and is marked.
   * @param text label of a chosen row
   */
  type(typed: unknown, text?: string): void {
    const at = this.editing;
    if (!at) return;
    this.#isTouched = true;
    const { id, key } = at;
    const value = typed instanceof Unread ? typed.text : typed;
    if (typed instanceof Unread) this.judge.keepUnread([{ id, key, value, message: typed.message }]);
    this.store.write([
      ...(text === undefined ? [] : [{ id, key: `${key}_dictText`, value: text }]),
      { id, key, value },
    ]);
  }

  /** Takes a text that stands in the editor of a list when it is left: it is read as a pasted one. */
  typeText(text: string): void {
    const at = this.editing;
    if (!at) return;
    this.#isTouched = true;
    writeTyped(this, at, text);
  }

  /** Ends editing: what was typed stays, the cell is judged. */
  stopEdit(): void {
    const { flushEditor } = this;
    this.flushEditor = null;
    flushEditor?.();
    const at = this.editing;
    if (!at) return;
    if (!this.#isTouched && at.seed !== null) writeTyped(this, at, at.seed);
    this.editing = null;
    this.store.endStep();
    this.judge.judge([at]);
  }

  /** Ends editing and puts the value back that was there. */
  cancelEdit(): void {
    const at = this.editing;
    if (!at) return;
    this.editing = null;
    this.store.cancelStep();
    this.judge.judgeSeenAgain();
    this.judge.judge([at]);
  }

  undo(): void {
    this.stopEdit();
    this.store.undo();
    this.judge.judgeSeenAgain();
  }

  redo(): void {
    this.stopEdit();
    this.store.redo();
    this.judge.judgeSeenAgain();
  }

  /** Finds the rows and the linked choices that texts name. */
  lookUp(named: readonly NamedCell[], linked: readonly LinkedCell[]): void {
    const found = [lookUpLinks(this, named), lookUpChoices(this, linked)];
    this.#lookups = Promise.all([this.#lookups, ...found]);
  }

  /** Judges everything, what is still being typed or looked up included. */
  async validate(): Promise<CellFault[]> {
    this.stopEdit();
    await this.#lookups;
    return this.judge.judgeAll();
  }

  goTo(address: CellAddress): void {
    if (!this.edit({ id: address.id, key: address.key })) this.viewport.focusCell();
  }

  /** Letters were typed on this cell, and its input is not there yet. */
  #isAwaited({ id, key }: CellAddress): boolean {
    const at = this.editing;
    return at?.id === id && at.key === key && at.seed !== null && !this.#isTouched;
  }

  #typeOn(letters: string): true {
    if (this.editing) this.editing.seed += letters;
    this.store.emit();
    return true;
  }
}
