import { resolve } from 'node:path';
import { changedFiles, changedTests } from './changed-tests.ts';
import type { SourceFile } from './import-graph.ts';
import { readSources } from './source-files.ts';
import { testLanes, type Lane } from './test-lanes.ts';
import { stopTests, type Tally, type TestRun } from './test-run.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MINUTE = 60_000;
/** `--changed`, or `--changed=<commit>`. */
const CHANGED = /^--changed(?:=(.+))?$/;

/**
 * `npm test [-- part of a path …] [-- --changed[=commit]]`: the unit tests, the database tests on
 * the embedded database, some of them again on a PostgreSQL server where one answers, then the
 * browser; with `--changed` what the change in this branch and work tree can reach. The closing
 * lines say what did not run and which tests of the browser needed a second try; the last one
 * counts them all.
 */
async function main(words: readonly string[]): Promise<boolean> {
  const sources = readSources(ROOT);
  const isWanted = choice(words, sources);
  const { lanes, remarks } = await testLanes(sources);
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  let isBroken = false;
  for (const lane of lanes) {
    const files = lane.files.filter(isWanted);
    if (files.length === 0) continue;
    const { tally, faults, atSecondTry = [] } = await runLane(lane, files);
    for (const test of atSecondTry)
      remarks.push(`${lane.name}: passed at the second try only: ${test}`);
    // What failed without a test of its own counts as one.
    total.failed += tally.failed === 0 && faults.length > 0 ? 1 : tally.failed;
    total.passed += tally.passed;
    total.skipped += tally.skipped;
    isBroken ||= faults.length > 0;
  }
  if (total.passed + total.failed === 0) {
    console.log(`no test matches ${words.join(' ')}`);
    total.failed = 1;
  }
  for (const remark of remarks) console.log(`== ${remark}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 && !isBroken;
}

/** Every test where no word chooses. */
function choice(
  words: readonly string[],
  sources: readonly SourceFile[],
): (file: string) => boolean {
  const parts = words.filter((word) => !CHANGED.test(word));
  const isNamed = (file: string): boolean =>
    parts.length === 0 || parts.some((part) => file.includes(part));
  const changed = words.map((word) => CHANGED.exec(word)).find(Boolean);
  if (!changed) return isNamed;
  const reached = new Set(changedTests(sources, changedFiles(ROOT, changed[1])));
  console.log(`${reached.size} files of tests can be reached by the change`);
  return (file) => reached.has(file) && isNamed(file);
}

async function runLane(lane: Lane, files: readonly string[]): Promise<TestRun> {
  const started = performance.now();
  const run = await lane.run(files, lane.budget * MINUTE).catch(failedToRun);
  const { passed, failed, skipped } = run.tally;
  const faults = [...run.faults];
  if (passed + failed === 0 && faults.length === 0) faults.push('no test ran');
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `\n== ${lane.name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s` +
      ` of ${lane.budget * 60} s${run.database ? ` on ${run.database}` : ''}`,
  );
  for (const fault of faults) console.log(`== ${lane.name}: FAILED: ${fault}`);
  console.log('');
  return { ...run, faults };
}

const failedToRun = (error: Error): TestRun => ({
  tally: { passed: 0, failed: 0, skipped: 0 },
  faults: [error.message],
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopTests);
process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
