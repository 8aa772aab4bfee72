import type { ReactNode } from 'react';
import type { RunOutcome } from '../model/quartz-job.ts';

const LOOKS: Readonly<Record<RunOutcome, string>> = {
  waiting: 'idle',
  running: 'busy',
  done: 'done',
  failed: 'bad',
  timedOut: 'bad',
  interrupted: 'bad',
  skipped: 'idle',
};

/** What a run came to, as a state. */
export const OutcomeTag = ({ outcome, text }: { outcome: RunOutcome; text: string }): ReactNode => (
  <span className={`wb-state wb-state-${LOOKS[outcome]}`}>{text}</span>
);
