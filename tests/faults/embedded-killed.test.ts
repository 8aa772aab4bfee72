import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { migrate } from '#kit/server/migrate.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { startEmbeddedPostgres } from '#platform/postgres/index.ts';
import { onServer } from '#tests/harness/database.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { runsFolder } from '#tests/harness/runs-folder.ts';
import { powerUp } from '#tests/harness/served-product.ts';
import { covers } from '#tests/spec/covers.ts';
import { startLoad } from './steady-load.ts';

/** The embedded database dies under load: killed as a whole, as by an out-of-memory killer. */

/** The whole server, one session of it (all others are then thrown out), at length the whole server again. */
const KILLED = ['server', 'session', ...(IS_LONG ? ['server'] : [])];

let cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

const postmaster = (place: string): number =>
  Number(readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[0]);

const session = (admin: pg.ClientConfig): Promise<number> =>
  onServer(admin, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'waybill_app' limit 1`,
    );
    client.on('error', () => undefined); // it is thrown out too
    const [victim] = rows;
    if (!victim) throw new Error('the product has no session');
    return victim.pid;
  });

test('a killed database comes back; meanwhile people see why', { timeout: 180_000 }, async () => {
  covers('ours: faults of the database');
  const dataDir = realpathSync(mkdtempSync(join(runsFolder(tmpdir()), 'waybill-killed-')));
  chmodSync(dataDir, 0o755);
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const lines: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  cleanUps.push(() => postgres.stop());
  await migrate({
    owner: postgres.owner,
    dir: join(import.meta.dirname, '../../db/migrations'),
    log: () => undefined,
  });
  const product = await powerUp({ connection: postgres.app, dataDir });
  cleanUps.push(() => product.cutPower());
  const ready = async (): Promise<number> => (await fetch(new URL('/readyz', product.address))).status;
  expect(await ready()).toBe(200);

  const load = startLoad(product, 6);
  for (const killed of KILLED) {
    await load.until(30, ({ status }) => status === 200);
    process.kill(killed === 'session' ? await session(postgres.admin) : postmaster(postgres.place), 'SIGKILL');
    await load.until(1, ({ status }) => status === 503);
    await load.until(30, ({ status }) => status === 200);
  }
  await load.stop();
  expect(await ready()).toBe(200);
  const odd = load.answers.filter(
    ({ status, message }) => status !== 200 && !(status === 503 && message === MESSAGES.unavailable),
  );
  expect(odd).toEqual([]);
  expect(lines.filter((line) => line === 'PostgreSQL runs again')).toHaveLength(KILLED.length);
  const listed = await product.call<{ total: number }>('GET', '/catalog/product/list?spuCode=LOAD*');
  // What was not acknowledged may have been stored all the same, never the other way round.
  expect(listed.result.total).toBeGreaterThanOrEqual(load.added.length);
});
