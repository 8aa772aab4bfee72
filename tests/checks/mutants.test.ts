import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testFiles } from '#tools/test-suites.ts';
import { readSources } from '#tools/source-files.ts';
import { MUTANTS } from '#tests/mutants/index.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('each seeded fault still has its one place, and tests that ought to notice it', () => {
  const tests = testFiles(readSources(ROOT));
  const stale = MUTANTS.filter(
    ({ file, from, to, tests: named }) =>
      from === to ||
      readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2 ||
      named.length === 0 ||
      named.some((part) => !tests.some((path) => path.includes(part))),
  );
  expect(stale.map(({ file, from }) => `${file}: ${from}`)).toEqual([]);
});
