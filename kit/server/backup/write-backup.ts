import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { PLAIN_TEXT, readTables, refuseHiddenRows, TALLY, type Tally } from './tables.ts';

/** The lines of a backup, one JSON value each; between `table` and `end` rows as texts. */
type BackupLine =
  | { waybill: 1; at: string; migrations: string[]; filesDir: string }
  | { table: string; columns: string[] }
  | ({ end: string } & Tally)
  | { tables: number; rows: number }
  | string;

interface BackupReport {
  tables: number;
  rows: number;
  bytes: number;
  /** Stored files that the database names but the folder does not hold whole. */
  lostFiles: string[];
  files: number;
}

const ROWS_AT_ONCE = 500;

/**
 * Writes all rows of a database into one file, as of one moment and while it is in use, reads the
 * file again and holds it against what the database counted. The folder of stored files is looked
 * through and named; it has to be copied beside.
 * @param owner login that owns the tables
 * @throws when a row could be missing; then there is no file of that name
 */
export async function writeBackup(owner: pg.ClientConfig, file: string, filesDir: string): Promise<BackupReport> {
  const part = `${file}.part`;
  const client = new pg.Client(owner);
  client.on('error', () => undefined); // the next statement reports it
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(PLAIN_TEXT);
    await refuseHiddenRows(client);
    // A file that stands there already, or leads elsewhere, would have its own readers.
    await rm(part, { force: true });
    await pipeline(
      Readable.from(textsOf(client, filesDir)),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flags: 'wx' }),
    );
    const handle = await open(part, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    const { tables, rows } = await verifyBackup(part);
    const assets = await lookThroughFiles(client, filesDir);
    await rename(part, file);
    return { tables, rows, bytes: (await stat(file)).size, ...assets };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function* textsOf(client: pg.Client, filesDir: string): AsyncGenerator<string> {
  for await (const line of linesOf(client, filesDir)) yield `${JSON.stringify(line)}\n`;
}

async function* linesOf(client: pg.Client, filesDir: string): AsyncGenerator<BackupLine> {
  const { rows: migrations } = await client.query<{ version: string }>(
    'select version from schema_migration order by version',
  );
  const at = new Date().toISOString();
  yield { waybill: 1, at, migrations: migrations.map(({ version }) => version), filesDir };
  let rows = 0;
  const tables = await readTables(client);
  for (const { name, columns } of tables) {
    const table = pg.escapeIdentifier(name);
    yield { table: name, columns };
    await client.query(`declare backup_rows no scroll cursor for select t::text as text from ${table} t`);
    for (;;) {
      const { rows: some } = await client.query<{ text: string }>(`fetch ${ROWS_AT_ONCE} from backup_rows`);
      if (some.length === 0) break;
      for (const { text } of some) yield text;
    }
    await client.query('close backup_rows');
    const counted = await client.query<Tally>(`select ${TALLY} from ${table} t`);
    const tally = counted.rows[0] as Tally;
    rows += tally.rows;
    yield { end: name, ...tally };
  }
  yield { tables: tables.length, rows };
}

/** The lines of a backup. @throws when it is cut off or damaged */
export async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  const source = createReadStream(file).pipe(createGunzip());
  const failed = new Promise<never>((_done, fail) => source.once('error', fail));
  failed.catch(() => undefined);
  for await (const line of createInterface({ input: source, crlfDelay: Infinity }))
    yield JSON.parse(line) as BackupLine;
  if (source.errored) throw source.errored;
}

/**
 * Reads a backup to its end and holds every table against what the database counted.
 * @throws naming the table that differs
 */
export async function verifyBackup(file: string): Promise<{ tables: number; rows: number }> {
  let rows = 0;
  let total = 0;
  let sum = 0n;
  let ended: { tables: number; rows: number } | null = null;
  for await (const line of readBackup(file)) {
    if (typeof line === 'string') {
      rows++;
      sum += checksum(line);
    } else if ('end' in line) {
      if (line.rows !== rows || line.sum !== sum.toString())
        throw new Error(`${file} does not hold ${line.end} as the database counted it`);
      total += rows;
      [rows, sum] = [0, 0n];
    } else if ('tables' in line) ended = line;
  }
  if (!ended || ended.rows !== total) throw new Error(`${file} is cut off`);
  return ended;
}

const checksum = (text: string): bigint => BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, 15)}`);

async function lookThroughFiles(client: pg.Client, filesDir: string): Promise<{ files: number; lostFiles: string[] }> {
  const { rows } = await client.query<{ path: string; bytes: string }>(
    'select distinct path, bytes::text from asset order by path',
  );
  const lostFiles: string[] = [];
  for (const { path, bytes } of rows) {
    const found = await stat(join(filesDir, path)).catch(() => null);
    if (found?.size !== Number(bytes)) lostFiles.push(path);
  }
  return { files: rows.length, lostFiles };
}
