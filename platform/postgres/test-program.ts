// A program over one data folder, for tests that kill it: prints what it got, ends at SIGTERM.
import pg from 'pg';
import { startEmbeddedPostgres } from './supervisor.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const log = (line: string): void => console.error(line);
  const { admin, place, version, stop } = await startEmbeddedPostgres({ dataDir, log });
  const client = new pg.Client(admin);
  await client.connect();
  const { rows } = await client.query<{ started: string; tcp: string }>(
    `select pg_postmaster_start_time()::text as started,
      current_setting('listen_addresses') as tcp`,
  );
  await client.end();
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  console.log(JSON.stringify({ place, version, ...rows[0] }));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
