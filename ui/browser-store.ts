/**
 * What this browser keeps for the console, and what one of its windows does. The only place that
 * touches its stores: a browser may refuse them altogether, or have no room left, and everything
 * goes on without. What could not be stored is held in memory until the page is left.
 */
interface Place {
  store: () => Storage | undefined;
  memory: Map<string, string>;
}

const BROWSER: Place = { store: () => globalThis.localStorage, memory: new Map() };
const WINDOW: Place = { store: () => globalThis.sessionStorage, memory: new Map() };

/** What this browser keeps under a name; null where it keeps nothing, or refuses to tell. */
export const readLocal = (key: string): string | null => read(BROWSER, key);

/** Keeps a text in this browser. @returns false when the store is full or refused */
export const writeLocal = (key: string, text: string): boolean => write(BROWSER, key, text);

/** @returns false when the store is refused: an older text may still stand in it */
export const dropLocally = (key: string): boolean => remove(BROWSER, key);

/** What this window keeps under a name, over its reloads. */
export const readWindow = (key: string): string | null => read(WINDOW, key);

/** Keeps a text in this window. @returns false when the store is full or refused */
export const writeWindow = (key: string, text: string): boolean => write(WINDOW, key, text);

export const dropInWindow = (key: string): boolean => remove(WINDOW, key);

function read({ store, memory }: Place, key: string): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return store()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function write(place: Place, key: string, text: string): boolean {
  try {
    const store = place.store();
    store?.setItem(key, text);
    if (store) place.memory.delete(key);
    if (store) return true;
  } catch {
    // Refused or full: what stood there before is older than what is held now.
    remove(place, key);
  }
  place.memory.set(key, text);
  return false;
}

function remove({ store, memory }: Place, key: string): boolean {
  memory.delete(key);
  try {
    store()?.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
