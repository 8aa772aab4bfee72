import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const lines = readFileSync(resolve(ROOT, 'docs/attacks.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number = '']) => /^[A-Z]\d+$/.test(number))
  .map(([, number = '', files = '']) => ({ number, files: files.split(/,\s*/) }));

/** Titles of the tests of a file, as they stand in its source. */
const titlesOf = (source: string): string[] =>
  [...source.matchAll(/\btest(?:\.\w+\([^)]*\))?\(\s*(['"`])(.*?)\1,/g)].map(([, , title = '']) => title);

test('every attack of the map is named by a test of the file it points to', () => {
  expect(lines.length).toBeGreaterThan(30);
  const faults = lines.flatMap(({ number, files }) =>
    files
      .filter((file) => {
        if (!existsSync(resolve(ROOT, file))) return true;
        const titles = titlesOf(readFileSync(resolve(ROOT, file), 'utf8'));
        return !titles.some((title) => new RegExp(`\\b${number}\\b`).test(title));
      })
      .map((file) => `${number}: ${file}`),
  );
  expect(faults).toEqual([]);
});
