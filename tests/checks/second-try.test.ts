import { expect, test } from 'vitest';
import { MOST_AT_SECOND_TRY, tryTwice } from '#tools/second-try.ts';
import { sumOf, type FileRun, type TestRun } from '#tools/test-run.ts';

const file = (path: string, passed: number, failed: string[] = []): FileRun => ({
  path,
  tally: { passed, failed: failed.length, skipped: 0 },
  failed,
  seconds: 2,
});
const runOf = (...files: FileRun[]): TestRun => ({ files, faults: [] });

/** Runs the second tries of a lane, each of which ends as given. */
async function twice(first: TestRun, second: Record<string, TestRun>, left = MOST_AT_SECOND_TRY) {
  const tried: string[] = [];
  const outcome = await tryTwice(
    first,
    async (path) => {
      tried.push(path);
      return second[path] ?? runOf();
    },
    left,
  );
  return { ...outcome, tried };
}

test('what passes alone is named with the test that failed and counts as passed, once', async () => {
  const first = runOf(file('a', 3), file('b', 1, ['ships', 'prints']));
  const { run, passed, tried } = await twice(first, { b: runOf(file('b', 3)) });
  expect(tried).toEqual(['b']);
  expect(passed).toEqual([{ path: 'b', test: 'ships' }]);
  expect(sumOf(run.files)).toEqual({ passed: 6, failed: 0, skipped: 0 });
  expect(run.files.map(({ seconds }) => seconds)).toEqual([2, 4]);
});

test('what fails twice fails, whichever of its tests did, and counts once', async () => {
  const first = runOf(file('a', 3), file('b', 1, ['ships']));
  const { run, passed } = await twice(first, { b: runOf(file('b', 1, ['prints'])) });
  expect(passed).toEqual([]);
  expect(sumOf(run.files)).toEqual({ passed: 4, failed: 1, skipped: 0 });
});

test('a second try that does not end, or runs nothing, helps no file', async () => {
  const first = runOf(file('a', 3, ['ships']), file('b', 0, ['prints']), file('c', 0, ['reads']));
  const { run, passed } = await twice(first, {
    a: { files: [file('a', 4)], faults: ['ended after its 5 minutes'] },
    b: runOf(file('b', 0)),
    c: runOf(file('elsewhere/c', 1)),
  });
  expect(passed).toEqual([]);
  expect(run.files).toEqual(first.files);
});

test('three files of a run may pass so; a fourth has no second try and fails the gate', async () => {
  const failed = ['a', 'b', 'c'].map((path) => file(path, 1, ['ships']));
  const second = Object.fromEntries(failed.map(({ path }) => [path, runOf(file(path, 2))]));
  const three = await twice(runOf(...failed), second);
  expect(three.passed).toHaveLength(3);
  expect(three.run.faults).toEqual([]);
  for (const [files, left] of [
    [[...failed, file('d', 1, ['ships'])], 3],
    [failed, 2],
  ] as const) {
    const { run, passed, tried } = await twice(runOf(...files), second, left);
    expect([tried, passed]).toEqual([[], []]);
    expect(run.faults).toEqual([expect.stringMatching(/^\d files failed/)]);
    expect(sumOf(run.files).failed).toBe(files.length);
  }
});

test('a lane that is broken beside its tests is not tried again', async () => {
  const first = { ...runOf(file('a', 1, ['ships'])), faults: ['was told to stop'] };
  const { run, tried } = await twice(first, { a: runOf(file('a', 2)) });
  expect(tried).toEqual([]);
  expect(run).toEqual(first);
});
