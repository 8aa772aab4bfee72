import { useSyncExternalStore } from 'react';
import type { GridSession } from './grid-session.ts';

/** What React shows of a grid; draws again only when the answer is another. */
export const useGridState = <T>(session: GridSession, read: () => T): T =>
  useSyncExternalStore(session.store.subscribe, read);
