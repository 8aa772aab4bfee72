import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { linearPattern } from './linear-pattern.ts';

const RUNS = { seed: 20_261_121, numRuns: 2000 };

const atom = fc.constantFrom('a', 'b', '.', '\\d', '[ab]', '[^a]', '\\w', '1', '\\b', '^', '$');
const quantifier = fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}', '*?', '+?');
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 2 },
    atom,
    fc.tuple(fc.constantFrom('a', '[ab]', '.'), quantifier).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), fc.option(quantifier, { nil: '' })).map(([p, q]) => `(?:${p})${q}`),
  ),
  pattern: fc
    .array(fc.array(tie('piece'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((choices) => choices.map((parts) => parts.join('')).join('|')),
}));
const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '\n'), maxLength: 8 });

test('says what the engine of the browser says', () => {
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      fc.pre(source.length <= 80);
      const ours = linearPattern(source);
      expect(ours?.(value)).toBe(new RegExp(source).test(value));
    }),
    RUNS,
  );
});

test('reads classes, escapes, names of groups and Chinese as they are', () => {
  const has = (source: string, value: string) => linearPattern(source)?.(value);
  expect(has('^[\\u4e00-\\u9fa5]{2,4}$', '运单号')).toBe(true);
  expect(has('^[\\u4e00-\\u9fa5]{2,4}$', '运')).toBe(false);
  expect(has('^(?<prefix>[A-Z]{2})\\-\\d{4}$', 'WB-2026')).toBe(true);
  expect(has('^[\\]\\-]+$', ']-]')).toBe(true);
  expect(has('^a{,3}$', 'a{,3}')).toBe(true);
  expect(has('\\p{Script=Han}', 'x运')).toBe(true);
  expect(has('^.$', '😀')).toBe(true);
});

test('refuses what is malformed, too large or needs a way back', () => {
  for (const source of ['(', 'a**', '[', '(a)\\1', '^(?=.*\\d)', '(?<!a)b', '\\d{5000}'])
    expect(linearPattern(source), source).toBeNull();
  expect(linearPattern('((\\d{50}){50}){50}')).toBeNull();
  expect(linearPattern('(((){900}){900}){900}')).toBeNull();
  expect(linearPattern('a'.repeat(501))).toBeNull();
});

test('patterns that make a backtracking engine stand still are answered', () => {
  covers('§5 own patterns and handlers');
  const hostile = `${'a'.repeat(10_000)}!`;
  for (const source of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^a*a*a*a*a*b$', '(.*)*x', '^(\\w+\\s?)*$'])
    expect(linearPattern(source)?.(hostile), source).toBe(false);
});
