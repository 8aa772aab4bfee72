import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** What a finished run left behind. */
export interface TestRun {
  tally: Tally;
  /** Kind and version of the database, where the tests had one. */
  database?: string;
  /** Of the passed ones the names of those that failed at the first try. */
  atSecondTry?: readonly string[];
  /** Why the run counts as failed beyond its tests. */
  faults: readonly string[];
}

export interface Program {
  /** Path from the root. */
  script: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Where its JSON reporter writes. */
  report: string;
  budgetMs: number;
}

const ROOT = resolve(import.meta.dirname, '..');
export const REPORTS = join(ROOT, '.cache', 'reports');
/** More than these do not stumble by chance. */
const MOST_AT_SECOND_TRY = 2;
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
let wasStopped = false;

/** Asks the running test program to end and lets no other begin. */
export function stopTests(): void {
  wasStopped = true;
  if (running) end(running);
}

/** Runs a test program within its budget and reads its report with `read`. */
export async function runTests(
  program: Program,
  read: (report: never) => Omit<TestRun, 'faults'>,
): Promise<TestRun> {
  rmSync(program.report, { force: true });
  mkdirSync(dirname(program.report), { recursive: true });
  const { code, isOverdue } = await runProgram(program);
  const faults: string[] = [];
  if (isOverdue) faults.push(`ended after its ${program.budgetMs / 60_000} minutes`);
  if (wasStopped) faults.push('was told to stop');
  if (!existsSync(program.report)) {
    faults.push(`wrote no report (exit code ${code})`);
    return { tally: { passed: 0, failed: 0, skipped: 0 }, faults };
  }
  const result = read(JSON.parse(readFileSync(program.report, 'utf8')) as never);
  const again = result.atSecondTry ?? [];
  if (again.length > MOST_AT_SECOND_TRY)
    faults.push(`${again.length} tests needed a second try, more than ${MOST_AT_SECOND_TRY}`);
  if (code !== 0 && result.tally.failed === 0 && faults.length === 0)
    faults.push(`ended with exit code ${code} without a failed test; its words stand above`);
  return { ...result, faults };
}

function runProgram(program: Program): Promise<{ code: number | null; isOverdue: boolean }> {
  return new Promise((tell, fail) => {
    let isOverdue = false;
    if (wasStopped) return tell({ code: null, isOverdue });
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
    }, program.budgetMs);
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
