import type { ReactNode } from 'react';
import type { AnyLifecycle, Tone } from '#kit/model/lifecycle.ts';
import './lifecycle.css';

/** The state of a document in the colour family of its tone. */
export function StateTag({
  lifecycle,
  state,
}: {
  lifecycle: AnyLifecycle;
  state: string;
}): ReactNode {
  const states = lifecycle.states as Readonly<Record<string, readonly [string, Tone]>>;
  const [title, tone] = states[state] ?? [state || '—', 'idle'];
  return <span className={`wb-state wb-state-${tone}`}>{title}</span>;
}
