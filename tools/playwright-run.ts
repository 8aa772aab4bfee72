import { join, relative, resolve } from 'node:path';
import { findChromium } from './chromium.ts';
import {
  REPORTS,
  runTests,
  testEnvironment,
  type FileRun,
  type Report,
  type RunOptions,
  type TestRun,
} from './test-run.ts';

const ROOT = resolve(import.meta.dirname, '..');

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { duration: number }[];
}

interface PlaywrightSpec {
  title: string;
  /** From the root of the report. */
  file: string;
  tests: PlaywrightTest[];
}

interface PlaywrightSuite {
  specs: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

/** What its JSON reporter writes, as far as it is read here. */
export interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
  errors?: { message?: string }[];
}

/** Runs test files in a browser, each test once. */
export function playwright(files: readonly string[], { limitMs, isAlone, env = {} }: RunOptions): Promise<TestRun> {
  const report = join(REPORTS, isAlone ? 'browser-again.json' : 'browser.json');
  return runTests(
    {
      script: 'node_modules/@playwright/test/cli.js',
      args: ['test', '--retries=0', ...(isAlone ? ['--workers=1'] : []), ...files],
      env: testEnvironment({
        CHROME_PATH: findChromium('windowless'),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...env,
      }),
      report,
      limitMs,
    },
    readPlaywright,
  );
}

/** The files of a report, with the time of their tests and the hooks around them. */
export function readPlaywright({ config, suites, errors = [] }: PlaywrightReport): Report {
  const files = Map.groupBy(specsOf(suites), ({ file }) =>
    relative(ROOT, resolve(config.rootDir, file)).replaceAll('\\', '/'),
  );
  return {
    files: [...files].map(([path, specs]) => runOf(path, specs)),
    faults: errors.map(({ message }) => `outside every test: ${message ?? 'unknown'}`),
  };
}

const specsOf = (suites: readonly PlaywrightSuite[]): PlaywrightSpec[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsOf(inner)]);

function runOf(path: string, specs: readonly PlaywrightSpec[]): FileRun {
  const tests = specs.flatMap(({ title, tests: ofSpec }) => ofSpec.map((test) => ({ title, ...test })));
  const failed = tests.filter(({ status }) => status === 'unexpected');
  const passed = tests.filter(({ status }) => status === 'expected' || status === 'flaky');
  const ms = tests.flatMap(({ results }) => results).reduce((sum, one) => sum + one.duration, 0);
  return {
    path,
    tally: {
      passed: passed.length,
      failed: failed.length,
      skipped: tests.length - passed.length - failed.length,
    },
    failed: failed.map(({ title }) => title),
    seconds: ms / 1000,
  };
}
