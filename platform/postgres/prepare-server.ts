import pg from 'pg';
import { ensureRole, grantRole } from './roles.ts';
import { unsafeReasons } from './unsafe-app.ts';

interface ServerConnections {
  /** Login that runs the migrations and owns the tables (`DATABASE_OWNER_URL`). */
  adminOrOwner: pg.ClientConfig;
  /** Login that serves (`DATABASE_URL`). */
  app: pg.PoolConfig;
  /** In production an app login that could set row-level security aside is refused. */
  isProduction?: boolean;
}

interface PreparedServer {
  /** Serve with this: outside production the sessions of an unsafe login take the app role. */
  app: pg.PoolConfig;
  /** Version of the server, e.g. `15.20`. */
  version: string;
  /** What works here but would be refused in production, or lacks something. */
  warnings: string[];
}

const FLOOR = 150000;
const MAX_TRIES = 10;
/** Another program made or changed the same role at the same moment. */
const COLLISIONS = new Set(['42710', '23505', 'XX000', '40001', '40P01']);

/**
 * Makes a PostgreSQL server ready for the migrations: roles `waybill_app`, `waybill_search` and
 * `waybill_jobs`, with the owner a member of the latter two and the app's login a member of the
 * first. Safe to repeat and to run on several nodes at once. Throws in plain words when the server
 * is too old, a right is missing or (in production) the app's login is unsafe.
 */
export async function prepareServer(connections: ServerConnections): Promise<PreparedServer> {
  const { adminOrOwner, app, isProduction = false } = connections;
  const owner = await open(adminOrOwner, 'DATABASE_OWNER_URL');
  try {
    const { version, warnings } = await checkDatabase(owner);
    await retrying(() => ensureRoles(owner, app));
    const server = await open(app, 'DATABASE_URL');
    try {
      await retrying(() => joinApp(owner, server));
      const reasons = await unsafeReasons(server);
      if (reasons.length === 0) return { app, version, warnings };
      if (isProduction) throw unsafeLogin(reasons);
      warnings.push(`DATABASE_URL would be refused in production: ${reasons.join('; ')}`);
      return { app: takingAppRole(app), version, warnings };
    } finally {
      await server.end();
    }
  } finally {
    await owner.end();
  }
}

/**
 * Refuses a connection whose login could set row-level security aside: a superuser, BYPASSRLS,
 * the owner of tables, or whoever can become one of these. For production, after the migrations.
 */
export async function refuseUnsafeApp(client: pg.ClientBase): Promise<void> {
  await refuseOldServer(client);
  const reasons = await unsafeReasons(client);
  if (reasons.length > 0) throw unsafeLogin(reasons);
}

const unsafeLogin = (reasons: string[]): Error =>
  new Error(
    `DATABASE_URL must name a login that row-level security binds, but ${reasons.join('; ')}. ` +
      `Use a login of its own for serving, and DATABASE_OWNER_URL for the owner.`,
  );

async function open(config: pg.ClientConfig, setting: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config });
  client.on('error', () => undefined); // the next query reports it
  try {
    await client.connect();
    return client;
  } catch (cause) {
    const { message, code } = cause as Error & { code?: string };
    throw new Error(`${setting}: no connection to PostgreSQL: ${message || code}`, { cause });
  }
}

async function refuseOldServer(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`,
  );
  const { number = 0, version = '' } = rows[0] ?? {};
  if (number < FLOOR) throw new Error(`PostgreSQL ${version} is too old: version 15 or newer is needed`);
  return version.split(' ')[0] ?? version;
}

interface DatabaseFacts {
  name: string;
  encoding: string;
  ctype: string;
  login: string;
  may_create: boolean;
  has_trigrams: boolean;
}

async function checkDatabase(owner: pg.Client): Promise<{ version: string; warnings: string[] }> {
  const version = await refuseOldServer(owner);
  const { rows } = await owner.query<DatabaseFacts>(
    `select datname as name, pg_encoding_to_char(encoding) as encoding, datctype as ctype,
      current_user as login,
      has_database_privilege(datname, 'CREATE') and has_schema_privilege('public', 'CREATE')
        as may_create,
      exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams
    from pg_database where datname = current_database()`,
  );
  const facts = rows[0] as DatabaseFacts;
  if (facts.encoding !== 'UTF8')
    throw new Error(`Database ${facts.name} has encoding ${facts.encoding}; UTF8 is needed`);
  if (!facts.has_trigrams) throw new Error('The server lacks the extension pg_trgm (package postgresql-contrib)');
  if (!facts.may_create)
    throw new Error(
      `Login ${facts.login} of DATABASE_OWNER_URL may not create tables in ${facts.name}. ` +
        `Make it the owner: alter database ${pg.escapeIdentifier(facts.name)} owner to ` +
        `${pg.escapeIdentifier(facts.login)};`,
    );
  const warnings = ['C', 'POSIX'].includes(facts.ctype)
    ? [
        `Database ${facts.name} has lc_ctype ${facts.ctype}: searching Chinese text is slow. ` +
          `Create it with lc_ctype 'C.UTF-8'.`,
      ]
    : [];
  return { version, warnings };
}

async function ensureRoles(owner: pg.Client, app: pg.PoolConfig): Promise<void> {
  const { user, password } = new pg.Client(app);
  const isLogin = user === 'waybill_app' && typeof password === 'string' && password !== '';
  await ensureRole(owner, 'waybill_app', isLogin ? { password } : {});
  const { rows } = await owner.query<{ login: string }>('select current_user as login');
  for (const role of ['waybill_search', 'waybill_jobs'] as const) {
    await ensureRole(owner, role);
    await grantRole(owner, role, rows[0]?.login ?? '');
  }
}

/** Makes the login that serves a member of the app role, which carries grants and policies. */
async function joinApp(owner: pg.Client, server: pg.Client): Promise<void> {
  const { rows } = await server.query<{ login: string }>('select session_user as login');
  const login = rows[0]?.login ?? '';
  if (login !== 'waybill_app') await grantRole(owner, 'waybill_app', login);
}

async function retrying(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (code === '42501') throw missingRight(error as Error);
      if (!COLLISIONS.has(code) || tries >= MAX_TRIES) throw error;
    }
  }
}

const missingRight = (cause: Error): Error =>
  new Error(
    `DATABASE_OWNER_URL: ${cause.message}. Give its login CREATEROLE, or let an administrator run ` +
      `once (OWNER and APP are the logins of the two URLs):\n` +
      `  create role waybill_app nologin; create role waybill_search nologin; ` +
      `create role waybill_jobs nologin;\n` +
      `  grant waybill_search, waybill_jobs to OWNER; grant waybill_app to APP;`,
    { cause },
  );

/** The session could take its own role back: good against mistakes, not against an attacker. */
function takingAppRole(app: pg.PoolConfig): pg.PoolConfig {
  return { ...app, options: [app.options, '-c role=waybill_app'].filter(Boolean).join(' ') };
}
