import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import type { Row } from '#ui/cells/faces.ts';
import { serverNow, wireTimeAt } from '#ui/tenant-clock.ts';
import type { RowNews } from './held-rows.ts';
import type { ReceivedNews } from './page-connection.ts';

/** What was heard of a row in sight. */
export interface ReceivedRow extends ReceivedNews {
  /** The state that it was in until then. */
  before: string;
  /** ms since 1970. */
  at: number;
}

/** What is heard of a row and seen within this time is one change; later it may be that of another. */
const TOGETHER_MS = 5000;
/** Within this time the other side answers what a person has set off. */
const ANSWERED_MS = 60_000;

/** What was heard together with what is seen. */
export const withReceived = ({ at }: RowNews, reported: ReceivedRow | undefined): ReceivedRow | undefined =>
  reported && Math.abs(at - reported.at) < TOGETHER_MS ? reported : undefined;

/**
 * What is to be said of a row after a further word about it: what a person did, though the channel has
 * confirmed it since. A state that somebody else leads it to is a deed of its own.
 */
export function latest(
  known: ReceivedRow | undefined,
  heard: ReceivedRow,
  lifecycle: AnyLifecycle | undefined,
): ReceivedRow {
  if (!known || !lifecycle || heard.at - known.at > ANSWERED_MS) return heard;
  const isByPerson = known.who !== undefined && moveOf(lifecycle, known, '') !== undefined;
  const isOwnOfPerson =
    heard.who !== undefined &&
    heard.who !== known.who &&
    movesBetween(lifecycle, stateIn(known), stateIn(heard)).some((move) => !move.system);
  return isByPerson && !isOwnOfPerson ? { ...known, at: heard.at } : heard;
}

/** 已由 李同事 接单 · 14:03 */
export function wordsOf(
  { kind, at }: RowNews,
  row: Row,
  reported: ReceivedRow | undefined,
  lifecycle: AnyLifecycle | undefined,
): string {
  const time = wireTimeAt(at + serverNow() - Date.now()).slice(11, 16);
  if (kind === 'new') return `刚刚新增 · ${time}`;
  const who = reported?.who;
  if (kind === 'changed') return `${who ? `已由 ${who} 更改` : '已被更改'} · ${time}`;
  const operation = reported && who && lifecycle ? moveOf(lifecycle, reported, String(row['status'])) : undefined;
  return operation ? `已由 ${who} ${operation} · ${time}` : `已不在此列表 · ${time}`;
}

const stateIn = ({ row }: ReceivedRow): string => String(row['status'] ?? '');

const movesBetween = ({ moves }: AnyLifecycle, before: string, to: string): Move[] =>
  Object.values(moves as Readonly<Record<string, Move>>).filter(
    (move) => move.from.includes(before) && [move.to].flat().includes(to),
  );

/** The move that leads from the one state to the other, where there is but one. */
function moveOf(lifecycle: AnyLifecycle, { before, row }: ReceivedRow, after: string): string | undefined {
  const to = String(row['status'] ?? after);
  if (to === before) return undefined;
  const ways = movesBetween(lifecycle, before, to).filter((move) => !move.system);
  const [only] = ways;
  if (ways.length === 1 && only) return only.title;
  const states = lifecycle.states as Readonly<Record<string, readonly [string, string]>>;
  const title = states[to]?.[0];
  return title && `转为“${title}”`;
}
