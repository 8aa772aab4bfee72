import type { MoveOf } from '#kit/model/lifecycle.ts';
import type { DeductionRow } from '../model/deduction.ts';
import type { deductionLifecycle } from '../model/deduction-lifecycle.ts';

type Move = MoveOf<typeof deductionLifecycle>;

const ANSWERS: readonly Move[] = ['confirm', 'dispute', 'resolve', 'addEvidence', 'reopen'];
const OF_BOOKING: Readonly<Record<DeductionRow['booking'], readonly Move[]>> = {
  none: ['reclassify', 'offset'],
  remittance: [],
  invoice: ['undoOffset'],
};

/** Moves of a deduction in the order of a clerk's work, without those that where it stands in the books refuses. */
export const deductionMoves = ({ booking }: Pick<DeductionRow, 'booking'>): readonly Move[] => [
  ...ANSWERS,
  ...OF_BOOKING[booking],
];
