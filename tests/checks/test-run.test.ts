import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runTests, type TestRun } from '#tools/test-run.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a test program of this source, which finds its report's place in REPORT. */
function run(source: string, budgetMs = 60_000): Promise<TestRun> {
  const script = join(folder, 'program.mjs');
  const report = join(folder, 'report.json');
  writeFileSync(script, `import { writeFileSync } from 'node:fs';\n${source}`);
  return runTests(
    {
      script: relative(ROOT, script),
      args: [],
      env: { ...process.env, REPORT: report, FOLDER: folder },
      report,
      budgetMs,
    },
    (tally: TestRun['tally']) => ({ tally }),
  );
}

const REPORT = (passed: number, failed: number): string =>
  `writeFileSync(process.env.REPORT, '${JSON.stringify({ passed, failed, skipped: 0 })}');`;

test('a report is believed when the program ends well', async () => {
  expect(await run(REPORT(3, 0))).toEqual({
    tally: { passed: 3, failed: 0, skipped: 0 },
    faults: [],
  });
});

test('failed tests speak for themselves', async () => {
  expect((await run(`${REPORT(3, 2)} process.exit(1);`)).faults).toEqual([]);
});

test('a bad end without a failed test is a fault', async () => {
  const { faults } = await run(`${REPORT(3, 0)} process.exit(1);`);
  expect(faults).toEqual([expect.stringMatching(/exit code 1/)]);
});

test('a program that ends before its report is a fault, whatever an older report says', async () => {
  writeFileSync(join(folder, 'report.json'), '{"passed":9,"failed":0,"skipped":0}');
  const { tally, faults } = await run('process.exit(0);');
  expect(tally.passed).toBe(0);
  expect(faults).toEqual([expect.stringMatching(/no report/)]);
});

test('a program over its budget is asked to end and may tidy up', async () => {
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

test('two tests may need a second try and are named; a third is a fault', async () => {
  const again = (names: string[]): string =>
    `writeFileSync(process.env.REPORT, '${JSON.stringify(names)}');`;
  const judged = async (names: string[]) => {
    const script = join(folder, 'program.mjs');
    const report = join(folder, 'report.json');
    writeFileSync(script, `import { writeFileSync } from 'node:fs';\n${again(names)}`);
    return runTests(
      {
        script: relative(ROOT, script),
        args: [],
        env: { ...process.env, REPORT: report },
        report,
        budgetMs: 60_000,
      },
      (atSecondTry: string[]) => ({
        tally: { passed: 9, failed: 0, skipped: 0 },
        atSecondTry,
      }),
    );
  };
  expect(await judged(['a › one', 'b › two'])).toMatchObject({
    atSecondTry: ['a › one', 'b › two'],
    faults: [],
  });
  expect((await judged(['a › one', 'b › two', 'c › three'])).faults).toEqual([
    expect.stringMatching(/3 tests needed a second try/),
  ]);
});
