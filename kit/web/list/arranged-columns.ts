import type { Arrangement, Pin, ViewColumn, ViewContent } from '#kit/model/list-view.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { fieldOf } from '../audit-fields.ts';
import type { ListColumn } from './list-column.ts';
import type { ListParams } from './list-query.ts';

/** Where a column stands, shown or not, whatever it draws. */
export interface Placed {
  key: string;
  title: string;
  /** px, as declared unless somebody gave it another. */
  width: number;
  pin: Pin;
  isShown: boolean;
  /** It names the row: it is always there. */
  isName: boolean;
  /** px; null: as wide as it needs to be. */
  ownWidth: number | null;
  under?: readonly string[] | undefined;
  /** Title of the column below which it stands as long as it is none of its own. */
  below?: string | undefined;
}

export type PlacedColumn<R extends Row = Row> = ListColumn<R> & Placed;

/**
 * The columns of a list as they were arranged. What the arrangement does not know stands behind
 * the column it follows by itself, what is no column any more is left out. The first one names the
 * row: it always stays, and on the left unless it was put elsewhere.
 */
export function arrangedColumns<R extends Row>(
  columns: readonly ListColumn<R>[],
  choices: readonly ViewColumn[],
): PlacedColumn<R>[] {
  const known = new Map(choices.map((choice) => [choice.key, choice]));
  const placed = choices.flatMap(({ key }) => columns.find((one) => one.key === key) ?? []);
  for (const [at, column] of columns.entries()) {
    if (known.has(column.key)) continue;
    const before = columns[at - 1];
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column);
  }
  const name = columns.find((one) => one.isName && !one.hiddenByDefault) ?? columns[0];
  return placed.map((column) => {
    const isName = column === name;
    const choice = known.get(column.key);
    const ownWidth = choice?.width ?? null;
    return {
      ...column,
      width: ownWidth ?? column.width,
      // Made narrow or wide by somebody, it gives up nothing to its neighbours.
      ...(ownWidth === null ? {} : { text: undefined }),
      ownWidth,
      isName,
      below: columns.find(({ under = [] }) => under.includes(column.key))?.title,
      pin: choice?.pin ?? (column === columns[0] ? 'start' : 'none'),
      isShown: isName || (choice?.isShown ?? !column.hiddenByDefault),
    };
  });
}

const PLACES: readonly Pin[] = ['start', 'none', 'end'];

/** Those in sight as the table has them: what is pinned stands at its edge. */
export const visibleColumns = <R extends Row>(columns: readonly PlacedColumn<R>[]): PlacedColumn<R>[] =>
  PLACES.flatMap((place) => columns.filter(({ pin, isShown }) => isShown && pin === place));

/** What is kept of columns where they stand. */
export const choicesOf = (columns: readonly Placed[]): ViewColumn[] =>
  columns.map(({ key, ownWidth, pin, isShown }) => ({ key, width: ownWidth, pin, isShown }));

/**
 * Choices as they are kept: those of columns that this page or this person does not have stay behind
 * them, for another page of the same resource has them.
 */
export const withAbsent = (choices: readonly ViewColumn[], before: readonly ViewColumn[]): ViewColumn[] => {
  const here = new Set(choices.map(({ key }) => key));
  return [...choices, ...before.filter(({ key }) => !here.has(key))];
};

/**
 * What an export has of arranged columns: those in sight, and behind them what the declaration lists and
 * columns of the page's own making stand for. undefined: nothing was arranged.
 */
export function exportedKeys(
  of: AnyResource,
  { columns, visible, isArranged }: { columns: readonly Placed[]; visible: readonly Placed[]; isArranged: boolean },
): string[] | undefined {
  if (!isArranged) return undefined;
  const alone = new Set(visible.map(({ key }) => key));
  const shown = visible
    .flatMap(({ key, under = [] }) => [key, ...under.filter((one) => !alone.has(one))])
    .filter((key) => fieldOf(of, key) !== undefined);
  const drawn = new Set(columns.map(({ key }) => key));
  return [...shown, ...listKeys(of).filter((key) => !drawn.has(key))];
}

/** What a list shows now, as a view keeps it. */
export const contentOf = (
  { tab, filters, column, order = 'desc', pageSize }: Omit<ListParams, 'pageSize'> & Pick<ViewContent, 'pageSize'>,
  arrangement: Arrangement,
): ViewContent => ({
  ...arrangement,
  tab: tab ?? null,
  filters,
  sort: column ? { field: column, order } : null,
  pageSize,
});

/** What a list has to show for a view, from its first page on. */
export const paramsOf = (
  { tab, filters, sort, pageSize }: ViewContent,
  params: ListParams,
  id: string,
): ListParams => ({
  view: id,
  pageNo: 1,
  pageSize: pageSize ?? params.pageSize,
  column: sort?.field,
  order: sort?.order,
  tab: tab ?? undefined,
  filters,
});

/**
 * Whether a list shows something else than its view, which may leave open order and page size.
 * @param start the order of the list by itself
 */
export const isDifferent = (view: ViewContent, now: ViewContent, start: ViewContent['sort']): boolean =>
  textOf({ ...now, pageSize: view.pageSize && now.pageSize }) !== textOf({ ...view, sort: view.sort ?? start });

const textOf = ({ tab, filters, sort, columns, density, pageSize }: ViewContent): string =>
  JSON.stringify([
    tab,
    Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)),
    sort && [sort.field, sort.order],
    columns.map(({ key, width, pin, isShown }) => [key, width, pin, isShown]),
    density,
    pageSize,
  ]);
