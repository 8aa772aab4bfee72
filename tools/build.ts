import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildWeb } from '#app/build-web.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TARGET = join(ROOT, 'dist/waybill');

/** What the server runs from: its sources as they are, Node strips the types. */
const SERVER = [
  'app/*.ts',
  '{kit,platform,modules,connectors,simulator}/**/*',
  'db/**/*',
  'tools/{setup.mjs,server-flags.json}',
  'package-lock.json',
  'LICENSE',
  'docs/settings.md',
];
/** The console is built already, and tests stay here. */
const LEFT_OUT = /\.test\.ts$|(^|\/)(web|fixtures)\//;
/** Tells `tools/setup.mjs` that nothing is to be installed here. */
const MARK = '.built';

/**
 * `npm run build`: a folder that runs anywhere with this platform, read-only and without development
 * packages, by `npm start` (or `node tools/setup.mjs app/main.ts`) with WAYBILL_DATA_DIR elsewhere.
 * It is made beside the one of the last build and takes its place when whole.
 */
async function build(): Promise<void> {
  await buildWeb();
  const fresh = `${TARGET}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  for (const path of serverFiles()) copy(path, fresh);
  cpSync(join(ROOT, 'dist/web'), join(fresh, 'dist/web'), { recursive: true });
  installPackages(fresh);
  writeFileSync(join(fresh, 'package.json'), `${JSON.stringify(runPackage(), null, 2)}\n`);
  writeFileSync(join(fresh, MARK), '');
  rmSync(TARGET, { recursive: true, force: true });
  renameSync(fresh, TARGET);
  console.log(`built: ${TARGET}`);
}

const serverFiles = (): string[] =>
  globSync(SERVER, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((path) => !LEFT_OUT.test(path));

function copy(path: string, to: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  cpSync(join(ROOT, path), join(to, path));
}

const readPackage = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;

/** As npm sees the project, with the scripts that work there. */
function runPackage(): Record<string, unknown> {
  const { devDependencies: _tools, scripts, ...rest } = readPackage();
  const { start, backup, restore } = scripts as Record<string, string>;
  return { ...rest, scripts: { start, backup, restore } };
}

/** The locked packages that the server needs, none of them with a script of its own. */
function installPackages(folder: string): void {
  copy('package.json', folder);
  const npm = process.env['npm_execpath'];
  const [command, before] = npm && existsSync(npm) ? [process.execPath, [npm]] : ['npm', [] as string[]];
  const { status, error } = spawnSync(
    command,
    [...before, 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
    { cwd: folder, stdio: ['ignore', 2, 2] },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`npm ci failed (exit code ${status}); its words stand above`);
}

await build();
