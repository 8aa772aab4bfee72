import { spawnSync } from 'node:child_process';
import { importEdges, importers, reachable, type SourceFile } from './import-graph.ts';
import { browserTests, PROGRAMS, testSuites } from './test-suites.ts';

/** What the browser tests drive: the server and the console that it serves. */
const PRODUCT = ['app/main.ts', 'app/web/main.tsx'];
const BROWSER_SETUP = 'tests/browser/start-console.ts';
const DATABASE_SETUP = 'tests/harness/global-setup.ts';
const SOURCE = /\.(ts|tsx|mts|js|mjs|jsx)$/;
/** They read the whole tree as text. */
const CHECKS = 'tests/checks/';
/** What no test opens but a check: of the lines of the specification tests take the type alone. */
const WORDS = /\.md$|^docs\/|^LICENSE$|^bench\/|^tests\/spec\/(?!covers)/;
/** What only a browser opens. */
const LOOKS = /\.(css|html)$|^app\/web\//;
const SCHEMA = /^db\//;

/**
 * The test files that a change can reach: over imports, over the product that browsers are served,
 * over the schema. A changed file of which nobody can say who reads it reaches all of them.
 * @param changed paths from the root, removed ones too
 */
export function changedTests(files: readonly SourceFile[], changed: readonly string[]): string[] {
  const edges = importEdges(files);
  const users = importers(edges);
  const suites = testSuites(files, edges);
  const server = [...suites.unit, ...suites.database];
  const browser = browserTests(files);
  const tests = new Set([...server, ...browser]);
  const served = new Set(
    [...PRODUCT, BROWSER_SETUP].flatMap((path) => [...reachable(path, edges)]),
  );
  const onDatabase = reachable(DATABASE_SETUP, edges);
  // A test that starts the product as a program of its own imports none of it.
  const starters = files
    .filter(({ path, source }) => path.startsWith('tests/') && PROGRAMS.test(source))
    .flatMap(({ path }) => [...reachable(path, users)].filter((user) => server.includes(user)));
  const reached = new Set(server.filter((path) => path.startsWith(CHECKS)));
  const add = (paths: Iterable<string>): void => [...paths].forEach((path) => reached.add(path));
  for (const path of changed) {
    if (WORDS.test(path)) continue;
    add([...reachable(path, users)].filter((user) => tests.has(user)));
    if (LOOKS.test(path) || served.has(path)) add(browser);
    if (served.has(path)) add(starters);
    if (SCHEMA.test(path)) add([...suites.database, ...browser]);
    if (onDatabase.has(path)) add(suites.database);
    if (!isUnderstood(path)) add(tests);
  }
  return [...reached].sort();
}

/**
 * A source is opened over imports, and a removed one by nobody; configuration at the root and what
 * is no source may be read by anybody.
 */
const isUnderstood = (path: string): boolean =>
  LOOKS.test(path) || SCHEMA.test(path) || (SOURCE.test(path) && path.includes('/'));

/**
 * What differs from a commit, in the work tree and in files that git does not know yet.
 * @param base by default where this branch left the one it follows, else the last commit
 * @throws with git's words
 */
export function changedFiles(root: string, base?: string): string[] {
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim() || 'git does not answer');
    return stdout;
  };
  const upstream = (): string => {
    try {
      return git('merge-base', 'HEAD', '@{upstream}').trim();
    } catch {
      return 'HEAD';
    }
  };
  const changed = git('diff', '--name-only', '--no-renames', '-z', base ?? upstream());
  const added = git('ls-files', '-z', '--others', '--exclude-standard');
  return [...new Set(`${changed}${added}`.split('\0').filter(Boolean))];
}
