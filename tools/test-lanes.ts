import { connect } from 'node:net';
import pg from 'pg';
import { LONG_VARIABLE } from '#tests/harness/long.ts';
import { BUDGETS, LONG_LIMITS } from './budgets.ts';
import { importEdges } from './import-graph.ts';
import type { SourceFile } from './syntax.ts';
import { playwright } from './playwright-run.ts';
import type { RunOptions, TestRun } from './test-run.ts';
import { browserTests, testSuites } from './test-suites.ts';
import { vitest } from './vitest-run.ts';

/** A part of the tests that runs on one footing; the lanes of a run follow each other. */
export interface Lane {
  name: string;
  /** Seconds; the long edition has no target. */
  budget: { target?: number; limit: number };
  /** Paths from the root. */
  files: readonly string[];
  /** What its CPU time leaves out, as a word behind it. */
  uncounted?: string;
  run(files: readonly string[], options: RunOptions): Promise<TestRun>;
}

const SERVER_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS_URL = 'redis://127.0.0.1:6379';

/**
 * The quickest first. What a newer and an older PostgreSQL may answer differently runs once more on
 * the server that DATABASE_URL names, which must answer, or on the usual one if it does; in the long
 * edition the contract suites do so too.
 * @returns the lanes, and what is to be said of one that has to stay away
 */
export async function testLanes(sources: readonly SourceFile[]): Promise<{ lanes: Lane[]; remarks: string[] }> {
  const isLong = process.env[LONG_VARIABLE] === '1';
  const { unit, database, secondServer } = testSuites(sources, importEdges(sources), isLong);
  const remarks: string[] = [];
  const second = await secondServerLane(secondServer, remarks);
  const lanes: Lane[] = [
    {
      name: 'unit tests',
      budget: BUDGETS.unit,
      files: unit,
      run: (files, options) => vitest('unit', files, options, { TEST_DATABASE: 'none' }),
    },
    {
      name: 'database tests',
      budget: BUDGETS.database,
      files: database,
      run: (files, options) => vitest('database', files, options, { TEST_DATABASE: 'embedded' }),
    },
    ...(second ? [second] : []),
    {
      name: 'browser tests',
      budget: BUDGETS.browser,
      files: browserTests(sources),
      run: playwright,
    },
  ];
  const long = ({ budget, ...lane }: Lane): Lane => ({
    ...lane,
    budget: { limit: budget.limit * LONG_LIMITS },
  });
  return { lanes: isLong ? lanes.map(long) : lanes, remarks };
}

async function secondServerLane(files: string[], remarks: string[]): Promise<Lane | null> {
  const given = process.env['DATABASE_URL'];
  const url = given || SERVER_URL;
  const refusal = await refusalOf(url);
  if (refusal && !given) {
    remarks.push(`second server: did not run, no PostgreSQL at ${hostOf(url)} (${refusal})`);
    return null;
  }
  const redis = process.env['REDIS_URL'] || REDIS_URL;
  const hasRedis = await isOpen(redis);
  if (!hasRedis) remarks.push(`second server: ran without Redis, none at ${hostOf(redis)}`);
  return {
    name: `second server ${hostOf(url)}${hasRedis ? ` with Redis ${hostOf(redis)}` : ''}`,
    budget: BUDGETS.secondServer,
    files,
    uncounted: ' without the server',
    async run(requested, options) {
      if (refusal) throw new Error(`DATABASE_URL: ${refusal}`);
      return vitest('second-server', requested, options, {
        TEST_DATABASE: 'server',
        DATABASE_URL: url,
        TEST_DATABASE_URL: url,
        REDIS_URL: hasRedis ? redis : '',
      });
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
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 1000 });
    const end = (isUp: boolean): void => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false));
  });
}
