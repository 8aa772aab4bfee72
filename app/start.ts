import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { wayfair } from '#connectors/wayfair/index.ts';
import type { Field } from '#kit/model/field.ts';
import { createDatabaseClock, type DatabaseClock } from '#kit/server/database-clock.ts';
import { openDatabase, type Database } from '#kit/server/database.ts';
import { createNumbering, type Numbering } from '#kit/server/document-number.ts';
import { createFileStore } from '#kit/server/file-store.ts';
import { createHttp } from '#kit/server/http.ts';
import { openInstallation } from '#kit/server/installation.ts';
import { openApiDocument } from '#kit/server/openapi/index.ts';
import { createOutbound } from '#kit/server/outbound.ts';
import { createEmit, type Reactions } from '#kit/server/outbox.ts';
import { createReadiness } from '#kit/server/readiness.ts';
import { createRegistry, type Registry } from '#kit/server/registry.ts';
import { createSockets, type SocketLimits, type Sockets } from '#kit/server/sockets/index.ts';
import { startResealing, type Resealing } from '#kit/server/resealing.ts';
import { createVault } from '#kit/server/vault.ts';
import { startWorker, type Worker } from '#kit/server/worker.ts';
import { systemDictionaries, type DeclaredDict } from '#modules/system/model/dictionaries.ts';
import type { Connector } from '#modules/channels/model/port.ts';
import { declaredPermissions, MASK_PERMISSIONS } from '#modules/system/model/permission-code.ts';
import { systemPermissions } from '#modules/system/model/permissions.ts';
import {
  bootstrap,
  createMessenger,
  createSessions,
  createTenantFollower,
  noteRefusal,
  FRAMED_PATHS,
  signInProviders,
  syncDictionaries,
  syncMenus,
  syncPermissions,
  type Bootstrap,
  type Carrier,
  type SingleSignOnOptions,
} from '#modules/system/server/index.ts';
import type { Brand } from '#kit/model/brand.ts';
import { PASSWORD_ONLY, type SignInWays } from '#kit/model/sign-in-ways.ts';
import { assemble, type Assembled } from './assemble.ts';
import { lifecycles, resources } from './declarations.ts';
import { menus } from './menus.ts';
import { openBus } from './open-bus.ts';
import { startSchedule } from './schedule.ts';
import { sealedTables } from './sealed-tables.ts';
import { socketPages } from './socket-pages.ts';
import { logoOrigin, pageFallback, serveWeb } from './web-files.ts';

