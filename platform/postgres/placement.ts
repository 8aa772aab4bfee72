import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries, placeBinaries } from './binaries.ts';
import { writeOnce } from '../private-file.ts';
import { mayReach, unprivilegedUser, type RunAs } from './run-as.ts';

/** Where one installation's server lives and as whom it runs. */
export interface Placement {
  /** Null: as ourselves. */
  runAs: RunAs | null;
  /** The data folder of the installation: passwords and the start lock. */
  base: string;
  /** Folder of ours that holds the cluster and its log. */
  home: string;
  /** The cluster (PGDATA), owned by the server's user, 0700. */
  data: string;
  logFile: string;
  /** Folder with bin, lib and share. */
  native: string;
  /** Major version of the binaries, e.g. 18. */
  major: number;
  socketDir: string;
}

interface Instance {
  id: string;
  /** `data`: in the data folder. `system`: the data folder is closed to the server's user. */
  place: 'data' | 'system';
}

/** A socket path may have 107 bytes; `/.s.PGSQL.5432` takes 14 and our folder name up to 35. */
const MAX_TMP_LENGTH = 55;

/**
 * Decides the place of the server and makes the folders above it.
 * Not root: everything in the data folder. Root: PostgreSQL needs another user (`postgres` or
 * `nobody`), which must reach data and binaries; when a folder above is closed to it, the data go
 * to /var/lib/waybill/<id> and the binaries to /var/cache/waybill. The first decision is kept in
 * `instance.json`, so that folders opened or closed later do not start an empty database.
 */
export function placePostgres(dataDir: string): Placement {
  const found = findBinaries();
  mkdirSync(dataDir, { recursive: true });
  const base = realpathSync(dataDir);
  const isRoot = process.getuid?.() === 0;
  const fallback = isRoot ? unprivilegedUser() : null;
  const instance = readInstance(base, () => (fallback && !mayReach(base, fallback) ? 'system' : 'data'));
  const home = instance.place === 'data' ? base : systemFolder('/var/lib/waybill', instance.id);
  const data = join(home, 'pg');
  const runAs = ownerOf(data, fallback);
  if (runAs && !mayReach(home, runAs))
    throw new Error(
      `The database in ${data} cannot be reached by user ${runAs.name}: a folder above it was ` +
        `closed. Open it again (chmod o+x).`,
    );
  const native = placeBinaries(found, runAs, runAs ? systemFolder('/var/cache/waybill') : base);
  return {
    runAs,
    base,
    home,
    data,
    logFile: join(home, 'pg.log'),
    native,
    major: Number.parseInt(found.version, 10),
    socketDir: socketFolder(data, runAs),
  };
}

function readInstance(base: string, decide: () => Instance['place']): Instance {
  const file = join(base, 'instance.json');
  if (!existsSync(file)) writeOnce(file, JSON.stringify({ id: randomBytes(8).toString('hex'), place: decide() }));
  const instance = JSON.parse(readFileSync(file, 'utf8')) as Instance;
  if (!/^[0-9a-f]{16}$/.test(instance.id) || !['data', 'system'].includes(instance.place))
    throw new Error(`${file} is damaged`);
  return instance;
}

/** Made step by step: a recursive mkdir would give its mode to every parent. */
function systemFolder(...parts: string[]): string {
  let path = '';
  for (const part of parts) {
    path = join(path, part);
    mkdirSync(path, { recursive: true });
    if (lstatSync(path).uid !== 0) throw new Error(`${path} does not belong to root`);
    chmodSync(path, 0o755);
  }
  return path;
}

/** An existing cluster keeps its user, whoever starts it. */
function ownerOf(data: string, fallback: RunAs | null): RunAs | null {
  const stat = statSync(data, { throwIfNoEntry: false });
  if (!stat) return fallback;
  if (fallback) {
    if (stat.uid === fallback.uid || stat.uid === 0) return fallback;
    return { uid: stat.uid, gid: stat.gid, name: `number ${stat.uid}` };
  }
  if (stat.uid !== process.getuid?.())
    throw new Error(
      `The database in ${data} was made by another user (number ${stat.uid}). ` +
        `Start as that user or as root, or choose another WAYBILL_DATA_DIR.`,
    );
  return null;
}

/** Outside the data folder, whose path may be too long for a socket. */
function socketFolder(data: string, runAs: RunAs | null): string {
  const uid = runAs?.uid ?? process.getuid?.() ?? 0;
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 12);
  return join(temporaryFolder(runAs), `waybill-${uid}-${hash}`);
}

function temporaryFolder(runAs: RunAs | null): string {
  const folder = realpathSync(tmpdir());
  const fits = Buffer.byteLength(folder) <= MAX_TMP_LENGTH && (!runAs || mayReach(folder, runAs));
  return fits ? folder : realpathSync('/tmp');
}

/** Makes the socket's folder private to the server's user; a stranger's folder is refused. */
export function openSocketFolder({ socketDir, runAs }: Placement): void {
  const uid = runAs?.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(socketDir, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stat = lstatSync(socketDir);
  if (!stat.isDirectory() || (stat.uid !== uid && !(runAs && stat.uid === 0)))
    throw new Error(`${socketDir} belongs to somebody else; remove it and start again`);
  if (runAs) chownSync(socketDir, runAs.uid, runAs.gid);
  chmodSync(socketDir, 0o700);
}
