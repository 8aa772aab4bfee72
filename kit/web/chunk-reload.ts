const KEY = 'waybill.chunkReload';
const ONE_RELOAD_WITHIN = 60_000;

/**
 * Loads a chunk. After a new deployment the old chunks are gone: the page is then reloaded, once
 * a minute at most, so that a chunk that is really missing shows as an error instead of a loop.
 */
export async function loadOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (isChunkError(error) && reloadOnce()) return new Promise<T>(() => {});
    throw error;
  }
}

/** Whether an error says that a script or style of the bundle could not be fetched. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|ChunkLoadError|preload CSS/i.test(
    error.message,
  );

/** Reloads the page unless it was reloaded for this reason a moment ago; true when it does. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < ONE_RELOAD_WITHIN) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
