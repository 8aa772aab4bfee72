import { constants } from 'node:fs';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type Database } from './database.ts';
import { writeOnce } from './private-file.ts';
import type { Vault } from './vault.ts';

export interface Installation {
  id: string;
  /** @throws when the data folder is not (any more) the one of this installation, or not writable */
  checkDataFolder(): Promise<void>;
}

const MARKER = 'installation';
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
  dataDir: string,
): Promise<Installation> {
  await refuseUnwritable(dataDir);
  const marker = join(dataDir, MARKER);
  const { id, key_check } = (await readRow(db)) ?? (await firstStart(db, vault, marker));
  refuseWrongKey(vault, id, key_check);
  const installation = { id, checkDataFolder: () => checkMarker(dataDir, marker, id) };
  await installation.checkDataFolder();
  return installation;
}

interface Row {
  id: string;
  key_check: string;
}

const readRow = (db: Database): Promise<Row | undefined> =>
  db.platform((tx) => tx.maybe<Row>`select id, key_check from installation`);

/** The marker comes first: a node that dies in between goes on with it at its next start. */
async function firstStart(db: Database, vault: Vault, marker: string): Promise<Row> {
  writeOnce(marker, newId());
  const id = (await readFile(marker, 'utf8')).trim();
  return db.platform(async (tx) => {
    await tx.run`
      insert into installation (id, key_check, create_time)
      values (${id}::uuid, ${vault.seal(CHECK(id))}, ${tx.now})
      on conflict (is_only) do nothing`;
    return tx.one<Row>`select id, key_check from installation`;
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

function refuseWrongKey(vault: Vault, id: string, sealed: string): void {
  let plain = '';
  try {
    plain = vault.open(sealed);
  } catch {
    // Sealed with another key.
  }
  if (plain !== CHECK(id))
    throw new Error(
      'WAYBILL_SECRET_KEY is not the key of this database: what it sealed (credentials of shops, ' +
        'addresses of buyers) could not be read. Start with the key of the first start',
    );
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
    throw new Error(
      `WAYBILL_DATA_DIR ${dataDir} belongs to another installation (${found}, this is ${id})`,
    );
}
