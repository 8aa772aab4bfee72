import { useEffect, useLayoutEffect, useRef } from 'react';
import { RELOAD_EFFECT_MS } from '#kit/model/limits.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { useListRefresh } from '../list-refresh-choice.ts';
import { onSocketMessage } from '../live/socket-messages.ts';
import { fetchRow, type DetailRow } from './use-row.ts';

/** The way to a row as it is stored. */
export interface NewsOfRow {
  fetch: () => Promise<DetailRow>;
  /** Asks soon, as if somebody else had stored something. */
  refresh: () => void;
}

/**
 * Asks for a row with its lines again once somebody else has stored something, soon and together.
 * @param id absent: it is not stored yet, and there is no news
 * @param told resource whose changes are those of the row or of its lines
 * @param take called with the row as it is stored now
 */
export function useNewsOfRow(
  { of, id, told }: { of: AnyResource; id: string | undefined; told: AnyResource },
  take: (row: DetailRow) => void,
): NewsOfRow {
  const taking = useRef(take);
  useLayoutEffect(() => {
    taking.current = take;
  });
  const news = useRef<NewsOfRow>(NO_NEWS);
  useEffect(() => {
    if (id === undefined) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let requested = 0;
    const fetch = (): Promise<DetailRow> => fetchRow(of, id, stop.signal);
    const read = (): void => {
      timer = undefined;
      const turn = (requested += 1);
      fetch().then(
        (row) => {
          if (turn === requested) taking.current(row);
        },
        // The save will tell.
        () => undefined,
      );
    };
    const ask = (): void => {
      timer ??= setTimeout(read, RELOAD_EFFECT_MS);
    };
    const unhear = onSocketMessage('changed', ({ resource }) => {
      if (resource === resourceKey(told) && useListRefresh.getState().isOn) ask();
    });
    news.current = { fetch, refresh: ask };
    return () => {
      unhear();
      clearTimeout(timer);
      stop.abort();
      news.current = NO_NEWS;
    };
  }, [of, id, told]);
  return { fetch: () => news.current.fetch(), refresh: () => news.current.refresh() };
}

const NO_NEWS: NewsOfRow = {
  fetch: () => Promise.reject(new Error('a row that is not stored has no news')),
  refresh: () => undefined,
};
