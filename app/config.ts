import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeOnce } from '#platform/private-file.ts';
import type { Brand } from '#kit/model/brand.ts';
import { contradictions } from './contradictions.ts';
import { SETTINGS, type LogLevel, type Values } from './known-settings.ts';
import { readSetting, type CarrierAccess, type Setting } from './settings.ts';

/** Names, texts and links of the platform, and addresses only the server needs. */
interface BrandSettings extends Brand {
  /** Put before relative file paths; empty = our own file route. */
  staticDomain: string;
  previewUrl: string;
}

/** What the environment asks for, checked as a whole. */
export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Login that serves; absent: the embedded PostgreSQL. */
  databaseUrl?: string;
  /** Login that owns the tables; set whenever `databaseUrl` is. */
  databaseOwnerUrl?: string;
  redisUrl?: string;
  adminPassword?: string;
  secretKey: string;
  /** The one before, while what it sealed is resealed. */
  oldSecretKey?: string;
  /** Path prefix of the API, e.g. `/api`. */
  apiBase: string;
  /** Whether the demo seller is loaded. */
  isDemo: boolean;
  /** Password of the demo seller's staff; empty without a demo. */
  demoPassword: string;
  simulator: boolean;
  simulatorPort: number;
  /** Addresses of proxies whose word on where a request comes from is taken. */
  trustedProxies: string[];
  /** How long a stop waits for a balancer to look elsewhere, and then for requests in flight. */
  shutdown: { delayMs: number; graceMs: number };
  /** The platform's accounts at carriers, by the code of the carrier. */
  platformCarriers: ReadonlyMap<string, CarrierAccess>;
  /** Origins the installation's own calls may reach; no shop's settings do. */
  outboundAllow: string[];
  /** `host:port` of databases that data sources of a tenant may reach wherever they stand, by tenant. */
  dataSourceHosts: ReadonlyMap<number, readonly string[]>;
  /** Origins that gateway routes may lead to, wherever they stand. */
  gatewayUpstreams: string[];
  /** By tenant: origins its shops may name as addresses beside those of their channels. */
  channelOrigins: ReadonlyMap<number, readonly string[]>;
  /** Origins whose pages the menu may show in a frame. */
  frameOrigins: string[];
  logLevel: LogLevel;
  /** Who collects figures says it; absent: there is no path for them. */
  metricsToken?: string;
  /** Server that takes our mails; absent: no mail leaves the house. */
  smtpUrl?: string;
  mailFrom: string;
  /** Somebody without an invitation may open a trial tenant of their own. */
  isTrialOpen: boolean;
  sessionDays: number;
  /** How long calls of a move wait, so that it can be called back; a tenant may decide otherwise. */
  callWaitSeconds: number;
  /** What the uploads of one tenant may weigh together. */
  uploadQuotaBytes: number;
  /** What a sheet to import may weigh. */
  importBytes: number;
  /** `/user/sso` is the default sign-in page. */
  ssoDefault: boolean;
  /** Origin at which people reach the console. */
  publicUrl: string;
  oidc?: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    title: string;
    linkByMail: boolean;
  };
  cas?: { url: string; title: string };
  brand: BrandSettings;
}

