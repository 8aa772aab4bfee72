import { statfs } from 'node:fs/promises';
import { MESSAGES } from './messages.ts';

/** Why this node should not be given requests now. */
export interface Problem {
  part: 'stopping' | 'database' | 'databaseDisk' | 'dataFolder' | 'dataDisk';
  /** For the one who runs it. */
  message: string;
}

/** With less than this left the database soon cannot write its log. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;
/** A refused write is held against the database's disk for so long. */
const FULL_FOR_MS = 60_000;

/** Whether a folder's disk is about full. A folder that is not there is no disk to write to. */
export async function diskProblem(folder: string, leastFree = LEAST_FREE_BYTES): Promise<Problem | null> {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (free >= leastFree) return null;
  return { part: 'dataDisk', message: MESSAGES.dataDiskFull(Math.floor(free / 1024 / 1024)) };
}

export interface ReadinessOptions {
  /** Asks the database something; throws while it cannot be used. */
  queryDatabase: () => Promise<unknown>;
  dataDir: string;
  /** Throws while the data folder is not that of this installation. */
  checkDataFolder: () => Promise<void>;
  /** This node finishes what it has and takes nothing new. */
  isStopping: () => boolean;
  now?: () => number;
}

/** What stands in the way of serving, as `/readyz` tells it. */
export interface Readiness {
  /** A write was refused because the database's disk is full. */
  noteFullDatabase(): void;
  problems(): Promise<Problem[]>;
}

export function createReadiness({
  queryDatabase: askDatabase,
  dataDir,
  checkDataFolder,
  isStopping,
  now = Date.now,
}: ReadinessOptions): Readiness {
  let fullUntil = 0;
  return {
    noteFullDatabase() {
      fullUntil = now() + FULL_FOR_MS;
    },
    async problems() {
      if (isStopping()) return [{ part: 'stopping', message: MESSAGES.stopping }];
      const found = await Promise.all([
        problemOf(askDatabase, { part: 'database', message: MESSAGES.databaseAway }),
        problemOf(checkDataFolder, { part: 'dataFolder', message: MESSAGES.dataFolderWrong }),
        diskProblem(dataDir),
      ]);
      const full: Problem = { part: 'databaseDisk', message: MESSAGES.databaseDiskFull };
      return [...found, now() < fullUntil ? full : null].filter((one) => one !== null);
    },
  };
}

const problemOf = (ask: () => Promise<unknown>, problem: Problem): Promise<Problem | null> =>
  ask().then(
    () => null,
    () => problem,
  );
