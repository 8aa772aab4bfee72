import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeOnce } from '#platform/private-file.ts';
import type { Brand } from '#kit/model/brand.ts';
import {
  anyText,
  choice,
  flag,
  integer,
  mailSender,
  networks,
  origin,
  origins,
  pathPrefix,
  personPassword,
  readSetting,
  secretText,
  serverUrl,
  tenantOrigins,
  vouchingUrl,
  webUrl,
  type Setting,
} from './settings.ts';

/** Names, texts and links of the platform, and addresses only the server needs. */
export interface BrandSettings extends Brand {
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
  /** Origins the installation's own calls may reach; no shop's settings do. */
  outboundAllow: string[];
  /** By tenant: origins its shops may name as addresses beside those of their channels. */
  channelOrigins: ReadonlyMap<number, readonly string[]>;
  /** Origins whose pages the menu may show in a frame. */
  frameOrigins: string[];
  logLevel: LogLevel;
  /** Server that takes our mails; absent: no mail leaves the house. */
  smtpUrl?: string;
  mailFrom: string;
  /** Somebody without an invitation may open a trial tenant of their own. */
  isTrialOpen: boolean;
  sessionDays: number;
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

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every setting with how it is read; `docs/settings.md` says what each is for. */
export const SETTINGS = {
  NODE_ENV: choice(['development', 'production', 'test'], 'development'),
  PORT: integer(0, 65_535, 3000),
  HOST: anyText('127.0.0.1'),
  WAYBILL_DATA_DIR: anyText('./data'),
  DATABASE_URL: serverUrl(['postgres:', 'postgresql:']),
  DATABASE_OWNER_URL: serverUrl(['postgres:', 'postgresql:']),
  REDIS_URL: serverUrl(['redis:', 'rediss:']),
  WAYBILL_ADMIN_PASSWORD: personPassword(),
  WAYBILL_SECRET_KEY: secretText(32),
  WAYBILL_SECRET_KEY_OLD: secretText(32),
  API_BASE: pathPrefix('/api'),
  WAYBILL_DEMO: flag(),
  WAYBILL_DEMO_PASSWORD: personPassword(),
  SIMULATOR: flag(),
  SIMULATOR_PORT: integer(0, 65_535, 4010),
  TRUSTED_PROXIES: networks(),
  SHUTDOWN_DELAY_SECONDS: integer(0, 300, 0),
  SHUTDOWN_GRACE_SECONDS: integer(1, 600, 20),
  OUTBOUND_ALLOW: origins(),
  CHANNEL_ORIGINS: tenantOrigins(),
  FRAME_ORIGINS: origins(),
  LOG_LEVEL: choice(LOG_LEVELS, 'info'),
  SESSION_DAYS: integer(1, 90, 7),
  UPLOAD_QUOTA_MB: integer(1, 10_000_000, 2048),
  IMPORT_MAX_MB: integer(1, 500, 50),
  SSO_DEFAULT: flag(),
  PUBLIC_URL: origin(),
  OIDC_ISSUER: vouchingUrl(),
  OIDC_CLIENT_ID: anyText(''),
  OIDC_CLIENT_SECRET: anyText(''),
  OIDC_TITLE: anyText('企业账号登录'),
  OIDC_LINK_BY_MAIL: flag(),
  CAS_URL: vouchingUrl(),
  SMTP_URL: serverUrl(['smtp:', 'smtps:']),
  MAIL_FROM: mailSender(),
  WAYBILL_TRIAL: flag(),
  BRAND_PLATFORM: anyText('供应链管理平台'),
  BRAND_SHORT: anyText('供应链'),
  BRAND_TAGLINE: anyText('Wayfair供应链管理平台'),
  BRAND_WELCOME: anyText('欢迎使用供应链管理平台'),
  BRAND_COPYRIGHT: anyText(`Copyright © ${new Date().getFullYear()} 供应链管理平台`),
  BRAND_LOGO: webUrl(),
  BRAND_FILING: anyText(''),
  HELP_URL: webUrl(),
  PRIVACY_URL: webUrl(),
  TERMS_URL: webUrl(),
  STATIC_DOMAIN: webUrl(),
  PREVIEW_URL: webUrl(),
} satisfies Record<string, Setting<unknown>>;

type Values = {
  [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};

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
  if (faults.length > 0)
    throw new Error(`Settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
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
    secretKey: values.WAYBILL_SECRET_KEY || keptSecret(dataDir, 'secret.key', 32),
    ...(values.WAYBILL_SECRET_KEY_OLD && { oldSecretKey: values.WAYBILL_SECRET_KEY_OLD }),
    apiBase: values.API_BASE,
    isDemo,
    demoPassword: isDemo
      ? values.WAYBILL_DEMO_PASSWORD || keptSecret(dataDir, 'demo.password', 9)
      : '',
    simulator: !isProduction && (values.SIMULATOR ?? isDemo),
    simulatorPort: values.SIMULATOR_PORT,
    trustedProxies: values.TRUSTED_PROXIES,
    shutdown: {
      delayMs: values.SHUTDOWN_DELAY_SECONDS * 1000,
      graceMs: values.SHUTDOWN_GRACE_SECONDS * 1000,
    },
    outboundAllow: values.OUTBOUND_ALLOW,
    channelOrigins: values.CHANNEL_ORIGINS,
    frameOrigins: values.FRAME_ORIGINS,
    logLevel: values.LOG_LEVEL,
    ...(values.SMTP_URL && { smtpUrl: values.SMTP_URL }),
    mailFrom: values.MAIL_FROM,
    isTrialOpen: values.WAYBILL_TRIAL ?? !isProduction,
    sessionDays: values.SESSION_DAYS,
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

function contradictions(values: Values, isProduction: boolean): string[] {
  const faults: string[] = [];
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL)
    faults.push('DATABASE_OWNER_URL is set without DATABASE_URL');
  if (values.WAYBILL_SECRET_KEY_OLD && !values.WAYBILL_SECRET_KEY)
    faults.push('WAYBILL_SECRET_KEY_OLD is set without WAYBILL_SECRET_KEY, the key of today');
  if (values.WAYBILL_SECRET_KEY_OLD && values.WAYBILL_SECRET_KEY_OLD === values.WAYBILL_SECRET_KEY)
    faults.push('WAYBILL_SECRET_KEY_OLD is WAYBILL_SECRET_KEY: give the key before, or none');
  if (values.SMTP_URL && !values.MAIL_FROM)
    faults.push('MAIL_FROM is needed beside SMTP_URL: the sender that people see');
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    faults.push(
      'OIDC_CLIENT_ID is needed beside OIDC_ISSUER: the name that the provider has for us',
    );
  if (!isProduction) return faults;
  faults.push(...plainSignOn(values));
  if (values.DATABASE_URL && !values.DATABASE_OWNER_URL)
    faults.push(
      'DATABASE_OWNER_URL is needed beside DATABASE_URL in production: the login that serves must ' +
        'not own the tables',
    );
  if (!values.WAYBILL_SECRET_KEY)
    faults.push(
      'WAYBILL_SECRET_KEY is needed in production (32 characters or more; keep it safe: what it ' +
        'sealed cannot be read without it)',
    );
  if (values.WAYBILL_DEMO) faults.push('WAYBILL_DEMO cannot be on in production');
  if (values.SIMULATOR) faults.push('SIMULATOR cannot be on in production');
  return faults;
}

/** What stands in the way of single sign-on in production. */
function plainSignOn(values: Values): string[] {
  const { OIDC_ISSUER, CAS_URL, PUBLIC_URL } = values;
  if (!OIDC_ISSUER && !CAS_URL) return [];
  const isPlain = (url: string): boolean => url.startsWith('http:');
  return [
    ...(isPlain(OIDC_ISSUER) ? ['OIDC_ISSUER must be an https address in production'] : []),
    ...(isPlain(CAS_URL) ? ['CAS_URL must be an https address in production'] : []),
    ...(PUBLIC_URL.startsWith('https:')
      ? []
      : [
          'PUBLIC_URL is needed for single sign-on in production: the https address at which people ' +
            'reach the console',
        ]),
  ];
}

/** A secret made at the first start and kept beside the data, readable by us alone. */
function keptSecret(dataDir: string, name: string, bytes: number): string {
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
