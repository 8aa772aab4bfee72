import { hasUniqueRule, judgeCell, judgeRows } from '#kit/model/grid-rules.ts';
import { createHandlerRuns } from '#kit/model/grid-handlers.ts';
import { judgedText, type RuledColumn } from '#kit/model/cell-rule.ts';
import { UniqueCounts } from '#kit/model/unique-counts.ts';
import { isBlank } from '../cells/faces.ts';
import { judgeField } from '../form/judge-field.ts';
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

/** Keeps what is wrong with which cell. What the kind of a field asks comes before the rules. */
export class GridJudge {
  readonly faults = new Map<string, Map<string, string>>();
  readonly #store: GridStore;
  readonly #runs = createHandlerRuns();
  #columns = new Map<string, GridColumn>();
  #ruled = new Map<string, RuledColumn>();
  #counts = new Map<string, UniqueCounts>();
  /** Values that say nothing wrong by themselves, by cell: pasted texts, what a server refused. */
  readonly #unread = new Map<string, { value: unknown; message: string; isRefused?: boolean }>();
  #seenAgain = new Set<string>();
  readonly #turned: Judged[] = [];
  /** Columns with handlers of their own. */
  #slow: readonly RuledColumn[] = [];

  constructor(store: GridStore) {
    this.#store = store;
  }

  setColumns(columns: readonly GridColumn[]): void {
    this.#columns = new Map(columns.map((column) => [column.key, column]));
    this.#ruled = new Map(columns.map((column) => [column.key, ruledOf(column)]));
    this.#slow = [...this.#ruled.values()].filter(({ rules }) =>
      rules.some(({ handler }) => handler),
    );
    this.#counts = new Map();
    // What is hidden cannot be mended, nor led to.
    for (const [id, own] of this.faults)
      for (const key of [...own.keys()]) if (!this.#columns.has(key)) this.#keep(id, key, null);
  }

  messageAt = (id: string, key: string): string | undefined => this.faults.get(id)?.get(key);

  /** Remembers why a pasted text is no value of its column. */
  keepUnread(changes: readonly (CellChange & { message: string })[]): void {
    for (const { id, key, value, message } of changes)
      this.#unread.set(cellName(id, key), { value, message });
  }

  /** Marks cells as a server has refused them, until they are changed or everything is judged anew. */
  refuse(cells: readonly (Judged & { message: string })[]): void {
    for (const { id, key, message } of cells) {
      const value = this.#store.rowOf(id)?.[key];
      this.#unread.set(cellName(id, key), { value, message, isRefused: true });
    }
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

  /** Rows that came later as they are stored: nobody is told of what stood there before. */
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
    for (const [cell, { isRefused }] of this.#unread) if (isRefused) this.#unread.delete(cell);
    const batch = judgeRows([...this.#ruled.values()], rows);
    rows.forEach((row, index) => {
      for (const column of this.#columns.values()) {
        const message = this.#kindFault(column, row) ?? batch.get(index)?.get(column.key);
        if (message) this.#keep(row.id, column.key, message);
      }
    });
    this.#store.emit();
    const slow =
      this.#slow.length === 0
        ? []
        : rows.flatMap((row) => this.#slowKeys(row).map((key) => this.#handle(row, key)));
    if (slow.length > 0) {
      await Promise.all(slow);
      this.#store.emit();
    }
    return this.list();
  }

  /** What is wrong, in reading order. */
  list(): CellFault[] {
    if (this.faults.size === 0) return [];
    return this.#store.rows.flatMap(({ id }, row) => {
      const own = this.faults.get(id);
      if (!own) return [];
      return [...this.#columns.values()].flatMap((column) => {
        const message = own.get(column.key);
        return message ? [{ id, key: column.key, row, title: titleOf(column), message }] : [];
      });
    });
  }

  get faultCount(): number {
    let count = 0;
    for (const [id, own] of this.faults) if (this.#store.indexOf(id) >= 0) count += own.size;
    return count;
  }

  #judgeOne(id: string, key: string): void {
    const row = this.#store.rowOf(id);
    const column = this.#columns.get(key);
    const ruled = this.#ruled.get(key);
    if (!row || !column || !ruled) return;
    this.#runs.forget(cellName(id, key));
    const counts = this.#countsOf(ruled, row);
    const about = counts ? { ...ruled, isRepeated: counts.isRepeated(row[key]) } : ruled;
    const message = this.#kindFault(column, row) ?? judgeCell(ruled.rules, row[key], about);
    this.#keep(id, key, message);
    if (message === null && this.#slowKeys(row).includes(key))
      void this.#handle(row, key).then(() => this.#store.emit());
  }

  #kindFault(column: GridColumn, row: GridRow): string | null {
    const value = row[column.key];
    const unread =
      this.#unread.size > 0 ? this.#unread.get(cellName(row.id, column.key)) : undefined;
    if (unread && unread.value === value) return unread.message;
    return column.type === undefined ? judgeField(column.field, value, row) : null;
  }

  #slowKeys(row: GridRow): string[] {
    return this.#slow
      .map(({ key }) => key)
      .filter((key) => !isBlank(row[key]) && !this.messageAt(row.id, key));
  }

  async #handle(row: GridRow, key: string): Promise<void> {
    const ruled = this.#ruled.get(key) as RuledColumn;
    const event = { title: ruled.title, key, value: row[key], row };
    const answer = await this.#runs.runHandlers(cellName(row.id, key), ruled.rules, event);
    if (answer !== 'overtaken') this.#keep(row.id, key, answer.message);
  }

  #keep(id: string, key: string, message: string | null): void {
    const own = this.faults.get(id);
    if (message !== null) this.faults.set(id, (own ?? new Map<string, string>()).set(key, message));
    else if (own?.delete(key) && own.size === 0) this.faults.delete(id);
  }

  /** Counted when first asked for: a grid that nobody types into needs no counts. */
  #countsOf({ key, rules }: RuledColumn, asked: GridRow): UniqueCounts | null {
    if (!hasUniqueRule(rules)) return null;
    const known = this.#counts.get(key);
    if (known) return known;
    const counts = new UniqueCounts();
    this.#counts.set(key, counts);
    const text = judgedText(asked[key]);
    for (const row of this.#store.rows) {
      counts.put(row.id, row[key]);
      // Nobody was told yet of the row that has just become the same.
      if (row !== asked && text !== '' && judgedText(row[key]) === text)
        this.#turned.push({ id: row.id, key });
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

const ruledOf = (column: GridColumn): RuledColumn => ({
  key: column.key,
  title: titleOf(column),
  defaultValue: column.field.default,
  rules: column.rules ?? [],
});

const cellName = (id: string, key: string): string => `${id} ${key}`;
