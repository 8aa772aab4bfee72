import { useEffect, useRef, useState } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { ListHandle } from '../list/use-list.ts';
import { shownAfter, taken, type AnsweredPage, type RowNews } from './held-rows.ts';
import { latest, withReceived, wordsOf, type ReceivedRow } from './row-words.ts';
import { onOwnRows } from './saved-rows.ts';
import { usePageSocket } from './use-page-socket.ts';

/** What others did to a row, as its list shows it. */
export interface RowMark {
  /** For a while it stands out. */
  isFresh: boolean;
  /** It belongs elsewhere by now, and stays to be seen: there is nothing to do with it here. */
  isGone: boolean;
  words: string;
}

export type RowMarks = ReadonlyMap<string, RowMark>;

export interface HeldList<R extends Row> {
  list: ListHandle<R>;
  marks: RowMarks;
  /** New rows that would push those in sight. */
  waiting: number;
  /** Shows them, and lets go of what is gone. */
  take: () => void;
}

/** What becomes of a row by an act of one's own, as a job that follows it, is no news for so long. */
const OWN_MS = 60_000;
/** How long a changed row stands out. */
const MARK_MS = 6000;

/**
 * A list whose rows stay where they are while others change them: their new values come at once, what
 * leaves or arrives waits until this person asks for it, by 刷新, another page or filter, or an act.
 */
export function useHeldRows<R extends Row>(list: ListHandle<R>, lifecycle: AnyLifecycle | undefined): HeldList<R> {
  const reported = useRef(new Map<string, ReceivedRow>());
  const own = useOwnRows(list, reported.current);
  const answer = answeredPage(list);
  const [held, setHeld] = useState(() => taken(answer));
  let current = held;
  if (isAnother(held.answer, answer)) {
    current = shownAfter(held, answer, {
      now: Date.now(),
      isOwn: (id) => (own.get(id) ?? 0) > Date.now() - OWN_MS,
      isElsewhere: (row) => statesOf(lifecycle, list.params.tab)?.includes(String(row['status'])) === false,
    });
    setHeld(current);
  }
  const now = useNowOf(current.news);
  const marks = new Map<string, RowMark>();
  for (const row of current.rows) {
    const news = current.news.get(row.id);
    if (news)
      marks.set(row.id, {
        isFresh: news.kind !== 'gone' && news.at + MARK_MS > now,
        isGone: news.kind === 'gone',
        words: wordsOf(news, row, withReceived(news, reported.current.get(row.id)), lifecycle),
      });
  }
  const shown = { ...list, rows: current.rows };
  usePageSocket(list.resource, list.rows, (news) => {
    const { id } = news.row;
    own.delete(id);
    const row = shown.rows.find((one) => one.id === id);
    // Of rows that are not in sight nothing will be said: whatever is sent, no more is kept than is seen.
    if (row) {
      const heard = { ...news, before: String(row['status']), at: Date.now() };
      reported.current.set(id, latest(reported.current.get(id), heard, lifecycle));
    }
  });
  return { list: shown, marks, waiting: current.waiting, take: () => setHeld(taken(answer)) };
}

const answeredPage = <R extends Row>({ params, rows, total, pageNo, isNews }: ListHandle<R>): AnsweredPage<R> => ({
  key: JSON.stringify(params),
  size: params.pageSize,
  rows,
  total,
  pageNo,
  isNews,
});

/** Other rows, or the same ones because this person wanted them. */
const isAnother = <R extends Row>(before: AnsweredPage<R>, after: AnsweredPage<R>): boolean =>
  before.rows !== after.rows || (before.isNews && !after.isNews);

const statesOf = (lifecycle: AnyLifecycle | undefined, tab: string | undefined): readonly string[] | undefined =>
  tab === undefined ? undefined : lifecycle?.tabs[tab]?.states;

/** When this window last changed a row, by id. */
function useOwnRows<R extends Row>(
  { resource }: ListHandle<R>,
  reported: Map<string, ReceivedRow>,
): Map<string, number> {
  const own = useRef(new Map<string, number>());
  useEffect(
    () =>
      onOwnRows(resource, (ids) => {
        for (const id of ids) {
          own.current.set(id, Date.now());
          reported.delete(id);
        }
      }),
    [resource, reported],
  );
  return own.current;
}

/** The time, as often as a mark begins or ends. */
function useNowOf(news: ReadonlyMap<string, RowNews>): number {
  const [now, setNow] = useState(0);
  const latest = Math.max(0, ...[...news.values()].map(({ at }) => at));
  const next = Math.min(...[...news.values()].map(({ at }) => at + MARK_MS).filter((end) => end > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(next - Date.now(), 0) + 1);
    return () => clearTimeout(timer);
  }, [next, latest]);
  return now;
}
