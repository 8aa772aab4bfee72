import type { ReactNode } from 'react';
import { SourceLink } from '../detail/source-link.tsx';
import type { Period } from './period.ts';
import { useReport } from './report-context.ts';

/** The way from a figure to the rows that it counts. */
export interface DrillTo {
  /** 看到期的行 */
  title: string;
  /** Path of a list, its filter and who may see it. */
  path: string;
  filter: Readonly<Record<string, string>>;
  permission: string;
}

/** A figure as the way to what it counts, in the period of its report. */
export function Drill({ to, children }: { to: (period: Period) => DrillTo; children: ReactNode }): ReactNode {
  return <DrillLink {...to(useReport().period)}>{children}</DrillLink>;
}

/** A figure that stands outside of a report as the way to what it counts. */
export const DrillLink = ({ path, filter, children, ...to }: DrillTo & { children: ReactNode }): ReactNode => (
  <SourceLink {...to} path={`${path}?${new URLSearchParams(filter).toString()}`}>
    {children}
  </SourceLink>
);
