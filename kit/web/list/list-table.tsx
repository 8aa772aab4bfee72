import { Table, type TableProps } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import type { Density } from '#kit/model/list-view.ts';
import { ROW_MARK_WIDTH } from '#kit/model/limits.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '#ui/cells/faces.ts';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { useCellEditing } from './cell-editing.tsx';
import { HeadCell } from './column-edge.tsx';
import { fitted, widthOf, withRoom } from './column-widths.ts';
import type { ListColumn } from './list-column.ts';
import { ListCards, type ListCardsProps } from './list-cards.tsx';
import { ListEmpty, ListError } from './list-states.tsx';
import { ListPagination } from './list-pagination.tsx';
import { readWhole } from './read-whole.ts';
import { operationsRoom, RowActions } from './row-actions.tsx';
import { tickedIds } from './selection.ts';
import { areStacked, headOf } from './stack.tsx';
import type { ListHandle } from './use-list.ts';
import './list.css';

export interface ListTableProps<R extends Row> extends ListCardsProps<R> {
  /** Below "nothing there yet": how to get the first row. */
  empty?: ReactNode;
  density?: Density | undefined;
  /** Takes the width that somebody gave a column; absent: widths cannot be changed. */
  onWidth?: ((key: string, width: number) => void) | undefined;
  /** Whether cells of a row may be changed where they stand. */
  mayEdit?: ((row: R) => boolean) | undefined;
  /** As `emptyText` of the page. */
  emptyText?: string | undefined;
  /** Stands at the start of the last line, where there is room. */
  note?: ReactNode;
}

/** The sideways scroll bar stands above the pagination, which sticks to the bottom. */
const STICKY = { offsetScroll: 45 };

/**
 * The table of a list: sorting and paging by the server, a head that stays, the label on the left
 * and the operations on the right always in sight; narrow windows scroll sideways, phones show
 * cards instead.
 */
export function ListTable<R extends Row>(props: ListTableProps<R>): ReactNode {
  const { list, note, density, columns } = props;
  const isBusy = list.isFetching && !list.isLoading;
  const isMobile = useIsMobile();
  const cell = useCellEditing(list, isMobile ? undefined : props.mayEdit);
  if (list.error) return <ListError error={list.error} onRetry={list.refresh} />;
  return (
    <>
      <div
        className={`wb-table${isBusy ? ' wb-table-busy' : ''}${lookOf(density, columns)}`}
        aria-busy={list.isFetching}
        onMouseOver={readWhole}
        onDoubleClick={cell.onDoubleClick}
        onKeyDown={cell.onKeyDown}
      >
        {isMobile ? <Cards {...props} /> : <WideTable {...props} />}
        {cell.editor}
      </div>
      <ListPagination list={list} isMobile={isMobile} note={note} />
    </>
  );
}

const lookOf = <R extends Row>(
  density: Density | undefined,
  columns: readonly ListColumn<R>[],
): string => {
  if (density === 'compact') return ' wb-table-compact';
  return areStacked(columns) ? ' wb-table-two' : '';
};

function Cards<R extends Row>(props: ListTableProps<R>): ReactNode {
  if (props.list.rows.length > 0) return <ListCards {...props} />;
  return (
    <div className="wb-table-bare">
      <Bare list={props.list} empty={props.empty} emptyText={props.emptyText} />
    </div>
  );
}

/** In place of rows: they are on their way, or there are none. */
function Bare<R extends Row>({
  list,
  empty,
  emptyText,
}: Pick<ListTableProps<R>, 'list' | 'empty' | 'emptyText'>): ReactNode {
  if (list.isLoading) return <TableSkeleton />;
  return (
    <ListEmpty list={list} text={emptyText}>
      {empty}
    </ListEmpty>
  );
}

