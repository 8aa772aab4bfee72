import { join, resolve } from 'node:path';
import { restoreBackup } from '#kit/server/backup/restore-backup.ts';
import { loadConfig } from './config.ts';
import { openDatabaseServer } from './database-server.ts';

/** `npm run restore -- <file>`: a backup into the empty database of the settings, verified. */
async function restore(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('usage: npm run restore -- <file>');
  const config = loadConfig(process.env);
  const database = await openDatabaseServer(config, (line) => console.error(line));
  try {
    const { rows, tables, filesDir } = await restoreBackup(resolve(file), {
      owner: database.owner,
      migrations: join(import.meta.dirname, '../db/migrations'),
      log: (line) => console.error(line),
    });
    console.log(`${rows} rows of ${tables} tables are back, each table as it was counted`);
    console.log(
      `Copy the stored files (then in ${filesDir}) and the file "installation" beside them into ` +
        `${config.dataDir} before the start; WAYBILL_SECRET_KEY has to be the one of then`,
    );
  } finally {
    await database.stop();
  }
}

await restore().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
