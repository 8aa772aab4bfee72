import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeOnce } from '#kit/server/private-file.ts';
import type { Brand } from '#kit/model/brand.ts';
import {
  anyText,
  choice,
  flag,
  integer,
  origins,
  pathPrefix,
  personPassword,
  readSetting,
  secretText,
  serverUrl,
  webUrl,
  type Setting,
} from './settings.ts';

/** Names, texts and links of the platform, and addresses only the server needs. */
export interface BrandSettings extends Brand {
  /** Put before relative file paths; empty = our own file route. */
  staticDomain: string;
  casUrl: string;
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
  /** Path prefix of the API, e.g. `/api`. */
  apiBase: string;
  /** Whether the demo seller is loaded. */
  isDemo: boolean;
  /** Password of the demo seller's staff; empty without a demo. */
  demoPassword: string;
  simulator: boolean;
  simulatorPort: number;
  /** Origins that outbound calls may reach besides the channels' own. */
  outboundAllow: string[];
  logLevel: LogLevel;
  sessionDays: number;
  /** `/user/sso` is the default sign-in page. */
  ssoDefault: boolean;
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
  API_BASE: pathPrefix('/api'),
  WAYBILL_DEMO: flag(),
  WAYBILL_DEMO_PASSWORD: personPassword(),
  SIMULATOR: flag(),
  SIMULATOR_PORT: integer(0, 65_535, 4010),
  OUTBOUND_ALLOW: origins(),
  LOG_LEVEL: choice(LOG_LEVELS, 'info'),
  SESSION_DAYS: integer(1, 90, 7),
  SSO_DEFAULT: flag(),
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
  CAS_URL: webUrl(),
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
    apiBase: values.API_BASE,
    isDemo,
    demoPassword: isDemo
      ? values.WAYBILL_DEMO_PASSWORD || keptSecret(dataDir, 'demo.password', 9)
      : '',
    simulator: !isProduction && (values.SIMULATOR ?? isDemo),
    simulatorPort: values.SIMULATOR_PORT,
    outboundAllow: values.OUTBOUND_ALLOW,
    logLevel: values.LOG_LEVEL,
    sessionDays: values.SESSION_DAYS,
    ssoDefault: values.SSO_DEFAULT ?? false,
    brand: brandOf(values),
  };
}

/** Outside production one login may be both; kit/server/postgres then warns. */
function databaseOf(values: Values): Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'> {
  if (!values.DATABASE_URL) return {};
  return {
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL || values.DATABASE_URL,
  };
}

function contradictions(values: Values, isProduction: boolean): string[] {
  const faults: string[] = [];
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL)
    faults.push('DATABASE_OWNER_URL is set without DATABASE_URL');
  if (!isProduction) return faults;
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
  casUrl: values.CAS_URL,
  previewUrl: values.PREVIEW_URL,
});
