import type { ReportType } from '../model/report.ts';
import { quotientOf, unitsOf, type CellValue } from '../model/report-cells.ts';
import type { ReadReport } from './read-report.ts';

/** Reports that say what was spent on advertising, and what was sold by it. */
export const AD_REPORTS: ReadonlySet<ReportType> = new Set(['adCampaign', 'adListing']);

/**
 * ACOS (what was spent of each unit of money that it sold) and ROAS (what was sold for each unit spent) beside the figures of the
 * file, of each row and of all: of sums, never the mean of rows. Nothing sold has no ACOS, nothing spent no ROAS.
 */
export function withAdRatios(type: ReportType, { columns, rows, notes }: ReadReport): ReadReport {
  if (!AD_REPORTS.has(type)) return { columns, rows, notes };
  const sums = new Map(columns.map(({ key, sum }) => [key, sum]));
  const total = ratiosOf(sums.get('spend') ?? null, sums.get('sales') ?? null);
  return {
    columns: [
      ...columns,
      { key: 'acos', title: 'ACOS', kind: 'ratio', sum: total.acos },
      { key: 'roas', title: 'ROAS', kind: 'number', sum: total.roas },
    ],
    rows: rows.map(({ rowNo, values }) => ({
      rowNo,
      values: { ...values, ...ratiosOf(values['spend'] ?? null, values['sales'] ?? null) },
    })),
    notes,
  };
}

function ratiosOf(spend: CellValue, sales: CellValue): { acos: string | null; roas: string | null } {
  if (spend === null || sales === null) return { acos: null, roas: null };
  const [spent, sold] = [unitsOf(String(spend)), unitsOf(String(sales))];
  return { acos: quotientOf(spent, sold), roas: quotientOf(sold, spent) };
}
