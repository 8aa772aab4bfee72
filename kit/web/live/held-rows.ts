import { replaceEqualDeep } from '@tanstack/react-query';
import type { Row } from '#ui/cells/faces.ts';

/** What others did to a row that somebody has in front of them. */
export interface RowNews {
  kind: 'changed' | 'gone' | 'new';
  /** ms since 1970. */
  at: number;
}

/** A page of a list as the server answered it. */
export interface AnsweredPage<R extends Row> {
  /** What was asked: page, order, filters. */
  key: string;
  rows: readonly R[];
  total: number;
  pageNo: number;
  size: number;
  /** It was asked because of others: see `refetchAsNews`. */
  isNews: boolean;
}

/** The rows that stay in front of somebody, and what has become of them meanwhile. */
export interface HeldRows<R extends Row> {
  answer: AnsweredPage<R>;
  rows: readonly R[];
  news: ReadonlyMap<string, RowNews>;
  /** Rows of the answer that would push those in sight. */
  waiting: number;
  /** Total of when the rows were taken. */
  before: number;
}

export interface HoldRules<R extends Row> {
  now: number;
  /** Changed by this window: it is drawn as it is, and leaves by itself. */
  isOwn: (id: string) => boolean;
  /** By its own values it belongs elsewhere by now. */
  isElsewhere: (row: R) => boolean;
}

/** The answer as it is, nothing held back. */
export const taken = <R extends Row>(answer: AnsweredPage<R>): HeldRows<R> => ({
  answer,
  rows: answer.rows,
  news: new Map(),
  waiting: 0,
  before: answer.total,
});

/** What is shown after a further answer: its rows, or those in sight with the news about them. */
export function shownAfter<R extends Row>(
  held: HeldRows<R>,
  answer: AnsweredPage<R>,
  rules: HoldRules<R>,
): HeldRows<R> {
  const isOfSame = held.answer.key === answer.key && held.answer.pageNo === answer.pageNo;
  return isOfSame && answer.isNews && held.rows.length > 0 ? withNews(held, answer, rules) : taken(answer);
}

/**
 * The rows in sight keep their places: changed ones get their values, those that the answer no longer
 * has are gone, new ones wait unless they stand below all others and have room there.
 */
function withNews<R extends Row>(
  held: HeldRows<R>,
  answer: AnsweredPage<R>,
  { now, isOwn, isElsewhere }: HoldRules<R>,
): HeldRows<R> {
  const answered = new Map(answer.rows.map((row) => [row.id, row]));
  const visible = held.rows.filter(({ id }) => answered.has(id) || !isOwn(id));
  const gone = goneFrom(visible, answer);
  const news = new Map<string, RowNews>();
  const rows = visible.map((row) => {
    const known = held.news.get(row.id);
    const stored = answered.get(row.id);
    const next = stored ? replaceEqualDeep(row, stored) : row;
    const isGone = gone.has(row.id) || (stored !== undefined && isElsewhere(stored));
    const isNews = next !== row && isAnother(row, next) && !isOwn(row.id);
    if (isGone) news.set(row.id, known?.kind === 'gone' ? known : { kind: 'gone', at: now });
    else if (isNews) news.set(row.id, { kind: 'changed', at: now });
    else if (known && known.kind !== 'gone') news.set(row.id, known);
    return next;
  });
  const known = new Set(held.rows.map(({ id }) => id));
  const last = answer.rows.findLastIndex(({ id }) => known.has(id));
  const added = answer.rows.filter(({ id }) => !known.has(id));
  const below = added.filter((row) => answer.rows.indexOf(row) > last);
  const room = last < 0 ? 0 : Math.max(answer.size - rows.length, 0);
  const next = below.slice(0, room);
  const isFirst = answer.pageNo <= 1;
  // With a page behind this one it may be an old row that has moved up.
  if (isFirst && held.before <= answer.size)
    for (const { id } of next) if (!isOwn(id)) news.set(id, { kind: 'new', at: now });
  const above = last < 0 ? added.length : added.length - below.length;
  return {
    answer,
    rows: next.length > 0 ? [...rows, ...next] : rows.every(isIn(held.rows)) ? held.rows : rows,
    news,
    waiting: isFirst ? above : Math.max(answer.total - held.before, 0),
    before: held.before,
  };
}

const isIn =
  <R extends Row>(before: readonly R[]) =>
  (row: R, at: number, { length }: readonly R[]): boolean =>
    before[at] === row && length === before.length;

/** Values beside a row (a picture, a sum) may be others while the row itself is none. */
const isAnother = (before: Row, after: Row): boolean =>
  before['version'] === undefined || before['version'] !== after['version'];

/**
 * Rows that the answer no longer has, without those that new rows above have only pushed to the next
 * page, or on a later page others to the one before.
 */
function goneFrom<R extends Row>(visible: readonly R[], { rows, size, pageNo }: AnsweredPage<R>): Set<string> {
  const answered = new Set(rows.map(({ id }) => id));
  const known = new Set(visible.map(({ id }) => id));
  const last = visible.findLastIndex(({ id }) => answered.has(id));
  const first = pageNo > 1 ? visible.findIndex(({ id }) => answered.has(id)) : 0;
  const missing = visible.flatMap(({ id }, at) => (answered.has(id) ? [] : [{ id, at }]));
  if (last < 0) return new Set(missing.map(({ id }) => id));
  const between = missing.filter(({ at }) => at >= first && at < last);
  const behind = missing.filter(({ at }) => at > last);
  const lastKnown = rows.findLastIndex(({ id }) => known.has(id));
  const above = rows.filter(({ id }, at) => at < lastKnown && !known.has(id)).length;
  const isFull = rows.length >= size;
  const pushed = isFull ? Math.max(above - between.length, 0) : 0;
  // Those at the very end went first.
  const left = behind.slice(0, Math.max(behind.length - pushed, 0));
  return new Set([...between, ...left].map(({ id }) => id));
}
