/** A word from one part of the product to another that is made after it. */
interface Signal<A extends unknown[] = []> {
  /** Nobody hears it before somebody listens. */
  send(...answers: A): void;
  listen(listener: (...answers: A) => void): void;
}

export function createSignal<A extends unknown[] = []>(): Signal<A> {
  const listeners: ((...answers: A) => void)[] = [];
  return {
    send(...answers) {
      for (const listener of listeners) listener(...answers);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
