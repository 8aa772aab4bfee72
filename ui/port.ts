/** A place where an application provides what those below it need and do not know. */
export interface Port<T> {
  provide(what: T): void;
  /** @throws Error before it was provided */
  get(): T;
}

/** @param name of what is missing, in the error of whoever asks too early */
export function port<T>(name: string): Port<T> {
  let provided: T | undefined;
  return {
    provide(what) {
      provided = what;
    },
    get() {
      if (provided === undefined) throw new Error(`nothing provides ${name}`);
      return provided;
    },
  };
}
