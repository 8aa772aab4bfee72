import type { Tx } from './database.ts';

/**
 * A truth that must hold at every moment (domain.md §7). One checker runs them all: after tests,
 * after faults, and on the page 对账.
 */
export interface Invariant {
  id: string;
  title: string;
  /** Rows that break it; empty when it holds. */
  find(tx: Tx): Promise<Record<string, unknown>[]>;
}
