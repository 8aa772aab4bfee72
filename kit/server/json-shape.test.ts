import { expect, test } from 'vitest';
import { cpuMs } from '#tests/harness/cpu-time.ts';
import { jsonFault, MOST_DEPTH, MOST_JSON_VALUES, MOST_NAMES } from './json-shape.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const wide = (names: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, n) => [`a${n}`, n])));

test('depth, names and values are bounded', () => {
  expect(jsonFault(nested(MOST_DEPTH))).toBeNull();
  expect(jsonFault(nested(MOST_DEPTH + 1))).toBe('deep');
  expect(jsonFault(wide(MOST_NAMES))).toBeNull();
  expect(jsonFault(wide(MOST_NAMES + 1))).toBe('wide');
  expect(jsonFault(`[${wide(900)},${wide(900)}]`)).toBeNull();
  expect(jsonFault(`[${'0,'.repeat(MOST_JSON_VALUES - 1)}0]`)).toBeNull();
  expect(jsonFault(`[${'0,'.repeat(MOST_JSON_VALUES)}0]`)).toBe('many');
});

test('signs within texts say nothing', () => {
  const odd = ['{[,:', '"{"', '\\', '\\"[', '末尾\\\\', '[[['.repeat(100), ',:'.repeat(2_000)];
  expect(jsonFault(JSON.stringify(odd))).toBeNull();
  expect(jsonFault(JSON.stringify({ '{"[': odd }))).toBeNull();
  expect(jsonFault(`["\\\\",${nested(MOST_DEPTH)}]`)).toBe('deep');
});

test('what is no JSON is left to the parser', () => {
  for (const text of ['', '"', '{"a', '}]}]', ':::', '"\\', '\\"[']) expect(jsonFault(text)).toBeNull();
});

test('ten megabytes of the worst are judged at once', async () => {
  const ms = await cpuMs(() => {
    expect(jsonFault(`"${'\\'.repeat(10_000_000)}`)).toBeNull();
    expect(jsonFault('["\\""'.repeat(2_000_000))).toBe('deep');
  });
  expect(ms).toBeLessThan(1_000);
});
