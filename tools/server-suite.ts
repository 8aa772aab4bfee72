import { readImports, reachable, type SourceFile } from './import-graph.ts';

const HARNESS = 'tests/harness/database.ts';
/** A test that asks for the server itself instead of a database on it. */
const SERVER_URL = /\bTEST_DATABASE_URL\b/;

/** Files of tests, the browser's left out. */
export const testFiles = (files: readonly SourceFile[]): string[] =>
  files
    .map(({ path }) => path)
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('tests/browser/'));

/**
 * The tests that use a database: those that reach the harness over their imports, however far, or
 * ask for the server by name. They run once more on a PostgreSQL server.
 */
export function serverSuite(files: readonly SourceFile[]): string[] {
  const edges = new Map(
    files.map((file) => [
      file.path,
      readImports(file).edges.flatMap(({ target }) => (target === null ? [] : [target])),
    ]),
  );
  const sources = new Map(files.map(({ path, source }) => [path, source]));
  return testFiles(files).filter(
    (path) => reachable(path, edges).has(HARNESS) || SERVER_URL.test(sources.get(path) as string),
  );
}
