import type { ReactNode } from 'react';
import type { AnyLifecycle, Tone } from '#kit/model/lifecycle.ts';
import { describeStates } from '../help/handbook.ts';
import './lifecycle.css';

/** The state of a document in the colour family of its tone; pointing at it tells what it means. */
export function StateTag({ lifecycle, state }: { lifecycle: AnyLifecycle; state: string }): ReactNode {
  const states = lifecycle.states as Readonly<Record<string, readonly [string, Tone]>>;
  const [title, tone] = states[state] ?? [state || '—', 'idle'];
  return (
    // Another state is another element: its tooltip goes with it.
    <span key={state} className={`wb-state wb-state-${tone}`} onPointerEnter={describeStates(lifecycle, [state])}>
      {title}
    </span>
  );
}
