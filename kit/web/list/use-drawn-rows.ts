import { useEffect, useState } from 'react';
import type { Row } from '#ui/cells/faces.ts';

/** Rows that are drawn in one go behind those in sight: about a frame and a half of work. */
const SLICE = 20;

/** ms after which a slice is drawn even though the browser has found no rest. */
const LATEST = 100;

/**
 * The rows of a page that are drawn: first those that the window can show, so that a hundred of them
 * stand as fast as twenty, then the others by slices whenever the browser has nothing else to do.
 * Nothing is taken away again: searching in the page, printing and jumping to the end find all.
 * Rows that are drawn already stay so when the page is asked again.
 * @param height px of the lowest row there is
 */
export function useDrawnRows<R extends Row>(rows: readonly R[], height: number): readonly R[] {
  // One more, for the row that the lower edge cuts.
  const visible = Math.ceil(innerHeight / height) + 1;
  const [drawn, setDrawn] = useState({ rows, count: visible });
  let { count } = drawn;
  if (drawn.rows !== rows) {
    count = Math.max(countAfter(drawn, rows), visible);
    setDrawn({ rows, count });
  }
  const isWhole = count >= rows.length;
  useEffect(() => {
    if (isWhole) return undefined;
    return atRest(() => setDrawn((now) => ({ ...now, count: now.count + SLICE })));
  }, [isWhole, count]);
  return isWhole ? rows : rows.slice(0, count);
}

/** As many as before where the page is mostly the same one, else none. */
function countAfter(before: { rows: readonly Row[]; count: number }, rows: readonly Row[]): number {
  const known = new Set(before.rows.slice(0, before.count).map(({ id }) => id));
  const stayed = rows.slice(0, before.count).filter(({ id }) => known.has(id)).length;
  return stayed * 2 > known.size ? before.count : 0;
}

function atRest(work: () => void): () => void {
  // Safari does not tell when it rests.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const requested = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(requested);
}
