import {
  DEFAULT_PAGE_SIZE,
  LARGE_DEFAULT_PAGE_SIZE,
  LARGE_PAGE_SIZE_OPTIONS,
  PAGE_SIZE_OPTIONS,
} from '#kit/model/limits.ts';
import { listEntries } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { ColumnSpec } from './list-column.ts';

/** How many rows a list page shows at first, and what else may be chosen. */
interface PageSizes {
  /** null: as many as the window has room for. */
  start: number | null;
  options: readonly number[];
}

/** Beside the sizes of the specification (§9): who works through three hundred rows wants more of them. */
const LONG = [50, 100, 200];
const USUAL: PageSizes = { start: null, options: [...PAGE_SIZE_OPTIONS, ...LONG] };
/** A ledger is only ever read, and read down a long way (spec §9). */
const LARGE: PageSizes = {
  start: LARGE_DEFAULT_PAGE_SIZE,
  options: [...new Set([...LARGE_PAGE_SIZE_OPTIONS, ...LONG])],
};

export const pageSizesOf = ({ kind }: AnyResource): PageSizes => (kind === 'ledger' ? LARGE : USUAL);

/** px of what stands around the rows of a list: its head, its filters, the pager. */
const HEAD = 48;
export const FILTERS = 45;
const PAGER = 45;
/** px of the table's head and of a row: of one line, of two, and of either when low (紧凑). */
const HEIGHTS = {
  one: { head: 36, row: 34 },
  two: { head: 42, row: 56 },
  oneLow: { head: 36, row: 29 },
  twoLow: { head: 42, row: 31 },
};

/** How high the rows of a list are. */
export type RowLook = keyof typeof HEIGHTS;

/** Whether rows of a list are of two lines, or have a picture as high. */
export const areTwoLines = <R extends Row>(of: AnyResource, columns: readonly ColumnSpec<R>[] | undefined): boolean =>
  (columns ?? listEntries(of)).some(
    (one) =>
      typeof one === 'object' &&
      Boolean(one.under?.length || one.picture?.length || one.isFaced || ('pictureOf' in one && one.pictureOf)),
  );

/**
 * Rows of a list that the window has room for, never fewer than the specification's ten.
 * @param height of the window
 * @param above px above the page: header and tabs
 */
export function fittingRows({ height, above }: { height: number; above: number }, look: RowLook): number {
  const { head, row } = HEIGHTS[look];
  const room = height - above - HEAD - FILTERS - head - PAGER;
  return Math.min(Math.max(Math.floor(room / row), DEFAULT_PAGE_SIZE), 100);
}
