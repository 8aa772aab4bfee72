import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Kernel clock ticks per second on Linux. */
const TICKS = 100;

/** What `npm start` gives the product. */
const SERVER_FLAGS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../tools/server-flags.json'), 'utf8'),
) as string[];

interface Times {
  parent: number;
  /** User and system time of the process, in seconds. */
  own: number;
  /** The same of its children that have ended. */
  ended: number;
}

/** A process of this run that serves; ends with its input. */
export interface Served {
  pid: number;
  address: string;
  stop(): Promise<void>;
}

/** Starts a script of this folder and waits for its line `listening <address>`. */
export async function serve(script: string, options: object): Promise<Served> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, join(import.meta.dirname, script), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const address = await listening(child);
  return {
    pid: child.pid as number,
    address,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

async function listening(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
    if (line.startsWith('listening ')) return line.slice('listening '.length);
  throw new Error('the server process ended before it listened');
}

/** Process id of the PostgreSQL server whose cluster lies in this folder. */
export const postmasterOf = (cluster: string): number =>
  Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);

/**
 * CPU seconds so far of a process alone, and of a PostgreSQL server with all its backends, ended
 * ones included. Linux only: read from /proc.
 */
export function cpuSeconds(pid: number, postmaster: number): { server: number; database: number } {
  const server = timesOf(pid)?.own ?? 0;
  const main = timesOf(postmaster);
  let database = main ? main.own + main.ended : 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const times = timesOf(Number(name));
    if (times?.parent === postmaster) database += times.own;
  }
  return { server, database };
}

function timesOf(pid: number): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold blanks: count from the last one.
    const parts = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = parts.slice(11, 15);
    return {
      parent: parts[1] ?? 0,
      own: (user + system) / TICKS,
      ended: (endedUser + endedSystem) / TICKS,
    };
  } catch {
    return undefined; // ended while we looked
  }
}

/** Most memory the process ever held, in MB. */
export function peakMb(pid: number): number {
  const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

/** Memory of its own that the server's sessions hold together, in MB. */
export function sessionsMb(postmaster: number): number {
  let kb = 0;
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name) && timesOf(Number(name))?.parent === postmaster) kb += statusKb(Number(name), 'RssAnon');
  return kb / 1024;
}

/** Memory the process holds now, in MB. */
export const heldMb = (pid: number): number => statusKb(pid, 'VmRSS') / 1024;

function statusKb(pid: number, name: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0);
  } catch {
    return 0; // ended while we looked
  }
}
