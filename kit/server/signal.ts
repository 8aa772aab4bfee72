/** A word from one part of the product to another that is made after it. */
interface Signal<A extends unknown[] = []> {
  /** Nobody hears it before somebody listens. */
  send(...said: A): void;
  listen(listener: (...said: A) => void): void;
}

export function createSignal<A extends unknown[] = []>(): Signal<A> {
  const listeners: ((...said: A) => void)[] = [];
  return {
    send(...said) {
      for (const listener of listeners) listener(...said);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
