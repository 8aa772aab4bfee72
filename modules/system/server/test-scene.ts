import type { AnyResource } from '#kit/model/resource.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { createLocalBus } from '#platform/redis/bus.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { grantsOf } from '#kit/server/assemble.ts';
import { createHttp } from '#kit/server/http.ts';
import { createEmit } from '#kit/server/outbox.ts';
import type { Push } from '#kit/server/push.ts';
import { createRegistry } from '#kit/server/registry.ts';
import { resourceRoutes } from '#kit/server/resource-routes.ts';
import { createVault } from '#kit/server/vault.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { startTestClock } from '#tests/harness/test-clock.ts';
import { systemDictionaries } from '../model/dictionaries.ts';
import { systemMenus } from '../model/menus.ts';
import { declaredPermissions } from '#kit/model/permission.ts';
import { systemGrants } from '../model/preset-roles.ts';
import { systemPermissions } from '../model/permissions.ts';
import { SEALED_MASK } from '../model/row-limits.ts';
import {
  bootstrap,
  createMessenger,
  createSessions,
  createTenant,
  createTenantFollower,
  createUser,
  syncDictionaries,
  syncMenus,
  syncPermissions,
  systemRoutes,
  systemServes,
  systemInTransaction,
  type Carrier,
  type Messenger,
  type NewUser,
  type Sessions,
} from './index.ts';

export const PASSWORD = 'tall green Lamp 9';

export interface Envelope {
  status: number;
  success: boolean;
  code: number;
  message: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  result: any;
}

/** A running server over a database of its own: tenants 1 and 2, people with known passwords. */
export interface Scene {
  db: Database;
  app: FastifyInstance;
  sessions: Sessions;
  messenger: Messenger;
  /** Moves the clock of sessions and transactions. */
  pass(ms: number): void;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    about?: { token?: string; body?: unknown; headers?: Record<string, string>; ip?: string },
  ): Promise<Envelope>;
  login(username: string, password?: string): Promise<string>;
  user(tenant: number, user: Partial<NewUser> & { username: string }): Promise<string>;
  /** Another server of the same installation, which hears the messages of the first. */
  anotherNode(): Promise<FastifyInstance>;
  close(): Promise<void>;
}

/** A migrated database and nothing in it. */
export interface EmptyScene {
  db: Database;
  clock: () => Date;
  pass(ms: number): void;
  close(): Promise<void>;
}

export async function openEmpty(push?: Push): Promise<EmptyScene> {
  const database = await createTestDatabase();
  const { now: clock, pass } = startTestClock();
  const reactions = { within: systemInTransaction(push), after: [] };
  const emit = createEmit(reactions, () => undefined);
  const db = openTestDatabase({ connection: { ...database.app, max: 8 }, clock }, { emit });
  return {
    db,
    clock,
    pass,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/** How strangers are met; by default, messages are read in the log and trials are open. */
interface EntranceOptions {
  mail?: Carrier;
  hasOutbox?: boolean;
  isTrialOpen?: boolean;
}

const GRANTS = grantsOf([{ grants: systemGrants }]);

/** @param push receives what browsers would be sent */
export async function openScene(
  push?: Push,
  { mail, hasOutbox = true, isTrialOpen = true }: EntranceOptions = {},
): Promise<Scene> {
  const empty = await openEmpty(push);
  const { db, clock } = empty;
  const bus = createLocalBus();
  const sessions = createSessions(db, { days: 7, clock, bus });
  const resources: AnyResource[] = [];
  const serves = systemServes([], { sessions, registry: { resources } });
  resources.push(...serves.map(({ resource }) => resource));
  await syncPermissions(db, [...systemPermissions, ...declaredPermissions(resources, [])]);
  await syncMenus(db, systemMenus);
  await syncDictionaries(db, systemDictionaries);
  await bootstrap(db, GRANTS, { adminPassword: PASSWORD });
  await createTenant(db, { id: 2, code: 'second', name: '第二租户' }, GRANTS);
  const messenger = createMessenger({ db, carriers: mail ? { mail } : {}, hasOutbox });
  const vault = createVault('what the tests of this module digest with');
  const { digest, digests } = vault;
  const registry = createRegistry(resources, [], vault, SEALED_MASK);
  const serve = (by: Sessions): Promise<FastifyInstance> =>
    createHttp({
      db,
      routes: [
        ...systemRoutes({
          db,
          sessions: by,
          registry,
          codes: { messenger, digest, digests, isTrialOpen },
          ...(push ? { push } : {}),
        }),
        ...serves.flatMap((served) => resourceRoutes(served, registry)),
      ],
      base: '/api',
      resolveActor: by.resolveActor,
      followTenant: createTenantFollower(db, by),
      problems: async () => [],
    });
  const app = await serve(sessions);
  const others: FastifyInstance[] = [];
  const call: Scene['call'] = async (method, url, { token, body, headers, ip } = {}) => {
    const request: InjectOptions = {
      method,
      url: `/api${url}`,
      headers: { ...(token ? { 'x-access-token': token } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(ip ? { remoteAddress: ip } : {}),
    };
    const response = await app.inject(request);
    return { status: response.statusCode, ...(response.json() as Omit<Envelope, 'status'>) };
  };
  return {
    db,
    app,
    sessions,
    messenger,
    call,
    pass: empty.pass,
    async login(username, password = PASSWORD) {
      const answer = await call('POST', '/sys/login', { body: { username, password } });
      if (!answer.success) throw new Error(`login ${username}: ${answer.message}`);
      return answer.result.token as string;
    },
    user: (tenant, user) =>
      createUser(db, systemActor(tenant, 'test'), {
        realname: user.username,
        password: PASSWORD,
        ...user,
      }),
    async anotherNode() {
      const other = await serve(createSessions(db, { days: 7, clock, bus }));
      others.push(other);
      return other;
    },
    async close() {
      for (const one of [app, ...others]) await one.close();
      await messenger.settled();
      await empty.close();
    },
  };
}

/** Id of a role of a tenant, by its code. */
export async function roleId(scene: Scene, tenant: number, code: string): Promise<string> {
  const row = await scene.db.tx(
    systemActor(tenant, 'test'),
    (tx) => tx.one<{ id: string }>`select id from role where tenant_id = ${tx.tenant} and code = ${code}`,
  );
  return row.id;
}

/** Ids of buttons, by their codes. */
export async function permissionIds(scene: Scene, ...codes: string[]): Promise<string[]> {
  const rows = await scene.db.platform(
    (tx) => tx.rows<{ id: string }>`
      select id from permission where key = any(${codes}::text[]) order by key`,
  );
  return rows.map((row) => row.id);
}
