import { afterEach, expect, test, vi } from 'vitest';
import type { AnyResource } from '#kit/model/resource.ts';
import { dropInWindow, dropLocally, keepInWindow, keepLocally, keptInWindow, keptLocally } from './browser-store.ts';
import { dropHiddenColumns, hiddenColumns, likedPageSize, likePageSize } from '#kit/web/list/list-storage.ts';
import { forgetJob, keepJob, keptJob } from '#kit/web/sheets/kept-job.ts';

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const SHUT = { getItem: refuse, setItem: refuse, removeItem: refuse };

afterEach(() => {
  for (const key of ['a', 'b']) dropLocally(key);
  dropInWindow('a');
  vi.unstubAllGlobals();
});

/** Stores that refuse everything, whose very names throw, that are full, or that are not there. */
const STORES: [string, () => void][] = [
  ['refuses', () => stub(SHUT)],
  ['is not there', () => stub(undefined)],
  [
    'throws at its name',
    () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { get: refuse, configurable: true });
    },
  ],
  ['is full', () => stub({ getItem: () => null, setItem: refuse, removeItem: () => undefined })],
];

function stub(store: object | undefined): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    Reflect.deleteProperty(globalThis, name);
    vi.stubGlobal(name, store);
  }
}

test.each(STORES)('a store that %s costs nothing but the next visit', (_how, shut) => {
  shut();
  expect(keptLocally('a')).toBeNull();
  expect(keepLocally('a', 'x')).toBe(false);
  expect(keptLocally('a')).toBe('x');
  expect(keepInWindow('a', 'y')).toBe(false);
  expect(keptInWindow('a')).toBe('y');
  dropLocally('a');
  expect(keptLocally('a')).toBeNull();

  const of = { module: 'base', name: 'warehouse' } as AnyResource;
  const { length } = hiddenColumns(of);
  expect(length).toBe(0);
  keepLocally('waybill.list.base:warehouse.hidden', '["code"]');
  expect(hiddenColumns(of)).toEqual(['code']);
  likePageSize(of, 30);
  expect(likedPageSize(of)).toBe(30);
  keepJob(of, 'job');
  expect(keptJob(of)).toBe('job');
  forgetJob(of);
  expect(keptJob(of)).toBeNull();
  dropHiddenColumns(of);
  expect(hiddenColumns(of)).toEqual([]);
});

test('a store that has room again is written, and read', () => {
  stub(SHUT);
  keepLocally('b', 'in memory');
  const kept = new Map<string, string>();
  stub({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  expect(keepLocally('b', 'stored')).toBe(true);
  kept.set('b', 'by another window');
  expect(keptLocally('b')).toBe('by another window');
});
