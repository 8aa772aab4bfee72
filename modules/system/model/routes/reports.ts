import type { ReportColumns, ReportData, ReportQuery } from '#kit/model/report.ts';
import { shape } from '#kit/model/route.ts';
import { ownRoute } from './neutral.ts';

/** Conditions by name; `self_<name>` where the page has fixed one. */
const query = shape<Record<string, string>>();

/** Reports that a picker can show, by code. */
export const reportCalls = {
  columns: ownRoute('GET', '/online/cgreport/api/getRpColumns/:code', '报表的列', {
    result: shape<ReportColumns>(),
  }),
  queries: ownRoute('GET', '/online/cgreport/api/getQueryInfo/:code', '报表的查询条件', {
    result: shape<ReportQuery[]>(),
  }),
  data: ownRoute('GET', '/online/cgreport/api/getData/:code', '报表的数据', {
    query,
    result: shape<ReportData>(),
  }),
  columnsAndData: ownRoute('GET', '/online/cgreport/api/getColumnsAndData/:code', '报表的列与数据', {
    query,
    result: shape<
      Pick<ReportColumns, 'columns' | 'dictOptions'> & {
        cgreportHeadName: string;
        data: ReportData;
      }
    >(),
  }),
};
