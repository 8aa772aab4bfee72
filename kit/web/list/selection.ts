import type { BatchScope } from '#kit/model/resource-routes.ts';

/**
 * What is chosen in a list: rows picked one by one, over all pages, or everything the filter
 * finds. The second never means just the page on the screen.
 */
export type Selection<R extends { id: string } = { id: string }> =
  | { mode: 'rows'; rows: readonly R[] }
  | { mode: 'all'; filter: Readonly<Record<string, string>>; total: number; totalText?: string };

/** Said where something is asked of many rows and none is chosen (spec §5). */
export const NONE_SELECTED = '请选择一条记录！';

export const NOTHING_SELECTED: Selection<never> = { mode: 'rows', rows: [] };

/**
 * The table reports the chosen keys; rows of other pages are known from before. A choice of
 * everything falls back to the rows that are still ticked.
 */
export function selectRows<R extends { id: string }>(
  selection: Selection<R>,
  ids: readonly string[],
  onPage: readonly R[],
): Selection<R> {
  const known = new Map<string, R>();
  if (selection.mode === 'rows') for (const row of selection.rows) known.set(row.id, row);
  for (const row of onPage) known.set(row.id, row);
  const rows = ids.flatMap((id) => known.get(id) ?? []);
  return { mode: 'rows', rows };
}

/** Fresh versions of chosen rows that are on the screen again after a reload. */
export function renewRows<R extends { id: string }>(selection: Selection<R>, onPage: readonly R[]): Selection<R> {
  if (selection.mode === 'all' || selection.rows.length === 0) return selection;
  const fresh = new Map(onPage.map((row) => [row.id, row]));
  const isStale = selection.rows.some((row) => fresh.has(row.id) && fresh.get(row.id) !== row);
  if (!isStale) return selection;
  return { mode: 'rows', rows: selection.rows.map((row) => fresh.get(row.id) ?? row) };
}

/** Rows of a batch: those that are chosen, or all that the filter finds. */
export const scopeOf = (selection: Selection): BatchScope =>
  selection.mode === 'all' ? { filter: selection.filter } : { ids: selection.rows.map((row) => row.id) };

export const selectedCount = (selection: Selection): number =>
  selection.mode === 'all' ? selection.total : selection.rows.length;

/** Keys the table ticks: with everything chosen, every row it shows. */
export const tickedIds = (selection: Selection, onPage: readonly { id: string }[]): string[] =>
  (selection.mode === 'all' ? onPage : selection.rows).map((row) => row.id);
