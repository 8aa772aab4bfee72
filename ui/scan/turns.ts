/** Work that is done one after the other, in the order in which it was asked for. */
export interface Turns {
  /** Does it once all before it is done, whether that went well or not. */
  take<T>(work: () => T | Promise<T>): Promise<T>;
  /** What is not done yet, with what is being done. */
  waiting(): number;
  listen(listener: () => void): () => void;
}

/** A row of turns: however quick scans come, none is lost and none overtakes another. */
export function createTurns(): Turns {
  const listeners = new Set<() => void>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const changed = (by: number): void => {
    waiting += by;
    for (const listener of listeners) listener();
  };
  return {
    waiting: () => waiting,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    take(work) {
      changed(1);
      const done = last.then(work).finally(() => changed(-1));
      last = done.catch(() => undefined);
      return done;
    },
  };
}
