import { isSameValue, type GridRow } from './grid-column.ts';
import type { GridProps } from './grid-props.ts';
import type { GridSession } from './grid-session.ts';
import { rowsWith } from './rows-with.ts';

/**
 * Numbers that new rows were given and nobody typed: they give way when somebody else stores a row
 * with the same number first.
 */
export class GivenNumbers {
  readonly #rows = new Map<string, GridRow>();

  /** Remembers what rows begin with. @returns the same rows */
  note<R extends readonly GridRow[]>(rows: R): R {
    for (const row of rows) this.#rows.set(row.id, row);
    return rows;
  }

  giveWay({ store, judge }: GridSession, newRow: GridProps['newRow'], fresh: readonly GridRow[]): void {
    const keys = Object.keys(newRow?.([]) ?? {});
    if (!newRow || keys.length === 0) return;
    for (const row of store.newRows())
      for (const key of keys) {
        const given = (this.#rows.get(row.id) ?? row)[key];
        if (!isSameValue(row[key], given)) continue;
        if (!fresh.some((one) => isSameValue(one[key], given))) continue;
        const value = newRow(store.rows.filter(({ id }) => id !== row.id))[key];
        const renumbered = (old: GridRow): GridRow =>
          old.id === row.id && isSameValue(old[key], given) ? { ...old, [key]: value } : old;
        store.rewrite(rowsWith(renumbered));
        const now = store.rowOf(row.id);
        if (now) this.#rows.set(row.id, { ...(this.#rows.get(row.id) ?? now), [key]: value, id: row.id });
        judge.judge([{ id: row.id, key }]);
      }
  }
}
