import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** What the databases of a run may come to, with as much again for whoever else keeps something there. */
const ROOM = 6 * 1024 ** 3;

/**
 * Where clusters of test runs lie: a copy of a database is 1,600 files, and a file system in memory makes
 * them for an eighth of the work. On a machine without room there, `folder`.
 */
export function runsFolder(folder: string): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    accessSync(MEMORY, constants.W_OK);
    return bavail * bsize > ROOM ? MEMORY : folder;
  } catch {
    return folder;
  }
}
