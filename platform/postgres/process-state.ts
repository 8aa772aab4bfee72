import { readFileSync } from 'node:fs';

/** What the system says about a process id; a zombie counts as gone. */
interface ProcessState {
  /** Command name; empty where the system does not tell. */
  command: string;
  /** Tells two processes apart that got the same id one after the other; empty if unknown. */
  mark: string;
}

/** Null when no such process lives. */
export function processState(pid: number): ProcessState | null {
  if (!isTaken(pid)) return null;
  if (process.platform !== 'linux') return { command: '', mark: '' };
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // pid (command) state ppid …: the command may itself hold blanks and brackets.
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { command: stat.slice(stat.indexOf('(') + 1, end), mark: `${boot}/${fields[19]}` };
  } catch {
    return { command: '', mark: '' };
  }
}

/** Whether the id is in use at all, be it by a zombie. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
