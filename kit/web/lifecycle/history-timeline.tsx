import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { historyRoute, type HistoryChange } from '#kit/model/resource-routes.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { PersonName } from '#ui/person-name.tsx';
import { keyOf } from '../query-client.ts';
import { StateTag } from './state-tag.tsx';

export interface HistoryTimelineProps {
  lifecycle: AnyLifecycle;
  id: string;
}

/** Who moved a document when and why, newest first. */
export function HistoryTimeline({ lifecycle, id }: HistoryTimelineProps): ReactNode {
  const { of } = lifecycle;
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(of, 'history', id),
    queryFn: ({ signal }) => fetchRoute(historyRoute(of), { params: { id }, signal }),
    staleTime: 0,
  });
  if (error && !data)
    return (
      <p role="alert">
        {error.message}{' '}
        <Button type="link" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    );
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <p className="wb-history-about">还没有流转记录。</p>;
  return (
    <ol className="wb-history">
      {[...data].reverse().map((entry, index) => (
        <li key={`${entry.at}-${index}`}>
          <div className="wb-history-line">
            <strong>{entry.moveTitle}</strong>
            {entry.from !== entry.to && <StateTag lifecycle={lifecycle} state={entry.to} />}
          </div>
          {entry.reason && <div>{entry.reason}</div>}
          {entry.changes.length > 0 && <ChangeList changes={entry.changes} />}
          <div className="wb-history-about">
            <PersonName username={entry.actor} /> · {entry.at}
          </div>
        </li>
      ))}
    </ol>
  );
}

const NO_VALUES = { masked: '已修改（无权查看）', unkept: '已修改（不留旧值）' } as const;

/** What a step changed: field, and old → new as far as the reader may see them. */
export const ChangeList = ({ changes }: { changes: readonly HistoryChange[] }): ReactNode => (
  <ul className="wb-history-changes" aria-label="修改内容">
    {changes.map(({ title, line, before, after, hidden }, at) => (
      <li key={at}>
        {line && <span>{line} </span>}
        <span className="wb-history-field">{title}</span>{' '}
        {hidden ? (
          NO_VALUES[hidden]
        ) : (
          <>
            {before ?? '—'} → <strong>{after ?? '—'}</strong>
          </>
        )}
      </li>
    ))}
  </ul>
);
