import { expect, test } from 'vitest';
import type { Tally, TestRun } from './test-run.ts';
import { withSecondTry } from './vitest-run.ts';

const ran = (files: Record<string, Tally>, faults: string[] = []): TestRun => {
  const sum = (part: keyof Tally): number =>
    Object.values(files).reduce((all, tally) => all + tally[part], 0);
  const tally = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  return { tally, ran: new Map(Object.entries(files)), faults };
};
const first = ran({
  'kit/a.test.ts': { passed: 4, failed: 0, skipped: 1 },
  'kit/b.test.ts': { passed: 2, failed: 2, skipped: 0 },
});

test('what passes at the second try counts as passed and is told of', () => {
  const both = withSecondTry(first, ran({ 'kit/b.test.ts': { passed: 4, failed: 0, skipped: 0 } }));
  expect(both).toMatchObject({ tally: { passed: 8, failed: 0, skipped: 1 }, atSecondTry: 2 });
});

test('what fails twice stays failed, and so does what could not be tried again', () => {
  const half = ran({ 'kit/b.test.ts': { passed: 3, failed: 1, skipped: 0 } });
  expect(withSecondTry(first, half)).toMatchObject({
    tally: { passed: 7, failed: 1 },
    atSecondTry: 1,
  });
  expect(withSecondTry(first, ran({}, ['wrote no report']))).toMatchObject({
    tally: { passed: 6, failed: 2 },
    atSecondTry: 0,
    faults: ['wrote no report'],
  });
});
