import { BUILT_IN_NAMES } from '#kit/model/brand.ts';
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
  secretText,
  serverUrl,
  tenantOrigins,
  vouchingUrl,
  webUrl,
  type Setting,
} from './settings.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
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
  BRAND_PLATFORM: anyText(BUILT_IN_NAMES.platform),
  BRAND_SHORT: anyText(BUILT_IN_NAMES.short),
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

/** What was read for each of them. */
export type Values = {
  [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};
