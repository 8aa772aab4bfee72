import { afterEach, expect, test, vi } from 'vitest';
import type { AnyResource } from '#kit/model/resource.ts';
import { dropInWindow, dropLocally, writeWindow, writeLocal, readWindow, readLocal } from './browser-store.ts';
import { dropHiddenColumns, hiddenColumns, preferredPageSize, likePageSize } from '#kit/web/list/list-storage.ts';
import { forgetJob, storeJob, storedJob } from '#kit/web/sheets/stored-job.ts';

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
  expect(readLocal('a')).toBeNull();
  expect(writeLocal('a', 'x')).toBe(false);
  expect(readLocal('a')).toBe('x');
  expect(writeWindow('a', 'y')).toBe(false);
  expect(readWindow('a')).toBe('y');
  dropLocally('a');
  expect(readLocal('a')).toBeNull();

  const of = { module: 'base', name: 'warehouse' } as AnyResource;
  const { length } = hiddenColumns(of);
  expect(length).toBe(0);
  writeLocal('waybill.list.base:warehouse.hidden', '["code"]');
  expect(hiddenColumns(of)).toEqual(['code']);
  likePageSize(of, 30);
  expect(preferredPageSize(of)).toBe(30);
  storeJob(of, 'job');
  expect(storedJob(of)).toBe('job');
  forgetJob(of);
  expect(storedJob(of)).toBeNull();
  dropHiddenColumns(of);
  expect(hiddenColumns(of)).toEqual([]);
});

test('a store that has room again is written, and read', () => {
  stub(SHUT);
  writeLocal('b', 'in memory');
  const stored = new Map<string, string>();
  stub({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  expect(writeLocal('b', 'stored')).toBe(true);
  stored.set('b', 'by another window');
  expect(readLocal('b')).toBe('by another window');
});
