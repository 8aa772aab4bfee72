import { useEffect, useLayoutEffect } from 'react';
import { useHost } from '../host.ts';
import type { GridColumn } from './grid-column.ts';
import type { GridProps } from './grid-props.ts';
import type { GridSession } from './grid-session.ts';

const DEFAULT_KEY = 'vxe-default';

/**
 * With `socketReload` a grid takes part in what others do on the same page under the same key. The
 * socket is the page's own, and its code is fetched for those that want it only.
 */
export function useGridLive(
  session: GridSession,
  { socketReload, socketPage, socketKey = DEFAULT_KEY, reloadEffect, latestRows }: GridProps,
  columns: readonly GridColumn[],
): void {
  const may = useHost((host) => host.may);
  const joinPage = useHost((host) => host.joinPage);
  useLayoutEffect(() => {
    session.live.columns = columns;
    session.live.renewed.isWished = reloadEffect ?? false;
    session.live.latest.read = latestRows ?? null;
  });
  // A page that one may not list is not listened to either.
  const pageId = socketReload && socketPage && may(`${socketPage}:list`) ? socketPage : undefined;
  useEffect(() => {
    if (!pageId || !joinPage) return;
    let isOver = false;
    let part: (() => void) | undefined;
    import('./grid-line.ts')
      .then(({ connectGrid }) => {
        if (!isOver) part = connectGrid(session.live, { pageId, socketKey, joinPage });
      })
      // Without it every page works by itself, as it does while the server is away.
      .catch(() => undefined);
    return () => {
      isOver = true;
      part?.();
    };
  }, [session, pageId, socketKey, joinPage]);
}
