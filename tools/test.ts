import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findChromium } from './chromium.ts';
import { serverSuite, testFiles } from './server-suite.ts';
import { readSources } from './source-files.ts';
import {
  REPORTS,
  runTests,
  stopTests,
  testEnvironment,
  type Tally,
  type TestRun,
} from './test-run.ts';
import { DATABASE_LABEL, vitest } from './vitest-run.ts';

interface Lane {
  name: string;
  /** Minutes, with room for a slow day on two cores; the gate ends all of it in an hour. */
  budget: number;
  /** Answers null when no file of the lane matches the filter. */
  run(budgetMs: number): Promise<TestRun | null>;
}

const ROOT = resolve(import.meta.dirname, '..');
const SERVER_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS_URL = 'redis://127.0.0.1:6379';
const MINUTE = 60_000;

const filter = process.argv.slice(2);
const sources = readSources(ROOT);
/** A week of days and more, minutes on a busy machine: what day it is does not depend on the database. */
const EVERY_DAY = 'tests/journeys/every-day.test.ts';
const onDatabase = new Set(serverSuite(sources));

/**
 * `npm test [-- part of a path …]`: every test on the embedded database, the server suite again on
 * a PostgreSQL server where one answers, then the browser. The closing lines say what did not run
 * and which tests of the browser needed a second try; the last one counts them all.
 */
async function main(): Promise<boolean> {
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  const remarks: string[] = [];
  let isBroken = false;
  for (const lane of [embeddedLane(), await serverLane(remarks), browserLane()]) {
    if (!lane) continue;
    const started = performance.now();
    const run = await lane.run(lane.budget * MINUTE).catch(failedToRun);
    if (!run) continue;
    const { passed, failed, skipped } = run.tally;
    const faults = [...run.faults];
    if (passed + failed === 0 && faults.length === 0) faults.push('no test ran');
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `\n== ${lane.name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s` +
        ` of ${lane.budget * 60} s${usedDatabase(run)}`,
    );
    for (const test of run.atSecondTry ?? [])
      remarks.push(`${lane.name}: passed at the second try only: ${test}`);
    for (const fault of faults) console.log(`== ${lane.name}: FAILED: ${fault}`);
    console.log('');
    // What failed without a test of its own counts as one.
    total.failed += failed === 0 && faults.length > 0 ? 1 : failed;
    total.passed += passed;
    total.skipped += skipped;
    isBroken ||= faults.length > 0;
  }
  if (total.passed + total.failed === 0) {
    console.log(`no test matches ${filter.join(' ')}`);
    total.failed = 1;
  }
  for (const remark of remarks) console.log(`== ${remark}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 && !isBroken;
}

const failedToRun = (error: Error): TestRun => ({
  tally: { passed: 0, failed: 0, skipped: 0 },
  ran: new Map(),
  faults: [error.message],
});

function usedDatabase({ ran }: TestRun): string {
  const tests = [...ran]
    .filter(([file]) => onDatabase.has(file))
    .reduce((sum, [, { passed, failed }]) => sum + passed + failed, 0);
  if (tests === 0 || !existsSync(DATABASE_LABEL)) return '';
  return `; ${tests} of them on ${readFileSync(DATABASE_LABEL, 'utf8')}`;
}

function embeddedLane(): Lane {
  return {
    name: 'unit and server tests',
    budget: 18,
    run: (budget) =>
      vitest('embedded', matching(testFiles(sources)), budget, { TEST_DATABASE: 'embedded' }),
  };
}

/** On the server that DATABASE_URL names, which must answer, or on the usual one if it does. */
async function serverLane(remarks: string[]): Promise<Lane | null> {
  const given = process.env['DATABASE_URL'];
  const url = given || SERVER_URL;
  const refusal = await refusalOf(url);
  if (refusal && !given) {
    remarks.push(`server suite: did not run, no PostgreSQL at ${hostOf(url)} (${refusal})`);
    return null;
  }
  const redis = process.env['REDIS_URL'] || REDIS_URL;
  const hasRedis = await isOpen(redis);
  if (!hasRedis) remarks.push(`server suite: ran without Redis, none at ${hostOf(redis)}`);
  return {
    name: `server suite on ${hostOf(url)}${hasRedis ? ` with Redis at ${hostOf(redis)}` : ''}`,
    budget: 15,
    async run(budget) {
      if (refusal) throw new Error(`DATABASE_URL: ${refusal}`);
      return vitest(
        'server',
        matching([...onDatabase].filter((file) => file !== EVERY_DAY)),
        budget,
        {
          TEST_DATABASE: 'server',
          DATABASE_URL: url,
          TEST_DATABASE_URL: url,
          REDIS_URL: hasRedis ? redis : '',
        },
      );
    },
  };
}

const hostOf = (url: string): string => new URL(url).host;

async function refusalOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return message || code || 'no answer';
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isOpen(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((tell) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 1000 });
    const end = (isUp: boolean): void => {
      socket.destroy();
      tell(isUp);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false));
  });
}

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

const flakyTests = (suites: readonly PlaywrightSuite[]): string[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} › ${title}`),
    ...flakyTests(inner),
  ]);

function browserLane(): Lane {
  const files = sources
    .map(({ path }) => path)
    .filter((path) => /^tests\/browser\/.*\.(test|spec)\.ts$/.test(path));
  return {
    name: 'browser',
    budget: 28,
    async run(budgetMs) {
      const wanted = matching(files);
      if (wanted.length === 0 && filter.length > 0) return null;
      if (wanted.length === 0) throw new Error('no test ran');
      const report = join(REPORTS, 'browser.json');
      return runTests(
        {
          script: 'node_modules/@playwright/test/cli.js',
          args: ['test', ...wanted],
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
          ran: new Map(),
          atSecondTry: flakyTests(suites),
        }),
      );
    },
  };
}

const matching = (files: readonly string[]): string[] =>
  files.filter((file) => filter.length === 0 || filter.some((part) => file.includes(part)));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopTests);
process.exitCode = (await main()) ? 0 : 1;
