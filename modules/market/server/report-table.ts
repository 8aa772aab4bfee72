import { notFound } from '#kit/model/refusal.ts';
import { placeOf } from '#kit/server/actor.ts';
import { parseBody } from '#kit/server/parse.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { marketReport } from '../model/report.ts';
import { reportTableRoute, TABLE_QUERY, type ReportTable, type ReportTableColumn } from '../model/routes.ts';

const DEFAULT_SIZE = 50;

/** The data of a report as a table: of the edition that counts, or of an older one. */
export const reportTable: Route = implement(reportTableRoute, (call) => {
  const { edition, pageNo, pageSize } = parseBody(TABLE_QUERY, call.query, placeOf(call.actor));
  return call.tx((tx) =>
    tableOf(tx, call.params.id, {
      edition: edition ?? null,
      pageNo: pageNo ?? 1,
      pageSize: pageSize ?? DEFAULT_SIZE,
    }),
  );
});

async function tableOf(
  tx: Tx,
  id: string,
  { edition, pageNo, pageSize }: { edition: number | null; pageNo: number; pageSize: number },
): Promise<ReportTable> {
  const [report] = await tx.query<{ edition: number }>(sql`
    select t.edition from market_report t
    where ${join(baseConditions(marketReport, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  if (!report) throw notFound();
  const asked = edition ?? report.edition;
  const found = await tx.maybe<{ columns: ReportTableColumn[] | null; rowCount: number | null }>`
    select columns, row_count from market_report_edition
    where tenant_id = ${tx.tenant} and report_id = ${id}::uuid and edition = ${asked}`;
  if (!found && edition !== null) throw notFound();
  if (!found?.columns) return { edition: asked, columns: [], rows: [], total: 0 };
  const rows = await tx.rows<ReportTable['rows'][number]>`
    select row_no, values from market_report_row
    where tenant_id = ${tx.tenant} and report_id = ${id}::uuid and edition = ${asked}
    order by row_no limit ${pageSize} offset ${(pageNo - 1) * pageSize}`;
  return { edition: asked, columns: found.columns, rows, total: found.rowCount ?? 0 };
}
