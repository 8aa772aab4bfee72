import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPORTS, runTests, testEnvironment, type Tally, type TestRun } from './test-run.ts';

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

/** Where the tests leave the name of the database they ran on. */
const DATABASE_LABEL = join(REPORTS, 'database.txt');

/** Runs test files, once: a test that needs a second try is a defect. */
export async function vitest(
  lane: string,
  files: readonly string[],
  budgetMs: number,
  env: NodeJS.ProcessEnv,
): Promise<TestRun> {
  rmSync(DATABASE_LABEL, { force: true });
  const report = join(REPORTS, `${lane}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const run = await runTests(
    {
      script: 'node_modules/vitest/vitest.mjs',
      args: ['run', ...reporters, ...files],
      env: testEnvironment({ TEST_DATABASE_REPORT: DATABASE_LABEL, ...env }),
      report,
      budgetMs,
    },
    ({ testResults }: VitestReport) => ({ tally: sumOf(testResults.map(tallyOf)) }),
  );
  if (!existsSync(DATABASE_LABEL)) return run;
  return { ...run, database: readFileSync(DATABASE_LABEL, 'utf8') };
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

function sumOf(tallies: readonly Tally[]): Tally {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}
