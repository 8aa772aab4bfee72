import type { WireRow } from '#kit/model/row.ts';
import type { DetailRow, NextDeadline } from '#kit/web/index.ts';
import type { MoveOf } from '#kit/model/lifecycle.ts';
import type { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import type { PartOrderFace } from '../../model/part-face.ts';
import type { partLine, partOrder } from '../../model/part-order.ts';

export type PartRow = WireRow<typeof partOrder> & Partial<PartOrderFace>;
export type PartDetailRow = DetailRow<typeof partOrder>;
export type PartLineOfRow = WireRow<typeof partLine>;
export type PartMove = MoveOf<typeof partOrderLifecycle>;

/** From how many hours before a deadline it is near. */
export const NEAR_HOURS = 24;

/** What the nearest deadline waits for; null: nothing is waited for any more. */
export function deadlineOf({ status, dueAt }: Pick<PartRow, 'status' | 'dueAt'>): NextDeadline | null {
  if (dueAt === null) return null;
  const what = isUnconfirmed({ status }) ? '最晚确认' : '最晚发货';
  return { what, at: dueAt, nearHours: NEAR_HOURS };
}

/** Whether the first of its clocks still runs. */
export const isUnconfirmed = ({ status }: Pick<PartRow, 'status'>): boolean =>
  status === 'new' || status === 'needInfo';

/** Whether goods are still to go out. */
export const isShippable = ({ status }: Pick<PartRow, 'status'>): boolean =>
  status === 'confirmed' || status === 'breached';

/** Moves in the order in which they are worth offering. */
const MOVES: readonly PartMove[] = [
  'submit',
  'confirm',
  'infoArrived',
  'ship',
  'needInfo',
  'changeSource',
  'markAnswered',
  'extend',
  'close',
  'reject',
  'cancel',
];

/** Moves worth offering for a request: what the channel still has to hear of is passed on by hand. */
export const partMoves = ({
  status,
  answerStatus,
  confirmedAt,
}: Partial<Pick<PartRow, 'status' | 'answerStatus' | 'confirmedAt'>>): PartMove[] =>
  MOVES.filter((move) => {
    if (move === 'markAnswered') return answerStatus === 'todo';
    // What was promised and is late is sent; another source is 改货源.
    if (move === 'confirm') return status !== 'breached' || !confirmedAt;
    // What was waited for has come by 资料已齐, which says the same and more.
    return move !== 'submit' || status === 'draft';
  });
