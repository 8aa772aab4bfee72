import { Pagination, Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '../cells/faces.ts';
import { useIsMobile } from '../shell/use-is-mobile.ts';
import type { ListColumn } from './columns.tsx';
import { ListEmpty, ListError } from './list-states.tsx';
import { PAGE_SIZES, totalLine } from './list-query.ts';
import { tickedIds } from './selection.ts';
import type { ListHandle } from './use-list.ts';

export interface ListTableProps<R extends Row> {
  list: ListHandle<R>;
  columns: readonly ListColumn<R>[];
  /** Content of the operations column; absent = none. */
  operations?: ((row: R) => ReactNode) | undefined;
  operationsWidth?: number | undefined;
  /** Whether rows can be chosen. */
  isSelectable?: boolean | undefined;
  /** Below "nothing there yet": how to get the first row. */
  empty?: ReactNode;
  /** Stands at the start of the last line, where there is room. */
  note?: ReactNode;
}

const SELECTION_WIDTH = 40;
/** The sideways scroll bar stands above the pagination, which sticks to the bottom. */
const STICKY = { offsetScroll: 45 };
const OPERATIONS_WIDTH = 128;

/**
 * The table of a list: sorting and paging by the server, a head that stays, the label on the left
 * and the operations on the right always in sight; narrow windows scroll sideways.
 */
export function ListTable<R extends Row>({
  list,
  columns,
  operations,
  operationsWidth = OPERATIONS_WIDTH,
  isSelectable = true,
  empty,
  note,
}: ListTableProps<R>): ReactNode {
  const isMobile = useIsMobile();
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (isSelectable ? SELECTION_WIDTH : 0) +
    (operations ? operationsWidth : 0);
  if (list.error) return <ListError error={list.error} onRetry={list.refresh} />;
  return (
    <>
      <div
        className={`wb-table${list.isFetching && !list.isLoading ? ' wb-table-busy' : ''}`}
        aria-busy={list.isFetching}
      >
        <Table<R>
          size="small"
          rowKey="id"
          dataSource={list.rows as R[]}
          columns={tableColumns({ list, columns, operations, operationsWidth, isMobile })}
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
          locale={{
            emptyText: list.isLoading ? (
              <TableSkeleton />
            ) : (
              <ListEmpty list={list}>{empty}</ListEmpty>
            ),
          }}
        />
      </div>
      <ListPagination list={list} isMobile={isMobile} note={note} />
    </>
  );
}

function tableColumns<R extends Row>({
  list,
  columns,
  operations,
  operationsWidth,
  isMobile,
}: Pick<ListTableProps<R>, 'list' | 'columns' | 'operations'> & {
  operationsWidth: number;
  isMobile: boolean;
}): NonNullable<TableProps<R>['columns']> {
  const { column: sorted, order } = list.params;
  const data = columns.map((column, index) => ({
    key: column.key,
    title: column.title,
    width: column.width,
    align: column.align ?? ('left' as const),
    ellipsis: column.ellipsis ?? false,
    sorter: column.sortable ?? false,
    sortOrder:
      sorted === column.key ? (order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
    ...(index === 0 && !isMobile ? { fixed: 'start' as const } : {}),
    render: (_: unknown, row: R) => column.render(row),
  }));
  if (!operations) return data;
  return [
    ...data,
    {
      key: 'operations',
      title: '操作',
      width: operationsWidth,
      ...(isMobile ? {} : { fixed: 'end' as const }),
      render: (_: unknown, row: R) => operations(row),
    },
  ];
}

function rowSelection<R extends Row>(
  list: ListHandle<R>,
): NonNullable<TableProps<R>['rowSelection']> {
  return {
    columnWidth: SELECTION_WIDTH,
    preserveSelectedRowKeys: true,
    selectedRowKeys: tickedIds(list.selection, list.rows),
    onChange: (keys) => list.selectIds(keys.map(String)),
    getCheckboxProps: (row) => ({ 'aria-label': `选择 ${labelOf(list.resource, row)}` }) as object,
    getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
  };
}

function ListPagination<R extends Row>({
  list,
  isMobile,
  note,
}: {
  list: ListHandle<R>;
  isMobile: boolean;
  note: ReactNode;
}): ReactNode {
  if (list.total === 0) return null;
  return (
    <div className="wb-pagination">
      {!isMobile && note}
      <Pagination
        size="small"
        current={list.pageNo}
        pageSize={list.params.pageSize}
        total={list.total}
        pageSizeOptions={[...PAGE_SIZES]}
        showSizeChanger
        showQuickJumper={!isMobile}
        showLessItems={isMobile}
        showTotal={(total, range) => totalLine(total, list.totalText, range)}
        onChange={list.setPage}
      />
    </div>
  );
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
