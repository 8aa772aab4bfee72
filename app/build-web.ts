import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const OUTPUT = join(DIST, 'web');
const STAMP = join(DIST, 'web.stamp');

/** Everything the console can be made of; server code and tests never reach the browser. */
const SOURCES = ['{app,ui,console}/**/*', '{kit,modules/*}/{model,web}/**/*'];
const SETTINGS = ['vite.config.ts', 'tools/web-icons.ts', 'package.json', 'package-lock.json'];

/**
 * Builds the console into dist/web when its sources changed since the last build. The new build is
 * made beside the old one and takes its place when whole; a failed one leaves the old untouched.
 * @throws with the compiler's words when the sources cannot be built
 */
export async function buildWeb(): Promise<{ built: boolean }> {
  // A build of the whole (tools/build.ts) has its console and nothing to make another of.
  if (existsSync(join(ROOT, '.built'))) return { built: false };
  if (process.env['WAYBILL_SKIP_BUILD']) return { built: false }; // set by tools/dev.ts
  const hash = hashSources();
  if (existsSync(join(OUTPUT, 'index.html')) && readStamp() === hash) return { built: false };
  mkdirSync(DIST, { recursive: true });
  const fresh = `${OUTPUT}.new-${randomBytes(4).toString('hex')}`;
  try {
    await runVite(fresh);
    rmSync(STAMP, { force: true });
    putInPlace(fresh);
    writeFileSync(STAMP, `${hash}\n`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return { built: true };
}

function hashSources(): string {
  const isSource = (path: string): boolean => !/\.test\.tsx?$/.test(path);
  const files = [
    ...globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter(isSource),
    ...SETTINGS,
  ].sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(ROOT, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const readStamp = (): string => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8').trim() : '');

/** In a process of its own: the compiler's memory and settings do not stay in the server. */
async function runVite(outDir: string): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const options = `build --config vite.config.ts --configLoader native --emptyOutDir --logLevel warn`;
  const child = spawn(process.execPath, [vite, ...options.split(' '), '--outDir', outDir], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: buildEnvironment(),
  });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  const [output, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done, fail) => child.once('exit', done).once('error', fail)),
  ]);
  process.off('exit', stop);
  if (code !== 0) throw new Error(`The console could not be built:\n${output}${complaint}`.trim());
}

/** No setting of the server reaches the built files; colours would only disturb the message. */
const buildEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  NO_COLOR: '1',
});

/** Of two builds at once the quicker one stays; both are of the same sources. */
function putInPlace(fresh: string): void {
  try {
    if (existsSync(OUTPUT)) renameSync(OUTPUT, `${fresh}.old`);
    renameSync(fresh, OUTPUT);
  } catch (error) {
    if (!existsSync(join(OUTPUT, 'index.html'))) throw error;
  }
  for (const name of readdirSync(DIST))
    if (/^web\.new-.*\.old$/.test(name)) rmSync(join(DIST, name), { recursive: true, force: true });
}
