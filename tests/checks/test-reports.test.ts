import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPlaywright } from '#tools/playwright-run.ts';
import type { FileRun, Report } from '#tools/test-run.ts';
import { REPORT_VARIABLE } from '#tools/vitest-reporter.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILES = {
  'vitest.config.mjs': `export default { test: { include: ['*.test.ts'] } };`,
  'good.test.ts': `import { beforeAll, expect, test } from 'vitest';
    beforeAll(() => new Promise((done) => setTimeout(done, 300)));
    test('one', () => expect(1).toBe(1));
    test.skip('two', () => undefined);`,
  'bad.test.ts': `import { describe, expect, test } from 'vitest';
    describe('ships', () => {
      test('late', () => expect(1).toBe(2));
      test('soon', () => expect(1).toBe(1));
    });`,
  'broken.test.ts': `import './nowhere.ts';`,
  'hook.test.ts': `import { afterAll, expect, test } from 'vitest';
    afterAll(() => { throw new Error('left something behind'); });
    test('one', () => expect(1).toBe(1));`,
  'stray.test.ts': `import { expect, test } from 'vitest';
    test('one', () => { void Promise.reject(new Error('unheard')); expect(1).toBe(1); });`,
};

let folder: string;
let written: Report;
beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache/reporter-'));
  for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
  const report = join(folder, 'report.json');
  const runner = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporter = `--reporter=${join(ROOT, 'tools/vitest-reporter.ts')}`;
  spawnSync(process.execPath, [runner, 'run', reporter, `--root=${folder}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], [REPORT_VARIABLE]: report },
  });
  written = JSON.parse(readFileSync(report, 'utf8')) as Report;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (name: string): FileRun | undefined =>
  written.files.find(({ path }) => path.startsWith('.cache/') && path.endsWith(`/${name}`));

test('a file is reported with its tests, by name where they failed, and with its hooks', () => {
  expect(fileOf('good.test.ts')).toMatchObject({
    tally: { passed: 1, failed: 0, skipped: 1 },
    failed: [],
  });
  expect(fileOf('good.test.ts')?.seconds).toBeGreaterThan(0.25);
  expect(fileOf('bad.test.ts')).toMatchObject({
    tally: { passed: 1, failed: 1, skipped: 0 },
    failed: ['ships > late'],
  });
});

test('a file that cannot be loaded has failed, and so has one whose hook did', () => {
  expect(fileOf('broken.test.ts')?.tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(fileOf('hook.test.ts')?.tally).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('what fails outside every test is a fault of the run', () => {
  expect(written.faults).toEqual([expect.stringMatching(/unheard/)]);
});

test('a report of the browser is read by file: its tests once each, the failed ones by name', () => {
  const spec = (title: string, file: string, status: string, duration: number) => ({
    title,
    file,
    tests: [{ status, results: [{ duration }] }],
  });
  const report = {
    config: { rootDir: join(ROOT, 'tests/browser') },
    suites: [
      {
        specs: [spec('signs in', 'a.spec.ts', 'expected', 2000)],
        suites: [
          {
            specs: [spec('ships', 'a.spec.ts', 'unexpected', 1500), spec('prints', 'a.spec.ts', 'skipped', 0)],
          },
        ],
      },
      { specs: [spec('opens', 'widgets/b.spec.ts', 'expected', 250)] },
    ],
    errors: [{ message: 'the set-up failed' }],
  };
  expect(readPlaywright(report as never)).toEqual({
    files: [
      {
        path: 'tests/browser/a.spec.ts',
        tally: { passed: 1, failed: 1, skipped: 1 },
        failed: ['ships'],
        seconds: 3.5,
      },
      {
        path: 'tests/browser/widgets/b.spec.ts',
        tally: { passed: 1, failed: 0, skipped: 0 },
        failed: [],
        seconds: 0.25,
      },
    ],
    faults: ['outside every test: the set-up failed'],
  });
});
