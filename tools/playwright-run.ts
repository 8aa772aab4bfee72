import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { REPORTS, runTests, testEnvironment, type TestRun } from './test-run.ts';

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** Runs test files in a browser, with a second try where it is the gate that asks. */
export function playwright(files: readonly string[], budgetMs: number): Promise<TestRun> {
  const report = join(REPORTS, 'browser.json');
  return runTests(
    {
      script: 'node_modules/@playwright/test/cli.js',
      args: ['test', ...files],
      env: testEnvironment({
        CHROME_PATH: findChromium('windowless'),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      }),
      report,
      budgetMs,
    },
    ({ stats, suites }: PlaywrightReport) => ({
      tally: {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
      },
      atSecondTry: flakyTests(suites),
    }),
  );
}

const flakyTests = (suites: readonly PlaywrightSuite[]): string[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} › ${title}`),
    ...flakyTests(inner),
  ]);
