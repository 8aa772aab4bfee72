import { useEffect, useRef } from 'react';
import { useAddress } from './address.ts';
import { refreshAccess } from './load-access.ts';

/** What is younger is not asked for again. */
const FRESH_MS = 10_000;

/** Menus and rights change while people work: with each page they open, what is older is read again. */
export function useFreshAccess(): void {
  const [path] = useAddress().split('?');
  const readAt = useRef(0);
  useEffect(() => {
    const now = performance.now();
    const isFirst = readAt.current === 0;
    if (!isFirst && now - readAt.current < FRESH_MS) return;
    readAt.current = now;
    // What cannot be read now is read with a later page.
    if (!isFirst) refreshAccess().catch(() => undefined);
  }, [path]);
}
