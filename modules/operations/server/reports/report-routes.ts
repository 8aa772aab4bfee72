import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { reportCalls } from '#modules/system/model/routes/reports.ts';
import { ownReportCalls } from '../../model/reports/routes.ts';
import { listReport } from './list-report.ts';
import { openReport } from './open-report.ts';
import { ownReport } from './own-report.ts';
import type { ReportCache } from './report-cache.ts';
import type { Report } from './report.ts';
import type { Sources } from './report-sources.ts';

const OWN_PARAM = 'self_';

type Query = Record<string, string>;

export interface ReportServices {
  registry: Registry;
  sources: Sources;
  cache: ReportCache;
}

/**
 * The report of a code or an id for a reader: a list that they may read anyway, or one that was designed.
 * @throws Refusal 实体不存在, or 403
 */
export async function reportOf(tx: Tx, { registry, sources, cache }: ReportServices, code: string): Promise<Report> {
  const list = listReport(tx, registry, code);
  if (list) return list;
  const opened = await openReport(tx, sources, code);
  const report = ownReport(tx, opened, sources, registry);
  return {
    ...report,
    data: (query) => cache.of(tx, [opened.id, opened.version], query, () => report.data(query)),
  };
}

/** Reports on the wire of the base: what a picker, the page of a report and a client of the base ask. */
export function reportRoutes(services: ReportServices): Route[] {
  type ReportRequest = Pick<CallOf<typeof reportCalls.data>, 'tx' | 'params' | 'query'>;
  const read = <T>(call: ReportRequest, of: (report: Report, query: Query) => Promise<T>): Promise<T> =>
    call.tx(async (tx) => of(await reportOf(tx, services, call.params.code), plainQuery(call.query)));
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
      }),
    ),
  ];
}

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
