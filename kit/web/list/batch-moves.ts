import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { tabMoves, type OfferedMove } from '../lifecycle/legal-moves.ts';

/**
 * Moves that a list offers for many rows at once.
 * @param batch names in order; all of the tab by default
 */
export function batchMoves(
  lifecycle: AnyLifecycle | undefined,
  tab: string | undefined,
  batch: readonly string[] | undefined,
  may: (permission: string) => boolean,
): OfferedMove[] {
  const moves = lifecycle ? tabMoves(lifecycle, tab, may) : [];
  return batch ? batch.flatMap((name) => moves.find((one) => one.name === name) ?? []) : moves;
}
