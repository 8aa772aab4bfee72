import type { MoveOf } from '#kit/model/lifecycle.ts';
import type { PaymentRow, paymentLifecycle } from '../model/payment.ts';

type Move = MoveOf<typeof paymentLifecycle>;

/**
 * Moves of a payment, without those that are always refused: a payment out settles nothing, one of which nothing is
 * left settles nothing more, and what a remittance or a credit note made is settled and taken back with that.
 */
export function paymentMoves(row: {
  direction: PaymentRow['direction'];
  sourceNo?: string | null | undefined;
  remittanceId?: string | null | undefined;
  unallocated?: string | null | undefined;
}): readonly Move[] {
  const isLeft = row.direction === 'in' && !row.remittanceId && Number(row.unallocated ?? 0) > 0;
  return [
    'post',
    ...(isLeft ? (['allocate'] as const) : []),
    ...(row.sourceNo ? [] : (['reverse'] as const)),
    'cancel',
  ];
}
