import type { CSSProperties } from 'react';
import { ROW_MARK_WIDTH } from '#kit/model/limits.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { ListColumn } from './list-column.ts';

/** How a cell stands in its row: where it stays when the table is scrolled sideways, and how it is set. */
export interface Slot {
  className: string;
  style: CSSProperties | undefined;
}

/** A column of the table with its place. */
export interface ColumnSlot<R extends Row> extends Slot {
  column: ListColumn<R>;
}

/** All cells of a row, in order. */
export interface Slots<R extends Row> {
  /** Where rows are ticked; null: they are not. */
  mark: Slot | null;
  columns: readonly ColumnSlot<R>[];
  /** Columns before the one without a name, which takes the room that no column wants; null: there is none. */
  rest: number | null;
  operations: (Slot & { width: number }) | null;
}

type Side = 'start' | 'end' | null;

/**
 * Where each cell of a row stands.
 * @param isWide whether the table is scrolled sideways: only then something stays
 */
export function slotsOf<R extends Row>(
  columns: readonly ListColumn<R>[],
  { isSelectable, operationsWidth, isWide }: { isSelectable: boolean; operationsWidth: number; isWide: boolean },
): Slots<R> {
  const sides = columns.map(({ pin }, index) => sideOf(pin ?? (index === 0 ? 'start' : 'none')));
  const starts = columns.map((column, index) => (sides[index] === 'start' ? column.width : 0));
  const ends = columns.map((column, index) => (sides[index] === 'end' ? column.width : 0));
  const mark = isSelectable ? ROW_MARK_WIDTH : 0;
  const lastAtStart = sides.lastIndexOf('start');
  const firstAtEnd = sides.indexOf('end');
  const slot = (side: Side, px: number, isEdge: boolean, look: string): Slot => ({
    className: isWide && side ? `${look} wb-stays${isEdge ? ` wb-stays-${side}` : ''}` : look,
    style: isWide && side ? (side === 'start' ? { left: px } : { right: px }) : undefined,
  });
  const hasOwn = columns.some(({ ownWidth }) => typeof ownWidth === 'number');
  return {
    mark: isSelectable ? slot('start', 0, lastAtStart < 0, 'wb-cell-mark') : null,
    columns: columns.map((column, index) => ({
      column,
      ...(sides[index] === 'end'
        ? slot('end', sum(ends.slice(index + 1)) + operationsWidth, index === firstAtEnd, lookOf(column))
        : slot(sides[index] ?? null, sum(starts.slice(0, index)) + mark, index === lastAtStart, lookOf(column))),
    })),
    rest: hasOwn ? columns.length - ends.filter((px) => px > 0).length : null,
    operations:
      operationsWidth > 0 ? { ...slot('end', 0, firstAtEnd < 0, 'wb-cell-acts'), width: operationsWidth } : null,
  };
}

const sideOf = (pin: string): Side => (pin === 'start' || pin === 'end' ? pin : null);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const lookOf = <R extends Row>({ align, ellipsis }: ListColumn<R>): string =>
  `wb-cell${align ? ` wb-cell-${align}` : ''}${ellipsis ? ' wb-cell-cut' : ''}`;
