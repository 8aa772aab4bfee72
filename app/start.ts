import { hostname } from 'node:os';
import { join } from 'node:path';
import { createDatabaseClock, type DatabaseClock } from '#kit/server/database-clock.ts';
import { SEALED_MASK } from '#modules/system/model/row-limits.ts';
import { openBareDatabase, openDatabase } from '#kit/server/database.ts';
import { createNumbering } from '#kit/server/document-number.ts';
import { createFileStore } from '#kit/server/file-store.ts';
import { createHttp } from '#kit/server/http.ts';
import { openInstallation } from '#kit/server/installation.ts';
import { openApiDocument } from '#kit/server/openapi/index.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import { createOutbox } from '#kit/server/outbox.ts';
import { createReadiness } from '#kit/server/readiness.ts';
import { createRegistry } from '#kit/server/registry.ts';
import { createSockets } from '#kit/server/sockets/index.ts';
import { startResealing } from '#kit/server/resealing.ts';
import { createSignal } from '#kit/server/signal.ts';
import { createVault } from '#kit/server/vault.ts';
import { startWorker } from '#kit/server/worker.ts';
import {
  createBounds,
  createMessenger,
  createOperatorBell,
  createSessions,
  createTenantFollower,
  noteRefusal,
  signInProviders,
} from '#modules/system/server/index.ts';
import { EDIT_THRESHOLDS } from '#modules/monitor/model/rights.ts';
import {
  createHttpTrace,
  createNodeWatch,
  createSlowStatements,
  prometheusText,
  type NodeEyes,
} from '#modules/monitor/server/index.ts';
import { PASSWORD_ONLY, type SignInWays } from '#kit/model/sign-in-ways.ts';
import { newId } from '#kit/server/new-id.ts';
import {
  createClockBook,
  createGatewayTable,
  gatewaySettings,
  serveGateway,
} from '#modules/operations/server/index.ts';
import { BRIDGE_ORIGINS } from '#modules/fulfilment/model/print-bridge.ts';
import { assemble, type Assembled } from './assemble.ts';
import { carriers } from './carriers.ts';
import { supplierConnectors } from './suppliers.ts';
import { connectors } from './connectors.ts';
import { closeHttp, STOP_AT_ONCE } from './close-http.ts';
import { foreignSheets, lifecycles, numbers, resources, views } from './declarations.ts';
import { readRouteSchemas } from './route-schemas.ts';
import { openBus } from './open-bus.ts';
import { startSchedule } from './schedule.ts';
import { sealedTables } from './sealed-tables.ts';
import { settle } from './settle.ts';
import { socketPages } from './socket-pages.ts';
import type { App, StartOptions } from './start-options.ts';
import { zoneReader } from './tenant-zones.ts';
import { logoOrigin, pageFallback, serveWeb } from './web-files.ts';

export type { App, StartOptions } from './start-options.ts';

/**
 * Starts the product on a migrated database: modules, permissions, administrator, worker and
 * HTTP (not yet listening).
 */
