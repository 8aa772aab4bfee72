import pg from 'pg';
import { migrate } from '../migrate.ts';
import { PLAIN_TEXT, readTables, refuseHiddenRows, TALLY, type Tally } from './tables.ts';
import { readBackup, verifyBackup } from './write-backup.ts';

interface RestoreOptions {
  /** Login that is to own the tables, on an empty database. */
  owner: pg.ClientConfig;
  /** Folder of the migrations. */
  migrations: string;
  log: (line: string) => void;
}

const ROWS_AT_ONCE = 500;

/**
 * Fills an empty database from a backup: the schema as it was then, by its migrations, then every
 * row in one transaction, then each table is held against what was counted. What came since is
 * migrated at the next start.
 * @throws when anything differs; the rows of a restore that failed are not there
 */
export async function restoreBackup(
  file: string,
  { owner, migrations, log }: RestoreOptions,
): Promise<{ tables: number; rows: number; filesDir: string }> {
  const { tables, rows } = await verifyBackup(file);
  const head = await headOf(file);
  const client = new pg.Client(owner);
  client.on('error', () => undefined); // the next statement reports it
  await client.connect();
  try {
    if ((await readTables(client)).length > 0)
      throw new Error('The database is not empty: a backup is restored into an empty one only');
    await migrate({ owner, dir: migrations, log, upTo: head.migrations.at(-1) ?? '' });
    await client.query('begin');
    await client.query(PLAIN_TEXT);
    await refuseHiddenRows(client);
    const names = (await readTables(client)).map(({ name }) => pg.escapeIdentifier(name));
    const foreignKeys = await setForeignKeysAside(client);
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(', ')}`);
    await fillTables(client, file);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await client.query('commit');
    await client.query('analyze');
    return { tables, rows, filesDir: head.filesDir };
  } finally {
    await client.end();
  }
}

async function headOf(file: string): Promise<{ migrations: string[]; filesDir: string }> {
  for await (const line of readBackup(file)) {
    if (typeof line === 'object' && 'waybill' in line) return line;
    break;
  }
  throw new Error(`${file} is no backup of Waybill`);
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Tables point at each other: their rows cannot come in an order that suits every link. */
async function setForeignKeysAside(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     order by conrelid::regclass::text, conname`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

async function fillTables(client: pg.Client, file: string): Promise<void> {
  const known = new Map((await readTables(client)).map(({ name, columns }) => [name, columns]));
  let table = '';
  let texts: string[] = [];
  const flush = async (): Promise<void> => {
    if (texts.length > 0) await insertRows(client, table, texts);
    texts = [];
  };
  for await (const line of readBackup(file)) {
    if (typeof line === 'string') {
      texts.push(line);
      if (texts.length >= ROWS_AT_ONCE) await flush();
    } else if ('table' in line) {
      table = line.table;
      if (known.get(table)?.join() !== line.columns.join())
        throw new Error(`Table ${table} has other columns here than in the backup`);
    } else if ('end' in line) {
      await flush();
      const name = pg.escapeIdentifier(line.end);
      const { rows } = await client.query<Tally>(`select ${TALLY} from ${name} t`);
      if (rows[0]?.rows !== line.rows || rows[0].sum !== line.sum)
        throw new Error(`Table ${line.end} did not come back as it was`);
    }
  }
}

/** Columns that the database computes are computed again. */
async function insertRows(client: pg.Client, table: string, texts: string[]): Promise<void> {
  const name = pg.escapeIdentifier(table);
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0
       and not attisdropped and attgenerated = '' order by attnum`,
    [name],
  );
  const columns = rows.map(({ column }) => pg.escapeIdentifier(column));
  await client.query(
    `insert into ${name} (${columns.join(', ')}) overriding system value
     select ${columns.map((column) => `(r.v).${column}`).join(', ')}
     from (select s::${name} as v from unnest($1::text[]) s offset 0) r`,
    [texts],
  );
}