/**
 * Reads the settings. Throws one error that names every setting that is wrong and why; values of
 * secrets never stand in it. Outside production a missing secret key is made once and kept in the
 * data folder.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [
      name,
      readSetting(name, setting as Setting<unknown>, env[name], faults),
    ]),
  ) as Values;
  const isProduction = values.NODE_ENV === 'production';
  if (faults.length === 0) faults.push(...contradictions(values, isProduction));
  if (faults.length > 0) throw new Error(`Settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  const dataDir = resolve(values.WAYBILL_DATA_DIR);
  const isTryOut = !isProduction && !values.DATABASE_URL;
  const isDemo = !isProduction && (values.WAYBILL_DEMO ?? isTryOut);
  return {
    isProduction,
    port: values.PORT,
    host: values.HOST,
    dataDir,
    ...databaseOf(values),
    ...(values.REDIS_URL && { redisUrl: values.REDIS_URL }),
    ...(values.WAYBILL_ADMIN_PASSWORD && { adminPassword: values.WAYBILL_ADMIN_PASSWORD }),
    secretKey: values.WAYBILL_SECRET_KEY || storedSecret(dataDir, 'secret.key', 32),
    ...(values.WAYBILL_SECRET_KEY_OLD && { oldSecretKey: values.WAYBILL_SECRET_KEY_OLD }),
    apiBase: values.API_BASE,
    isDemo,
    demoPassword: isDemo ? values.WAYBILL_DEMO_PASSWORD || storedSecret(dataDir, 'demo.password', 9) : '',
    simulator: !isProduction && (values.SIMULATOR ?? isDemo),
    simulatorPort: values.SIMULATOR_PORT,
    trustedProxies: values.TRUSTED_PROXIES,
    shutdown: {
      delayMs: values.SHUTDOWN_DELAY_SECONDS * 1000,
      graceMs: values.SHUTDOWN_GRACE_SECONDS * 1000,
    },
    outboundAllow: values.OUTBOUND_ALLOW,
    channelOrigins: values.CHANNEL_ORIGINS,
    dataSourceHosts: values.DATA_SOURCE_HOSTS,
    gatewayUpstreams: values.GATEWAY_UPSTREAMS,
    platformCarriers: values.PLATFORM_CARRIERS,
    frameOrigins: values.FRAME_ORIGINS,
    logLevel: values.LOG_LEVEL,
    ...(values.METRICS_TOKEN && { metricsToken: values.METRICS_TOKEN }),
    ...(values.SMTP_URL && { smtpUrl: values.SMTP_URL }),
    mailFrom: values.MAIL_FROM,
    isTrialOpen: values.WAYBILL_TRIAL ?? !isProduction,
    sessionDays: values.SESSION_DAYS,
    callWaitSeconds: values.CALL_WAIT_SECONDS,
    uploadQuotaBytes: values.UPLOAD_QUOTA_MB * 1024 * 1024,
    importBytes: values.IMPORT_MAX_MB * 1024 * 1024,
    ...signOnOf(values),
    brand: brandOf(values),
  };
}

/** Outside production one login may be both; platform/postgres then warns. */
function databaseOf(values: Values): Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'> {
  if (!values.DATABASE_URL) return {};
  return {
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL || values.DATABASE_URL,
  };
}

/** Who vouches for people besides us. The page for it is the way in only when somebody does. */
function signOnOf(values: Values): Pick<Config, 'ssoDefault' | 'publicUrl' | 'oidc' | 'cas'> {
  const isOffered = values.OIDC_ISSUER !== '' || values.CAS_URL !== '';
  return {
    ssoDefault: isOffered && (values.SSO_DEFAULT ?? false),
    publicUrl: values.PUBLIC_URL || `http://localhost:${values.PORT}`,
    ...(values.OIDC_ISSUER && {
      oidc: {
        issuer: values.OIDC_ISSUER,
        clientId: values.OIDC_CLIENT_ID,
        clientSecret: values.OIDC_CLIENT_SECRET,
        title: values.OIDC_TITLE,
        linkByMail: values.OIDC_LINK_BY_MAIL ?? false,
      },
    }),
    ...(values.CAS_URL && { cas: { url: values.CAS_URL, title: 'CAS 登录' } }),
  };
}

/** A secret made at the first start and kept beside the data, readable by us alone. */
function storedSecret(dataDir: string, name: string, bytes: number): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeOnce(file, randomBytes(bytes).toString('base64url'));
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < bytes) throw new Error(`${file} is damaged: its secret is too short`);
  return secret;
}

const brandOf = (values: Values): BrandSettings => ({
  platform: values.BRAND_PLATFORM,
  short: values.BRAND_SHORT,
  tagline: values.BRAND_TAGLINE,
  welcome: values.BRAND_WELCOME,
  copyright: values.BRAND_COPYRIGHT,
  logo: values.BRAND_LOGO,
  filing: values.BRAND_FILING,
  helpUrl: values.HELP_URL,
  privacyUrl: values.PRIVACY_URL,
  termsUrl: values.TERMS_URL,
  staticDomain: values.STATIC_DOMAIN,
  previewUrl: values.PREVIEW_URL,
});