export interface StartOptions {
  /** Connection of the app role; the schema is migrated already. */
  connection: pg.PoolConfig;
  dataDir: string;
  secretKey: string;
  /** The one before, while values are still sealed with it. */
  oldSecretKey?: string;
  base: string;
  /** Names and links of the platform; the built-in ones unless told. */
  brand?: Brand;
  /** The console gets the pages of those who build it. */
  isDevelopment?: boolean;
  /** How people may sign in; codes follow from `messages`. Name and password only unless told. */
  signIn?: SignInWays;
  /** How people are reached who have no session; nobody is unless told. */
  messages?: {
    /** Mails; absent: as `hasOutbox` says. */
    mail?: Carrier;
    /** What nothing carries stands in the message log to be read there: never in production. */
    hasOutbox: boolean;
  };
  /** Other systems that vouch for people; none unless told. */
  singleSignOn?: Pick<SingleSignOnOptions, 'publicUrl' | 'oidc' | 'cas'>;
  /** Origins whose pages the menu may show in a frame. */
  frameOrigins?: readonly string[];
  sessionDays: number;
  /** What the uploads of one tenant may weigh together; 2 GB unless told. */
  uploadQuotaBytes?: number;
  /** What a sheet to import may weigh; 50 MB unless told. */
  importBytes?: number;
  /** People reach the console over TLS: cookies are sent over nothing else. */
  isTls?: boolean;
  /** Through which several nodes hear each other; absent: this is the only one. */
  redis?: { url: string; prefix?: string };
  /** What browsers may take of sockets, where it is not the usual. */
  sockets?: Partial<SocketLimits>;
  /** Proxies whose word on where a request comes from is taken. */
  trustedProxies?: readonly string[];
  /** How long a stop waits for a balancer to look elsewhere, and then for requests in flight. */
  shutdown?: { delayMs: number; graceMs: number };
  /** Exact origins the installation itself may call; no shop's settings reach them. */
  outboundAllow: readonly string[];
  /** Exact origins that the shops of a tenant may call beside those of their channels; none unless told. */
  grantedOrigins?: (tenant: number) => readonly string[];
  /** Whether exactly those may stand at private addresses (the simulator does). */
  allowPrivate: boolean;
  adminPassword?: string;
  /** Marketplaces offered; all of them unless told (tests lift their rate ceilings). */
  connectors?: readonly Connector[];
  /** The time of the database, which all nodes share, unless told (tests). */
  clock?: () => Date;
  logger?: object | boolean;
  log?: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
  /** Pause between looks at the clock for scheduled work; 0 = no schedule (tests). */
  scheduleMs?: number;
  worker?: {
    /** Deliveries at once; 0 = this node stores deliveries and carries none out. */
    concurrency?: number;
    maxAttempts?: number;
    leaseSeconds?: number;
    backoffMs?: (attempt: number) => number;
    idleMs?: number;
  };
}

export interface App {
  http: FastifyInstance;
  db: Database;
  registry: Registry;
  numbering: Numbering;
  assembled: Assembled;
  worker: Worker;
  sockets: Sockets;
  admin: Bootstrap;
  /** At work after the secret key was changed; else null. */
  resealing: Resealing | null;
  /** Ends in order: not ready, no new requests, those in flight finish, running work finishes. */
  stop(): Promise<void>;
}

/**
 * Starts the product on a migrated database: modules, permissions, administrator, worker and
 * HTTP (not yet listening).
 */
