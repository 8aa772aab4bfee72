import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export interface MigrateOptions {
  /** Connection of the owner role. */
  owner: pg.ClientConfig;
  /** Folder of numbered .sql files. */
  dir: string;
  log: (line: string) => void;
}

interface Step {
  version: string;
  name: string;
  text: string;
  checksum: string;
}

const LOCK = 7_020_241;

/**
 * Applies the numbered migrations that are missing, each in its own transaction, forward only.
 * Refuses a database whose applied files were changed afterwards, or which is newer than this
 * program. The runner alone may take an advisory lock.
 */
export async function migrate({ owner, dir, log }: MigrateOptions): Promise<{ applied: string[] }> {
  const steps = await readSteps(dir);
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`create table if not exists schema_migration (
      version text primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ version: string; checksum: string }>(
      'select version, checksum from schema_migration',
    );
    const done = new Map(rows.map((row) => [row.version, row.checksum]));
    refuseForeignHistory(done, steps);
    const applied: string[] = [];
    for (const step of steps.filter(({ version }) => !done.has(version))) {
      await applyStep(client, step);
      applied.push(step.name);
      log(`migration ${step.name}`);
    }
    return { applied };
  } finally {
    await client.end();
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

function refuseForeignHistory(done: Map<string, string>, steps: Step[]): void {
  const known = new Map(steps.map((step) => [step.version, step]));
  for (const [version, checksum] of done) {
    const step = known.get(version);
    if (!step)
      throw new Error(`database has migration ${version}, which this program does not know`);
    if (step.checksum !== checksum)
      throw new Error(`migration ${step.name} was changed after it had been applied`);
  }
}

async function applyStep(client: pg.Client, step: Step): Promise<void> {
  try {
    await client.query('begin');
    await client.query(step.text);
    await client.query(
      'insert into schema_migration (version, name, checksum) values ($1, $2, $3)',
      [step.version, step.name, step.checksum],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${step.name}: ${(error as Error).message}`, { cause: error });
  }
}
