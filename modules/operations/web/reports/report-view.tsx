import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE } from '#kit/model/limits.ts';
import {
  BlankState,
  downloadFrom,
  fetchRoute,
  keyOf,
  ReportFrame,
  ReportSearch,
  toastError,
  usePage,
  usePageTitle,
} from '#kit/web/index.ts';
import type { ReportColumns, ReportQuery } from '#kit/model/report.ts';
import { reportCalls } from '#modules/system/model/routes/reports.ts';
import { report as reportResource } from '../../model/reports/report.ts';
import { ownReportCalls, printCalls } from '../../model/reports/routes.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportTable, type ReportOrder } from './report-table.tsx';
import { apiBase } from '#ui/http/http.ts';
import './reports.css';

/** As many rows as a chart is made of. */
const CHART_ROWS = 200;
const FIRST: ReportOrder = { pageNo: 1, pageSize: DEFAULT_PAGE_SIZE };

type Filters = Readonly<Record<string, string>>;

/** A report: what it asks for, its chart, its rows, and what they come to. Its code stands in the address. */
export function ReportView(): ReactNode {
  const { path } = usePage();
  const code = decodeURIComponent(path.split('/').at(-1) ?? '');
  const head = useQuery({
    queryKey: keyOf(reportResource, 'columns', code),
    queryFn: async ({ signal }): Promise<{ report: ReportColumns; info: ReportQuery[] }> => ({
      report: await fetchRoute(reportCalls.columns, { params: { code }, signal }),
      info: await fetchRoute(reportCalls.queries, { params: { code }, signal }),
    }),
    retry: false,
  });
  usePageTitle(head.data?.report.cgRpConfigName);
  return (
    <ReportFrame
      title={head.data?.report.cgRpConfigName ?? '报表'}
      query={head}
      awaited="正在读取报表"
      nothing={({ report }) => (report.waitsFor ? { title: '这张报表还不能出数', text: report.waitsFor } : null)}
      method={head.data?.report.content ?? undefined}
    >
      {({ report, info }) => <Opened code={code} report={report} info={info} />}
    </ReportFrame>
  );
}

function Opened({ code, report, info }: { code: string; report: ReportColumns; info: ReportQuery[] }): ReactNode {
  const { query, setQuery } = usePage();
  const initial = useMemo(() => initialFilters(info), [info]);
  const filters = Object.keys(query).length > 0 ? query : initial;
  const [request, setRequest] = useState<ReportOrder>(FIRST);
  const data = useData(code, filters, request);
  // A chart shows more than the page of the table.
  const drawn = useData(code, filters, { ...FIRST, pageSize: CHART_ROWS }, report.chart !== undefined);
  const search = (asked: Record<string, string>): void => {
    setRequest({ ...request, pageNo: 1 });
    setQuery(asked);
  };
  return (
    <>
      <div className="op-report-tools">
        <ReportSearch conditions={info} options={report.dictOptions} initial={filters} onSearch={search} />
        <Space>
          {!report.noExport && <Button onClick={() => void exportReport(code, filters, request)}>导出</Button>}
          <Button onClick={() => void printReport(code, queryOf(filters, request))}>打印</Button>
          <Button loading={data.isFetching} onClick={() => void Promise.all([data.refetch(), drawn.refetch()])}>
            刷新
          </Button>
        </Space>
      </div>
      {drawn.data && <ReportChart report={report} rows={drawn.data.records} />}
      {data.error && !data.data ? (
        <BlankState
          tone="bad"
          title="报表加载失败"
          text={data.error.message}
          actions={<Button onClick={() => void data.refetch()}>重试</Button>}
        />
      ) : (
        <ReportTable
          report={report}
          data={data.data}
          isBusy={data.isFetching}
          asked={filters}
          request={request}
          onRequest={setRequest}
        />
      )}
      {data.data?.at && <p className="wb-report-below">数据时间 {data.data.at}；30 秒内再查同样的条件不重新计算。</p>}
    </>
  );
}

const queryOf = (filters: Filters, { pageNo, pageSize, column, order }: ReportOrder): Record<string, string> => ({
  ...filters,
  pageNo: String(pageNo),
  pageSize: String(pageSize),
  ...(column ? { column, order: order ?? 'asc' } : {}),
});

const useData = (code: string, filters: Filters, request: ReportOrder, enabled = true) => {
  const query = queryOf(filters, request);
  return useQuery({
    queryKey: keyOf(reportResource, 'data', code, JSON.stringify(query)),
    queryFn: ({ signal }) => fetchRoute(reportCalls.data, { params: { code }, query, signal }),
    placeholderData: keepPreviousData,
    enabled,
    retry: false,
  });
};

/** What is asked where nobody says otherwise. */
const initialFilters = (info: readonly ReportQuery[]): Filters =>
  Object.fromEntries(info.flatMap(({ field, value }) => (value ? [[field, value]] : [])));

async function exportReport(code: string, filters: Filters, request: ReportOrder): Promise<void> {
  try {
    await downloadFrom(ownReportCalls.sheet, '报表.xls', { params: { code }, query: queryOf(filters, request) });
  } catch (error) {
    toastError(error);
  }
}

/** Opens the report on paper in a tab of its own, by an address that nobody opens twice. */
async function printReport(code: string, query: Record<string, string>): Promise<void> {
  try {
    const { path } = await fetchRoute(printCalls.ticket, { body: { code, query } });
    window.open(apiBase() + path, '_blank', 'noopener');
  } catch (error) {
    toastError(error);
  }
}
