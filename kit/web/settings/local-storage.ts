/** What this browser keeps under a name; null where it keeps nothing, or refuses to tell. */
export function keptLocally(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text in this browser. @returns false when the store is full or refused */
export function keepLocally(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
