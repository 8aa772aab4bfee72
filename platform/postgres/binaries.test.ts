import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findBinaries, placeBinaries } from './binaries.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const versionOf = (native: string): string =>
  spawnSync(join(native, 'bin', 'initdb'), ['--version'], { encoding: 'utf8' }).stdout ?? '';

test('a package installed without its script gets its library links', () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-binaries-'));
  const found = findBinaries();
  const native = join(folder, 'native');
  cpSync(found.native, native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  });
  expect(versionOf(native)).toBe('');
  const placed = placeBinaries({ ...found, native }, null, join(folder, 'cache'));
  expect(placed).toBe(native);
  expect(versionOf(placed)).toMatch(/PostgreSQL\) 18\./);
});

test.runIf(process.getuid?.() === 0)('binaries in a closed folder are copied, once', () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-binaries-')); // 0700: closed to others
  const found = findBinaries();
  const native = join(folder, 'native');
  cpSync(found.native, native, { recursive: true, verbatimSymlinks: true });
  const runAs = { uid: 65534, gid: 65534, name: 'nobody' };
  const placed = placeBinaries({ ...found, native }, runAs, folder);
  rmSync(native, { recursive: true }); // the copy's links must not lead back
  expect(placed).toBe(join(folder, `pg-${found.version}`));
  expect(versionOf(placed)).toMatch(/PostgreSQL\) 18\./);
  expect(readdirSync(folder)).toEqual([`pg-${found.version}`]);
});

test('a platform without a package says what to set', () => {
  expect(() => findBinaries('linux-s390x')).toThrow(/linux-s390x.*DATABASE_URL/s);
});
