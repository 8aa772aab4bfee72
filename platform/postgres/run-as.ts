import { spawnSync } from 'node:child_process';
import { statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** The user a server runs as when we are root; PostgreSQL refuses to run as root. */
export interface RunAs {
  uid: number;
  gid: number;
  name: string;
}

/**
 * `postgres` where that user exists, else `nobody`. An unknown numeric uid is no way out: initdb
 * looks its user up in the system's user database.
 */
export function unprivilegedUser(): RunAs {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
      return status === 0 ? Number(stdout.trim()) : Number.NaN;
    });
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0)
      return { uid: uid as number, gid: gid as number, name };
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody here');
}

/** Whether the user may pass through this folder and every folder above it. */
export function mayReach(folder: string, user: RunAs): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if (!mayEnter(statSync(path), user)) return false;
    if (path === dirname(path)) return true;
  }
}

/** Whether the user may enter this folder, or execute this file. */
export function mayEnter(stat: Stats, user: RunAs): boolean {
  if (stat.uid === user.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === user.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}
