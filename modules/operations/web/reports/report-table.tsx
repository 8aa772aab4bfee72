import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE } from '#kit/model/limits.ts';
import type { ReportColumn, ReportColumns, ReportData, ReportRow } from '#kit/model/report.ts';
import { BlankState, useIsMobile, usePage } from '#kit/web/index.ts';
import { cellPath, cellText, isFigure, totalText } from '../../model/reports/cell-text.ts';

export interface ReportOrder {
  pageNo: number;
  pageSize: number;
  column?: string | undefined;
  order?: string | undefined;
}

interface ReportTableProps {
  report: ReportColumns;
  data: ReportData | undefined;
  isBusy: boolean;
  /** The parameters as they were asked; links of the cells carry them on. */
  asked?: Readonly<Record<string, string>>;
  /** Absent: the rows are an example, neither paged nor put in order. */
  request?: ReportOrder;
  onRequest?: (request: ReportOrder) => void;
}

/** The rows of a report as they were answered, and below them what all found rows come to. */
export function ReportTable({ report, data, isBusy, asked, request, onRequest }: ReportTableProps): ReactNode {
  const isMobile = useIsMobile();
  const columns = tableColumns(report, request, asked);
  const totals = data?.totals ?? [];
  return (
    <Table<ReportRow>
      size="small"
      className="op-report-rows"
      rowKey={(row) => String(row['id'])}
      loading={isBusy}
      dataSource={data?.records ?? []}
      columns={columns}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <BlankState title="没有查询到任何数据" /> }}
      summary={() =>
        totals.length === 0 ? null : (
          <Table.Summary.Row>
            {report.columns.map((column, at) => (
              <Table.Summary.Cell key={column.dataIndex} index={at} align={isFigure(column) ? 'right' : 'left'}>
                <strong>{totalText(column.dataIndex, totals) || (at === 0 ? '合计' : '')}</strong>
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )
      }
      onChange={(page, _filters, sorter) => {
        const by = Array.isArray(sorter) ? sorter[0] : sorter;
        onRequest?.({
          pageNo: page.current ?? 1,
          pageSize: page.pageSize ?? DEFAULT_PAGE_SIZE,
          ...(by?.order ? { column: String(by.columnKey), order: by.order === 'descend' ? 'desc' : 'asc' } : {}),
        });
      }}
      pagination={
        request
          ? {
              size: 'small',
              current: request.pageNo,
              pageSize: request.pageSize,
              total: data?.total ?? 0,
              showSizeChanger: true,
              pageSizeOptions: [10, 20, 50, 100, 200],
              showLessItems: isMobile,
              showTotal: (total) => `共 ${total} 条`,
            }
          : false
      }
    />
  );
}

type Columns = NonNullable<TableProps<ReportRow>['columns']>;

/** Columns of one heading stand below it as long as they are neighbours. */
function tableColumns(
  report: ReportColumns,
  request: ReportOrder | undefined,
  asked: ReportTableProps['asked'],
): Columns {
  const made: Columns = [];
  for (const column of report.columns) {
    const own = tableColumn(column, report, request, asked);
    const last = made.at(-1);
    if (!column.groupTitle) made.push(own);
    else if (last && 'children' in last && last.title === column.groupTitle) last.children.push(own);
    else made.push({ title: column.groupTitle, children: [own] });
  }
  return made;
}

const tableColumn = (
  column: ReportColumn,
  { dictOptions }: ReportColumns,
  request: ReportOrder | undefined,
  asked: ReportTableProps['asked'],
) => ({
  title: column.title,
  key: column.dataIndex,
  dataIndex: column.dataIndex,
  align: isFigure(column) ? ('right' as const) : ('left' as const),
  ...(column.width ? { width: column.width } : {}),
  sorter: request !== undefined && column.sorter,
  sortOrder:
    request?.column === column.dataIndex
      ? request.order === 'desc'
        ? ('descend' as const)
        : ('ascend' as const)
      : null,
  render: (_value: unknown, row: ReportRow) => (
    <CellLink path={cellPath(column, row, asked)}>{cellText(column, row, dictOptions)}</CellLink>
  ),
});

/** A cell as the way to what it is made of, where the report says one. */
function CellLink({ path, children }: { path: string | null; children: ReactNode }): ReactNode {
  const { open } = usePage();
  if (path === null) return children;
  return (
    <a
      className="wb-quiet-link"
      href={path}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open(path);
      }}
    >
      {children}
    </a>
  );
}
