import type { WireRow } from '#kit/model/row.ts';
import type { ReturnMove } from '../../model/return-lifecycle.ts';
import type { returnOrder } from '../../model/return-order.ts';

type Judged = Pick<
  WireRow<typeof returnOrder>,
  'status' | 'type' | 'isDisposalPending' | 'refurbOpen' | 'qtyReceived'
>;

/** What leads on, by state; the rest follows. */
const ORDER: readonly ReturnMove[] = [
  ...(['submit', 'approve', 'receive', 'receiveDone', 'inspect'] as const),
  ...(['approveDisposal', 'returnDisposal', 'dispose', 'credit', 'refurbish'] as const),
  ...(['arrange', 'close', 'reject', 'cancel', 'discard'] as const),
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

/** The moves that make sense of a return, the one that leads on first. */
export const offeredReturnMoves = (row: Judged): readonly ReturnMove[] =>
  ORDER.filter((move) => !isIdle(move, row));
