import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './syntax.ts';

const SOURCE = /\.(ts|tsx|mts|js|mjs|jsx)$/;
/** Made or fetched by tools; git ignores them too. */
const NOT_OURS = /(^|\/)(node_modules|dist|data|\.cache|\.git|test-results|coverage)(\/|$)/;

/**
 * Every source file below the root, found on the disk. Throws when git knows of more files than
 * were found, or when there are none: a check that saw nothing must not pass.
 */
export const readSources = (root: string): SourceFile[] => readAll(root, SOURCE);

/** Every style sheet, found in the same way. */
export const readSheets = (root: string): SourceFile[] => readAll(root, /\.css$/);

function readAll(root: string, kind: RegExp): SourceFile[] {
  const paths = globSync('**/*', { cwd: root, exclude: (path) => NOT_OURS.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => kind.test(path) && !NOT_OURS.test(path));
  const missed = missing(paths, gitFiles(root, kind));
  if (paths.length === 0) throw new Error('no source files were found');
  if (missed.length > 0) throw new Error(`${missed.length} files known to git were not looked at: ${missed[0]} …`);
  return paths.sort().map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
}

/** Files that git lists and `seen` lacks. */
export function missing(seen: readonly string[], listed: readonly string[]): string[] {
  const known = new Set(seen);
  return listed.filter((path) => !known.has(path));
}

/** What git tracks, and what it would track; empty outside a git checkout. */
function gitFiles(root: string, kind: RegExp): string[] {
  const list = (...options: string[]): string[] => {
    const { status, stdout } = spawnSync('git', ['ls-files', '-z', ...options], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return status === 0 ? stdout.split('\0').filter(Boolean) : [];
  };
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((path) => kind.test(path) && !deleted.has(path));
}
