import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Notes how it was called; `ci` leaves optional packages out, as an npm on an old Node does. */
const NPM = `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
const { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: skips, npm_config_cache: cache } = process.env;
appendFileSync('npm.log', [...args, skips, cache].join(' ') + '\\n');
if (process.env.NPM_EXIT) process.exit(Number(process.env.NPM_EXIT));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const kept = Object.entries(packages).filter(([, one]) => args[0] !== 'ci' || !one.optional);
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(kept) }));`;
const ENTRY = `process.on('SIGTERM', () => process.exit(7));
console.log(JSON.stringify({ pid: process.pid, argv: process.argv.slice(2) }));
if (process.argv[2] === 'exit') process.exit(Number(process.argv[3]));
setInterval(() => undefined, 1000);`;

let root: string;
/** A project of one locked package, which npm has installed already. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waybill-setup-'));
  for (const folder of ['tools', 'node_modules', 'npm']) mkdirSync(join(root, folder));
  copyFileSync(join(import.meta.dirname, 'setup.mjs'), join(root, 'tools/setup.mjs'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'entry.ts'), ENTRY);
  writeFileSync(join(root, 'npm/npm-cli.js'), NPM);
  writeFileSync(join(root, 'npm/package.json'), '{"type":"module"}');
  lock('1.0.0');
  writeFileSync(
    join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/one': { version: '1.0.0' } } }),
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lock = (version: string): void =>
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': {}, 'node_modules/one': { version } } }),
  );

function setUp(args: string[], env: NodeJS.ProcessEnv = {}, entry = 'entry.ts'): ChildProcess {
  return spawn(process.execPath, ['tools/setup.mjs', entry, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      npm_execpath: join(root, 'npm/npm-cli.js'),
      ...env,
    },
  });
}

async function firstLine(child: ChildProcess): Promise<{ pid: number; argv: string[] }> {
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line);
  throw new Error('ended without a line');
}

const npmRuns = (): string[] => {
  try {
    return readFileSync(join(root, 'npm.log'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};

test('arguments and the exit code pass through; what npm has installed is left alone', async () => {
  const child = setUp(['exit', '3', 'two words']);
  const ended = once(child, 'exit');
  expect((await firstLine(child)).argv).toEqual(['exit', '3', 'two words']);
  expect((await ended)[0]).toBe(3);
  expect(npmRuns()).toEqual([]);
});

test('the heap of the server is bounded, of nothing else, and NODE_OPTIONS has the last word', async () => {
  mkdirSync(join(root, 'app'));
  const flags = join('tools', 'server-flags.json');
  copyFileSync(join(import.meta.dirname, 'server-flags.json'), join(root, flags));
  const tells = 'console.log(JSON.stringify({ pid: 0, argv: process.execArgv }));';
  for (const entry of ['app/main.ts', 'entry.ts']) writeFileSync(join(root, entry), tells);
  const given = async (...about: Parameters<typeof setUp>): Promise<string[]> =>
    (await firstLine(setUp(...about))).argv.filter((flag) => flag.includes('space-size'));
  expect(await given([], {}, 'app/main.ts')).toEqual(JSON.parse(readFileSync(join(root, flags), 'utf8')));
  expect(await given([], {}, 'entry.ts')).toEqual([]);
  const own = { NODE_OPTIONS: '--max-old-space-size=4096' };
  expect(await given([], own, 'app/main.ts')).toEqual([expect.stringMatching(/^--max-semi-space-size=\d+$/)]);
});

test('a changed lockfile is installed once, by the npm that called, without browsers', async () => {
  lock('1.1.0');
  for (let start = 0; start < 2; start++) await once(setUp(['exit', '0']), 'exit');
  expect(npmRuns()).toHaveLength(1);
  expect(npmRuns()[0]).toMatch(/^ci .*--loglevel=error .* 1$/);
});

test('what an old npm left out for this machine is brought by the pinned Node', async () => {
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const optional = (os: string) => ({ version: '2.0.0', optional: true, os: [os] });
  packages['node_modules/elsewhere'] = optional('no-such-system');
  packages['node_modules/of-elsewhere'] = { version: '2.0.0', optional: true };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  await once(setUp(['exit', '0']), 'exit');
  expect(npmRuns()).toEqual([]);
  packages['node_modules/here'] = optional(process.platform);
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  await once(setUp(['exit', '0']), 'exit');
  expect(npmRuns().map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'ci --include=dev',
    'install --no-save',
  ]);
});

test.each(['', '/dev/null'])('without a home folder (HOME=%s) npm caches here', async (HOME) => {
  lock('1.1.0');
  await once(setUp(['exit', '0'], { HOME }), 'exit');
  expect(npmRuns()[0]).toContain(` ${join(root, '.cache/npm')}`);
});

test('a failed install stops the start and is tried again the next time', async () => {
  lock('1.1.0');
  const [code] = await once(setUp(['exit', '0'], { NPM_EXIT: '9' }), 'exit');
  expect(code).toBe(1);
  await once(setUp(['exit', '0']), 'exit');
  expect(npmRuns()).toHaveLength(2);
});

test('a signal is passed down and the program may end in its own way', async () => {
  const child = setUp([]);
  const ended = once(child, 'exit');
  await firstLine(child);
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(7);
});

test('under npm, the end of the shell above ends the program', async () => {
  const shell = spawn('sh', ['-c', `"$0" tools/setup.mjs entry.ts; true`, process.execPath], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], npm_lifecycle_event: 'start' },
  });
  const outputClosed = once(shell.stdout, 'close');
  const { pid } = await firstLine(shell);
  shell.kill('SIGKILL');
  await outputClosed; // setup and program held it open
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});
