import { columnJudge, hasUniqueRule, judgeCell } from '#kit/model/grid-rules.ts';
import { createHandlerRuns } from '#kit/model/grid-handlers.ts';
import { judgedText, type RuledColumn } from '#kit/model/cell-rule.ts';
import { UniqueCounts } from '#kit/model/unique-counts.ts';
import { isBlank } from '../cells/faces.ts';
import { fieldJudge } from '../cells/judge-field.ts';
import { isOfKind } from './cell-types.ts';
import { titleOf, type CellChange, type GridColumn, type GridRow } from './grid-column.ts';
import type { CellAddress } from './grid-cursor.ts';
import type { GridStore } from './grid-store.ts';

export interface CellFault extends CellAddress {
  /** Place of the row, from 0. */
  row: number;
  title: string;
  message: string;
}

type Judged = Pick<CellChange, 'id' | 'key'>;

/** A value with what is wrong with it though it does not show. */
interface Unread {
  value: unknown;
  message: string;
  isRefused?: boolean;
}

/** A column with what does not change from cell to cell. */
interface JudgedColumn extends RuledColumn {
  /** What its kind asks; null for a type of the page's own. */
  judgeKind: ReturnType<typeof fieldJudge> | null;
  isUnique: boolean;
  /** Has handlers of its own. */
  isSlow: boolean;
}

/** Keeps what is wrong with which cell. What the kind of a field asks comes before the rules. */
export class GridJudge {
  readonly faults = new Map<string, Map<string, string>>();
  readonly #store: GridStore;
  readonly #runs = createHandlerRuns();
  #columns = new Map<string, JudgedColumn>();
  #counts = new Map<string, UniqueCounts>();
  /** Values that say nothing wrong by themselves, by row and key: pasted texts, what a server refused. */
  readonly #unread = new Map<string, Map<string, Unread>>();
  #seenAgain = new Set<string>();
  readonly #turned: Judged[] = [];

  constructor(store: GridStore) {
    this.#store = store;
  }

