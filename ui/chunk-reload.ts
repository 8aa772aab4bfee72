import { CHUNK_TIMEOUT_MS } from '#kit/model/limits.ts';
import { writeWindow, readWindow } from './browser-store.ts';

const KEY = 'waybill.chunkReload';
/** A part may take its whole time to fail: sooner, the page would be reloaded for ever. */
const RELOAD_INTERVAL_MS = CHUNK_TIMEOUT_MS + 60_000;

/** A script of the console could not be fetched, or not in time. */
class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/** A style sheet of the console could not be fetched. */
class StyleLoadError extends Error {
  override name = 'StyleLoadError';
}

/**
 * Loads a part of the console. After a new deployment the old parts are gone: the page is then
 * reloaded, once in three minutes at most, so that a part that is really missing shows as an error
 * instead of a loop. Without a network the part is waited for: a reload would take the page away,
 * and with it what was typed.
 * @throws ChunkLoadError, StyleLoadError, or what the part itself throws
 */
export async function loadOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load());
  } catch (error) {
    const failure = loadFailure(error);
    if (!failure) throw error;
    if (!navigator.onLine) {
      await networkBack();
      return loadOnce(load);
    }
    if (reloadOnce()) return new Promise<T>(() => {});
    throw failure;
  }
}

const networkBack = (): Promise<void> =>
  new Promise((done) => window.addEventListener('online', () => done(), { once: true }));

/** Whether an error says that a script or style of the console could not be fetched. */
export const isChunkError = (error: unknown): boolean => loadFailure(error) !== null;

function loadFailure(error: unknown): ChunkLoadError | StyleLoadError | null {
  if (error instanceof ChunkLoadError || error instanceof StyleLoadError) return error;
  const text = error instanceof Error ? error.message : '';
  if (/preload CSS/i.test(text)) return new StyleLoadError('样式加载失败，请刷新页面', { cause: error });
  if (/dynamically imported module|module script failed/i.test(text))
    return new ChunkLoadError('页面资源加载失败，请刷新页面', { cause: error });
  return null;
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('页面资源加载超时，请刷新页面')), CHUNK_TIMEOUT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/** Reloads the page unless that was done for this reason a moment ago; true when it does. */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  const last = Number(readWindow(KEY) ?? 0);
  if (Math.abs(Date.now() - last) < RELOAD_INTERVAL_MS) return false;
  // Without a store nobody would know of this time: an error is better than a loop.
  if (!writeWindow(KEY, String(Date.now()))) return false;
  location.reload();
  return true;
}
