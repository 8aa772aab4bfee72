import type { MoveOf } from '#kit/model/lifecycle.ts';
import type { RemittanceRow } from '../model/remittance.ts';
import type { remittanceLifecycle } from '../model/remittance-lifecycle.ts';

type Move = MoveOf<typeof remittanceLifecycle>;

/** Moves of a remittance in the order of a clerk's work: by hand what was not found, then 过账; what is parked, where something is. */
export function remittanceMoves(row: {
  status: RemittanceRow['status'];
  parkedTotal?: string | null | undefined;
}): readonly Move[] {
  const work: readonly Move[] = row.status === 'partial' ? ['assign', 'post'] : ['post', 'assign'];
  const parked: readonly Move[] = Number(row.parkedTotal ?? 0) === 0 ? [] : ['applyParked'];
  return ['submit', ...work, 'rematch', ...parked, 'reopen', 'reverse'];
}
