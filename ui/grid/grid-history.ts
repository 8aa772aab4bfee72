import type { GridRow } from './grid-column.ts';

type Rows = readonly GridRow[];

/** What one step of undo goes back to. */
export interface Shot {
  rows: Rows;
  removed: Rows;
}

const MAX_STEPS = 100;

/** Steps of undo: lists of rows as they were. */
export class GridHistory {
  #past: Shot[] = [];
  #future: Shot[] = [];
  #before: Shot | null = null;

  get isOpen(): boolean {
    return this.#before !== null;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#before = null;
  }

  /** Begins a step, unless one is open. */
  begin(now: Shot): void {
    this.#before ??= now;
  }

  /** Ends the open step. @returns whether the rows are others since it began */
  end(rows: Rows): boolean {
    const before = this.cancel();
    if (!before || before.rows === rows) return false;
    this.#past = [...this.#past.slice(1 - MAX_STEPS), before];
    this.#future = [];
    return true;
  }

  /** Gives up the open step. @returns what was there when it began */
  cancel(): Shot | null {
    const before = this.#before;
    this.#before = null;
    return before;
  }

  /** One step back from what is there now; undefined at the first. */
  back = (now: Shot): Shot | undefined => step(this.#past, this.#future, now);
  forth = (now: Shot): Shot | undefined => step(this.#future, this.#past, now);

  /** Changes every list that is remembered, and this one; the same list stays the same one. */
  rewrite(rows: Rows, change: (rows: Rows) => Rows): Rows {
    const once = onceEach(change);
    for (const shot of this.#shots()) shot.rows = once(shot.rows);
    return once(rows);
  }

  /** The same for the rows that were removed. */
  rewriteRemoved(removed: Rows, change: (rows: Rows) => Rows): Rows {
    const once = onceEach(change);
    for (const shot of this.#shots()) shot.removed = once(shot.removed);
    return once(removed);
  }

  #shots(): Shot[] {
    return [...this.#past, ...this.#future, ...(this.#before ? [this.#before] : [])];
  }
}

function onceEach(change: (rows: Rows) => Rows): (rows: Rows) => Rows {
  const done = new Map<Rows, Rows>();
  return (list) => {
    const next = done.get(list) ?? change(list);
    done.set(list, next);
    return next;
  };
}

function step(from: Shot[], to: Shot[], now: Shot): Shot | undefined {
  const shot = from.pop();
  if (shot) to.push(now);
  return shot;
}
