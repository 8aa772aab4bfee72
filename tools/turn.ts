import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readStat } from './cpu-time.ts';

/** Off with `0`. */
export const WAIT_VARIABLE = 'WAYBILL_TEST_WAIT';

const FOLDER = 'waybill-turns';
const LOOK_MS = 500;
/** `<number>.<pid>.<start of the process>`; before it has its number, `choosing.<pid>.<start>`. */
const TICKET = /^(choosing|\d+)\.(\d+)\.(\w*)$/;

interface Ticket {
  name: string;
  /** null while its owner chooses. */
  number: number | null;
  pid: number;
}

export interface TurnOptions {
  /** What those who wait are shown. */
  what: string;
  /** Ends the wait. */
  signal: AbortSignal;
  say: (line: string) => void;
  folder?: string;
}

/**
 * Waits until nothing else heavy runs on this machine, whatever copy and user it belongs to: each
 * that wants a turn leaves a ticket in a folder that everybody may write to, and the lowest one of
 * a living process has it (Lamport's bakery: whoever chooses a number says so first, and nobody
 * passes until it has chosen). A ticket belongs to one process alone, so those of dead ones are
 * taken away by whoever sees them, without a race. With WAYBILL_TEST_WAIT=0 nobody waits.
 * @returns what ends the turn
 * @throws when the signal comes first
 */
export async function takeTurn(options: TurnOptions): Promise<() => void> {
  const { what, signal, say, folder = join(tmpdir(), FOLDER) } = options;
  if (process.env[WAIT_VARIABLE] === '0') return () => undefined;
  const { number, path } = leaveTicket(folder, what);
  const end = (): void => {
    process.off('exit', end);
    rmSync(path, { force: true });
  };
  process.on('exit', end);
  let shown = '';
  for (;;) {
    const before = firstBefore(readTickets(folder), number);
    if (!before) return end;
    if (before.name !== shown && before.number !== null) {
      shown = before.name;
      say(`waiting for ${wordsOf(join(folder, before.name))} (process ${before.pid})`);
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) continue;
    end();
    throw new Error('was told to stop while it waited for its turn');
  }
}

/** @returns the number and the file of a ticket of this process */
function leaveTicket(folder: string, what: string): { number: number; path: string } {
  // Writable by everybody, and without the mark by which a file may be removed by its owner alone.
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o777);
  const own = `${process.pid}.${startOf(process.pid) ?? ''}`;
  const choosing = join(folder, `choosing.${own}`);
  writeFileSync(choosing, what);
  const number = 1 + Math.max(0, ...readTickets(folder).map((ticket) => ticket.number ?? 0));
  const path = join(folder, `${number}.${own}`);
  renameSync(choosing, path);
  return { number, path };
}

/** Whom a number has to wait for; those that still choose may get the same one or a lower. */
function firstBefore(tickets: readonly Ticket[], number: number): Ticket | undefined {
  const isBefore = (ticket: Ticket): boolean =>
    ticket.pid !== process.pid &&
    (ticket.number === null || ticket.number < number || (ticket.number === number && ticket.pid < process.pid));
  return tickets.filter(isBefore).sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || a.pid - b.pid)[0];
}

/** Tickets of living processes; those of others are taken away. */
function readTickets(folder: string): Ticket[] {
  // One look may miss a file that is given another name meanwhile, two looks do not.
  const names = new Set([...readdirSync(folder), ...readdirSync(folder)]);
  return [...names].flatMap((name): Ticket[] => {
    const [, number = '', pid = '', started = ''] = TICKET.exec(name) ?? [];
    if (pid === '') return [];
    const now = startOf(Number(pid));
    if (now === null || (now !== '' && now !== started)) {
      rmSync(join(folder, name), { force: true });
      return [];
    }
    return [{ name, number: number === 'choosing' ? null : Number(number), pid: Number(pid) }];
  });
}

function wordsOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'another run';
  }
}

/**
 * When a process started, in whatever way the system says it, so that a later one of its number is
 * another.
 * @returns null when it has ended, nothing where the system does not say
 */
export function startOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  try {
    const { state, started } = readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return state === 'Z' ? null : started;
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    });
    return (stdout ?? '').replaceAll(/\W/g, '');
  }
}
