import type { Field, Kind } from '#kit/model/field.ts';
import {
  DATE_COLUMN_LEAST,
  DEFAULT_COLUMN_WIDTH,
  ROW_MARK_WIDTH,
  ROW_MARK_WIDTH_WITH_STATISTICS,
  ROW_NUMBER_WIDTH,
  TABLE_SCROLLS_BELOW,
  WIDE_COLUMN_LEAST,
} from '#kit/model/limits.ts';
import { typeOf } from './cell-types.ts';
import { titleOf, type GridColumn } from './grid-column.ts';

/** What stands in a column that is no data: spec §9 gives the widths. */
export type SystemPart = 'number' | 'choice' | 'drag' | 'expand';
export type Pane = 'left' | 'center' | 'right';

export interface PlacedColumn {
  key: string;
  title: string;
  /** null: a system column. */
  column: GridColumn | null;
  part: SystemPart | null;
  pane: Pane;
  /** px from the left edge of its pane. */
  left: number;
  width: number;
  align: 'left' | 'right' | 'center';
  /** Shows how deep a row lies, and opens it. */
  isTree: boolean;
  /** Place among all columns shown. */
  index: number;
}

export interface GridLayout {
  columns: readonly PlacedColumn[];
  panes: Readonly<Record<Pane, readonly PlacedColumn[]>>;
  widths: Readonly<Record<Pane, number>>;
  total: number;
  /** There is less room than the columns take. */
  isWide: boolean;
  /** Index of the column that shows the tree; -1: there is none. */
  treeIndex: number;
  /** Index of the first data column. */
  firstData: number;
}

interface LayoutWishes {
  columns: readonly GridColumn[];
  parts: readonly SystemPart[];
  /** Widths that the user has drawn, by key. */
  drawn: Readonly<Record<string, number>>;
  /** Room there is, px. */
  room: number;
  hasStatistics: boolean;
  /** Key of the column that shows the tree; '' = the first; absent: there is none. */
  tree?: string | undefined;
}

/** Least widths: a time of day and a day must be readable while they are edited. */
const LEAST: Partial<Record<Kind, number>> = {
  datetime: WIDE_COLUMN_LEAST,
  date: DATE_COLUMN_LEAST,
};
export const LEAST_DRAWN = 48;
/** px that frozen columns leave to the others, or they are frozen no more. */
const LEAST_BESIDE_FROZEN = 200;

/** People and departments too are chosen where they stand. */
const leastOf = ({ kind, to }: Field): number =>
  LEAST[kind] ?? (to === 'system:user' || to === 'system:depart' ? WIDE_COLUMN_LEAST : 0);

const PART_TITLES: Record<SystemPart, string> = {
  number: '#',
  choice: '选择',
  drag: '排序',
  expand: '展开',
};

/** Places columns: system columns and those frozen left, the rest, those frozen right. */
export function placeColumns(wishes: LayoutWishes): GridLayout {
  const { columns, parts, hasStatistics } = wishes;
  const widths = sharedWidths(wishes);
  const panes: Record<Pane, PlacedColumn[]> = { left: [], center: [], right: [] };
  const ends: Record<Pane, number> = { left: 0, center: 0, right: 0 };
  const place = (one: Omit<PlacedColumn, 'left' | 'index'>): void => {
    panes[one.pane].push({ ...one, left: ends[one.pane], index: 0 });
    ends[one.pane] += one.width;
  };
  for (const part of parts)
    place({
      key: `:${part}`,
      title: PART_TITLES[part],
      column: null,
      part,
      isTree: false,
      pane: 'left',
      width: partWidth(part, hasStatistics),
      align: 'center',
    });
  const treeKey = treeColumn(wishes);
  const isFrozen = leavesRoom(wishes, widths);
  columns.forEach((column, index) =>
    place({
      key: column.key,
      title: titleOf(column),
      column,
      part: null,
      isTree: column.key === treeKey,
      pane: isFrozen ? (column.frozen ?? 'center') : 'center',
      width: widths[index] ?? DEFAULT_COLUMN_WIDTH,
      align: typeOf(column).align ?? 'left',
    }),
  );
  const all = [...panes.left, ...panes.center, ...panes.right];
  all.forEach((one, index) => (one.index = index));
  const total = ends.left + ends.center + ends.right;
  return {
    columns: all,
    panes,
    widths: ends,
    total,
    isWide: total > wishes.room,
    treeIndex: all.findIndex(({ isTree }) => isTree),
    firstData: parts.length,
  };
}

/** Frozen columns stand still only where the others have room to be read beside them. */
function leavesRoom({ columns, parts, room, hasStatistics }: LayoutWishes, widths: readonly number[]): boolean {
  if (room < TABLE_SCROLLS_BELOW) return false;
  const marks = parts.reduce((sum, part) => sum + partWidth(part, hasStatistics), 0);
  const frozen = columns.reduce((sum, column, index) => sum + (column.frozen ? (widths[index] ?? 0) : 0), 0);
  return room - marks - frozen >= LEAST_BESIDE_FROZEN;
}

/** The column that was wished for may be hidden. */
function treeColumn({ columns, tree }: LayoutWishes): string | undefined {
  if (tree === undefined) return undefined;
  return columns.some(({ key }) => key === tree) ? tree : columns[0]?.key;
}

function partWidth(part: SystemPart, hasStatistics: boolean): number {
  if (part === 'number') return ROW_NUMBER_WIDTH;
  return hasStatistics ? ROW_MARK_WIDTH_WITH_STATISTICS : ROW_MARK_WIDTH;
}

/** What is left over goes to the columns that no one gave a width. */
function sharedWidths({ columns, parts, drawn, room, hasStatistics }: LayoutWishes): number[] {
  const fixed = columns.map((column) => drawn[column.key] ?? column.width);
  const widths = columns.map((column, index) => {
    const least = leastOf(column.field);
    const own = fixed[index] ?? typeOf(column).width ?? DEFAULT_COLUMN_WIDTH;
    return drawn[column.key] ?? Math.max(own, least);
  });
  const used = parts.reduce((sum, part) => sum + partWidth(part, hasStatistics), 0);
  const spare = room - used - widths.reduce((sum, width) => sum + width, 0);
  const takers = columns.flatMap((_, index) => (fixed[index] === undefined ? [index] : []));
  if (spare <= 0 || takers.length === 0) return widths;
  const share = Math.floor(spare / takers.length);
  const rest = spare - share * takers.length;
  return widths.map((width, index) => {
    if (!takers.includes(index)) return width;
    return width + share + (index === takers.at(-1) ? rest : 0);
  });
}

/** First and last of the middle columns that a window onto them shows. */
export function seenColumns(
  center: readonly PlacedColumn[],
  from: number,
  width: number,
): [first: number, last: number] {
  let first = 0;
  while (first < center.length - 1 && rightOf(center[first]) <= from) first += 1;
  let last = first;
  while (last < center.length - 1 && rightOf(center[last]) < from + width) last += 1;
  return [first, last];
}

const rightOf = (column: PlacedColumn | undefined): number => (column ? column.left + column.width : 0);
