import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkBoundaries, type Violation } from './check-boundaries.ts';
import { checkCasts } from './check-casts.ts';
import { checkColours } from './check-colours.ts';
import { checkChinese } from './check-chinese.ts';
import { checkKit } from './check-kit.ts';
import { declaredWords, glossaryFaults, readGlossary } from './check-glossary.ts';
import { specMapFaults } from './check-spec-map.ts';
import { checkTables } from './check-tables.ts';
import { checkType } from './check-type.ts';
import { checkWords, readDocuments } from './check-words.ts';
import type { SourceFile } from './import-graph.ts';
import { crowdedRooms, roomShares, shareLine } from './room-shares.ts';
import { readSheets, readSources } from './source-files.ts';

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
/** Checks of their own that need a database or the running product. */
const PROGRAMS = ['modules', 'help', 'schema'];

const checks: Check[] = [
  program('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']),
  program('types, server', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']),
  program('types, web', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.web.json']),
  program('lint', 'node_modules/oxlint/bin/oxlint', [
    '--type-aware',
    '--format=unix',
    ...lintedPlaces(),
  ]),
  { name: 'boundaries', run: async () => judgeSources(checkBoundaries) },
  { name: 'rooms', run: judgeRooms },
  { name: 'kit words', run: async () => judgeSources(checkKit) },
  { name: 'casts', run: async () => judgeSources(checkCasts) },
  { name: 'colours', run: async () => judge(checkColours, readSheets(ROOT)) },
  { name: 'type', run: async () => judge(checkType, readSheets(ROOT)) },
  { name: 'tables', run: async () => judgeSources(checkTables) },
  { name: 'chinese text', run: async () => judgeSources(checkChinese) },
  { name: 'words', run: async () => judgeSources(checkWords, readDocuments(ROOT)) },
  { name: 'glossary', run: judgeGlossary },
  { name: 'spec map', run: judgeSpecMap },
  ...PROGRAMS.filter((name) => existsSync(join(ROOT, `tools/check-${name}.ts`))).map((name) =>
    program(name, `tools/check-${name}.ts`, []),
  ),
];

process.exitCode = (await runAll(checks)) ? 0 : 1;

/** One line per check as it ends, the reasons of all failures after the last. */
async function runAll(list: readonly Check[]): Promise<boolean> {
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
      console.log(
        `${check.name.padEnd(16)} ${verdict.padEnd(7)} ${seconds.padStart(6)} s  ${seen}`,
      );
      if (faults.length > 0) failures.push(`\n${check.name}:\n${faults.join('\n')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const failure of failures) console.log(failure);
  return failures.length === 0;
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

function judgeSources(
  rule: (files: SourceFile[]) => Violation[],
  more: readonly SourceFile[] = [],
): Outcome {
  return judge(rule, [...readSources(ROOT), ...more]);
}

function judge(rule: (files: SourceFile[]) => Violation[], files: SourceFile[]): Outcome {
  const faults = rule(files).map(({ at, rule: name, message }) => `${at} [${name}] ${message}`);
  return { faults, seen: `${files.length} files` };
}

async function judgeSpecMap(): Promise<Outcome> {
  const files = readSources(ROOT);
  return { faults: specMapFaults(ROOT, files), seen: `${files.length} files` };
}

async function judgeRooms(): Promise<Outcome> {
  const shares = roomShares(readSources(ROOT));
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
