import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { writeOnce } from '../private-file.ts';
import type { Placement } from './placement.ts';
import { ensureRole, grantRole } from './roles.ts';

/** Superuser of the embedded server: makes roles and databases, never serves. */
export const ADMIN = 'waybill_admin';
export const DATABASE = 'waybill';

export interface Passwords {
  admin: string;
  owner: string;
  app: string;
}

/** Chinese trigrams need a character type that knows Chinese letters; sorting stays bytewise. */
const CHARACTER_TYPES = process.platform === 'darwin' ? ['en_US.UTF-8'] : ['C.UTF-8', 'en_US.UTF-8'];

/** The passwords of this installation, made at its first start, in a 0600 file. */
export function readPasswords(folder: string): Passwords {
  const file = join(folder, 'postgres.json');
  const random = (): string => randomBytes(24).toString('base64url');
  if (!existsSync(file)) writeOnce(file, JSON.stringify({ admin: random(), owner: random(), app: random() }));
  const { admin, owner, app } = JSON.parse(readFileSync(file, 'utf8')) as Passwords;
  if (!admin || !owner || !app) throw new Error(`${file} is damaged`);
  return { admin, owner, app };
}

/**
 * Makes the cluster when there is none. It grows in a folder of another name and is renamed when
 * whole: a start killed half-way leaves nothing that looks like a database.
 */
export async function ensureCluster(place: Placement, password: string): Promise<void> {
  removeLeftovers(place.home);
  if (existsSync(place.data)) return refuseOtherMajor(place);
  const fresh = join(place.home, `pg.new-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${fresh}.password`;
  try {
    mkdirSync(fresh, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (place.runAs) for (const path of [fresh, passwordFile]) chownSync(path, place.runAs.uid, place.runAs.gid);
    await initdb(place, fresh, passwordFile);
    renameSync(fresh, place.data);
    syncFolder(place.home);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function removeLeftovers(home: string): void {
  for (const name of readdirSync(home))
    if (name.startsWith('pg.new-')) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
}

function refuseOtherMajor(place: Placement): void {
  const found = Number.parseInt(readFileSync(join(place.data, 'PG_VERSION'), 'utf8'), 10);
  if (found === place.major) return;
  throw new Error(
    `The database in ${place.data} was made by PostgreSQL ${found}; this program carries ` +
      `${place.major}. Export it with the program that made it, and import it into an empty folder.`,
  );
}

async function initdb(place: Placement, folder: string, passwordFile: string): Promise<void> {
  const command = join(place.native, 'bin', 'initdb');
  let failure = '';
  for (const type of CHARACTER_TYPES) {
    const args = [
      `--pgdata=${folder}`,
      `--username=${ADMIN}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${type}`,
      '--no-instructions',
    ];
    const { code, output } = await finished(command, args, place, folder);
    if (code === 0) return;
    failure = output.trim();
    if (!failure.includes('locale')) break;
  }
  throw new Error(`initdb failed: ${failure}`);
}

function finished(
  command: string,
  args: string[],
  { runAs }: Placement,
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
    });
    let output = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Nothing of our own environment (secrets, PG* variables) reaches the server. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ PATH: '/usr/bin:/bin', LC_ALL: 'C' });

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Roles and database of the installation, made where missing: an owner for migrations, the app
 * role that serves (no ownership, bound by row-level security), and two roles without login that
 * own the search and job functions. Safe to repeat after a start killed between two steps.
 */
export async function ensureDatabase(admin: pg.ClientConfig, passwords: Passwords): Promise<void> {
  const client = new pg.Client({ ...admin, database: 'postgres' });
  client.on('error', () => undefined); // the next statement reports a lost session
  await client.connect();
  try {
    await ensureRole(client, 'waybill_owner', { password: passwords.owner, createRole: true });
    await ensureRole(client, 'waybill_app', { password: passwords.app });
    for (const role of ['waybill_search', 'waybill_jobs'] as const) {
      await ensureRole(client, role);
      await grantRole(client, role, 'waybill_owner');
    }
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE} owner waybill_owner template template0`);
    await client.query(`revoke all on database ${DATABASE} from public`);
    await client.query(`grant connect on database ${DATABASE} to waybill_app`);
  } finally {
    await client.end();
  }
}
