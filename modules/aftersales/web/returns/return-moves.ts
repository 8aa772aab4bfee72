import type { WireRow } from '#kit/model/row.ts';
import type { ReturnMove } from '../../model/return-lifecycle.ts';
import type { ReturnFace } from '../../model/return-face.ts';
import type { returnOrder } from '../../model/return-order.ts';

type Judged = Pick<
  WireRow<typeof returnOrder>,
  'status' | 'type' | 'isDisposalPending' | 'refurbOpen' | 'qtyReceived'
> &
  Pick<ReturnFace, 'barred'>;

/** What leads on, by state; the rest follows. */
const ORDER: readonly ReturnMove[] = [
  'submit',
  'approve',
  'receive',
  'receiveDone',
  'inspect',
  'approveDisposal',
  'returnDisposal',
  'dispose',
  'credit',
  'refurbish',
  'arrange',
  'close',
  'reject',
  'cancel',
  'discard',
];

/** Moves for which there is nothing to do in a return of this kind. */
function isIdle(move: ReturnMove, row: Judged): boolean {
  switch (move) {
    case 'receive':
      return row.type === 'refundOnly';
    case 'arrange':
      return row.type === 'refundOnly';
    case 'credit':
      return row.status === 'approved' ? row.type !== 'refundOnly' : row.type === 'unordered';
    case 'approveDisposal':
    case 'returnDisposal':
      return !row.isDisposalPending;
    case 'dispose':
      return row.isDisposalPending;
    case 'refurbish':
      return row.refurbOpen === 0;
    default:
      return false;
  }
}

/** The moves that make sense of a return, the one that leads on first: without money owed that is 关闭. */
export function offeredReturnMoves(row: Judged): readonly ReturnMove[] {
  const moves = ORDER.filter((move) => !isIdle(move, row));
  const isSettled = row.status === 'disposed' && row.barred?.['close'] === undefined;
  return isSettled && row.refurbOpen === 0 ? ['close', ...moves.filter((m) => m !== 'close')] : moves;
}
