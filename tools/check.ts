import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Assembled } from '#app/assemble.ts';
import { BUDGETS, overBudget } from './budgets.ts';
import { checkBoundaries, type Violation } from './check-boundaries.ts';
import { checkCasts } from './check-casts.ts';
import { checkColours } from './check-colours.ts';
import { checkChinese, misusedText } from './check-chinese.ts';
import { checkKit } from './check-kit.ts';
import { declaredWords, glossaryFaults, readGlossary } from './check-glossary.ts';
import { specMapFaults } from './check-spec-map.ts';
import { checkTables } from './check-tables.ts';
import { checkType } from './check-type.ts';
import { bannedWords, checkWords, readDocuments } from './check-words.ts';
import { readImports } from './import-graph.ts';
import type { SourceFile } from './syntax.ts';
import { routeSchemaFaults } from './route-schemas.ts';
import { crowdedRooms, roomShares, shareLine } from './room-shares.ts';
import { readSheets, readSources } from './source-files.ts';
import { marksOf } from './spec-marks.ts';

interface Outcome {
  faults: string[];
  /** What was looked at, e.g. `498 files`. */
  seen: string;
}

interface Check {
  name: string;
  run(): Promise<Outcome>;
}

const ROOT = resolve(import.meta.dirname, '..');
const AT_ONCE = 2;
const NOT_LINTED = new Set(['node_modules', 'dist', 'data', 'test-results', 'coverage', 'docs']);
const TSC = 'node_modules/typescript/bin/tsc';
/** Both run at a time: more threads in each would check the same types for nothing. */
const ONE_THREAD = ['--checkers', '1'];

/** Read once for all checks. */
const sources = once(() => readSources(ROOT));
const assembled = once(async (): Promise<Assembled> => {
  const { assembleForCheck } = await import('./check-modules.ts');
  return assembleForCheck();
});

/** The longest first, so that both cores are busy to the end; what takes no time comes last. */
const checks: Check[] = [
  program('lint', 'node_modules/oxlint/bin/oxlint', ['--type-aware', '--format=unix', ...lintedPlaces()]),
  program('types, server', TSC, ['-p', 'tsconfig.json', ...ONE_THREAD]),
  program('types, web', TSC, ['-p', 'tsconfig.web.json', ...ONE_THREAD]),
  program('schema', 'tools/check-schema.ts', []),
  { name: 'route schemas', run: async () => routeSchemaFaults(ROOT) },
  { name: 'modules', run: judgeModules },
  { name: 'help', run: judgeHelp },
  { name: 'syntax', run: async () => ({ faults: [], seen: `${parseAll()} files` }) },
  program('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']),
  { name: 'boundaries', run: async () => judge(checkBoundaries, sources()) },
  { name: 'rooms', run: judgeRooms },
  { name: 'kit words', run: async () => judge(checkKit, sources()) },
  { name: 'casts', run: async () => judge(checkCasts, sources()) },
  { name: 'colours', run: async () => judge(checkColours, readSheets(ROOT)) },
  { name: 'type', run: async () => judge(checkType, readSheets(ROOT)) },
  { name: 'tables', run: async () => judge(checkTables, sources()) },
  { name: 'chinese text', run: async () => judge(checkChinese, sources()) },
  { name: 'words', run: async () => judge(checkWords, [...sources(), ...readDocuments(ROOT)]) },
  { name: 'glossary', run: judgeGlossary },
  { name: 'spec map', run: judgeSpecMap },
];

const { isClean, seconds } = await runAll(checks);
const slow = overBudget('check', seconds, BUDGETS.check.target);
if (slow) console.log(`== ${slow}`);
process.exitCode = isClean ? 0 : 1;

/** Has every check that asks for syntax look at a file while its tree is there. @returns how many files */
function parseAll(): number {
  for (const file of sources()) for (const look of [readImports, misusedText, bannedWords, marksOf]) look(file);
  return sources().length;
}

/** One line per check as it ends, the reasons of all failures after the last. */
async function runAll(list: readonly Check[]): Promise<{ isClean: boolean; seconds: number }> {
  const began = performance.now();
  const failures: string[] = [];
  const queue = [...list];
  const work = async (): Promise<void> => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const started = performance.now();
      const { faults, seen } = await check
        .run()
        .catch((error: unknown) => ({ faults: [(error as Error).message], seen: '' }));
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const verdict = faults.length === 0 ? 'ok' : 'FAILED';
      console.log(`${check.name.padEnd(16)} ${verdict.padEnd(7)} ${seconds.padStart(6)} s  ${seen}`);
      if (faults.length > 0) failures.push(`\n${check.name}:\n${faults.join('\n')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const failure of failures) console.log(failure);
  return { isClean: failures.length === 0, seconds: (performance.now() - began) / 1000 };
}

function program(name: string, script: string, args: readonly string[]): Check {
  return {
    name,
    run: () =>
      new Promise((done, fail) => {
        const child = spawn(process.execPath, [join(ROOT, script), ...args], {
          cwd: ROOT,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { ...process.env, NO_COLOR: '1' },
        });
        let output = '';
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => (output += text));
        child.once('error', fail);
        child.once('close', (code) => {
          const faults = code === 0 ? [] : [output.trim() || `ended with exit code ${code}`];
          done({ faults, seen: '' });
        });
      }),
  };
}

/** Named one by one: given the root, the linter has walked node_modules before. */
function lintedPlaces(): string[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !NOT_LINTED.has(name))
    .filter((entry) => entry.isDirectory() || /\.(ts|mjs)$/.test(entry.name))
    .map(({ name }) => name);
}

function judge(rule: (files: SourceFile[]) => Violation[], files: SourceFile[]): Outcome {
  const faults = rule(files).map(({ at, rule: name, message }) => `${at} [${name}] ${message}`);
  return { faults, seen: `${files.length} files` };
}

async function judgeSpecMap(): Promise<Outcome> {
  return { faults: specMapFaults(ROOT, sources()), seen: `${sources().length} files` };
}

async function judgeModules(): Promise<Outcome> {
  const { moduleFaults } = await import('./check-modules.ts');
  const product = await assembled();
  const faults = await moduleFaults(product, sources());
  return { faults, seen: `${product.routes.length} routes` };
}

async function judgeHelp(): Promise<Outcome> {
  const { handbookFaults } = await import('./check-help.ts');
  const product = await assembled();
  return { faults: handbookFaults(product, sources()), seen: `${product.menus.length} menus` };
}

async function judgeRooms(): Promise<Outcome> {
  const shares = roomShares(sources());
  return { faults: crowdedRooms(shares), seen: shareLine(shares) };
}

async function judgeGlossary(): Promise<Outcome> {
  const words = await declaredWords(ROOT);
  const rows = readGlossary(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'));
  return {
    faults: glossaryFaults(words, rows),
    seen: `${words.length} words, ${rows.length} lines`,
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
