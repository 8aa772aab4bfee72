import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { findChromium } from './chromium.ts';

const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.cache', 'reports');

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

interface Lane {
  name: string;
  /** Minutes it may take. */
  budget: number;
  run(filter: readonly string[]): Promise<Tally>;
}

const SERVER_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS_URL = 'redis://127.0.0.1:6379';

/** Files of the server suite: what talks to a database. */
const DATABASE_TESTS = [
  'tests/journeys',
  'tests/faults',
  'tests/contract',
  'modules',
  'kit/server/import-export',
  'kit/server/postgres/prepare-server',
];

/**
 * `npm test [-- filter]`: every test on the embedded database, the server suite again on a
 * PostgreSQL server where one answers, then the browser. The last line counts them all.
 */
async function main(): Promise<void> {
  const filter = process.argv.slice(2);
  mkdirSync(REPORTS, { recursive: true });
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  let isBroken = false;
  for (const lane of await lanes()) {
    const started = Date.now();
    const tally = await lane.run(filter);
    const seconds = Math.round((Date.now() - started) / 1000);
    const ran = tally.passed + tally.failed;
    console.log(
      `\n${lane.name}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped in ${seconds} s\n`,
    );
    if (ran === 0 && filter.length === 0) {
      console.error(`${lane.name}: no test ran`);
      isBroken = true;
    }
    if (seconds > lane.budget * 60) {
      console.error(`${lane.name}: took longer than its ${lane.budget} minutes`);
      isBroken = true;
    }
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key];
  }
  if (isBroken && total.failed === 0) total.failed = 1;
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exit(total.failed > 0 ? 1 : 0);
}

async function lanes(): Promise<Lane[]> {
  const found: Lane[] = [
    {
      name: 'unit and server tests, embedded PostgreSQL',
      budget: 12,
      run: (filter) => vitest('embedded', filter, { TEST_DATABASE: 'embedded' }),
    },
  ];
  const url = process.env['DATABASE_URL'] ?? SERVER_URL;
  if (await answers(url)) {
    const redis = process.env['REDIS_URL'] ?? REDIS_URL;
    const hasRedis = await answers(redis);
    found.push({
      name: `server suite, PostgreSQL server at ${hostOf(url)}${hasRedis ? ` with Redis at ${hostOf(redis)}` : ''}`,
      budget: 10,
      run: (filter) =>
        vitest('server', filter.length > 0 ? filter : DATABASE_TESTS, {
          TEST_DATABASE: 'server',
          DATABASE_URL: url,
          TEST_DATABASE_URL: url,
          ...(hasRedis ? { REDIS_URL: redis } : {}),
        }),
    });
  } else console.log(`no PostgreSQL server answers at ${hostOf(url)}: the server lane is skipped`);
  if (existsSync(join(ROOT, 'tests/browser')))
    found.push({ name: 'browser, Chromium', budget: 8, run: (filter) => browser(filter) });
  return found;
}

const hostOf = (url: string): string => new URL(url).host;

function answers(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((tell) => {
    const socket = connect({
      host: hostname,
      port: Number(port || (protocol === 'redis:' ? 6379 : 5432)),
    });
    socket.setTimeout(1000);
    const end = (isUp: boolean): void => {
      socket.destroy();
      tell(isUp);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

async function vitest(
  lane: string,
  filter: readonly string[],
  env: Record<string, string>,
): Promise<Tally> {
  const report = join(REPORTS, `${lane}.json`);
  rmSync(report, { force: true });
  await run(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filter],
    env,
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const read = JSON.parse(readFileSync(report, 'utf8')) as {
    success: boolean;
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
  };
  // A file that could not be loaded has no failed test of its own.
  const failed = read.numFailedTests === 0 && !read.success ? 1 : read.numFailedTests;
  return { passed: read.numPassedTests, failed, skipped: read.numPendingTests };
}

async function browser(filter: readonly string[]): Promise<Tally> {
  const report = join(REPORTS, 'browser.json');
  rmSync(report, { force: true });
  const chromium = findChromium();
  await run('node_modules/@playwright/test/cli.js', ['test', ...filter, '--pass-with-no-tests'], {
    CHROME_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

function run(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<number> {
  return new Promise((tell) => {
    const child = spawn(process.execPath, [join(ROOT, script), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, NO_COLOR: '1' },
    });
    child.once('close', (code) => tell(code ?? 1));
  });
}

await main();
