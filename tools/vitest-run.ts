import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPORTS, runTests, testEnvironment, type Report, type RunOptions, type TestRun } from './test-run.ts';
import { REPORT_VARIABLE } from './vitest-reporter.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Where the tests leave the name of the database they ran on. */
const DATABASE_LABEL = join(REPORTS, 'database.txt');

/** Runs test files, each test once. */
export async function vitest(
  lane: string,
  files: readonly string[],
  { limitMs, isAlone }: RunOptions,
  env: NodeJS.ProcessEnv,
): Promise<TestRun> {
  rmSync(DATABASE_LABEL, { force: true });
  const report = join(REPORTS, isAlone ? `${lane}-again.json` : `${lane}.json`);
  const run = await runTests(
    {
      script: 'node_modules/vitest/vitest.mjs',
      args: [
        'run',
        '--reporter=default',
        '--reporter=./tools/vitest-reporter.ts',
        ...(isAlone ? ['--maxWorkers=1'] : []),
        // A path from the root is taken for a part of one: others may end alike.
        ...(isAlone ? files.map((file) => join(ROOT, file)) : files),
      ],
      env: testEnvironment({
        TEST_DATABASE_REPORT: DATABASE_LABEL,
        [REPORT_VARIABLE]: report,
        ...env,
      }),
      report,
      limitMs,
    },
    (written: Report) => written,
  );
  if (!existsSync(DATABASE_LABEL)) return run;
  return { ...run, database: readFileSync(DATABASE_LABEL, 'utf8') };
}
