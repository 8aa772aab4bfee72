import { expect, test } from 'vitest';
import { createScanReader } from './scan-reader.ts';

/** What comes of a text whose signs come `gap` ms apart, key by key. */
function read(keys: readonly string[], gap: number): (string | null)[] {
  const reader = createScanReader();
  return keys.map((key, at) => reader({ key, timeStamp: 1000 + at * gap }));
}

test('signs in quick succession with Enter behind them are one number', () => {
  expect(read([...'CS415870972', 'Enter'], 8).at(-1)).toBe('CS415870972');
  expect(read([...'BX-1', 'Tab'], 60).at(-1)).toBe('BX-1');
});

test('nothing is read before the end', () => {
  expect(read([...'CS41587'], 8)).toEqual(Array(7).fill(null));
});

test('Shift between the signs of a scanner is none of them', () => {
  expect(read(['Shift', 'C', 'Shift', 'S', '4', '1', 'Enter'], 8).at(-1)).toBe('CS41');
});

test('what a person types is no scan, nor are three signs', () => {
  expect(read([...'CS415870972', 'Enter'], 140).at(-1)).toBeNull();
  expect(read([...'abc', 'Enter'], 8).at(-1)).toBeNull();
});

test('signs typed before a scan do not belong to it, and each scan stands alone', () => {
  const reader = createScanReader();
  reader({ key: 'x', timeStamp: 0 });
  const one = [...'BX-100', 'Enter'].map((key, at) => reader({ key, timeStamp: 900 + at * 5 }));
  expect(one.at(-1)).toBe('BX-100');
  const two = [...'BX-200', 'Enter'].map((key, at) => reader({ key, timeStamp: 950 + at * 5 }));
  expect(two.at(-1)).toBe('BX-200');
});

test('Enter long after the signs ends no scan', () => {
  const reader = createScanReader();
  for (const [at, key] of [...'BX-100'].entries()) reader({ key, timeStamp: at * 5 });
  expect(reader({ key: 'Enter', timeStamp: 600 })).toBeNull();
});

test('an input method that takes the keys of a scanner keeps no number back', () => {
  const reader = createScanReader();
  const codes = ['KeyB', 'KeyX', 'Minus', 'Digit2', 'Numpad6', 'Slash', 'KeyA'];
  for (const [at, code] of codes.entries())
    expect(reader({ key: 'Process', code, shiftKey: at < 2, timeStamp: 1000 + at * 8 })).toBeNull();
  expect(reader({ key: 'Process', code: 'Enter', timeStamp: 1060 })).toBe('BX-26/a');
});

test('what a person types in Chinese is no scan', () => {
  const reader = createScanReader();
  const typed = ['KeyN', 'KeyI', 'KeyH', 'KeyA', 'KeyO', 'Enter'];
  expect(typed.map((code, at) => reader({ key: 'Process', code, timeStamp: 1000 + at * 140 })).at(-1)).toBeNull();
});