  setColumns(columns: readonly GridColumn[]): void {
    this.#columns = new Map(columns.map((column) => [column.key, judgedColumn(column)]));
    this.#counts = new Map();
    // What is hidden cannot be mended, nor led to.
    for (const [id, own] of this.faults)
      for (const key of own.keys()) if (!this.#columns.has(key)) this.#keep(id, key, null);
  }

  messageAt = (id: string, key: string): string | undefined => this.faults.get(id)?.get(key);

  /** Remembers why a pasted text is no value of its column. */
  keepUnread(changes: readonly (CellChange & { message: string })[]): void {
    for (const { id, key, value, message } of changes) this.#doubt(id, key, { value, message });
  }

  /** Marks cells as a server has refused them, until they are changed or everything is judged again. */
  refuse(cells: readonly (Judged & { message: string })[]): void {
    for (const { id, key, message } of cells)
      this.#doubt(id, key, { value: this.#store.rowOf(id)?.[key], message, isRefused: true });
    this.judge(cells);
  }

  judge(cells: readonly Judged[]): void {
    for (const { id, key } of cells) this.#judgeOne(id, key);
    this.#store.emit();
  }

  /** Judges what undo has brought back, as far as it says something. */
  judgeSeenAgain(): void {
    const ids = [...this.#seenAgain];
    this.#seenAgain.clear();
    for (const id of ids) {
      const row = this.#store.rowOf(id);
      if (!row) this.faults.delete(id);
      else
        for (const key of this.#columns.keys())
          if (!isBlank(row[key]) || this.messageAt(id, key)) this.#judgeOne(id, key);
    }
    this.#store.emit();
  }

  /** Rows that came later as they are stored: nobody is notified of what stood there before. */
  trust(rows: readonly GridRow[]): void {
    for (const { id } of rows) this.#seenAgain.delete(id);
  }

  forget(): void {
    this.faults.clear();
    this.#unread.clear();
    this.#seenAgain.clear();
    this.#counts.clear();
  }

  /** Judges every row, slow handlers included. @returns what is wrong, in reading order */
  async judgeAll(): Promise<CellFault[]> {
    const { rows } = this.#store;
    this.faults.clear();
    for (const own of this.#unread.values()) for (const [key, { isRefused }] of own) if (isRefused) own.delete(key);
    for (const column of this.#columns.values()) this.#judgeColumn(column, rows);
    this.#store.emit();
    const slow = [...this.#columns.values()]
      .filter(({ isSlow }) => isSlow)
      .flatMap((column) => rows.flatMap((row) => (this.#isDue(column, row) ? [this.#handle(row, column)] : [])));
    if (slow.length > 0) {
      await Promise.all(slow);
      this.#store.emit();
    }
    return this.list();
  }

  /** What is wrong, in reading order. */
  list(): CellFault[] {
    const found: CellFault[] = [];
    if (this.faults.size === 0) return found;
    for (const [row, { id }] of this.#store.rows.entries()) {
      const own = this.faults.get(id);
      if (!own) continue;
      for (const { key, title } of this.#columns.values()) {
        const message = own.get(key);
        if (message) found.push({ id, key, row, title, message });
      }
    }
    return found;
  }

  get faultCount(): number {
    if (this.faults.size === 0) return 0;
    return this.#store.rows.reduce((sum, { id }) => sum + (this.faults.get(id)?.size ?? 0), 0);
  }

  #judgeColumn(column: JudgedColumn, rows: readonly GridRow[]): void {
    const { key, judgeKind } = column;
    const judgeRules = columnJudge(column, rows);
    if (!judgeKind && !judgeRules && this.#unread.size === 0) return;
    for (const row of rows) {
      const value = row[key];
      const message = this.#unreadAt(row.id, key, value) ?? judgeKind?.(value, row) ?? judgeRules?.(value);
      if (message) this.#keep(row.id, key, message);
    }
  }

  #judgeOne(id: string, key: string): void {
    const row = this.#store.rowOf(id);
    const column = this.#columns.get(key);
    if (!row || !column) return;
    if (column.isSlow) this.#runs.forget(cellName(id, key));
    const value = row[key];
    const about = column.isUnique ? { ...column, isRepeated: this.#countsOf(column, row).isRepeated(value) } : column;
    const message =
      this.#unreadAt(id, key, value) ?? column.judgeKind?.(value, row) ?? judgeCell(column.rules, value, about);
    this.#keep(id, key, message);
    if (this.#isDue(column, row)) void this.#handle(row, column).then(() => this.#store.emit());
  }

  #doubt(id: string, key: string, unread: Unread): void {
    const own = this.#unread.get(id) ?? new Map<string, Unread>();
    this.#unread.set(id, own.set(key, unread));
  }

  /** Why a value that looks right is none, as long as it stands there. */
  #unreadAt(id: string, key: string, value: unknown): string | null {
    const unread = this.#unread.size > 0 ? this.#unread.get(id)?.get(key) : undefined;
    return unread?.value === value ? (unread?.message ?? null) : null;
  }

  /** Whether the handlers of a column have a say: nothing else is wrong with the cell. */
  #isDue = ({ isSlow, key }: JudgedColumn, row: GridRow): boolean => isSlow && !this.messageAt(row.id, key);

  async #handle(row: GridRow, { key, title, rules }: JudgedColumn): Promise<void> {
    const event = { title, key, value: row[key], row };
    const answer = await this.#runs.runHandlers(cellName(row.id, key), rules, event);
    if (answer !== 'overtaken') this.#keep(row.id, key, answer.message);
  }

  #keep(id: string, key: string, message: string | null): void {
    const own = this.faults.get(id);
    if (message !== null) this.faults.set(id, (own ?? new Map<string, string>()).set(key, message));
    else if (own?.delete(key) && own.size === 0) this.faults.delete(id);
  }

  /** Counted when first asked for: a grid that nobody types into needs no counts. */
  #countsOf({ key }: JudgedColumn, request: GridRow): UniqueCounts {
    const known = this.#counts.get(key);
    if (known) return known;
    const counts = new UniqueCounts();
    this.#counts.set(key, counts);
    const text = judgedText(request[key]);
    for (const row of this.#store.rows) {
      counts.put(row.id, row[key]);
      // Nobody was notified yet of the row that has just become the same.
      if (row !== request && text !== '' && judgedText(row[key]) === text) this.#turned.push({ id: row.id, key });
    }
    queueMicrotask(() => this.#judgeTurned());
    return counts;
  }

  /** Follows the rows, for values that may stand in one row only. */
  count(before: GridRow | null, after: GridRow | null): void {
    const id = (after ?? before)?.id;
    if (id === undefined) return;
    if (!before || !after) this.#seenAgain.add(id);
    for (const [key, counts] of this.#counts) {
      if (before && after && before[key] === after[key]) continue;
      const turned = after ? counts.put(id, after[key]) : counts.drop(id);
      this.#turned.push(...turned.map((other) => ({ id: other, key })));
    }
    if (this.#turned.length > 0) queueMicrotask(() => this.#judgeTurned());
  }

  /** Rows whose value has become single, or shared, by what happened to another row. */
  #judgeTurned(): void {
    const turned = this.#turned.splice(0);
    if (turned.length > 0) this.judge(turned);
  }
}

function judgedColumn(column: GridColumn): JudgedColumn {
  const { key, field, rules = [] } = column;
  return {
    key,
    title: titleOf(column),
    defaultValue: field.default,
    rules,
    judgeKind: isOfKind(column) ? fieldJudge(field) : null,
    isUnique: hasUniqueRule(rules),
    isSlow: rules.some(({ handler }) => handler !== undefined),
  };
}

const cellName = (id: string, key: string): string => `${id} ${key}`;
