import type { ReactNode } from 'react';
import type { BatchRow } from '#kit/model/resource-routes.ts';
import { groupByReason } from './batch-results.ts';

const SHOWN_LABELS = 200;

/** Why rows will not be moved or changed, or were not: reasons with their rows, the most frequent first. */
export function ReasonList({ rows }: { rows: readonly BatchRow[] }): ReactNode {
  const groups = groupByReason(rows);
  if (groups.length === 0) return null;
  return (
    <ul className="wb-batch-groups">
      {groups.map(({ reason, rows: list }) => (
        <li key={reason}>
          <div className="wb-batch-reason">
            <span>{reason}</span>
            <span>{list.length} 条</span>
          </div>
          <div className="wb-batch-labels" tabIndex={0}>
            {list
              .slice(0, SHOWN_LABELS)
              .map((row) => row.label || row.id)
              .join('、')}
            {list.length > SHOWN_LABELS && ` 等 ${list.length} 条`}
          </div>
        </li>
      ))}
    </ul>
  );
}
