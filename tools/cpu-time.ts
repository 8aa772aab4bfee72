import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel says of a process, times in its ticks. */
export interface ProcessTimes {
  pid: number;
  parent: number;
  /** A letter; Z for one that has ended and that nobody waited for yet. */
  state: string;
  /** Parts it from a later process of the same number. */
  started: string;
  own: number;
  /** Of children that ended and that it waited for, with all that they waited for. */
  reaped: number;
}

const TICKS_A_SECOND = 100;
const SAMPLE_MS = 1000;

/**
 * CPU time of everything below a process, gathered from one look at all processes after the other.
 * What ends between two looks comes with the time that its parent reaped. Whatever was below the
 * root once is counted wherever it goes: an orphan has another parent. Lost is only what an orphan
 * did after the last look at it.
 */
export class TreeTimes {
  private readonly root: number;
  private known = new Map<string, ProcessTimes>();
  private counted = 0;

  /** @param before a look at all processes; what was done until then does not count */
  constructor(root: number, before: readonly ProcessTimes[]) {
    this.root = root;
    for (const one of this.below(before)) this.known.set(idOf(one), one);
  }

  /** Seconds so far, user and system. */
  get seconds(): number {
    return this.counted / TICKS_A_SECOND;
  }

  note(all: readonly ProcessTimes[]): void {
    const now = new Map(this.below(all).map((one) => [idOf(one), one]));
    const credit = this.countedOfEnded(now);
    for (const [id, one] of now) {
      const { own, reaped } = this.known.get(id) ?? { own: 0, reaped: 0 };
      if (one.pid !== this.root) this.counted += one.own - own;
      this.counted += Math.max(0, one.reaped - reaped - (credit.get(one.pid) ?? 0));
    }
    this.known = now;
  }

  /** What was counted already of processes that ended since, by the living one that may have reaped it. */
  private countedOfEnded(now: ReadonlyMap<string, ProcessTimes>): Map<number, number> {
    const before = new Map([...this.known.values()].map((one) => [one.pid, one]));
    const credit = new Map<number, number>();
    for (const [id, ended] of this.known) {
      if (now.has(id)) continue;
      let heir = before.get(ended.parent);
      while (heir && !now.has(idOf(heir))) heir = before.get(heir.parent);
      if (heir) credit.set(heir.pid, (credit.get(heir.pid) ?? 0) + ended.own + ended.reaped);
    }
    return credit;
  }

  private below(all: readonly ProcessTimes[]): ProcessTimes[] {
    const byPid = new Map(all.map((one) => [one.pid, one]));
    const isBelow = (one: ProcessTimes | undefined): boolean =>
      one !== undefined && (one.pid === this.root || this.known.has(idOf(one)) || isBelow(byPid.get(one.parent)));
    return all.filter(isBelow);
  }
}

const idOf = ({ pid, started }: ProcessTimes): string => `${pid} ${started}`;

/**
 * Counts the CPU time of all that this process starts from now on.
 * @returns what ends the count and says the seconds; null where the kernel does not tell (no /proc)
 */
export function countCpu(): () => number | null {
  const first = readProcesses();
  if (!first) return () => null;
  const times = new TreeTimes(process.pid, first);
  const look = (): void => times.note(readProcesses() ?? []);
  const looking = setInterval(look, SAMPLE_MS);
  looking.unref();
  return () => {
    clearInterval(looking);
    look();
    return times.seconds;
  };
}

/** Every process of the machine; null where the kernel has no /proc. */
export function readProcesses(): ProcessTimes[] | null {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return null;
  }
  const found = names.filter((name) => /^\d+$/.test(name)).flatMap((name) => timesOf(name) ?? []);
  return found.length === 0 ? null : found;
}

function timesOf(pid: string): ProcessTimes | null {
  try {
    return readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return null; // ended meanwhile
  }
}

/** A line of /proc/<pid>/stat; the name of the program in it may hold blanks and brackets. */
export function readStat(line: string): ProcessTimes {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = (at: number): number => Number(fields[at]);
  return {
    pid: Number.parseInt(line, 10),
    parent: ticks(1),
    state: fields[0] ?? '',
    started: fields[19] ?? '',
    own: ticks(11) + ticks(12),
    reaped: ticks(13) + ticks(14),
  };
}
