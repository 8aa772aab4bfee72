import { expect, test } from 'vitest';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { offeredReturnMoves } from './return-moves.ts';

type Judged = Parameters<typeof offeredReturnMoves>[0];

const judged: Judged = {
  status: 'disposed',
  type: 'return',
  qtyReceived: 1,
  isDisposalPending: false,
  refurbOpen: 0,
};
const first = (row: Judged): string | undefined =>
  offeredReturnMoves(row).find((move) => (returnLifecycle.moves[move].from as readonly string[]).includes(row.status));

test('what the buyer still waits for is paid first; without money owed a return is closed first', () => {
  expect(first({ ...judged, barred: { close: '等财务退款' } })).toBe('credit');
  expect(first(judged)).toBe('close');
  expect(first({ ...judged, type: 'unordered', refurbOpen: 2 })).toBe('refurbish');
});

test('goods that nobody ordered are credited to nobody, and what waits for approval is not disposed of yet', () => {
  expect(offeredReturnMoves({ ...judged, type: 'unordered' })).not.toContain('credit');
  const waiting = offeredReturnMoves({ ...judged, status: 'inspected', isDisposalPending: true });
  expect(waiting).toContain('approveDisposal');
  expect(waiting).not.toContain('dispose');
  const free = offeredReturnMoves({ ...judged, status: 'inspected' });
  expect(free).toContain('dispose');
  expect(free).not.toContain('approveDisposal');
});
