import { Refusal } from '#kit/model/refusal.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { reportCalls } from '../model/routes/reports.ts';
import { reportOf, type Report } from './reports.ts';

const OWN_PARAM = 'self_';

type Query = Record<string, string>;

/**
 * Reports that a picker can show, by code: every list the caller may read anyway, with its
 * permission, its row scope and its masks.
 */
export function reportRoutes(registry: Registry): Route[] {
  type ReportRequest = Pick<CallOf<typeof reportCalls.data>, 'tx' | 'params' | 'query'>;
  const read = <T>(call: ReportRequest, of: (report: Report, query: Query) => T | Promise<T>): Promise<T> =>
    call.tx(async (tx) => of(reportOf(tx, registry, call.params.code), plainQuery(call.query)));
  return [
    implement(reportCalls.columns, (call) => read(call, (report) => report.columns())),
    implement(reportCalls.queries, (call) => read(call, (report) => report.queryInfo())),
    implement(reportCalls.data, (call) => read(call, (report, query) => report.data(query))),
    implement(reportCalls.columnsAndData, (call) =>
      read(call, async (report, query) => {
        const { cgRpConfigName, columns, dictOptions } = report.columns();
        return {
          cgreportHeadName: cgRpConfigName,
          columns,
          dictOptions,
          data: await report.data(query),
        };
      }),
    ),
  ];
}

/** A fixed parameter (`self_<name>`) filters by the field of that name. */
function plainQuery(query: Query): Query {
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
