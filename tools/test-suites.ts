import { importEdges, importers, reachable } from './import-graph.ts';
import type { SourceFile } from './syntax.ts';

const HARNESS = 'tests/harness/database.ts';
/** Starts a cluster of its own. */
const CLUSTER = 'platform/postgres/supervisor.ts';
/** A test that asks for the server itself instead of a database on it. */
const SERVER_URL = /\bTEST_DATABASE_URL\b/;
/** A test that starts programs of its own waits for them longer than all others calculate. */
export const PROGRAMS = /from 'node:child_process'/;
/** Where the version of the server can make a difference: migrations, SQL and locks. */
const BY_VERSION = ['kit/server/', 'platform/postgres/', 'tests/races/', 'tests/queue/'];
/** What clients are answered, over the same SQL: asked on a second server in the long edition only. */
const BY_VERSION_LONG = [...BY_VERSION, 'tests/contract/'];
/** Notices go another way where several nodes share a Redis. */
const REDIS = /\bREDIS_URL\b/;

const BROWSER_TEST = /^tests\/browser\/.*\.(test|spec)\.ts$/;

/** Files of tests by what they need, as paths from the root. */
export interface TestSuites {
  /** Code alone: neither a database nor another program. */
  unit: string[];
  /** A database of their own on one cluster, or programs that they start. */
  database: string[];
  /** Of those the ones that run once more on a PostgreSQL server of another version, with Redis. */
  secondServer: string[];
}

/** Files of tests, the browser's left out. */
export const testFiles = (files: readonly SourceFile[]): string[] =>
  files.map(({ path }) => path).filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('tests/browser/'));

/** Files of tests that drive a browser. */
export const browserTests = (files: readonly SourceFile[]): string[] =>
  files.map(({ path }) => path).filter((path) => BROWSER_TEST.test(path));

/**
 * Parts the tests: a database has who reaches the harness over imports, however far, starts a
 * cluster, or asks for the server by name.
 * @param isLong the long edition
 */
export function testSuites(
  files: readonly SourceFile[],
  edges: ReadonlyMap<string, readonly string[]> = importEdges(files),
  isLong = false,
): TestSuites {
  const byVersion = isLong ? BY_VERSION_LONG : BY_VERSION;
  const sources = new Map(files.map(({ path, source }) => [path, source]));
  const users = importers(edges);
  const clients = reachable(HARNESS, users);
  const starters = reachable(CLUSTER, users);
  const suites: TestSuites = { unit: [], database: [], secondServer: [] };
  for (const path of testFiles(files)) {
    const source = sources.get(path) as string;
    const usesDatabase = clients.has(path) || SERVER_URL.test(source);
    suites[usesDatabase || starters.has(path) || PROGRAMS.test(source) ? 'database' : 'unit'].push(path);
    if (!usesDatabase) continue;
    if (byVersion.some((folder) => path.startsWith(folder)) || SERVER_URL.test(source) || REDIS.test(source))
      suites.secondServer.push(path);
  }
  return suites;
}
