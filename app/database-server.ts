import { startEmbeddedPostgres } from '#platform/postgres/index.ts';
import { prepareServer } from '#platform/postgres/prepare-server.ts';
import type pg from 'pg';
import type { Config } from './config.ts';

/** Logins of the database, and where it is. */
export interface Connections {
  owner: pg.ClientConfig;
  app: pg.PoolConfig;
  place: string;
  stop(): Promise<void>;
}

/** The database of the settings: the server of DATABASE_URL, else the embedded one, started. */
export async function openDatabaseServer(config: Config, log: (line: string) => void): Promise<Connections> {
  if (!config.databaseUrl) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    return { ...embedded, place: `embedded PostgreSQL ${embedded.version}, ${embedded.place}` };
  }
  const app = { connectionString: config.databaseUrl };
  const owner = { connectionString: config.databaseOwnerUrl ?? config.databaseUrl };
  const prepared = await prepareServer({
    adminOrOwner: owner,
    app,
    isProduction: config.isProduction,
  });
  for (const warning of prepared.warnings) log(warning);
  return {
    owner,
    app: prepared.app,
    place: `PostgreSQL ${prepared.version}, DATABASE_URL`,
    stop: async () => undefined,
  };
}
