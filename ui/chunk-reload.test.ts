import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { dropInWindow } from './browser-store.ts';
import { isChunkError, loadOnce } from './chunk-reload.ts';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  dropInWindow('waybill.chunkReload');
  reload.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const never = (): Promise<never> => new Promise(() => undefined);
const noStyle = (): Promise<never> =>
  Promise.reject(new Error('Unable to preload CSS for /assets/order-list-1a2b.css'));

test('a part that is not there after 120 s reloads the page once, then is an error', async () => {
  covers('§8 chunk time-out');
  void loadOnce(never);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();

  // The page that was reloaded waits as long for the same part.
  const again = expect(loadOnce(never)).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: '页面资源加载超时，请刷新页面',
  });
  await vi.advanceTimersByTimeAsync(120_000);
  await again;
  expect(reload).toHaveBeenCalledOnce();
});

test('a style sheet that fails reloads the page once, then is an error of its own', async () => {
  covers('§8 style load');
  void loadOnce(noStyle);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
  const failure = await loadOnce(noStyle).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'StyleLoadError', message: '样式加载失败，请刷新页面' });
  expect(isChunkError(failure)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

test('a part that breaks by itself is no matter of loading', async () => {
  await expect(loadOnce(() => Promise.reject(new TypeError('x is not a function')))).rejects.toThrow(
    'x is not a function',
  );
  expect(reload).not.toHaveBeenCalled();
});

test('without a network the part is waited for', async () => {
  const back = new EventTarget();
  vi.stubGlobal('window', back);
  vi.stubGlobal('navigator', { onLine: false });
  const load = vi.fn(() => Promise.resolve('part')).mockImplementationOnce(noStyle);
  const loading = loadOnce(load);
  await vi.advanceTimersByTimeAsync(0);
  back.dispatchEvent(new Event('online'));
  expect(await loading).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});
