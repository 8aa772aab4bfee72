import { createContext, useContext } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import type { Period } from './period.ts';

/** What the cells of a report know of it. */
export interface Report {
  period: Period;
  /** The same rows in the period before, while both are compared and it has been answered. */
  before: ((row: Row) => Row | undefined) | null;
}

export const ReportContext = createContext<Report | null>(null);

/** The report that a cell stands in. @throws where it stands in none */
export function useReport(): Report {
  const report = useContext(ReportContext);
  if (!report) throw new Error('useReport outside of a report');
  return report;
}
