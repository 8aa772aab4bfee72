import { LIST_EXPORT_SUFFIX } from '#kit/model/limits.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { XLS_MIME } from '#kit/server/import-export/export-sheet.ts';
import type { Registry } from '#kit/server/registry.ts';
import { file, implement, type Call, type CallOf, type FileAnswer, type Route } from '#kit/server/route.ts';
import { writeXls, writeXlsBook } from '#platform/sheets/xls-writer.ts';
import { reportCalls } from '#modules/system/model/routes/reports.ts';
import { ownReportCalls } from '../../model/reports/routes.ts';
import { listReport } from './list-report.ts';
import { openReport } from './open-report.ts';
import { ownReport } from './own-report.ts';
import type { ReportCache } from './report-cache.ts';
import { queryReport } from './query-report.ts';
import { queryTarget, type QueryServices } from './report-queries.ts';
import { noteFile, type Report, type ReportSheet } from './report.ts';
import type { Sources } from './report-sources.ts';

const OWN_PARAM = 'self_';

type Query = Record<string, string>;

export interface ReportServices extends QueryServices {
  registry: Registry;
  sources: Sources;
  cache: ReportCache;
}

/**
 * The report of a code or an id for a reader: a list that they may read anyway, or one that was designed.
 * @throws Refusal 实体不存在, or 403
 */
export async function reportOf(tx: Tx, services: ReportServices, code: string): Promise<Report> {
  const { registry, sources, cache, sourceHosts, readQuery } = services;
  const list = listReport(tx, registry, code);
  if (list) return list;
  const opened = await openReport(tx, sources, code);
  const report =
    opened.kind === 'query'
      ? queryReport(tx, opened, await queryTarget(tx, sourceHosts, opened.dataSourceId ?? ''), readQuery)
      : ownReport(tx, opened, sources, registry);
  return {
    ...report,
    data: (query) => cache.of(tx, [opened.id, opened.version], query, () => report.data(query)),
  };
}

/**
 * Does something with a report in the transaction that it was opened in; a database of somebody else's is asked
 * after it.
 */
export async function readReport<T>(
  call: Pick<Call, 'tx'>,
  services: ReportServices,
  code: string,
  of: (report: Report) => Promise<T>,
): Promise<T> {
  const done = await call.tx(async (tx): Promise<{ report: Report } | { answer: T }> => {
    const report = await reportOf(tx, services, code);
    return report.detached ? { report: withNotes(call, report, report.detached) } : { answer: await of(report) };
  });
  return 'answer' in done ? done.answer : of(done.report);
}

/** A report outside of our transactions, whose files are noted in one of their own. */
function withNotes({ tx }: Pick<Call, 'tx'>, report: Report, about: NonNullable<Report['detached']>): Report {
  const { sheet } = report;
  if (!sheet) return report;
  return {
    ...report,
    async sheet(query) {
      const made = await sheet(query);
      await tx(async (one) => noteFile(one, about, made.rows.length));
      return made;
    },
  };
}

/** Reports on the wire of the base: what a picker, the page of a report and a client of the base ask. */
export function reportRoutes(services: ReportServices): Route[] {
  type ReportRequest = Pick<CallOf<typeof reportCalls.data>, 'tx' | 'params' | 'query'>;
  const read = <T>(call: ReportRequest, of: (report: Report, query: Query) => Promise<T>): Promise<T> =>
    readReport(call, services, call.params.code, (report) => of(report, plainQuery(call.query)));
  return [
    implement(reportCalls.columns, (call) => read(call, (report) => report.columns())),
    implement(reportCalls.queries, (call) => read(call, (report) => report.queryInfo())),
    implement(reportCalls.data, (call) => read(call, (report, query) => report.data(query))),
    implement(reportCalls.columnsAndData, (call) =>
      read(call, async (report, query) => {
        const { cgRpConfigName, columns, dictOptions } = await report.columns();
        return {
          cgreportHeadName: cgRpConfigName,
          columns,
          dictOptions,
          data: await report.data(query),
        };
      }),
    ),
    implement(ownReportCalls.params, (call) => read(call, async (report) => report.params())),
    implement(ownReportCalls.sheet, (call) =>
      read(call, (report, query) => {
        if (!report.sheet) throw new Refusal('noSheet', '请在列表页导出');
        return report.sheet(query);
      }).then(async (sheet) => file(sheet.fileName, XLS_MIME, await writeXls(sheet))),
    ),
    implement(ownReportCalls.sheets, (call) => sheetsOf(call, services)),
  ];
}

/** One workbook with a sheet for each report, by what each asks where nobody says otherwise. */
async function sheetsOf(call: CallOf<typeof ownReportCalls.sheets>, services: ReportServices): Promise<FileAnswer> {
  const codes = [...new Set((call.query.codes ?? '').split(',').map((code) => code.trim()))].filter(Boolean);
  if (codes.length === 0) throw new Refusal('noReport', '请选择报表', { status: 422 });
  if (codes.length > MOST_SHEETS) throw new Refusal('tooMany', `一次最多导出 ${MOST_SHEETS} 张报表`, { status: 422 });
  const sheets: ReportSheet[] = [];
  for (const code of codes)
    sheets.push(
      await readReport(call, services, code, async (report) => {
        const { cgRpConfigName, waitsFor } = await report.columns();
        if (waitsFor) throw new Refusal('waits', `${cgRpConfigName}：${waitsFor}`);
        if (!report.sheet) throw new Refusal('noSheet', `${cgRpConfigName}请在列表页导出`);
        return report.sheet({});
      }),
    );
  const name = sheets.length === 1 ? (sheets[0]?.fileName ?? '') : `报表${LIST_EXPORT_SUFFIX}`;
  return file(name, XLS_MIME, await writeXlsBook(sheets));
}

/** Each is a question to the database of its own. */
const MOST_SHEETS = 10;

/** A fixed parameter (`self_<name>`) filters by the field of that name. */
export function plainQuery(query: Query): Query {
  const plain: Query = {};
  for (const [name, value] of Object.entries(query)) {
    // The time stamp that keeps caches out.
    if (name === '_t') continue;
    const isOwn = name.startsWith(OWN_PARAM);
    const key = isOwn ? name.slice(OWN_PARAM.length) : name;
    if (isOwn && query[key] !== undefined && query[key] !== value)
      throw new Refusal('badQuery', '报表参数重复', { status: 400 });
    plain[key] = value;
  }
  return plain;
}
