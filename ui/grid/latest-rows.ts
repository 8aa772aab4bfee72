import { RELOAD_EFFECT_MS } from '#kit/model/limits.ts';
import { realTimers, type Timers } from '../timers.ts';
import type { GridRow } from './grid-column.ts';

/** Asks for all rows of a grid as they are stored now: soon, together, and never twice at a time. */
export class LatestRows {
  /** null: nobody knows them. */
  read: (() => Promise<readonly GridRow[]>) | null = null;
  timers: Timers = realTimers;
  #isAsked = false;
  #isUnderway = false;
  readonly #take: (rows: readonly GridRow[]) => void;

  constructor(take: (rows: readonly GridRow[]) => void) {
    this.#take = take;
  }

  ask(): void {
    if (!this.read || this.#isAsked) return;
    this.#isAsked = true;
    if (!this.#isUnderway) this.timers.after(RELOAD_EFFECT_MS, () => void this.#fetch());
  }

  async #fetch(): Promise<void> {
    this.#isAsked = false;
    this.#isUnderway = true;
    try {
      const rows = await this.read?.();
      // What was asked for meanwhile is newer.
      if (rows && !this.#isAsked) this.#take(rows);
    } catch {
      // The save will tell.
    }
    this.#isUnderway = false;
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this.ask();
  }
}
