import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { percentText } from '#kit/model/decimal-text.ts';
import { DetailPart, fetchRoute, grouped, keyOf, PartTable } from '#kit/web/index.ts';
import type { ColumnKind } from '../model/report-columns.ts';
import { marketReport } from '../model/report.ts';
import { reportTableRoute, type ReportTable } from '../model/routes.ts';
import './market.css';

const SIZE = 50;
/** A file that is being read is looked at again after so long. */
const AGAIN_MS = 2_000;

const FIGURES: ReadonlySet<ColumnKind> = new Set(['whole', 'number', 'ratio']);
const LEVELS: Readonly<Record<string, string>> = { RED: '红', YELLOW: '黄', GREEN: '绿' };

/** The table of a report with its sums, a page at a time. */
export function ReportData({ id, edition, status }: { id: string; edition: number; status: string }): ReactNode {
  const [pageNo, setPageNo] = useState(1);
  const query = useQuery({
    queryKey: keyOf(marketReport, 'table', id, edition, status, pageNo),
    queryFn: ({ signal }) =>
      fetchRoute(reportTableRoute, { params: { id }, query: { pageNo, pageSize: SIZE }, signal }),
    staleTime: 0,
    refetchInterval: status === 'ready' ? AGAIN_MS : false,
  });
  return (
    <DetailPart title="数据" query={query} countOf={({ total }) => total} none={NOTHING[status] ?? '文件里没有数据。'}>
      {(table) => (
        <>
          <Data table={table} />
          <Pagination
            className="mk-pager"
            size="small"
            current={pageNo}
            pageSize={SIZE}
            total={table.total}
            showSizeChanger={false}
            hideOnSinglePage
            onChange={setPageNo}
          />
        </>
      )}
    </DetailPart>
  );
}

const NOTHING: Readonly<Record<string, string>> = {
  requested: '还没有文件：到平台下载后点“上传文件”，广告报表可点“接口取得”。',
  processing: '平台还在生成：接口取得的会自动下载，其余下载后点“上传文件”。',
  ready: '正在解析。',
  failed: '没有读出数据；看失败原因，改好后再上传。',
};

function Data({ table: { columns, rows, total } }: { table: ReportTable }): ReactNode {
  const hasSums = columns.some(({ sum }) => sum !== null);
  return (
    <PartTable
      label={`数据，${total} 行`}
      head={[
        { title: '文件行' },
        ...columns.map(({ title, kind }) => (FIGURES.has(kind) ? { title, isFigure: true } : { title })),
      ]}
      rows={[
        ...(hasSums
          ? [
              {
                key: 'sum',
                cells: [
                  <strong key="sum">合计</strong>,
                  ...columns.map(({ key, kind, sum }) =>
                    sum === null ? '' : <strong key={key}>{kind === 'ratio' ? percentText(sum) : grouped(sum)}</strong>,
                  ),
                ],
              },
            ]
          : []),
        ...rows.map(({ rowNo, values }) => ({
          key: String(rowNo),
          cells: [rowNo, ...columns.map(({ key, kind }) => cellText(kind, values[key] ?? null))],
        })),
      ]}
    />
  );
}

/** What the file does not say stays empty; it is no zero. */
function cellText(kind: ColumnKind, value: string | number | boolean | null): string {
  if (value === null) return '—';
  switch (kind) {
    case 'ratio':
      return percentText(value);
    case 'whole':
    case 'number':
      return grouped(value as string | number);
    case 'flag':
      return value === true ? '是' : '否';
    case 'level':
      return LEVELS[String(value)] ?? String(value);
    case 'text':
    case 'date':
      return String(value);
  }
}