export async function startApp(options: StartOptions): Promise<App> {
  const { log = () => undefined } = options;
  const shared = options.clock ? null : createDatabaseClock(log);
  const clock = options.clock ?? (() => (shared as DatabaseClock).now());
  const vault = createVault(options.secretKey, options.oldSecretKey);
  const registry = createRegistry(resources, lifecycles, vault);
  let reactions: Reactions = { within: [], after: [] };
  let worker: Worker | undefined;
  let sockets: Sockets | undefined;
  const wake = (): void => worker?.wake();
  const files = createFileStore(join(options.dataDir, 'files'));
  const numberDb = openDatabase({ connection: { ...options.connection, max: 2 }, clock });
  const numbering = createNumbering(numberDb, clock);
  const readiness = createReadiness({
    askDatabase: () =>
      db.platform((tx) => tx.one`select count(*)::integer as n from schema_migration`),
    dataDir: options.dataDir,
    checkDataFolder: () => installation.checkDataFolder(),
    isStopping: () => isStopping,
  });
  const db: Database = openDatabase({
    connection: options.connection,
    clock,
    vault,
    files,
    numbering,
    emit: createEmit(() => reactions, wake),
    onChange: (tenant, resources) => sockets?.changes.note(tenant, resources),
    resourceOf: registry.resourceOfTable,
    onDiskFull: readiness.noteFullDatabase,
    onSlow: (text, ms) =>
      log('warn', { ms: Math.round(ms), sql: text.slice(0, 500) }, 'slow statement'),
  });
  await shared?.measure(db);
  const stopClock = shared?.keep(db);
  const installation = await openInstallation(db, vault, {
    dataDir: options.dataDir,
    sealed: sealedTables(registry),
  });
  const bus = openBus(options.redis, installation.id, log);
  const sessions = createSessions(db, { days: options.sessionDays, clock, bus });
  sockets = createSockets({
    bus,
    resolveActor: sessions.resolveActor,
    alive: sessions.alive,
    onSessionChange: sessions.onChange,
    page: socketPages(registry),
    nameOf: async (token) => (await sessions.find(token))?.realname ?? null,
    limits: options.sockets,
    onError: (error) => log('error', { err: error }, 'a socket failed'),
  });
  const messenger = createMessenger({
    db,
    carriers: options.messages?.mail ? { mail: options.messages.mail } : {},
    hasOutbox: options.messages?.hasOutbox ?? false,
    ...(options.brand ? { signature: options.brand.short } : {}),
    log: (about, message) => log('error', about, message),
  });
  const signIn: SignInWays = {
    ...(options.signIn ?? PASSWORD_ONLY),
    phone: messenger.offers.sms,
    mail: messenger.offers.mail,
    providers: signInProviders(options.singleSignOn ?? {}),
  };
  const grantedOrigins = options.grantedOrigins ?? (() => []);
  const outbound = createOutbound({ allow: [], allowPrivate: options.allowPrivate });
  const vouchers = createOutbound({
    allow: [...options.outboundAllow, ...vouchingOrigins(options.singleSignOn)],
    allowPrivate: options.allowPrivate,
  });
  const connectors = options.connectors ?? [wayfair];
  const assembled = assemble({
    db,
    registry,
    numbering,
    fileStore: files,
    sessions,
    push: sockets.push,
    codes: {
      messenger,
      digest: vault.digest,
      digests: vault.digests,
      isTrialOpen: signIn.trial,
    },
    vault,
    ...(options.brand ? { issuer: options.brand.short } : {}),
    ...(options.singleSignOn
      ? { singleSignOn: { ...options.singleSignOn, apiBase: options.base, fetch: vouchers } }
      : {}),
    ...(options.uploadQuotaBytes ? { uploadQuotaBytes: options.uploadQuotaBytes } : {}),
    ...(options.importBytes ? { importBytes: options.importBytes } : {}),
    connectors,
    outbound: (tenant, origins) => outbound.withOrigins(origins, grantedOrigins(tenant)),
    grantedOrigins,
    clock,
    wake,
    log,
  });
  reactions = assembled.reactions;
  const admin = await settle(db, assembled, options.adminPassword);
  worker = startWorker({
    db,
    handlers: assembled.handlers,
    zoneOf: zoneReader(db),
    clock,
    log,
    ...options.worker,
  });
  const schedule = startSchedule({
    db,
    clock,
    wake,
    sweepSessions: sessions.sweep,
    everyMs: options.scheduleMs ?? 5000,
    log,
  });
  const resealing = installation.isOldKeyNeeded
    ? startResealing({ db, vault, tables: sealedTables(registry), log })
    : null;
  if (options.oldSecretKey && !resealing)
    log('info', {}, 'WAYBILL_SECRET_KEY_OLD is not needed any more');
  let isStopping = false;
  const http = await createHttp({
    db,
    routes: assembled.routes,
    base: options.base,
    resolveActor: sessions.resolveActor,
    onForbidden: (actor, route) => noteRefusal(db, actor, route),
    isTls: options.isTls ?? false,
    followTenant: createTenantFollower(db, sessions),
    trustedProxies: options.trustedProxies ?? [],
    clock,
    problems: readiness.problems,
    logger: options.logger ?? false,
    pictureOrigins: logoOrigin(options.brand),
    frameOrigins: options.frameOrigins ?? [],
    fileCookie: { paths: FRAMED_PATHS, isSecure: options.isTls ?? false },
    fallback: pageFallback({
      base: options.base,
      brand: options.brand,
      signIn,
      isDevelopment: options.isDevelopment,
    }),
    openApi: () =>
      openApiDocument(assembled.routes, { base: options.base, title: 'Waybill', version: '0.1.0' }),
  });
  await sockets.serve(http, options.base);
  await serveWeb(http);
  return {
    http,
    db,
    registry,
    numbering,
    assembled,
    worker,
    sockets,
    admin,
    resealing,
    async stop() {
      isStopping = true;
      await closeHttp(http, sockets, options.shutdown ?? STOP_AT_ONCE, log);
      await schedule.stop();
      await resealing?.stop();
      await worker?.stop();
      stopClock?.();
      await messenger.settled();
      await outbound.close();
      vouchers.close();
      await db.close();
      await numberDb.close();
      await bus.close();
    },
  };
}

