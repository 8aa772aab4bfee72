import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadConfig, SETTINGS } from './config.ts';

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
  ['OUTBOUND_ALLOW', 'https://a.example/path'],
  ['HELP_URL', 'javascript:alert(1)'],
  ['TERMS_URL', '//evil.example'],
])('%s = %s is refused by name', (name, value) => {
  const message = faultsOf({ WAYBILL_DATA_DIR: freshDir(), [name]: value });
  expect(message).toContain(`${name} must`);
  expect(message).not.toContain('s3cretWord');
});

test('all faults are told at once', () => {
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

test('the table in the docs lists every setting, and no other', () => {
  const text = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]);
  expect(listed.sort()).toEqual(Object.keys(SETTINGS).sort());
});
