import { join, resolve } from 'node:path';
import { writeBackup } from '#kit/server/backup/write-backup.ts';
import { loadConfig } from './config.ts';
import { openDatabaseServer } from './database-server.ts';

/** `npm run backup -- <file>`: all rows of the database into one file, verified. */
async function backup(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('usage: npm run backup -- <file>');
  const config = loadConfig(process.env);
  const files = join(config.dataDir, 'files');
  const database = await openDatabaseServer(config, (line) => console.error(line));
  try {
    const report = await writeBackup(database.owner, resolve(file), files);
    console.log(
      `${file}: ${report.rows} rows of ${report.tables} tables, ${report.bytes} bytes, read again and ` +
        `as the database counted them`,
    );
    console.log(`Copy ${config.dataDir} beside it: ${report.files} stored files lie in ${files}`);
    if (!process.env['WAYBILL_SECRET_KEY'])
      console.log(`The key that opens sealed values is ${join(config.dataDir, 'secret.key')}`);
    if (report.lostFiles.length > 0) {
      console.error(`${report.lostFiles.length} of them are not there whole, the first: `);
      for (const path of report.lostFiles.slice(0, 20)) console.error(`  ${path}`);
      process.exitCode = 2;
    }
  } finally {
    await database.stop();
  }
}

await backup().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