/** Tests and tools have no balancer in front. */
const STOP_AT_ONCE = { delayMs: 0, graceMs: 5000 };

/**
 * Takes the node out of service: readiness has said 503 since the call, a balancer gets time to
 * look elsewhere, then no connection is accepted any more and what is under way finishes within
 * its grace. Browsers open their sockets anew at another node.
 */
async function closeHttp(
  http: FastifyInstance,
  sockets: Sockets,
  { delayMs, graceMs }: { delayMs: number; graceMs: number },
  log: NonNullable<StartOptions['log']>,
): Promise<void> {
  if (delayMs > 0) {
    log('info', { delayMs }, 'stopping: not ready any more');
    await sleep(delayMs);
  }
  sockets.close();
  let wasCut = false;
  const cut = setTimeout(() => {
    wasCut = true;
    http.server.closeAllConnections();
  }, graceMs);
  await http.close();
  clearTimeout(cut);
  if (wasCut) log('warn', { graceMs }, 'stopping: requests in flight were cut off');
  else log('info', {}, 'stopping: requests in flight have finished');
}

/** Where the systems stand that vouch for people. Only calls for a sign-in reach them. */
const vouchingOrigins = (options: StartOptions['singleSignOn']): string[] =>
  [options?.oidc?.issuer, options?.cas?.url].flatMap((url) => (url ? [new URL(url).origin] : []));

/** Brings code-owned rows (permissions, menus, dictionaries) up to date and makes the first user. */
async function settle(
  db: Database,
  assembled: Assembled,
  adminPassword: string | undefined,
): Promise<Bootstrap> {
  const declared = [
    ...declaredPermissions(resources, lifecycles),
    ...MASK_PERMISSIONS,
    ...systemPermissions,
  ];
  const known = new Set(declared.map(({ code }) => code));
  for (const route of assembled.routes) {
    if (typeof route.access !== 'object' || known.has(route.access.permission)) continue;
    known.add(route.access.permission);
    const [module = '', name = ''] = route.access.permission.split(':');
    declared.push({
      code: route.access.permission,
      title: route.summary,
      resource: `${module}:${name}`,
    });
  }
  await syncPermissions(db, declared);
  await syncMenus(db, menus);
  await syncDictionaries(db, dictionaries());
  return bootstrap(db, adminPassword === undefined ? {} : { adminPassword });
}

/** Every dictionary the declarations use, named after the first field that shows it. */
function dictionaries(): DeclaredDict[] {
  const found = new Map<string, DeclaredDict>(
    systemDictionaries.map((one) => [one.dict.code, one]),
  );
  for (const resource of resources)
    for (const field of Object.values(resource.fields as Record<string, Field>))
      if (field.dict && !found.has(field.dict.code))
        found.set(field.dict.code, { dict: field.dict, name: `${resource.title}${field.title}` });
  return [...found.values()];
}

function zoneReader(db: Database): (tenant: number) => Promise<string> {
  const zones = new Map<number, string>();
  return async (tenant) => {
    const known = zones.get(tenant);
    if (known) return known;
    const row = await db.platform(
      (tx) => tx.one<{ timezone: string }>`select timezone from tenant where id = ${tenant}`,
    );
    zones.set(tenant, row.timezone);
    return row.timezone;
  };
}
