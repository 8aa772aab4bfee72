import type { HttpOptions } from '#kit/server/http-options.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Brand } from '#kit/model/brand.ts';
import type { SignInWays } from '#kit/model/sign-in-ways.ts';
import type { Database } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Resealing } from '#kit/server/resealing.ts';
import type { SocketLimits, Sockets } from '#kit/server/sockets/index.ts';
import type { TenantWork } from '#kit/server/tenant-work.ts';
import type { Worker } from '#kit/server/worker.ts';
import type { Connector } from '#modules/channels/model/port.ts';
import type { Carrier, CarrierLogin } from '#modules/fulfilment/model/carrier-port.ts';
import type { StatDisk } from '#modules/monitor/server/index.ts';
import type { SupplierConnector, SupplierLogin } from '#modules/purchasing/model/supply/supplier-port.ts';
import type { Practices } from '#modules/channels/model/routes.ts';
import type { Bootstrap, SingleSignOnOptions } from '#modules/system/server/index.ts';
import type { MailCarrier } from '#platform/mail/smtp-mail.ts';
import type { Assembled } from './assemble.ts';
import type { Schedule } from './schedule.ts';

export interface StartOptions {
  /** Connection of the app role; the schema is migrated already. */
  connection: pg.PoolConfig;
  dataDir: string;
  secretKey: string;
  /** The one before, while values are still sealed with it. */
  oldSecretKey?: string;
  base: string;
  /** Names and links of the platform; the built-in ones by default. */
  brand?: Brand;
  /** Where files stand for everybody to see. */
  filesAt?: string;
  /** The console gets the pages of those who build it. */
  isDevelopment?: boolean;
  /** How people may sign in; codes follow from `messages`. Name and password only by default. */
  signIn?: SignInWays;
  /** How people are reached who have no session; nobody is by default. */
  messages?: {
    /** Mails; absent: as `hasOutbox` says. */
    mail?: MailCarrier;
    /** What nothing carries stands in the message log to be read there: never in production. */
    hasOutbox: boolean;
  };
  /** Other systems that vouch for people; none by default. */
  singleSignOn?: Pick<SingleSignOnOptions, 'publicUrl' | 'oidc' | 'cas'>;
  /** Origins whose pages the menu may show in a frame. */
  frameOrigins?: readonly string[];
  sessionDays: number;
  /** How long calls of a move wait, so that it can be called back, where a tenant has not decided; 30 by default. */
  callWaitSeconds?: number;
  /** Looks at every result before it is sent; what it throws fails the call. For tests. */
  judgeAnswer?: HttpOptions['judgeAnswer'];
  /** What the uploads of one tenant may weigh together; 2 GB by default. */
  uploadQuotaBytes?: number;
  /** What a sheet to import may weigh; 50 MB by default. */
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
  /** Exact origins that the shops of a tenant may call beside those of their channels; none by default. */
  grantedOrigins?: (tenant: number) => readonly string[];
  /** Whether exactly those may stand at private addresses (the simulator does). */
  allowPrivate: boolean;
  adminPassword?: string;
  /** Marketplaces offered; all of them by default (tests lift their rate ceilings). */
  connectors?: readonly Connector[];
  /** Carriers that labels are bought of; all of them by default. */
  carriers?: readonly Carrier[];
  /** The platform's own accounts at carriers, by code: tenants pay what they buy there from their wallet. */
  platformCarriers?: ReadonlyMap<string, CarrierLogin>;
  /** Suppliers whose feeds are read; all of them by default (tests lift their rate ceilings). */
  supplierConnectors?: readonly SupplierConnector[];
  /** Accounts at suppliers that are simulated beside this install, by the code of their connector. */
  practiceSuppliers?: ReadonlyMap<string, SupplierLogin>;
  /** Accounts at carriers that are simulated beside this install, by code. */
  practiceCarriers?: ReadonlyMap<string, CarrierLogin>;
  /** Marketplaces that are simulated beside this install, by the code of their connector. */
  practice?: ReadonlyMap<string, Practices>;
  /** The time of the database, which all nodes share, by default (tests set it). */
  clock?: () => Date;
  /** Figures as text for whoever has it; absent: there is no path for them. */
  metricsToken?: string;
  /** How full the disk of the data folder is, by what the system says (tests say it themselves). */
  statDisk?: StatDisk;
  logger?: object | boolean;
  log?: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
  /** Pause between looks at the clock for scheduled work; 0 = no schedule (tests). */
  scheduleMs?: number;
  /** `host:port` of databases at private addresses that data sources of a tenant may reach; none by default. */
  sourceHosts?: (tenant: number) => readonly string[];
  /** Exact origins that gateway routes may lead to, wherever they stand; none by default. */
  gatewayUpstreams?: readonly string[];
  /** What tenants may make schedules of beside what the modules declare; nothing by default (tests). */
  furtherWorks?: readonly TenantWork[];
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
  schedule: Schedule;
  sockets: Sockets;
  admin: Bootstrap;
  /** At work after the secret key was changed; else null. */
  resealing: Resealing | null;
  /** Ends in order: not ready, no new requests, those in flight finish, running work finishes. */
  stop(): Promise<void>;
}
