import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { GridHandle, GridRow } from '#kit/web/index.ts';

/**
 * Rows of a grid, which would load others in place of everything typed: as long as something is typed that is not
 * stored, what has come from the server is taken over under it.
 * @returns `loaded` for the grid; `noteSaved` takes the rows that were just stored
 */
export function useLoadedRows(
  handle: GridHandle | null,
  rows: readonly GridRow[],
): { loaded: readonly GridRow[]; noteSaved: (typed: readonly GridRow[]) => void } {
  const [loaded, setLoaded] = useState(rows);
  const saved = useRef<readonly GridRow[]>([]);
  const noteSaved = useCallback((typed: readonly GridRow[]): void => {
    saved.current = typed;
  }, []);
  useLayoutEffect(() => {
    if (rows === loaded) return;
    if (handle?.isDirty() && !isSame(handle.getRows(), saved.current)) for (const row of rows) handle.applyRemote(row);
    else setLoaded(rows);
    // What was loaded is compared only when others have come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [handle, rows]);
  return { loaded, noteSaved };
}

const isSame = (some: readonly GridRow[], others: readonly GridRow[]): boolean =>
  some.length === others.length && some.every((row, at) => row === others[at]);
