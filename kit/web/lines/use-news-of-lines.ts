import { useEffect, useLayoutEffect, useRef } from 'react';
import { RELOAD_EFFECT_MS } from '#kit/model/limits.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Row } from '../cells/faces.ts';
import { fetchRow } from '../detail/use-row.ts';
import { useListRefresh } from '../list-refresh-choice.ts';
import { onSocketMessage } from '../socket/socket-messages.ts';

/**
 * Asks for the lines of a row again once somebody else has stored some, soon and together.
 * @param take told of all lines as they are stored now
 */
export function useNewsOfLines(
  { parent, parentId, child }: { parent: AnyResource; parentId: string; child: AnyResource },
  take: (lines: readonly Row[]) => void,
): void {
  const taking = useRef(take);
  useLayoutEffect(() => {
    taking.current = take;
  });
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      timer = undefined;
      fetchRow(parent, parentId, stop.signal).then(
        ({ lines }) => taking.current(lines?.[child.name] ?? []),
        // The save will tell.
        () => undefined,
      );
    };
    const unhear = onSocketMessage('changed', ({ resource }) => {
      if (resource === resourceKey(child) && useListRefresh.getState().isOn)
        timer ??= setTimeout(ask, RELOAD_EFFECT_MS);
    });
    return () => {
      unhear();
      clearTimeout(timer);
      stop.abort();
    };
  }, [parent, parentId, child]);
}
