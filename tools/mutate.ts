import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CLUSTER_VARIABLE } from '#tests/harness/database.ts';
import openCluster from '#tests/harness/global-setup.ts';
import { MUTANTS } from '#tests/mutants/index.ts';
import type { Mutant } from '#tests/mutants/mutant.ts';
import { testEnvironment } from './test-run.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** One per run, so that a single fault can be tried beside a long list. */
const COPY = join(ROOT, '.cache', `mutants-${process.pid}`);
const REPORT = join(COPY, '.cache', 'report.json');
/** For each test file. */
const PATIENCE_MS = 180_000;
/** Per cent of the faults of an area that the tests must notice. */
const AIM = 85;

/** `--sample=60`: so many of them, spread over the list. */
const SAMPLE = /^--sample=(\d+)$/;

const requested = process.argv.slice(2).filter((word) => !SAMPLE.test(word));
const most = Number(process.argv.map((word) => SAMPLE.exec(word)?.[1]).find(Boolean) ?? Infinity);

/** What the tests made of a fault; only a test that failed by what it saw has noticed it. */
interface Verdict {
  outcome: 'noticed' | 'SURVIVED' | 'TIME-OUT' | 'BROKEN';
  /** The test that failed and the first line of what it said. */
  words: string;
}

/**
 * `npm run mutate [-- area, part of a path or of the changed text … --sample=60]`: plants one fault of the seeded
 * list after the other in a copy of the tree and runs the tests that ought to notice. A fault that
 * survives is a missing test; so is one that a test only waited for in vain (a slow machine does
 * that too) or that the compiler refused. Ends with a table by area.
 */
async function main(): Promise<boolean> {
  const named = MUTANTS.filter(
    ({ area, file, from }) =>
      requested.length === 0 || requested.some((part) => area === part || file.includes(part) || from.includes(part)),
  );
  const count = Math.min(most, named.length);
  const chosen = Array.from({ length: count }, (_, at) => named[Math.floor((at * named.length) / count)] as Mutant);
  if (chosen.length === 0) throw new Error(`no fault matches ${requested.join(' ')}`);
  copyTree();
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const close = tests.every(isPure) ? null : await openSharedCluster();
  try {
    return await plantAll(chosen, tests);
  } finally {
    await close?.();
  }
}

/** One migrated template for all runs: each would spend as long on its own as on its tests. */
async function openSharedCluster(): Promise<() => Promise<void>> {
  Object.assign(process.env, placeOf(false));
  return openCluster();
}

async function plantAll(chosen: readonly Mutant[], tests: readonly string[]): Promise<boolean> {
  // Where they fail without a fault every one of them would look noticed.
  const clean = await run(tests);
  if (clean.outcome !== 'SURVIVED') throw new Error(`without any fault: ${clean.words}`);
  const table = new Map<string, { noticed: number; survived: Mutant[] }>();
  for (const [index, mutant] of chosen.entries()) {
    const startedAt = Date.now();
    const { outcome, words } = await verdictOn(mutant);
    const row = table.get(mutant.area) ?? { noticed: 0, survived: [] };
    if (outcome === 'noticed') row.noticed += 1;
    else row.survived.push(mutant);
    table.set(mutant.area, row);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const change = `${mutant.file}: ${inOneLine(mutant.from)} → ${inOneLine(mutant.to)}`;
    console.log(`${index + 1}/${chosen.length} ${outcome.padEnd(8)} ${change} (${seconds} s)`);
    if (words) console.log(`    ${words}`);
  }
  let isReached = true;
  for (const [area, { noticed, survived }] of table) {
    const all = noticed + survived.length;
    const share = Math.floor((noticed * 100) / all);
    isReached &&= share >= AIM;
    console.log(`${area.padEnd(12)} ${noticed} of ${all} noticed, ${share} % (aim ${AIM} %)`);
  }
  return isReached;
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim() || '(nothing)';

/** What git tracks or would track, with the packages of the tree beside it. */
function copyTree(): void {
  rmSync(COPY, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error('git does not list the files');
  for (const path of listed.stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    cpSync(join(ROOT, path), join(COPY, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'));
}

async function verdictOn({ file, from, to, tests }: Mutant): Promise<Verdict> {
  const path = join(COPY, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} has not exactly one ${from}`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    return await run(tests, file.startsWith('db/migrations/'));
  } finally {
    writeFileSync(path, source);
  }
}

/** Tests beside pure code. */
const isPure = (test: string): boolean => !/^tests\/|\/server\//.test(test);

/** The database of a run: the server of TEST_DATABASE_URL where one is given. */
function placeOf(isNone: boolean): Record<string, string> {
  const server = process.env['TEST_DATABASE_URL'];
  if (isNone) return { TEST_DATABASE: 'none' };
  if (!server) return { TEST_DATABASE: 'embedded' };
  return { TEST_DATABASE: 'server', TEST_DATABASE_URL: server, DATABASE_URL: server };
}

/** Runs tests up to the first failure. @param isMigration the fault is in the schema: it needs its own */
function run(tests: readonly string[], isMigration = false): Promise<Verdict> {
  const runner = join('node_modules', 'vitest', 'vitest.mjs');
  const options = ['run', '--bail=1', '--reporter=json', `--outputFile=${REPORT}`];
  rmSync(REPORT, { force: true });
  const child = spawn(process.execPath, [runner, ...options, ...tests], {
    cwd: COPY,
    stdio: 'ignore',
    env: testEnvironment({
      ...placeOf(tests.every(isPure)),
      ...(isMigration ? { [CLUSTER_VARIABLE]: '' } : {}),
    }),
  });
  let isOverdue = false;
  const overdue = setTimeout(() => {
    isOverdue = true;
    child.kill('SIGINT');
  }, PATIENCE_MS * tests.length);
  return new Promise((tell, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      clearTimeout(overdue);
      if (code === 0) tell({ outcome: 'SURVIVED', words: '' });
      else tell(isOverdue ? { outcome: 'TIME-OUT', words: 'never ended' } : readVerdict());
    });
  });
}

interface Report {
  testResults: {
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readVerdict(): Verdict {
  if (!existsSync(REPORT)) return { outcome: 'BROKEN', words: 'no report' };
  const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  const failed = testResults.flatMap((file) => file.assertionResults).find(({ status }) => status === 'failed');
  const broken = testResults.find(({ status }) => status === 'failed');
  const message = failed?.failureMessages[0] ?? broken?.message ?? 'no test failed';
  const words = inOneLine(`${failed?.fullName ?? ''}: ${message}`).slice(0, 240);
  if (/timed out in \d+ ?ms/.test(message)) return { outcome: 'TIME-OUT', words };
  const isCompiled = !/SyntaxError|PARSE_ERROR|Transform failed/.test(message);
  return { outcome: (failed || broken) && isCompiled ? 'noticed' : 'BROKEN', words };
}

process.once('exit', () => rmSync(COPY, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
process.exitCode = (await main()) ? 0 : 1;