function WideTable<R extends Row>({
  list,
  columns: asked,
  actions,
  isSelectable = true,
  renewed,
  empty,
  onWidth,
  emptyText,
}: ListTableProps<R>): ReactNode {
  const [place, room] = useRoom();
  const acts = new Map(actions && list.rows.map((row) => [row.id, actions(row)]));
  const operationsWidth = actions ? operationsRoom([...acts.values()]) : 0;
  const operations = actions && ((row: R) => <RowActions actions={acts.get(row.id) ?? []} />);
  const fixed = (isSelectable ? ROW_MARK_WIDTH : 0) + operationsWidth;
  const wished = withRoom(asked, list.rows);
  const columns = room === null ? wished : fitted(wished, list.rows, room - fixed);
  const width = widthOf(columns) + fixed;
  // Rows bring something to focus; without them the keyboard could not scroll a wide head.
  const isBare = list.rows.length === 0 || (!actions && !isSelectable);
  return (
    <ScrollRegion label={isBare ? `${list.resource.title}表格` : undefined} place={place}>
      <Table<R>
        size="small"
        rowKey="id"
        rowClassName={({ id }) => (renewed?.has(id) ? 'wb-renewed' : '')}
        dataSource={list.rows as R[]}
        columns={tableColumns({ list, columns, operations, operationsWidth, onWidth })}
        components={COMPONENTS}
        pagination={false}
        sticky={STICKY}
        scroll={{ x: Math.ceil(width) }}
        showSorterTooltip={false}
        {...(isSelectable ? { rowSelection: rowSelection(list) } : {})}
        onChange={(_, __, sorter, { action }) => {
          if (action !== 'sort' || Array.isArray(sorter)) return;
          if (sorter.order)
            list.setSort(String(sorter.columnKey), sorter.order === 'ascend' ? 'asc' : 'desc');
          else list.setSort(undefined, undefined);
        }}
        locale={{ emptyText: <Bare list={list} empty={empty} emptyText={emptyText} /> }}
      />
    </ScrollRegion>
  );
}

/** px that the table has beside the menu; null until it stands, and what it had while it is out of sight. */
function useRoom(): [(node: HTMLElement | null) => (() => void) | undefined, number | null] {
  const [room, setRoom] = useState<number | null>(null);
  const place = useCallback((node: HTMLElement | null) => {
    if (!node) return;
    const measure = (): void => {
      if (node.clientWidth > 0) setRoom(node.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [place, room];
}

const REST = { key: 'rest', title: '', render: () => null };
const COMPONENTS = { header: { cell: HeadCell } };

/** The edge at which a column stays. */
const fixedAt = ({ pin }: ListColumn, index: number): { fixed?: 'start' | 'end' } => {
  const edge = pin ?? (index === 0 ? 'start' : 'none');
  return edge === 'none' ? {} : { fixed: edge };
};

function tableColumns<R extends Row>({
  list,
  columns,
  operations,
  operationsWidth,
  onWidth,
}: Pick<ListTableProps<R>, 'list' | 'columns' | 'onWidth'> & {
  operations: ((row: R) => ReactNode) | undefined;
  operationsWidth: number;
}): NonNullable<TableProps<R>['columns']> {
  const { column: sorted, order } = list.params;
  const data: NonNullable<TableProps<R>['columns']> = columns.map((column, index) => ({
    key: column.key,
    title: headOf(column),
    width: column.width,
    align: column.align ?? ('left' as const),
    ellipsis: column.ellipsis ?? false,
    sorter: column.sortable ?? false,
    sortOrder:
      sorted === column.key ? (order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
    ...fixedAt(column as ListColumn, index),
    ...(onWidth
      ? { onHeaderCell: () => ({ onWidth: (px: number) => onWidth(column.key, px) }) as object }
      : {}),
    ...(column.isEditable && !column.lower
      ? { onCell: () => ({ 'data-edit': column.key }) as object }
      : {}),
    render: (_: unknown, row: R) => column.render(row),
  }));
  // Columns as wide as somebody made them: what is left over has a column without a name.
  const hasOwn = columns.some(({ ownWidth }) => typeof ownWidth === 'number');
  const inner = columns.filter(({ pin }) => pin !== 'end').length;
  const all = hasOwn ? data.toSpliced(inner, 0, REST) : data;
  if (!operations) return all;
  return [
    ...all,
    {
      key: 'operations',
      title: '操作',
      width: operationsWidth,
      fixed: 'end' as const,
      render: (_: unknown, row: R) => operations(row),
    },
  ];
}

function rowSelection<R extends Row>(
  list: ListHandle<R>,
): NonNullable<TableProps<R>['rowSelection']> {
  return {
    columnWidth: ROW_MARK_WIDTH,
    preserveSelectedRowKeys: true,
    selectedRowKeys: tickedIds(list.selection, list.rows),
    onChange: (keys) => list.selectIds(keys.map(String)),
    getCheckboxProps: (row) => ({ 'aria-label': `选择 ${labelOf(list.resource, row)}` }) as object,
    getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
  };
}

/** Grey lines in place of the first rows. */
function TableSkeleton(): ReactNode {
  return (
    <div className="wb-table-skeleton" role="status" aria-label="加载中…">
      {Array.from({ length: 8 }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
