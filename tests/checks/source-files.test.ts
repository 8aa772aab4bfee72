import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { missing, readSources } from '#tools/source-files.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

function checkout(...paths: string[]): string {
  root = mkdtempSync(join(tmpdir(), 'waybill-sources-'));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  writeFileSync(join(root, '.gitignore'), 'node_modules/\ndist/\n');
  spawnSync('git', ['init', '-q'], { cwd: root });
  return root;
}

test('sources are found, what tools made or fetched is not', () => {
  const found = readSources(
    checkout('app/a.ts', 'kit/web/b.tsx', 'tools/c.mjs', 'README.md', 'node_modules/x/i.js', 'dist/w.js'),
  );
  expect(found.map(({ path }) => path)).toEqual(['app/a.ts', 'kit/web/b.tsx', 'tools/c.mjs']);
});

test('a check that saw nothing fails', () => {
  expect(() => readSources(checkout('README.md'))).toThrow('no source files were found');
});

test('a file that git lists and the walk missed is reported', () => {
  expect(missing(['app/a.ts'], ['app/a.ts', 'app/b.ts'])).toEqual(['app/b.ts']);
  // `data/` is walked around; git has it all the same.
  checkout('app/a.ts', 'data/kept.ts');
  spawnSync('git', ['add', '-f', '.'], { cwd: root });
  expect(() => readSources(root)).toThrow(/1 files known to git were not looked at: data\/kept\.ts/);
});

test('a file deleted but not yet committed is nobody’s loss', () => {
  checkout('app/a.ts', 'app/b.ts');
  spawnSync('git', ['add', '.'], { cwd: root });
  rmSync(join(root, 'app/b.ts'));
  expect(readSources(root)).toHaveLength(1);
});
