import { Refusal } from '#kit/model/refusal.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Route } from '#kit/server/route.ts';
import { reportOf, type Report } from './reports.ts';

const NEUTRAL = { refusals: 'neutral' } as const;
const OWN_PARAM = 'self_';

type Query = Record<string, string>;

/**
 * Reports that a picker can show, by code: every list the caller may read anyway, with its
 * permission, its row scope and its masks.
 */
export function reportRoutes(registry: Registry): Route[] {
  const read = (
    path: string,
    summary: string,
    handle: (report: Report, query: Query) => unknown,
  ): Route => ({
    ...NEUTRAL,
    method: 'GET',
    path: `/online/cgreport/api/${path}`,
    access: 'signedIn',
    summary,
    handle: (call) =>
      call.tx(async (tx) =>
        handle(reportOf(tx, registry, call.params['code'] ?? ''), plainQuery(call.query)),
      ),
  });
  return [
    read('getRpColumns/:code', '报表的列', (report) => report.columns()),
    read('getQueryInfo/:code', '报表的查询条件', (report) => report.queryInfo()),
    read('getData/:code', '报表的数据', (report, query) => report.data(query)),
    read('getColumnsAndData/:code', '报表的列与数据', async (report, query) => {
      const { cgRpConfigName, columns, dictOptions } = report.columns();
      return {
        cgreportHeadName: cgRpConfigName,
        columns,
        dictOptions,
        data: await report.data(query),
      };
    }),
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
