import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#kit/server/migrate.ts';
import { prepareServer, refuseUnsafeApp } from './prepare-server.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './supervisor.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
const PASSWORD = 'quiet-Harbour-41';

let embedded: EmbeddedPostgres;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-prepare-'));
  chmodSync(folder, 0o755);
  embedded = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
});
afterAll(async () => {
  await embedded.stop();
  rmSync(folder, { recursive: true });
});

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Site {
  admin: pg.ClientConfig;
  as(login: string, database?: string): pg.PoolConfig;
  owner: string;
  app: string;
  database: string;
  remove(): Promise<void>;
}

/** A database with two fresh logins, as the administrator of a server would hand them over. */
async function openSite(server: pg.ClientConfig): Promise<Site> {
  const tag = randomBytes(5).toString('hex');
  const [owner, app, database] = [`wb_owner_${tag}`, `wb_app_${tag}`, `wb_site_${tag}`];
  const admin = { ...server, database: 'postgres' };
  await withClient(admin, async (client) => {
    await client.query(`create role ${owner} login createrole password '${PASSWORD}'`);
    await client.query(`create role ${app} login password '${PASSWORD}'`);
    await client.query(`create database ${database} owner ${owner} template template0
      encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`);
    // On a shared server the roles may exist and belong to somebody else's installation.
    for (const role of ['waybill_app', 'waybill_search', 'waybill_jobs'])
      await client.query(
        `do $$ begin if exists (select from pg_roles where rolname = '${role}') then
          grant ${role} to ${owner} with admin option; end if; end $$`,
      );
  });
  return {
    admin: { ...server, database },
    as: (login, name = database) => ({
      ...server,
      user: login,
      password: PASSWORD,
      database: name,
    }),
    owner,
    app,
    database,
    remove: () =>
      withClient(admin, async (client) => {
        await client.query(`drop database ${database} with (force)`);
        for (const role of [app, owner]) await client.query(`drop owned by ${role} cascade`);
        for (const role of [app, owner]) await client.query(`drop role ${role}`);
      }),
  };
}

const servers: [string, () => pg.ClientConfig][] = [['the embedded server', () => embedded.admin]];
const given = process.env['TEST_DATABASE_URL'];
if (given) {
  const { host, port, user, password } = new pg.Client(given);
  servers.push(['the server given', () => ({ host, port, user, password }) as pg.ClientConfig]);
}

describe.each(servers)('%s', (_name, server) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(server());
  });
  afterAll(() => site.remove());

  test('four nodes prepare it at once, and the migrations run for owner and app', async () => {
    const connections = { adminOrOwner: site.as(site.owner), app: site.as(site.app) };
    const prepared = await Promise.all([1, 2, 3, 4].map(() => prepareServer({ ...connections, isProduction: true })));
    for (const { warnings, version, app } of prepared) {
      expect(warnings).toEqual([]);
      expect(version).toMatch(/^\d+\.\d+$/);
      expect(app).toBe(connections.app);
    }
    const owner = connections.adminOrOwner;
    await migrate({ owner, dir: MIGRATIONS, log: () => undefined });
    await withClient(connections.app, async (client) => {
      await refuseUnsafeApp(client);
      await client.query(`insert into tenant (id, code, name, create_time)
        values (1, 'one', '一', now())`);
      await expect(
        client.query(`insert into receipt (tenant_id, key, scope, sender, payload_hash, answer, at)
          values (1, 'k', 's', 'u', 'h', '{}', now())`),
      ).rejects.toMatchObject({ code: '42501' });
    });
  });

  test('one login for both warns, serves under the app role, and is refused in production', async () => {
    const both = site.as(site.owner);
    const prepared = await prepareServer({ adminOrOwner: both, app: both });
    expect(prepared.warnings.join()).toMatch(/would be refused in production/);
    await withClient(prepared.app, async (client) => {
      const { rows } = await client.query('select current_user as who');
      expect(rows).toEqual([{ who: 'waybill_app' }]);
      await expect(refuseUnsafeApp(client)).rejects.toThrow(/owns the database/);
    });
    await expect(prepareServer({ adminOrOwner: both, app: both, isProduction: true })).rejects.toThrow(
      /DATABASE_URL must name a login that row-level security binds/,
    );
  });

  test.each([
    ['superuser', 'is a superuser'],
    ['bypassrls', 'has BYPASSRLS'],
    ['createrole', 'may change roles'],
  ])('a login with %s must not serve in production', async (attribute, reason) => {
    await asAdmin(site, `alter role ${site.app} ${attribute}`);
    const connections = { adminOrOwner: site.as(site.owner), app: site.as(site.app) };
    await expect(prepareServer({ ...connections, isProduction: true })).rejects.toThrow(reason);
    await asAdmin(site, `alter role ${site.app} no${attribute}`);
  });

  test('a login that can become the owner or a table owner must not serve', async () => {
    const app = site.as(site.app);
    await asAdmin(site, `grant ${site.owner} to ${site.app}`);
    await expect(withClient(app, refuseUnsafeApp)).rejects.toThrow(
      new RegExp(`role ${site.owner}, which login ${site.app} can take`),
    );
    await asAdmin(site, `revoke ${site.owner} from ${site.app}`);
    await asAdmin(site, `create table mine (); alter table mine owner to ${site.app}`);
    await expect(withClient(app, refuseUnsafeApp)).rejects.toThrow(/owns the database or tables/);
    await asAdmin(site, 'drop table mine');
    await withClient(app, refuseUnsafeApp);
  });

  test('missing rights and unreachable servers are reported by the name of their setting', async () => {
    const connections = { adminOrOwner: site.as(site.app), app: site.as(site.app) };
    await expect(prepareServer(connections)).rejects.toThrow(/DATABASE_OWNER_URL may not create/);
    const wrong = { ...site.as(site.app), password: 'wrong', user: 'wb_nobody_at_all' };
    await expect(prepareServer({ adminOrOwner: site.as(site.owner), app: wrong })).rejects.toThrow(
      /^DATABASE_URL: no connection to PostgreSQL/,
    );
  });
});

const asAdmin = (site: Site, statement: string): Promise<unknown> =>
  withClient(site.admin, (client) => client.query(statement));

test('on a server without our roles they are made, and waybill_app can log in', async () => {
  const { admin } = embedded;
  const roles = ['waybill_search', 'waybill_jobs', 'waybill_app', 'waybill_owner'];
  await withClient({ ...admin, database: 'postgres' }, async (client) => {
    await client.query('drop database waybill');
    for (const role of roles) await client.query(`drop role ${role}`);
  });
  const site = await openSite(admin);
  const app = site.as('waybill_app');
  const both = { adminOrOwner: site.as(site.owner), app, isProduction: true };
  await Promise.all([prepareServer(both), prepareServer(both), prepareServer(both)]);
  await migrate({ owner: both.adminOrOwner, dir: MIGRATIONS, log: () => undefined });
  await withClient(app, refuseUnsafeApp);
});
