import { expect, test } from 'vitest';
import { createLineReader, readScaleLine, scaleFault, watched } from './scale.ts';

test('lines of the usual protocols are read as grams', () => {
  for (const [line, grams, isStable] of [
    ['ST,GS,+  12.34 lb', 5597, true],
    ['ST,GS,+   5.000kg\r', 5000, true],
    ['US,GS,+   3.10 kg', 3100, false],
    ['ST,NT,-   0.50 lb', -227, true],
    ['ST,GS,+    0.00 lb', 0, true],
    ['S S     12.345 kg', 12345, true],
    ['S D     12.345 kg', 12345, false],
    ['12.5 lb', 5670, true],
    ['+  250 g', 250, true],
    ['8.0 oz', 227, true],
    ['GS 12.5 lb M', 5670, false],
  ] as const)
    expect([line, readScaleLine(line)]).toEqual([line, { grams, isStable }]);
});

test('what is no weight is none, and more than the scale bears is said', () => {
  for (const line of ['', '   ', 'HELLO', 'ST,GS', '12.34', 'ST,GS,+ 12.34 stone', '\u0000'])
    expect([line, readScaleLine(line)]).toEqual([line, null]);
  for (const line of ['OL,GS,+ 99.99 lb', 'OL', 'S +']) expect([line, readScaleLine(line)]).toEqual([line, 'over']);
});

test('pieces are put together to lines, whatever their ends', () => {
  const lines: string[] = [];
  const read = createLineReader((line) => lines.push(line));
  for (const piece of ['ST,GS,+  1', '2.34 lb\r', '\nUS,', 'GS,+ 1.0 lb\n\n', '3 lb\r4 lb\r\n']) read(piece);
  expect(lines).toEqual(['ST,GS,+  12.34 lb', 'US,GS,+ 1.0 lb', '3 lb', '4 lb']);
  read('x'.repeat(10_000));
  read('\nST,GS,+ 1 lb\n');
  expect(lines.at(-1)).toBe('ST,GS,+ 1 lb');
});

test('nothing, zero, below zero, in motion and too much are refused in words', () => {
  expect(scaleFault(null)).toContain('没有读数');
  expect(scaleFault('over')).toContain('量程');
  expect(scaleFault({ grams: 0, isStable: true })).toContain('没有重量');
  expect(scaleFault({ grams: -5, isStable: true })).toContain('负');
  expect(scaleFault({ grams: 500, isStable: false })).toContain('稳定');
  expect(scaleFault({ grams: 500, isStable: true })).toBeNull();
});

test('the last box is not weighed again while it still stands there', () => {
  const stands = watched({ isFree: false }, { grams: 5000, isStable: true });
  expect(stands).toEqual({ isFree: false });
  expect(watched(stands, { grams: 0, isStable: true })).toEqual({ isFree: true });
  expect(watched(stands, { grams: 2500, isStable: false })).toEqual({ isFree: true });
  expect(watched({ isFree: true }, null)).toEqual({ isFree: true });
});
