import type { ReportParamInfo } from '#kit/model/report.ts';
import { shape } from '#kit/model/route.ts';
import { ownRoute } from '#modules/system/model/routes/neutral.ts';

/** Conditions by name; `self_<name>` where the page has fixed one. */
const query = shape<Record<string, string>>();

/** What the page of a report asks beside what pickers do: who may open it, the report decides. */
export const ownReportCalls = {
  params: ownRoute('GET', '/online/cgreport/api/getParamsInfo/:code', '报表的参数', {
    result: shape<ReportParamInfo[]>(),
  }),
  sheet: ownRoute('GET', '/online/cgreport/api/exportXls/:code', '导出报表', { query, givesFile: true }),
};
