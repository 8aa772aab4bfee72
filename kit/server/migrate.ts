import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

interface MigrateOptions {
  /** Connection of the owner role. */
  owner: pg.ClientConfig;
  /** Folder of numbered .sql files. */
  dir: string;
  log: (line: string) => void;
  /** The last version to apply; all by default. */
  upTo?: string;
}

interface Step {
  version: string;
  name: string;
  text: string;
  checksum: string;
}

const LOCK = 7_020_241;
const LOOK_MS = 250;
/** A line in the log about waiting, this often. */
const LOG_EVERY_MS = 10_000;

/**
 * Applies the numbered migrations that are missing, each in its own transaction, forward only.
 * Refuses a database whose applied files were changed afterwards, or which is newer than this
 * program. Nodes that start together take turns; the lock ends with the transaction, so it is never
 * left behind on a connection that a pooler keeps. The runner alone may take an advisory lock.
 */
export async function migrate({ owner, dir, log, upTo }: MigrateOptions): Promise<{ applied: string[] }> {
  const steps = (await readSteps(dir)).filter(({ version }) => !upTo || version <= upTo);
  const client = new pg.Client(owner);
  client.on('error', () => undefined); // the next statement reports a lost session
  await client.connect();
  try {
    const applied: string[] = [];
    for (;;) {
      const step = await inTurn(client, log, () => applyNext(client, steps));
      if (!step) return { applied };
      applied.push(step.name);
      log(`migration ${step.name}`);
    }
  } finally {
    await client.end();
  }
}

/** One transaction that holds the lock. */
async function inTurn<T>(client: pg.Client, log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (let saidAt = started; ;) {
    await client.query('begin');
    try {
      const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock($1) as "isOurs"', [
        LOCK,
      ]);
      if (rows[0]?.isOurs) {
        const result = await work();
        await client.query('commit');
        return result;
      }
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
    await client.query('rollback');
    if (performance.now() - saidAt >= LOG_EVERY_MS || saidAt === started) {
      saidAt = performance.now();
      const seconds = Math.round((saidAt - started) / 1000);
      log(`waiting for another node that migrates the database (${seconds} s)`);
    }
    await sleep(LOOK_MS);
  }
}

async function readSteps(dir: string): Promise<Step[]> {
  const names = (await readdir(dir)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(dir, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { version: name.slice(0, 4), name, text, checksum };
    }),
  );
}

function refuseForeignHistory(done: Map<string, string>, steps: readonly Step[]): void {
  const known = new Map(steps.map((step) => [step.version, step]));
  for (const [version, checksum] of done) {
    const step = known.get(version);
    if (!step) throw new Error(`database has migration ${version}, which this program does not know`);
    if (step.checksum !== checksum) throw new Error(`migration ${step.name} was changed after it had been applied`);
  }
}

/** Applies the first migration that is missing. @returns null when none is */
async function applyNext(client: pg.Client, steps: readonly Step[]): Promise<Step | null> {
  await client.query(`create table if not exists schema_migration (
    version text primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ version: string; checksum: string }>(
    'select version, checksum from schema_migration',
  );
  const done = new Map(rows.map((row) => [row.version, row.checksum]));
  refuseForeignHistory(done, steps);
  const step = steps.find(({ version }) => !done.has(version));
  if (!step) return null;
  try {
    await client.query(step.text);
    await client.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', [
      step.version,
      step.name,
      step.checksum,
    ]);
  } catch (error) {
    throw new Error(`migration ${step.name}: ${(error as Error).message}`, { cause: error });
  }
  return step;
}
