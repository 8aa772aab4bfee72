import { resolve } from 'node:path';
import { LONG_VARIABLE } from '#tests/harness/long.ts';
import { BUDGETS, overBudget } from './budgets.ts';
import { changedFiles, changedTests } from './changed-tests.ts';
import { countCpu } from './cpu-time.ts';
import type { SourceFile } from './syntax.ts';
import { MOST_AT_SECOND_TRY, tryTwice } from './second-try.ts';
import { readSources } from './source-files.ts';
import { testLanes, type Lane } from './test-lanes.ts';
import { stopped, stopTests, sumOf, type FileRun, type Tally, type TestRun } from './test-run.ts';
import { takeTurn } from './turn.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** `--changed`, or `--changed=<commit>`. */
const CHANGED = /^--changed(?:=(.+))?$/;
const LONG = '--long';
const DEAREST = 10;
/** So many files are no load that others would have to wait for. */
const FEW = 20;

/** What the lanes of a run share. */
interface Run {
  /** Whole lanes, as the gate runs them: nobody has chosen files by name. */
  isWhole: boolean;
  /** Seconds that lanes waited for other runs on this machine. */
  waited: number;
  /** How many files may still pass at a second try. */
  tries: number;
  /** For the closing lines. */
  remarks: string[];
}

/**
 * `npm test [-- part of a path …] [-- --changed[=commit]]`, or `npm run test:long`: the unit tests, the database tests on
 * the embedded database, some of them again on a PostgreSQL server where one answers, then the
 * browser; with `--changed` what the change in this branch and work tree can reach. Where nobody
 * chose files by name, one that fails runs once more, alone, after its lane. A lane of more than a
 * few files waits until no other runs on this machine, in this copy of the repository or another;
 * what it waited counts neither in its seconds nor in its limit. The closing lines say
 * what did not run, what passed at its second try only and what took too long; the last one counts
 * all tests.
 */
async function main(words: readonly string[]): Promise<boolean> {
  const parts = words.filter((word) => word !== LONG && !CHANGED.test(word));
  if (words.includes(LONG)) process.env[LONG_VARIABLE] = '1';
  const sources = readSources(ROOT);
  const isRequested = choice(parts, words, sources);
  const { lanes, remarks } = await testLanes(sources);
  const run: Run = { isWhole: parts.length === 0, waited: 0, tries: MOST_AT_SECOND_TRY, remarks };
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  let isBroken = false;
  for (const lane of lanes) {
    const files = lane.files.filter(isRequested);
    if (files.length === 0) continue;
    const { files: done, faults } = await runLane(lane, files, run);
    const tally = sumOf(done);
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
  const since = Number(process.env['WAYBILL_GATE_SINCE']);
  if (since) noteTime(run, 'the whole gate', Date.now() / 1000 - since - run.waited, BUDGETS.gate.target);
  for (const remark of remarks) console.log(`== ${remark}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 && !isBroken;
}

/** Every test where no word chooses. */
function choice(
  parts: readonly string[],
  words: readonly string[],
  sources: readonly SourceFile[],
): (file: string) => boolean {
  const isNamed = (file: string): boolean => parts.length === 0 || parts.some((part) => file.includes(part));
  const changed = words.map((word) => CHANGED.exec(word)).find(Boolean);
  if (!changed) return isNamed;
  const reached = new Set(changedTests(sources, changedFiles(ROOT, changed[1])));
  console.log(`${reached.size} files of tests can be reached by the change`);
  return (file) => reached.has(file) && isNamed(file);
}

async function runLane(lane: Lane, files: readonly string[], run: Run): Promise<TestRun> {
  const requested = performance.now();
  let endTurn = (): void => undefined;
  const say = (line: string): void => console.log(`== ${lane.name}: ${line}`);
  const what = `the ${lane.name} of ${ROOT}`;
  try {
    if (files.length > FEW) endTurn = await takeTurn({ what, say, signal: stopped });
    run.waited += (performance.now() - requested) / 1000;
    return await runInTurn(lane, files, run);
  } catch (error) {
    say(`FAILED: ${(error as Error).message}`);
    return failedToRun(error as Error);
  } finally {
    endTurn();
  }
}

async function runInTurn(lane: Lane, files: readonly string[], run: Run): Promise<TestRun> {
  const limitMs = lane.budget.limit * 1000;
  const started = performance.now();
  const cpuSeconds = countCpu();
  const first = await lane.run(files, { limitMs }).catch(failedToRun);
  const result = run.isWhole ? await secondTries(lane, first, run) : first;
  const cpu = cpuSeconds();
  const seconds = (performance.now() - started) / 1000;
  const { passed, failed, skipped } = sumOf(result.files);
  const faults = [...result.faults];
  if (passed + failed === 0 && faults.length === 0) faults.push('no test ran');
  console.log(
    `\n== ${lane.name}: ${passed} passed, ${failed} failed, ${skipped} skipped` +
      `${result.database ? ` on ${result.database}` : ''}; ${Math.round(seconds)} s` +
      `${cpu === null ? '' : `, ${Math.round(cpu)} CPU s${lane.uncounted ?? ''}`}`,
  );
  for (const line of dearest(result.files)) console.log(line);
  for (const fault of faults) console.log(`== ${lane.name}: FAILED: ${fault}`);
  console.log('');
  if (lane.budget.target) noteTime(run, lane.name, seconds, lane.budget.target);
  return { ...result, faults };
}

/** @returns the lane with what the second tries showed; its files that passed are noted in `run` */
async function secondTries(lane: Lane, first: TestRun, run: Run): Promise<TestRun> {
  const limitMs = lane.budget.limit * 1000;
  const again = async (path: string): Promise<TestRun> => {
    console.log(`\n== ${lane.name}: once more, alone: ${path}`);
    const second = await lane.run([path], { limitMs, isAlone: true }).catch(failedToRun);
    for (const fault of second.faults) console.log(`== ${lane.name}: alone: ${fault}`);
    return second;
  };
  const { run: result, passed } = await tryTwice(first, again, run.tries);
  run.tries -= passed.length;
  for (const { path, test } of passed)
    run.remarks.push(`${lane.name}: ${path} passed at its second try only, alone; first failed “${test}”`);
  return result;
}

/** The files that took longest; of one alone the lane says it all. */
function dearest(files: readonly FileRun[]): string[] {
  if (files.length < 2) return [];
  return files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, DEAREST)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${path}`);
}

function noteTime(run: Run, name: string, seconds: number, target: number): void {
  const remark = overBudget(name, seconds, target);
  if (remark) run.remarks.push(remark);
}

const failedToRun = (error: Error): TestRun => ({ files: [], faults: [error.message] });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopTests);
process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
