import { isSameValue, type GridRow } from './grid-column.ts';

/** A row that somebody else has stored, and the one that was known here before. */
export interface RemoteRow {
  base: GridRow;
  row: GridRow;
}

export type Dependents = ReadonlyMap<string, readonly string[]>;

/** Rows by their ids, each over what was known of it. */
export const remoteRows = (
  rows: readonly GridRow[],
  knownOf: (id: string) => GridRow | undefined,
): Map<string, RemoteRow> =>
  new Map(rows.map((row) => [row.id, { base: knownOf(row.id) ?? row, row }]));

/**
 * Keys of a row that were typed here, with all that hangs on them: a city belongs to the province
 * that was chosen, whoever chose it.
 */
export function typedKeys(mine: GridRow, base: GridRow, dependents: Dependents): Set<string> {
  const typed = new Set(Object.keys(mine).filter((key) => !isSameValue(mine[key], base[key])));
  for (const key of typed) for (const child of dependents.get(key) ?? []) typed.add(child);
  return typed;
}

/** What is stored now, under what was typed here. */
export function mergeTyped(
  mine: GridRow,
  { base, row }: RemoteRow,
  dependents: Dependents,
): GridRow {
  const typed = typedKeys(mine, base, dependents);
  if (typed.size === 0) return row;
  return { ...row, ...Object.fromEntries([...typed].map((key) => [key, mine[key]])) };
}

/**
 * A list of rows with what others have stored; the same list when none of those is in it.
 * @param placeOf where a row stands in most lists: looked at first
 */
export function withRemote(
  rows: readonly GridRow[],
  remote: ReadonlyMap<string, RemoteRow>,
  dependents: Dependents,
  placeOf: (id: string) => number,
): readonly GridRow[] {
  let next: GridRow[] | null = null;
  for (const [id, one] of remote) {
    const guess = placeOf(id);
    const index = rows[guess]?.id === id ? guess : rows.findIndex((row) => row.id === id);
    const mine = rows[index];
    if (!mine) continue;
    next ??= [...rows];
    next[index] = mergeTyped(mine, one, dependents);
  }
  return next ?? rows;
}
