import { rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { REPORTS, runTests, testEnvironment, type Tally, type TestRun } from './test-run.ts';

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

const ROOT = resolve(import.meta.dirname, '..');
/** Where the tests leave the name of the database they ran on. */
export const DATABASE_LABEL = join(REPORTS, 'database.txt');
/** What fails there once has shown a fault that comes and goes: no second try. */
const TELLING = /^tests\/(races|faults|properties)\//;
/** More than these do not fail by chance. */
const MOST_AGAIN = 3;

/**
 * Runs test files. At the gate the few that failed, its crowded machine being slow, are tried once
 * more by themselves; the answer says how many tests needed that.
 * @returns null where there is no file to run
 */
export async function vitest(
  lane: string,
  files: readonly string[],
  budgetMs: number,
  env: NodeJS.ProcessEnv,
): Promise<TestRun | null> {
  if (files.length === 0) return null;
  rmSync(DATABASE_LABEL, { force: true });
  const started = performance.now();
  const first = await runFiles(lane, files, budgetMs, env);
  const failed = [...first.ran].filter(([, tally]) => tally.failed > 0).map(([file]) => file);
  const isWorthIt =
    failed.length > 0 && failed.length <= MOST_AGAIN && !failed.some((file) => TELLING.test(file));
  if (!process.env['CI'] || first.faults.length > 0 || !isWorthIt) return first;
  console.log(`\n== tried again by themselves: ${failed.join(' ')}`);
  const left = budgetMs - (performance.now() - started);
  return withSecondTry(first, await runFiles(`${lane}-again`, failed, left, env));
}

/** The first run, with what the files that were run again say now in place of what they said. */
export function withSecondTry(first: TestRun, again: TestRun): TestRun {
  const ran = new Map([...first.ran, ...again.ran]);
  const tally = sumOf(ran.values());
  return {
    tally,
    ran,
    atSecondTry: Math.max(0, first.tally.failed - tally.failed),
    faults: again.faults,
  };
}

async function runFiles(
  name: string,
  files: readonly string[],
  budgetMs: number,
  env: NodeJS.ProcessEnv,
): Promise<TestRun> {
  const report = join(REPORTS, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runTests(
    {
      script: 'node_modules/vitest/vitest.mjs',
      args: ['run', ...reporters, ...files],
      env: testEnvironment({ TEST_DATABASE_REPORT: DATABASE_LABEL, ...env }),
      report,
      budgetMs,
    },
    ({ testResults }: VitestReport) => {
      const ran = new Map(
        testResults.map((file) => [relative(ROOT, file.name).replaceAll('\\', '/'), tallyOf(file)]),
      );
      return { tally: sumOf(ran.values()), ran };
    },
  );
}

function tallyOf({ status, assertionResults }: VitestReport['testResults'][number]): Tally {
  const count = (wanted: string): number =>
    assertionResults.filter((test) => test.status === wanted).length;
  const [passed, failed] = [count('passed'), count('failed')];
  return {
    passed,
    // A file that could not be loaded has no failed test of its own.
    failed: failed === 0 && status === 'failed' ? 1 : failed,
    skipped: assertionResults.length - passed - failed,
  };
}

function sumOf(tallies: Iterable<Tally>): Tally {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}
