import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { lifecycles, resources } from '#app/declarations.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { migrate } from '#kit/server/migrate.ts';
import { startEmbeddedPostgres } from '#platform/postgres/index.ts';
import { readCatalogue } from './read-catalogue.ts';
import { sqlFaults } from './check-sql.ts';
import { schemaFaults } from './schema-faults.ts';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Compares a migrated database with the declarations and with the rules of tenancy.
 * @param client any login that may read the catalogue
 * @returns one line per fault; empty when all is well
 */
export async function checkSchema(
  client: pg.ClientBase,
  all: readonly AnyResource[] = resources,
  known: readonly AnyLifecycle[] = lifecycles,
): Promise<string[]> {
  const catalogue = await readCatalogue(client, known);
  // A database that was never migrated has no faults to show; that must not pass for a clean one.
  if (catalogue.tables.length < all.length)
    return [`${catalogue.tables.length} tables for ${all.length} resources: not migrated`];
  return schemaFaults(catalogue, all, known);
}

/** The database at the URL given, or an embedded one that is migrated for this and removed. */
async function run(url: string | undefined): Promise<string[]> {
  if (url) return onClient({ connectionString: url }, checkSchema);
  const dataDir = join(ROOT, '.cache', `schema_${randomBytes(4).toString('hex')}`);
  mkdirSync(dataDir, { recursive: true });
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const dir = join(ROOT, 'db/migrations');
    await migrate({ owner: embedded.owner as pg.ClientConfig, dir, log: () => undefined });
    return await onClient(embedded.owner as pg.ClientConfig, async (client) => [
      ...(await checkSchema(client)),
      ...(await sqlFaults(client, ROOT, resources)),
    ]);
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
    if (embedded.place.startsWith('/var/')) rmSync(embedded.place, { recursive: true, force: true });
  }
}

async function onClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const faults = await run(process.argv[2]);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
