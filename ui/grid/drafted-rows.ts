import { isSameValue, type CellChange, type GridRow, type ValueChange } from './grid-column.ts';

/** Rows that change with their cells, by place, and what was changed in them. */
interface Drafted {
  drafts: ReadonlyMap<number, GridRow>;
  heard: readonly ValueChange[];
}

/** Writes cells into copies of their rows; a parent's new value empties what hangs on it. */
export function drafted(
  changes: readonly CellChange[],
  from: { rows: readonly GridRow[]; dependents: ReadonlyMap<string, readonly string[]> },
  placeOf: (id: string) => number,
): Drafted {
  const drafts = new Map<number, Record<string, unknown>>();
  const heard: ValueChange[] = [];
  const put = (index: number, key: string, value: unknown): void => {
    const row = from.rows[index] as GridRow;
    const draft = drafts.get(index) ?? { ...row };
    if (isSameValue(draft[key], value)) return;
    heard.push({ id: row.id, key, value, oldValue: draft[key], row });
    drafts.set(index, draft);
    draft[key] = value;
    for (const child of from.dependents.get(key) ?? []) {
      put(index, child, null);
      delete draft[`${child}_dictText`];
    }
  };
  for (const { id, key, value } of changes) {
    const index = placeOf(id);
    if (index >= 0) put(index, key, value);
  }
  return { drafts: drafts as Map<number, GridRow>, heard };
}

/** What reads otherwise in rows that stand in both, as when a step is taken back. */
export function changedValues(before: readonly GridRow[], after: readonly GridRow[]): readonly ValueChange[] {
  const had = new Map(before.map((row) => [row.id, row]));
  return after.flatMap((row) => {
    const old = had.get(row.id);
    if (!old || old === row) return [];
    const keys = new Set([...Object.keys(old), ...Object.keys(row)]);
    return [...keys]
      .filter((key) => !isSameValue(old[key], row[key]))
      .map((key) => ({ id: row.id, key, value: row[key], oldValue: old[key], row: old }));
  });
}
