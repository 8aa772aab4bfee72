import { RELOAD_EFFECT_MS } from '#kit/model/limits.ts';
import type { CellAddress } from './grid-cursor.ts';

/** Cells that others have changed, for as long as they stand out. */
export class RenewedCells {
  /** Whether they stand out at all. */
  isWished = false;
  /** Until when, by row. */
  readonly #ends = new Map<string, Map<string, number>>();
  readonly #onEnd: () => void;

  /** @param onEnd called when some of them stand out no more */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isEmpty(): boolean {
    return this.#ends.size === 0;
  }

  has(id: string, key: string): boolean {
    return this.#ends.get(id)?.has(key) === true;
  }

  /** These have just been changed. */
  mark(cells: readonly CellAddress[]): void {
    if (!this.isWished || cells.length === 0) return;
    const until = performance.now() + RELOAD_EFFECT_MS;
    for (const { id, key } of cells) {
      const own = this.#ends.get(id) ?? new Map<string, number>();
      this.#ends.set(id, own.set(key, until));
    }
    setTimeout(() => {
      const now = performance.now();
      for (const [id, own] of this.#ends) {
        for (const [key, end] of own) if (end <= now) own.delete(key);
        if (own.size === 0) this.#ends.delete(id);
      }
      this.#onEnd();
    }, RELOAD_EFFECT_MS + 1);
  }

  forget(): void {
    this.#ends.clear();
  }
}
