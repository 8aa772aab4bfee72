import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { writeOnce } from '../private-file.ts';
import { processState } from './process-state.ts';

interface Holder {
  pid: number;
  mark: string;
  token: string;
}

/**
 * Lets one process at a time bring the server up (before there is a server that could hold a lock
 * itself). Answers how to let go; throws in plain words while another start is under way. The lock
 * of a process that died is taken over.
 */
export function takeStartLock(file: string): () => void {
  const token = randomBytes(8).toString('hex');
  const mine: Holder = { pid: process.pid, mark: processState(process.pid)?.mark ?? '', token };
  for (let tries = 0; tries < 5; tries++) {
    writeOnce(file, JSON.stringify(mine));
    const holder = readHolder(file);
    if (holder?.token === token) return () => rmSync(file, { force: true });
    if (holder && isAlive(holder))
      throw new Error(
        `Another start on this data folder is under way (process ${holder.pid}). ` +
          `Wait for it, or choose another WAYBILL_DATA_DIR.`,
      );
    if (holder) setAside(file, holder);
  }
  throw new Error(`${file} changes hands all the time; several programs start at once`);
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null; // let go in this moment
  }
}

function isAlive(holder: Holder): boolean {
  const state = processState(holder.pid);
  return state !== null && (state.mark === '' || state.mark === holder.mark);
}

/** Renaming picks one taker; what it got is put back if it was somebody's fresh lock. */
function setAside(file: string, stale: Holder): void {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(file, aside);
    const got = readHolder(aside);
    if (got && got.token !== stale.token) writeOnce(file, JSON.stringify(got));
    rmSync(aside, { force: true });
  } catch {
    // another one set it aside first
  }
}
