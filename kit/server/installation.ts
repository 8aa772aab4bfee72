import { constants } from 'node:fs';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type Database } from './database.ts';
import { probeKey } from './key-probe.ts';
import { writeOnce } from '#platform/private-file.ts';
import type { SealedTable } from './resealing.ts';
import type { Vault } from './vault.ts';

interface Installation {
  id: string;
  /** Values sealed with the key before are still there: it is needed until they are re-sealed. */
  isOldKeyNeeded: boolean;
  /** @throws when the data folder is not (any more) the one of this installation, or not writable */
  checkDataFolder(): Promise<void>;
}

const MARKER = 'installation';
const WRONG_KEY =
  'WAYBILL_SECRET_KEY is not the key of this database: what it sealed (credentials, ' +
  'addresses) could not be read. Start with the key of the first start; to change it, give the ' +
  'one before as WAYBILL_SECRET_KEY_OLD';
const CHECK = (id: string): string => `installation ${id}`;

/**
 * Knows the installation of a migrated database; the first start gives it its id, seals a value with
 * its key and marks its data folder. Nodes with another key would write what the others cannot
 * read, and nodes with another folder would miss their files: both are refused here.
 * @throws in plain words, naming the setting
 */
export async function openInstallation(
  db: Database,
  vault: Vault,
  { dataDir, sealed }: { dataDir: string; sealed: readonly SealedTable[] },
): Promise<Installation> {
  await refuseUnwritable(dataDir);
  const marker = join(dataDir, MARKER);
  const row = (await readRow(db)) ?? (await firstStart(db, vault, { marker, sealed }));
  const { id } = row;
  const isOldKeyNeeded = await judgeKey(db, vault, row);
  const installation = {
    id,
    isOldKeyNeeded,
    checkDataFolder: () => checkMarker(dataDir, marker, id),
  };
  await installation.checkDataFolder();
  return installation;
}

interface Row {
  id: string;
  keyCheck: string;
  oldKeyCheck: string | null;
  retiredDigests: string | null;
}

const readRow = (db: Database): Promise<Row | undefined> =>
  db.platform(
    (tx) => tx.maybe<Row>`
      select id, key_check, old_key_check, retired_digests from installation`,
  );

/**
 * The marker comes first: a node that dies in between goes on with it at its next start. A database
 * from before there was a check value holds sealed values already, and they judge the key.
 */
async function firstStart(
  db: Database,
  vault: Vault,
  { marker, sealed }: { marker: string; sealed: readonly SealedTable[] },
): Promise<Row> {
  const verdict = await probeKey(db, vault, sealed);
  if (verdict === 'foreign') throw new Error(WRONG_KEY);
  if (verdict === 'opensWithOld')
    throw new Error(
      'WAYBILL_SECRET_KEY cannot be changed at the first start of this version: start once with ' +
        'the key before as WAYBILL_SECRET_KEY alone, then change it',
    );
  writeOnce(marker, newId());
  const id = (await readFile(marker, 'utf8')).trim();
  return db.platform(async (tx) => {
    await tx.run`
      insert into installation (id, key_check, create_time)
      values (${id}::uuid, ${vault.seal(CHECK(id))}, ${tx.now})
      on conflict (is_only) do nothing`;
    return tx.one<Row>`select id, key_check, old_key_check, retired_digests from installation`;
  });
}

async function refuseUnwritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`WAYBILL_DATA_DIR ${dataDir} cannot be written (${code})`, { cause: error });
  }
}

/**
 * Holds the keys of this start against the values sealed before. A key that opens as the old one
 * makes the other the key of the installation, at once: no node with the old one alone starts then.
 * @returns whether the old key is still needed
 */
async function judgeKey(db: Database, vault: Vault, row: Row): Promise<boolean> {
  if (row.oldKeyCheck !== null && !opens(vault, row.id, row.oldKeyCheck))
    throw new Error(
      'WAYBILL_SECRET_KEY_OLD is still needed: re-sealing with the new key has not finished. Start ' +
        'with both keys, and take the old one away when the log says so',
    );
  if (!opens(vault, row.id, row.keyCheck)) throw new Error(WRONG_KEY);
  if (row.retiredDigests) vault.learnDigestKeys(readKeys(vault, row.retiredDigests));
  const check = vault.reseal(row.keyCheck);
  if (check === null) return row.oldKeyCheck !== null;
  await db.platform(
    (tx) => tx.run`
      update installation set key_check = ${check}, old_key_check = ${row.keyCheck},
        reseal_cursor = null
      where key_check = ${row.keyCheck}`,
  );
  return true;
}

const readKeys = (vault: Vault, sealed: string): string[] => JSON.parse(vault.open(sealed)) as string[];

function opens(vault: Vault, id: string, sealed: string): boolean {
  try {
    return vault.open(sealed) === CHECK(id);
  } catch {
    return false;
  }
}

async function checkMarker(dataDir: string, marker: string, id: string): Promise<void> {
  const found = await readFile(marker, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    },
  );
  if (found === '')
    throw new Error(
      `WAYBILL_DATA_DIR ${dataDir} is not the data folder of this installation: its file ` +
        `"${MARKER}" is missing. All nodes share one folder, where uploads and sheets lie. If ` +
        `this folder is meant (moved, restored), write ${id} into ${marker}`,
    );
  if (found !== id)
    throw new Error(`WAYBILL_DATA_DIR ${dataDir} belongs to another installation (${found}, this is ${id})`);
}
