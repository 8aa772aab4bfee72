import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { SETTINGS } from './known-settings.ts';

const folders: string[] = [];
const freshDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-config-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const KEY = 'q7Zt0mKp3vXw9LrB2nYc5HsD8fGj1UaE';
const production = {
  NODE_ENV: 'production',
  WAYBILL_SECRET_KEY: KEY,
  DATABASE_URL: 'postgres://app:pw@db/waybill',
  DATABASE_OWNER_URL: 'postgres://owner:pw@db/waybill',
};

const faultsOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('an empty environment tries the product out: embedded database, demo and simulator', () => {
  const config = loadConfig({ WAYBILL_DATA_DIR: freshDir() });
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    apiBase: '/api',
    isProduction: false,
    isDemo: true,
    simulator: true,
    simulatorPort: 4010,
    sessionDays: 7,
    uploadQuotaBytes: 2048 * 1024 * 1024,
    logLevel: 'info',
    outboundAllow: [],
    brand: { platform: '供应链管理平台', short: '供应链', helpUrl: '' },
  });
  expect(config.databaseUrl).toBeUndefined();
});

test('a database of its own starts without demo unless it is asked for', () => {
  const env = { WAYBILL_DATA_DIR: freshDir(), DATABASE_URL: 'postgres://me:pw@localhost/waybill' };
  expect(loadConfig(env)).toMatchObject({
    isDemo: false,
    demoPassword: '',
    simulator: false,
    databaseOwnerUrl: env.DATABASE_URL,
  });
  expect(loadConfig({ ...env, WAYBILL_DEMO: '1' })).toMatchObject({
    isDemo: true,
    simulator: true,
  });
  expect(loadConfig({ WAYBILL_DATA_DIR: freshDir(), SIMULATOR: '0' }).simulator).toBe(false);
});

test('mail has a sender, and trials are open where the product is tried out', () => {
  const dir = { WAYBILL_DATA_DIR: freshDir() };
  expect(loadConfig(dir)).toMatchObject({ isTrialOpen: true, mailFrom: '' });
  expect(loadConfig(dir).smtpUrl).toBeUndefined();
  expect(loadConfig({ ...production, ...dir }).isTrialOpen).toBe(false);
  expect(loadConfig({ ...production, ...dir, WAYBILL_TRIAL: '1' }).isTrialOpen).toBe(true);
  const mail = { ...dir, SMTP_URL: 'smtp://me:s3cretWord@mail.example:587' };
  expect(faultsOf(mail)).toContain('MAIL_FROM is needed beside SMTP_URL');
  expect(faultsOf(mail)).not.toContain('s3cretWord');
  const sender = '运单 <noreply@waybill.example>';
  expect(loadConfig({ ...mail, MAIL_FROM: sender })).toMatchObject({
    smtpUrl: mail.SMTP_URL,
    mailFrom: sender,
  });
});

