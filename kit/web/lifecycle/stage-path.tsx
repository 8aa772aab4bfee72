import type { ReactNode } from 'react';
import { stagesBehind, type AnyLifecycle } from '#kit/model/lifecycle.ts';

interface StagePathProps {
  lifecycle: AnyLifecycle;
  state: string;
  /** States that this document never comes to: stages of these alone are left out. */
  skips?: readonly string[];
}

/**
 * How far a document has come on its way: what is done, what is under way, what is to come. Nothing
 * where its lifecycle names no stages, or the document has left the way.
 */
export function StagePath({ lifecycle, state, skips = [] }: StagePathProps): ReactNode {
  const stages = (lifecycle.stages ?? []).filter(({ states }) => states.some((one) => !skips.includes(one)));
  const behind = stagesBehind({ ...lifecycle, stages }, state);
  if (behind === null) return null;
  return (
    <ol className="wb-stages" aria-label="进度">
      {stages.map(({ title }, index) => (
        <li
          key={title}
          className={index < behind ? 'wb-stage-done' : ''}
          {...(index === behind ? { 'aria-current': 'step' as const } : {})}
        >
          {index < behind ? (
            <span className="wb-stage-mark" role="img" aria-label="已完成">
              ✓
            </span>
          ) : (
            <span className="wb-stage-mark" aria-hidden>
              {index + 1}
            </span>
          )}
          {title}
        </li>
      ))}
    </ol>
  );
}
