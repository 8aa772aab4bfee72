import { useState, useSyncExternalStore } from 'react';
import { createTurns, type Turns } from './turns.ts';

export interface TurnsOfPage extends Pick<Turns, 'take'> {
  /** What is not done yet, with what is being done. */
  waiting: number;
}

/** One row of turns for the scans of a page and the buttons that must not overtake them. */
export function useTurns(): TurnsOfPage {
  const [turns] = useState(createTurns);
  const waiting = useSyncExternalStore(turns.listen, turns.waiting);
  return { take: turns.take, waiting };
}
