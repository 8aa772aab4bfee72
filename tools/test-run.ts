import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** What became of the tests of a file. */
export interface FileRun {
  /** From the root. */
  path: string;
  tally: Tally;
  /** Names of the tests that failed. */
  failed: readonly string[];
  /** Of its tests, with what stands before and after them. */
  seconds: number;
}

/** What a test program wrote down. */
export interface Report {
  files: readonly FileRun[];
  /** Why the run counts as failed beyond its tests. */
  faults: readonly string[];
}

/** What a finished run left behind. */
export interface TestRun extends Report {
  /** Kind and version of the database, where the tests had one. */
  database?: string;
}

export interface RunOptions {
  /** After this long the program is ended. */
  limitMs: number;
  /** One file with nothing beside it. */
  isAlone?: boolean;
  env?: NodeJS.ProcessEnv;
}

export interface Program {
  /** Path from the root. */
  script: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Where its reporter writes. */
  report: string;
  limitMs: number;
}

const ROOT = resolve(import.meta.dirname, '..');
export const REPORTS = join(ROOT, '.cache', 'reports');
/** For a runner that was asked to end, to take down what it started. */
const FAREWELL_MS = 20_000;

/** What the caller's shell says about servers holds for one lane only. */
export const testEnvironment = (own: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: '',
  DATABASE_OWNER_URL: '',
  TEST_DATABASE_URL: '',
  REDIS_URL: '',
  NO_COLOR: '1',
  ...own,
});

let running: ChildProcess | undefined;
const stopping = new AbortController();
/** Aborted once the tests are to stop. */
export const stopped = stopping.signal;

/** Asks the running test program to end and lets no other begin. */
export function stopTests(): void {
  stopping.abort();
  if (running) end(running);
}

export function sumOf(files: readonly FileRun[]): Tally {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { tally } of files) {
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped += tally.skipped;
  }
  return sum;
}

/** Runs a test program within its limit and reads its report with `read`. */
export async function runTests(program: Program, read: (report: never) => Report): Promise<TestRun> {
  rmSync(program.report, { force: true });
  mkdirSync(dirname(program.report), { recursive: true });
  const { code, isOverdue } = await runProgram(program);
  const faults: string[] = [];
  if (isOverdue) faults.push(`ended after its ${program.limitMs / 60_000} minutes`);
  if (stopped.aborted) faults.push('was told to stop');
  if (!existsSync(program.report)) {
    faults.push(`wrote no report (exit code ${code})`);
    return { files: [], faults };
  }
  const report = read(JSON.parse(readFileSync(program.report, 'utf8')) as never);
  faults.push(...report.faults);
  if (code !== 0 && sumOf(report.files).failed === 0 && faults.length === 0)
    faults.push(`ended with exit code ${code} without a failed test; its words stand above`);
  return { files: report.files, faults };
}

function runProgram(program: Program): Promise<{ code: number | null; isOverdue: boolean }> {
  return new Promise((tell, fail) => {
    let isOverdue = false;
    if (stopped.aborted) return tell({ code: null, isOverdue });
    const child = spawn(process.execPath, [join(ROOT, program.script), ...program.args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: program.env,
      // A group of its own, so that nothing it started outlives it.
      detached: process.platform !== 'win32',
    });
    running = child;
    const overdue = setTimeout(() => {
      isOverdue = true;
      end(child);
    }, program.limitMs);
    child.once('error', fail);
    child.once('exit', (code) => {
      clearTimeout(overdue);
      running = undefined;
      tell({ code, isOverdue });
    });
  });
}

/** Both runners clean up on an interrupt; one that does not is killed with all it started. */
function end(child: ChildProcess): void {
  const { pid } = child;
  if (!pid) return;
  child.kill('SIGINT');
  const last = setTimeout(() => {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // gone already
    }
  }, FAREWELL_MS);
  child.once('exit', () => clearTimeout(last));
}
