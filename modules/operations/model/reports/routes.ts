import type { ReportColumns, ReportData, ReportParamInfo } from '#kit/model/report.ts';
import { text } from '#kit/model/field.ts';
import { shape } from '#kit/model/route.ts';
import { WRITE_QUERIES } from './report.ts';
import { guardedRoute, ownRoute, publicRoute } from '#modules/system/model/routes/neutral.ts';

/** Conditions by name; `self_<name>` where the page has fixed one. */
const query = shape<Record<string, string>>();

/** What the page of a report asks beside what pickers do: who may open it, the report decides. */
export const ownReportCalls = {
  params: ownRoute('GET', '/online/cgreport/api/getParamsInfo/:code', '报表的参数', {
    result: shape<ReportParamInfo[]>(),
  }),
  sheet: ownRoute('GET', '/online/cgreport/api/exportXls/:code', '导出报表', { query, givesFile: true }),
  sheets: ownRoute('GET', '/online/cgreport/api/exportManySheetXls', '几张报表导出为一个文件', {
    query: { codes: text('报表', { required: true, max: 1000, hint: '编码，逗号分隔' }) },
    givesFile: true,
  }),
};

/** Rows that reports can be made of. */
export interface ReportSource {
  /** `module:resource`. */
  key: string;
  title: string;
  fields: { name: string; title: string; kind: string; to?: string; dictCode?: string }[];
}

/** A report that is being designed, as its form has it. */
export interface Drafted {
  name?: string;
  source: string;
  items: string;
  params?: string;
  layout?: string;
}

/** A query that is being written, with the parameters and columns that its form has. */
export interface DraftedQuery {
  sql: string;
  /** Id or code of the data source. */
  dbKey: string;
  params?: string;
  items?: string;
}

const designing = guardedRoute('operations:report:edit');

/** What the designer of reports asks. */
export const designCalls = {
  sources: designing('GET', '/online/cgreport/api/sources', '可做报表的数据', { result: shape<ReportSource[]>() }),
  preview: designing('POST', '/online/cgreport/head/preview', '预览报表', {
    body: shape<Drafted>(),
    result: shape<{ report: ReportColumns; data: ReportData }>(),
    effect: 'reads',
  }),
  parse: guardedRoute(WRITE_QUERIES)('POST', '/online/cgreport/head/parseSql', '读取查询的列与参数', {
    body: shape<DraftedQuery>(),
    result: shape<{ fields: { fieldName: string; fieldTxt: string; fieldType: string }[]; params: string[] }>(),
    effect: 'reads',
  }),
  /** Ours: its first rows, with the values that its parameters begin with. */
  attempt: guardedRoute(WRITE_QUERIES)('POST', '/online/cgreport/head/runSql', '试运行查询', {
    body: shape<DraftedQuery>(),
    result: shape<{ report: ReportColumns; data: ReportData; hasMore: boolean; mayWrite: boolean }>(),
    effect: 'reads',
  }),
};

/** Printing a report by an address that opens it once. */
export const printCalls = {
  ticket: ownRoute('POST', '/online/cgreport/api/printTicket', '报表的打印地址', {
    body: shape<{ code: string; query: Record<string, string> }>(),
    result: shape<{ path: string }>(),
    effect: 'reads',
  }),
  page: publicRoute('GET', '/online/cgreport/print', '打印报表', {
    query: shape<{ ticket: string }>(),
    givesFile: true,
  }),
};
