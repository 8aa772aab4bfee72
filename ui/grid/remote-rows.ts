import { isSameValue, type GridRow } from './grid-column.ts';

/** A row that somebody else has stored, and the one that was known here before. */
export interface RemoteRow {
  base: GridRow;
  row: GridRow;
}

/** A remote row on its way into many lists: what was the same row in them stays the same one. */
interface Arriving extends RemoteRow {
  merged: Map<GridRow, GridRow>;
}

export type Dependents = ReadonlyMap<string, readonly string[]>;

/** Rows by their ids, each over what was known of it. */
export const remoteRows = (
  rows: readonly GridRow[],
  knownOf: (id: string) => GridRow | undefined,
): Map<string, Arriving> =>
  new Map(
    rows.map((row) => {
      const base = knownOf(row.id) ?? row;
      return [row.id, { base, row, merged: new Map([[base, row]]) }];
    }),
  );

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
function mergeTyped(mine: GridRow, { base, row }: RemoteRow, dependents: Dependents): GridRow {
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
  remote: ReadonlyMap<string, Arriving>,
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
    const merged = one.merged.get(mine) ?? mergeTyped(mine, one, dependents);
    one.merged.set(mine, merged);
    next[index] = merged;
  }
  return next ?? rows;
}

/**
 * A list with rows that are new among those stored, each behind the one it follows there; rows of
 * our own that stand between stay where they are.
 * @param stored all rows in their order
 */
export function withFresh(
  rows: readonly GridRow[],
  stored: readonly GridRow[],
  fresh: ReadonlySet<GridRow>,
): readonly GridRow[] {
  const known = new Set(rows.map(({ id }) => id));
  const behind = new Map<string | null, GridRow[]>();
  let last: string | null = null;
  for (const row of stored) {
    if (known.has(row.id)) last = row.id;
    else if (fresh.has(row)) behind.set(last, [...(behind.get(last) ?? []), row]);
  }
  return [...(behind.get(null) ?? []), ...rows.flatMap((row) => [row, ...(behind.get(row.id) ?? [])])];
}