export async function startApp(options: StartOptions): Promise<App> {
  const { log = () => undefined } = options;
  const shared = options.clock ? null : createDatabaseClock(log);
  const clock = options.clock ?? (() => (shared as DatabaseClock).now());
  const vault = createVault(options.secretKey, options.oldSecretKey);
  const registry = createRegistry(resources, lifecycles, vault, SEALED_MASK, numbers, views, foreignSheets);
  const wake = createSignal();
  const changed = createSignal<[tenant: number, resources: ReadonlySet<string>]>();
  const diskFull = createSignal();
  const stopping = new AbortController();
  const outbox = createOutbox(wake.send);
  const bounds = createBounds();
  const files = createFileStore(join(options.dataDir, 'files'));
  const numberDb = openBareDatabase({ connection: { ...options.connection, max: 2 }, clock });
  const numbering = createNumbering(numberDb, clock);
  const slow = createSlowStatements();
  const db = openDatabase(
    {
      connection: options.connection,
      clock,
      onChange: changed.send,
      resourceOf: registry.resourceOfTable,
      onDiskFull: diskFull.send,
      onSlow(text, ms) {
        slow.note(text, ms, clock());
        log('warn', { ms: Math.round(ms), sql: text.slice(0, 500) }, 'slow statement');
      },
    },
    {
      vault,
      files,
      numbering,
      emit: outbox.emit,
      unmet: outbox.unmet,
      roomFor: bounds.roomFor,
      ...(options.callWaitSeconds === undefined ? {} : { callWaitSeconds: options.callWaitSeconds }),
    },
  );
  await shared?.measure(db);
  const stopClock = shared?.keep(db);
  const installation = await openInstallation(db, vault, {
    dataDir: options.dataDir,
    sealed: sealedTables(registry),
  });
  const readiness = createReadiness({
    queryDatabase: () => db.platform((tx) => tx.one`select count(*)::integer as n from schema_migration`),
    dataDir: options.dataDir,
    checkDataFolder: installation.checkDataFolder,
    isStopping: () => stopping.signal.aborted,
  });
  diskFull.listen(readiness.noteFullDatabase);
  const bus = openBus(options.redis, installation.id, log);
  const sessions = createSessions(db, { days: options.sessionDays, clock, bus });
  const sockets = createSockets({
    bus,
    resolveActor: sessions.resolveActor,
    alive: sessions.alive,
    onSessionChange: sessions.onChange,
    page: socketPages(registry),
    nameOf: async (token) => (await sessions.find(token))?.realname ?? null,
    limits: options.sockets,
    onError: (error) => log('error', { err: error }, 'a socket failed'),
  });
  changed.listen(sockets.changes.note);
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
  const node = nodeName();
  const eyes: NodeEyes = {
    watch: createNodeWatch({
      name: node,
      host: hostname(),
      startedAt: clock(),
      dataDir: options.dataDir,
      pool: db.pool,
      sockets: sockets.total,
      ...(options.statDisk ? { stat: options.statDisk } : {}),
    }),
    trace: createHttpTrace(),
    slow,
    ...(bus.probe ? { redis: bus.probe } : {}),
  };
  const gateway = gatewaySettings(
    {
      base: options.base,
      upstreams: options.gatewayUpstreams ?? [],
      publicOrigin: options.singleSignOn?.publicUrl ?? null,
    },
    () => assembled.routes,
  );
  const assembled: Assembled = assemble({
    db,
    eyes,
    bell: createOperatorBell({ db, messenger }, { right: EDIT_THRESHOLDS, actor: '监控', businessType: 'monitor' }),
    registry,
    numbering,
    fileStore: files,
    sessions,
    push: sockets.push,
    onChanged: changed.listen,
    codes: {
      messenger,
      digest: vault.digest,
      digests: vault.digests,
      isTrialOpen: signIn.trial,
    },
    vault,
    mail: options.messages?.mail ?? null,
    ...(options.brand ? { issuer: options.brand.short } : {}),
    ...(options.singleSignOn
      ? { singleSignOn: { ...options.singleSignOn, apiBase: options.base, fetch: vouchers } }
      : {}),
    ...(options.uploadQuotaBytes ? { uploadQuotaBytes: options.uploadQuotaBytes } : {}),
    ...(options.importBytes ? { importBytes: options.importBytes } : {}),
    connectors: options.connectors ?? connectors,
    ...(options.filesAt ? { filesAt: options.filesAt } : {}),
    ...(options.practice ? { practice: options.practice } : {}),
    carriers: options.carriers ?? carriers,
    supplierConnectors: options.supplierConnectors ?? supplierConnectors,
    practiceSuppliers: options.practiceSuppliers ?? new Map(),
    platformCarriers: options.platformCarriers ?? new Map(),
    practiceCarriers: options.practiceCarriers ?? new Map(),
    outbound: (tenant, origins) => outbound.withOrigins(origins, grantedOrigins(tenant)),
    grantedOrigins,
    clock,
    wake: wake.send,
    ...(options.sourceHosts ? { sourceHosts: options.sourceHosts } : {}),
    gateway,
    ...(options.furtherWorks ? { furtherWorks: options.furtherWorks } : {}),
    log,
  });
  outbox.listen(assembled.reactions);
  bounds.listen(assembled.counted);
  const admin = await settle(db, assembled, options.adminPassword);
  const worker = startWorker({
    db,
    handlers: assembled.handlers,
    zoneOf: zoneReader(db),
    clock,
    log,
    node,
    ...options.worker,
  });
  wake.listen(worker.wake);
  const schedule = await startSchedule({
    clock,
    wake: wake.send,
    assembled,
    book: createClockBook({ db, node }),
    everyMs: options.scheduleMs ?? 5000,
    log,
  });
  const resealing = installation.isOldKeyNeeded
    ? startResealing({ db, vault, tables: sealedTables(registry), log })
    : null;
  if (options.oldSecretKey && !resealing) log('info', {}, 'WAYBILL_SECRET_KEY_OLD is not needed any more');
  const rightTitles = new Map(assembled.permissions.map(({ code, title }) => [code, title]));
  const followTenant = createTenantFollower(db, sessions);
  const http = await createHttp({
    db,
    routes: assembled.routes,
    base: options.base,
    resolveActor: sessions.resolveActor,
    onForbidden: (actor, route) => noteRefusal(db, actor, route),
    isTls: options.isTls ?? false,
    followTenant,
    trustedProxies: options.trustedProxies ?? [],
    clock,
    rightTitle: (code) => rightTitles.get(code),
    problems: readiness.problems,
    onAnswered: eyes.trace.note,
    ...(options.metricsToken
      ? { metrics: { token: options.metricsToken, text: () => prometheusText({ db, eyes }) } }
      : {}),
    logger: options.logger ?? false,
    pictureOrigins: logoOrigin(options.brand),
    connectOrigins: BRIDGE_ORIGINS,
    frameOrigins: options.frameOrigins ?? [],
    fallback: pageFallback({
      base: options.base,
      brand: options.brand,
      signIn,
      isDevelopment: options.isDevelopment,
    }),
    ...(options.judgeAnswer ? { judgeAnswer: options.judgeAnswer } : {}),
    openApi: () =>
      openApiDocument(assembled.routes, {
        base: options.base,
        title: 'Waybill',
        version: '0.1.0',
        schemas: readRouteSchemas(),
      }),
  });
  eyes.trace.follow(http.server);
  await sockets.serve(http, options.base);
  await serveGateway(http, {
    db,
    base: options.base,
    resolveActor: sessions.resolveActor,
    followTenant,
    table: createGatewayTable({ db, own: () => gateway().own, clock, log }),
    settings: gateway,
    name: `waybill-${installation.id}`,
    clock,
  });
  await serveWeb(http, options.brand);
  return {
    http,
    db,
    registry,
    numbering,
    assembled,
    worker,
    schedule,
    sockets,
    admin,
    resealing,
    async stop() {
      stopping.abort();
      await closeHttp(http, sockets, options.shutdown ?? STOP_AT_ONCE, log);
      await schedule.stop();
      await resealing?.stop();
      await worker.stop();
      stopClock?.();
      eyes.watch.stop();
      await messenger.settled();
      outbound.close();
      vouchers.close();
      await db.close();
      await numberDb.close();
      await bus.close();
    },
  };
}

/** What this node is called where runs and leases name it: another one after each start. */
const nodeName = (): string => `${hostname().slice(0, 40)}-${newId().slice(-6)}`;

/** Where the systems stand that vouch for people. Only calls for a sign-in reach them. */
const vouchingOrigins = (options: StartOptions['singleSignOn']): string[] =>
  [options?.oidc?.issuer, options?.cas?.url].flatMap((url) => (url ? [new URL(url).origin] : []));
