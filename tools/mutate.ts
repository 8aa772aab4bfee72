import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MUTANTS } from '#tests/mutants/index.ts';
import type { Mutant } from '#tests/mutants/mutant.ts';
import { testEnvironment } from './test-run.ts';

const ROOT = resolve(import.meta.dirname, '..');
const COPY = join(ROOT, '.cache', 'mutants');
/** A fault that makes a test wait for ever has been noticed too. */
const PATIENCE_MS = 180_000;
/** Per cent of the faults of an area that the tests must notice. */
const AIM = 85;

const wanted = process.argv.slice(2);

/**
 * `npm run mutate [-- area, part of a path or of the changed text …]`: plants one fault of the seeded
 * list after the other in a copy of the tree and runs the tests that ought to notice. A fault that
 * survives is a missing test. Ends with a table by area.
 */
async function main(): Promise<boolean> {
  const chosen = MUTANTS.filter(
    ({ area, file, from }) =>
      wanted.length === 0 ||
      wanted.some((part) => area === part || file.includes(part) || from.includes(part)),
  );
  if (chosen.length === 0) throw new Error(`no fault matches ${wanted.join(' ')}`);
  copyTree();
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  // Where they fail without a fault every one of them would look noticed.
  if (!(await pass(tests))) throw new Error('the tests fail without any fault');
  const table = new Map<string, { noticed: number; survived: Mutant[] }>();
  for (const [index, mutant] of chosen.entries()) {
    const isNoticed = await isNoticedBy(mutant);
    const row = table.get(mutant.area) ?? { noticed: 0, survived: [] };
    if (isNoticed) row.noticed += 1;
    else row.survived.push(mutant);
    table.set(mutant.area, row);
    const words = `${mutant.file}: ${inOneLine(mutant.from)} → ${inOneLine(mutant.to)}`;
    console.log(`${index + 1}/${chosen.length} ${isNoticed ? 'noticed ' : 'SURVIVED'} ${words}`);
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
  const listed = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (listed.status !== 0) throw new Error('git does not list the files');
  for (const path of listed.stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    cpSync(join(ROOT, path), join(COPY, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'));
}

async function isNoticedBy({ file, from, to, tests }: Mutant): Promise<boolean> {
  const path = join(COPY, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} has not exactly one ${from}`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    return !(await pass(tests));
  } finally {
    writeFileSync(path, source);
  }
}

/** Tests beside pure code. */
const isPure = (test: string): boolean => !/^tests\/|\/server\//.test(test);

/** Whether every test passes; on the server of TEST_DATABASE_URL where it is given. */
function pass(tests: readonly string[]): Promise<boolean> {
  const server = process.env['TEST_DATABASE_URL'];
  const place = tests.every(isPure)
    ? { TEST_DATABASE: 'none' }
    : server
      ? { TEST_DATABASE: 'server', TEST_DATABASE_URL: server, DATABASE_URL: server }
      : { TEST_DATABASE: 'embedded' };
  const runner = join('node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [runner, 'run', '--bail=1', '--reporter=dot', ...tests], {
    cwd: COPY,
    stdio: 'ignore',
    env: testEnvironment(place),
  });
  const overdue = setTimeout(() => child.kill('SIGINT'), PATIENCE_MS);
  return new Promise((tell, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      clearTimeout(overdue);
      tell(code === 0);
    });
  });
}

process.exitCode = (await main()) ? 0 : 1;
