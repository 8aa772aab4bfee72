import type { Tx } from '#kit/server/database.ts';
import type { ReportParam } from '../../model/reports/definition.ts';

/** What is wrong with a query of a data source; null: nothing. */
export type JudgeQuery = (
  tx: Tx,
  dataSourceId: string,
  text: string,
  params: readonly ReportParam[],
) => Promise<string | null>;
