import { spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serverEnvironment } from './cluster.ts';
import { openSocketFolder, type Placement } from './placement.ts';
import { isTaken, processState } from './process-state.ts';

export interface RunningServer {
  pid: number;
  socketDir: string;
  /** Ours when we started it; an adopted server has none. */
  child: ChildProcess | null;
  /** Where in the log this start began. */
  logStart: number;
}

const LOG_LIMIT = 20 * 1024 * 1024;
const STOP_PATIENCE_MS = 60_000;

/** One server's settings. Logs carry no statements, parameters or row values. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_statement: 'none',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
};

const MB = 1024 * 1024;

/** An eighth of the machine (or of what this program may have of it), at most 2 GB. */
export function memorySettings(machineBytes: number): Record<string, string> {
  const buffers = Math.min(2048, Math.max(128, Math.floor(machineBytes / MB / 8)));
  return {
    shared_buffers: `${buffers}MB`,
    // What the system keeps of the files beside it: tells the planner that indexes are in memory.
    effective_cache_size: `${buffers * 3}MB`,
  };
}

const machineBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

/** Takes over the server that already runs on this cluster, or starts one. Not yet ready. */
export function adoptOrStart(place: Placement, log: (line: string) => void): RunningServer {
  const pidFile = join(place.data, 'postmaster.pid');
  const found = readPidFile(pidFile);
  const state = found && processState(found.pid);
  if (found && state && ['', 'postgres'].includes(state.command)) {
    log(`taking over the PostgreSQL that is running (process ${found.pid})`);
    const socketDir = found.socketDir || place.socketDir;
    return { pid: found.pid, socketDir, child: null, logStart: 0 };
  }
  // The id now belongs to another program (or a zombie): PostgreSQL itself would not dare to start.
  if (found && isTaken(found.pid)) rmSync(pidFile, { force: true });
  return start(place);
}

function start(place: Placement): RunningServer {
  openSocketFolder(place);
  if ((statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT)
    renameSync(place.logFile, `${place.logFile}.1`);
  // A file, not a pipe: the server may outlive us.
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const output = openSync(place.logFile, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  const logStart = fstatSync(output).size;
  const settings = Object.entries({ ...SETTINGS, ...memorySettings(machineBytes()) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(join(place.native, 'bin', 'postgres'), ['-D', place.data, '-k', place.socketDir, ...settings], {
    cwd: place.data,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
    ...(place.runAs && { uid: place.runAs.uid, gid: place.runAs.gid }),
  });
  closeSync(output);
  child.on('error', () => undefined); // seen as a server that does not run
  child.unref();
  return { pid: child.pid ?? 0, socketDir: place.socketDir, child, logStart };
}

export function isRunning({ child, pid }: RunningServer): boolean {
  if (child) return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return processState(pid) !== null;
}

/** What the server wrote since this start, for the message of a failed one. */
export function logTail(place: Placement, server: RunningServer): string {
  if (!existsSync(place.logFile)) return '';
  const handle = openSync(place.logFile, 'r');
  try {
    const from = Math.max(server.logStart, fstatSync(handle).size - 2000);
    const buffer = Buffer.alloc(2000);
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, 2000, from)).trim();
  } finally {
    closeSync(handle);
  }
}

/**
 * Ends the server: SIGINT rolls back what is open and disconnects clients (SIGTERM would wait for
 * them). Gone means that `postmaster.pid` has vanished: an adopted server may stay a zombie.
 */
export async function stopServer(place: Placement, server: RunningServer, log: (line: string) => void): Promise<void> {
  const pidFile = join(place.data, 'postmaster.pid');
  const isGone = (): boolean => (server.child ? !isRunning(server) : readPidFile(pidFile)?.pid !== server.pid);
  if (!isRunning(server)) return;
  send(server.pid, 'SIGINT');
  const started = Date.now();
  let isPatient = true;
  while (!isGone() && isRunning(server)) {
    if (isPatient && Date.now() - started > STOP_PATIENCE_MS) {
      log('PostgreSQL does not end; ending it at once (the next start recovers)');
      send(server.pid, 'SIGQUIT');
      isPatient = false;
    }
    await wait(10);
  }
  removeEmpty(server.socketDir);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // not empty after a server that was ended at once
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // gone in this moment
  }
}

/** The server's own note: process id in line 1, socket folder in line 5 (once it listens). */
function readPidFile(file: string): { pid: number; socketDir: string } | null {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return pid > 0 ? { pid, socketDir: (lines[4] ?? '').trim() } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
