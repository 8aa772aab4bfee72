import type { TableProps } from 'antd';
import type { Row } from '#ui/cells/faces.ts';
import type { ListColumn } from './list-column.ts';
import { headOf } from './stack.tsx';

/** List columns as those of a plain antd table: no server sorting, nothing fixed. */
export const plainColumns = <R extends Row>(columns: readonly ListColumn<R>[]): NonNullable<TableProps<R>['columns']> =>
  columns.map((column) => ({
    key: column.key,
    title: headOf(column),
    width: column.width,
    align: column.align ?? 'left',
    ellipsis: column.ellipsis ?? false,
    render: (_: unknown, row: R) => column.render(row),
  }));

export const widthOf = (columns: readonly { width: number }[]): number =>
  Math.ceil(columns.reduce((sum, column) => sum + column.width, 0));