test('a missing secret key is made once, for its owner alone', () => {
  const dir = freshDir();
  const first = loadConfig({ WAYBILL_DATA_DIR: dir });
  const again = loadConfig({ WAYBILL_DATA_DIR: dir });
  expect(first.secretKey.length).toBeGreaterThanOrEqual(32);
  expect(again.secretKey).toBe(first.secretKey);
  expect(again.demoPassword).toBe(first.demoPassword);
  expect(statSync(join(dir, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('production takes a complete setting and makes no secret itself', () => {
  const dir = freshDir();
  const config = loadConfig({ ...production, WAYBILL_DATA_DIR: dir });
  expect(config).toMatchObject({ isProduction: true, isDemo: false, simulator: false });
  expect(config.secretKey).toBe(KEY);
  expect(faultsOf({ NODE_ENV: 'production', WAYBILL_DATA_DIR: dir })).toMatch(/WAYBILL_SECRET_KEY/);
  expect(() => statSync(join(dir, 'secret.key'))).toThrow();
});

test.each([
  ['the owner login is missing', { DATABASE_OWNER_URL: '' }, 'DATABASE_OWNER_URL is needed'],
  ['the demo is asked for', { WAYBILL_DEMO: '1' }, 'WAYBILL_DEMO cannot be on'],
  ['the simulator is asked for', { SIMULATOR: 'true' }, 'SIMULATOR cannot be on'],
  ['the key is short', { WAYBILL_SECRET_KEY: 'short' }, 'WAYBILL_SECRET_KEY must have at least 32'],
  ['the key is a sample', { WAYBILL_SECRET_KEY: `ChangeMe-${KEY}` }, 'known sample value'],
  ['the key has no variety', { WAYBILL_SECRET_KEY: 'ab'.repeat(20) }, 'repeats the same'],
  ['the administrator is guessable', { WAYBILL_ADMIN_PASSWORD: 'admin123' }, 'is too simple'],
])('production refuses when %s', (_, change, message) => {
  expect(faultsOf({ ...production, ...change })).toContain(message);
});

test.each([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['SESSION_DAYS', '0'],
  ['NODE_ENV', 'prod'],
  ['LOG_LEVEL', 'loud'],
  ['API_BASE', 'api/'],
  ['SIMULATOR', 'maybe'],
  ['DATABASE_URL', 'mysql://u:s3cretWord@h/d'],
  ['REDIS_URL', 'localhost:6379'],
  ['SMTP_URL', 'https://u:s3cretWord@h'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'a <b@c.example>, d <e@f.example>'],
  ['OUTBOUND_ALLOW', 'https://a.example/path'],
  ['GATEWAY_UPSTREAMS', 'https://a.example/path'],
  ['DATA_SOURCE_HOSTS', '10.0.0.5:5432'],
  ['DATA_SOURCE_HOSTS', '1=10.0.0.5'],
  ['CHANNEL_ORIGINS', 'https://a.example'],
  ['CHANNEL_ORIGINS', '0=https://a.example'],
  ['CHANNEL_ORIGINS', '1=https://a.example/path'],
  ['PLATFORM_CARRIERS', 'acme=12:s3cretWord'],
  ['PLATFORM_CARRIERS', 'acme=s3cretWord@https://a.example'],
  ['HELP_URL', 'javascript:alert(1)'],
  ['TERMS_URL', '//evil.example'],
])('%s = %s is refused by name', (name, value) => {
  const message = faultsOf({ WAYBILL_DATA_DIR: freshDir(), [name]: value });
  expect(message).toContain(`${name} must`);
  expect(message).not.toContain('s3cretWord');
});

test.each([
  ['Ab1!x', 'has fewer than 8 characters'],
  ['password123', 'is one of the commonest passwords'],
  ['hgfedcba', 'is one character, or one run of characters'],
  ['My-admin-2026', 'holds the user name (admin)'],
])('the administrator password %s is refused with the rule that it breaks', (password, rule) => {
  const message = faultsOf({ WAYBILL_DATA_DIR: freshDir(), WAYBILL_ADMIN_PASSWORD: password });
  expect(message).toContain(`WAYBILL_ADMIN_PASSWORD is too simple: it ${rule}`);
  expect(message).not.toContain(password);
});

test('all faults are reported at once', () => {
  const message = faultsOf({ PORT: 'x', LOG_LEVEL: 'y', API_BASE: 'z' });
  for (const name of ['PORT', 'LOG_LEVEL', 'API_BASE']) expect(message).toContain(name);
});

test('origins are listed without blanks and slashes', () => {
  const env = { OUTBOUND_ALLOW: ' https://a.example/, http://127.0.0.1:4010 ' };
  expect(loadConfig({ ...env, WAYBILL_DATA_DIR: freshDir() }).outboundAllow).toEqual([
    'https://a.example',
    'http://127.0.0.1:4010',
  ]);
});

test('accounts of the platform at carriers stand behind the code of the carrier', () => {
  const env = { PLATFORM_CARRIERS: 'acme=12:key@https://api.acme.example/v1' };
  const { platformCarriers } = loadConfig({ ...env, WAYBILL_DATA_DIR: freshDir() });
  expect([...platformCarriers]).toEqual([
    ['acme', { accountNumber: '12', apiKey: 'key', apiUrl: 'https://api.acme.example/v1' }],
  ]);
});

test('origins for shops stand behind the tenant they are for', () => {
  const env = {
    CHANNEL_ORIGINS: '1=https://a.example/, 2 = http://b.example, 1=https://c.example',
  };
  const { channelOrigins } = loadConfig({ ...env, WAYBILL_DATA_DIR: freshDir() });
  expect([...channelOrigins]).toEqual([
    [1, ['https://a.example', 'https://c.example']],
    [2, ['http://b.example']],
  ]);
});

test('the table in the docs lists every setting, and no other', () => {
  const text = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]);
  expect(listed.sort()).toEqual(Object.keys(SETTINGS).sort());
});

test('single sign-on is set up by a provider, and is the way in only when there is one', () => {
  const env = { WAYBILL_DATA_DIR: freshDir(), SSO_DEFAULT: '1', PORT: '4321' };
  expect(loadConfig(env)).toMatchObject({ ssoDefault: false, publicUrl: 'http://localhost:4321' });
  const config = loadConfig({
    ...env,
    OIDC_ISSUER: 'https://login.example.com/realms/erp/',
    OIDC_CLIENT_ID: 'waybill',
    CAS_URL: 'http://127.0.0.1:8443/cas/',
    PUBLIC_URL: 'https://erp.example.com/',
  });
  expect(config).toMatchObject({
    ssoDefault: true,
    publicUrl: 'https://erp.example.com',
    oidc: {
      issuer: 'https://login.example.com/realms/erp',
      clientId: 'waybill',
      clientSecret: '',
      title: '企业账号登录',
      linkByMail: false,
    },
    cas: { url: 'http://127.0.0.1:8443/cas' },
  });
});

test('systems that vouch for people are reached by https, and know where people come back to', () => {
  for (const issuer of ['http://login.example.com', 'ldap://x', 'https://a:b@idp.example', 'no']) {
    expect(faultsOf({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x' }), issuer).toContain('OIDC_ISSUER');
    expect(faultsOf({ CAS_URL: issuer }), issuer).toContain('CAS_URL');
  }
  expect(faultsOf({ OIDC_ISSUER: 'https://login.example.com' })).toContain('OIDC_CLIENT_ID');
  expect(faultsOf({ PUBLIC_URL: 'https://erp.example.com/console' })).toContain('PUBLIC_URL');
  const cas = { ...production, CAS_URL: 'https://cas.example.com' };
  expect(faultsOf(cas)).toContain('PUBLIC_URL is needed');
  expect(faultsOf({ ...cas, PUBLIC_URL: 'http://erp.example.com' })).toContain('PUBLIC_URL');
  expect(faultsOf({ ...cas, PUBLIC_URL: 'https://erp.example.com' })).toBe('');
  expect(faultsOf({ ...production, CAS_URL: 'http://localhost:8443' })).toContain('CAS_URL must');
});
