import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { importEdges, importers, reachable } from './import-graph.ts';
import type { SourceFile } from './syntax.ts';
import { browserTests, PROGRAMS, testSuites } from './test-suites.ts';

/** What the browser tests drive: the server and the console that it serves. */
const PRODUCT = ['app/main.ts', 'app/web/main.tsx'];
const BROWSER_SETUP = 'tests/browser/start-console.ts';
const DATABASE_SETUP = 'tests/harness/global-setup.ts';
const SOURCE = /\.(ts|tsx|mts|js|mjs|jsx)$/;
/** They read the whole tree as text. */
const READERS = ['tests/checks/', 'kit/model/limits.test.ts', 'tests/contract/days.test.ts'];
/** Opens files of ours that it does not import. */
const OPENS = /\b(?:readFileSync|readFile|readdirSync)\(/;
const OURS = /\bimport\.meta\.(?:dirname|url)\b/;
/** Of the lines of the specification tests take the type alone; a check reads them. */
const LINES = /^tests\/spec\/(?!covers)/;
/** What no test opens but a check, or by its name, or in a browser. */
const WORDS = /\.md$|^docs\/|^LICENSE$|^bench\//;
/** What only a browser opens. */
const LOOKS = /\.(css|html)$|^app\/web\//;
/** Widgets by themselves: pages that only their own tests open. */
const GALLERY = /\.gallery\.tsx$/;
const GALLERY_PAGES = '/dev/gallery';
const SCHEMA = /^db\//;

/**
 * The test files that a change can reach:
 *
 * - over imports, also those by pattern: a page is found by `import.meta.glob` of the lists of pages.
 *   What the harness imports is the whole product, so a file of a server reaches each test that
 *   starts it: what such a test asks may pass by any module, over events and invariants too, and
 *   nothing in its text tells which. Tests of one module over its own files stay few.
 * - over the product that browsers are served. Each browser test is reached by each file of it:
 *   people come to a page by links and search too, so the addresses in a test do not say which pages
 *   it opens. Only galleries are opened by address alone, so a file that is shown nowhere else
 *   reaches the tests that name theirs.
 * - over the schema, and over programs that tests start.
 * - by its name, where a test opens it as a file; what reads the whole tree runs always.
 *
 * A changed file of which nobody can say who reads it reaches all tests.
 * @param changed paths from the root, removed ones too
 */
export function changedTests(files: readonly SourceFile[], changed: readonly string[]): string[] {
  const edges = importEdges(files, changed);
  const users = importers(edges);
  const suites = testSuites(files, edges);
  const server = [...suites.unit, ...suites.database];
  const browser = browserTests(files);
  const tests = new Set([...server, ...browser]);
  const product = [...PRODUCT, BROWSER_SETUP];
  const served = reachableFrom(product, edges);
  const shown = reachableFrom(product, withoutGalleries(edges));
  const atGalleries = browser.filter((path) =>
    files.some((file) => file.source.includes(GALLERY_PAGES) && reachable(path, edges).has(file.path)),
  );
  const onDatabase = reachable(DATABASE_SETUP, edges);
  // A test that starts the product as a program of its own imports none of it.
  const starters = files
    .filter(({ path, source }) => path.startsWith('tests/') && PROGRAMS.test(source))
    .flatMap(({ path }) => [...reachable(path, users)].filter((user) => server.includes(user)));
  const openers = files.filter(({ path, source }) => tests.has(path) && OPENS.test(source) && OURS.test(source));
  const reached = new Set(server.filter((path) => READERS.some((one) => path.startsWith(one))));
  const add = (paths: Iterable<string>): void => [...paths].forEach((path) => reached.add(path));
  for (const path of changed.filter((one) => !LINES.test(one))) {
    add([...reachable(path, users)].filter((user) => tests.has(user)));
    add(openers.filter(({ source }) => source.includes(basename(path))).map((one) => one.path));
    if (served.has(path) && !shown.has(path)) add(atGalleries);
    else if (shown.has(path) || LOOKS.test(path)) add(browser);
    if (WORDS.test(path)) continue;
    if (shown.has(path)) add(starters);
    if (SCHEMA.test(path)) add([...suites.database, ...browser]);
    if (onDatabase.has(path)) add(suites.database);
    if (!isUnderstood(path)) add(tests);
  }
  return [...reached].sort();
}

type Edges = ReadonlyMap<string, readonly string[]>;

const reachableFrom = (starts: readonly string[], edges: Edges): Set<string> =>
  new Set(starts.flatMap((path) => [...reachable(path, edges)]));

const withoutGalleries = (edges: Edges): Edges =>
  new Map([...edges].map(([path, targets]) => [path, targets.filter((target) => !GALLERY.test(target))]));

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
