import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runTests, sumOf, type Report, type TestRun } from '#tools/test-run.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a test program of this source, which finds its report's place in REPORT. */
function run(source: string, limitMs = 60_000): Promise<TestRun> {
  const script = join(folder, 'program.mjs');
  const report = join(folder, 'report.json');
  writeFileSync(script, `import { writeFileSync } from 'node:fs';\n${source}`);
  return runTests(
    {
      script: relative(ROOT, script),
      args: [],
      env: { ...process.env, REPORT: report, FOLDER: folder },
      report,
      limitMs,
    },
    (written: Report) => written,
  );
}

const written = (passed: number, failed: number, faults: string[] = []): Report => ({
  files: [
    {
      path: 'a.test.ts',
      tally: { passed, failed, skipped: 0 },
      failed: Array.from({ length: failed }, (_, at) => `test ${at}`),
      seconds: 1,
    },
  ],
  faults,
});
const REPORT = (...about: Parameters<typeof written>): string =>
  `writeFileSync(process.env.REPORT, '${JSON.stringify(written(...about))}');`;

test('a report is believed when the program ends well', async () => {
  expect(await run(REPORT(3, 0))).toEqual(written(3, 0));
});

test('failed tests speak for themselves', async () => {
  expect((await run(`${REPORT(3, 2)} process.exit(1);`)).faults).toEqual([]);
});

test('a bad end without a failed test is a fault', async () => {
  const { faults } = await run(`${REPORT(3, 0)} process.exit(1);`);
  expect(faults).toEqual([expect.stringMatching(/exit code 1/)]);
});

test('what goes wrong outside every test is a fault beside failed tests too', async () => {
  const { faults } = await run(`${REPORT(3, 2, ['outside every test: boom'])} process.exit(1);`);
  expect(faults).toEqual(['outside every test: boom']);
});

test('a program that ends before its report is a fault, whatever an older report says', async () => {
  writeFileSync(join(folder, 'report.json'), JSON.stringify(written(9, 0)));
  const { files, faults } = await run('process.exit(0);');
  expect(sumOf(files).passed).toBe(0);
  expect(faults).toEqual([expect.stringMatching(/no report/)]);
});

test('a program over its limit is asked to end and may tidy up', async () => {
  const { faults } = await run(
    `process.on('SIGINT', () => {
      writeFileSync(process.env.FOLDER + '/tidied', '');
      process.exit(130);
    });
    setInterval(() => undefined, 1000);`,
    3000,
  );
  expect(faults[0]).toMatch(/^ended after its/);
  expect(existsSync(join(folder, 'tidied'))).toBe(true);
});
