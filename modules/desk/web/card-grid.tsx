import type { CSSProperties, ReactNode } from 'react';
import { columnsFor } from './columns-for.ts';

/** As many columns as the widest window has room for. */
const MOST = 8;

/**
 * Cards in rows that are full to their end: as many columns as there is room for, fewer where the last
 * row would be left with little, and what that has shares its whole width.
 */
export function CardGrid({ label, count, children }: { label: string; count: number; children: ReactNode }): ReactNode {
  // The styles know how many columns there is room for, and take the number that goes with it.
  const columns = Array.from({ length: MOST - 1 }, (_, at) => [`--dk-of-${at + 2}`, columnsFor(count, at + 2)]);
  return (
    <ul className="dk-cards" aria-label={label} style={Object.fromEntries(columns) as CSSProperties}>
      {children}
    </ul>
  );
}

/** In the place of cards that are on their way, and of their size. */
export function ComingCards({ count }: { count: number }): ReactNode {
  return (
    <CardGrid label="加载中…" count={count}>
      {Array.from({ length: count }, (_, at) => (
        <li key={at}>
          <div className="dk-card dk-card-coming" />
        </li>
      ))}
    </CardGrid>
  );
}
