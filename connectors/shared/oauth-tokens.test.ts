import { expect, test } from 'vitest';
import type { Fetch } from '#modules/channels/model/port.ts';
import { createTokenStore, type ClientCredentials, type TokenRequest } from './oauth-tokens.ts';

/** When a token is good for whom. */

const CREDENTIALS: ClientCredentials = {
  tokenUrl: 'https://channel.example/token',
  audience: 'a',
  clientId: 'b',
  clientSecret: 'c',
  timeoutMs: 1000,
};

function openStore(expiresIn: unknown = 3600) {
  let fetched = 0;
  let now = Date.parse('2026-11-01T00:00:00Z');
  const fetch: Fetch = async () => ({
    status: 200,
    headers: {},
    url: 'https://channel.example/token',
    body: Buffer.from(JSON.stringify({ access_token: `token ${++fetched}`, expires_in: expiresIn })),
  });
  const store = createTokenStore();
  const request = (settings: Partial<ClientCredentials> = {}, accountId = '1'): TokenRequest => ({
    accountId,
    fetch,
    now: () => new Date(now),
    settings: { ...CREDENTIALS, ...settings },
  });
  return { store, request, pass: (seconds: number) => (now += seconds * 1000) };
}

test('one token serves all calls of an account, also those at the same time', async () => {
  const { store, request } = openStore();
  expect(await Promise.all([store.get(request()), store.get(request())])).toEqual(['token 1', 'token 1']);
  expect(await store.get(request())).toBe('token 1');
});

test.each<[string, Partial<ClientCredentials>, string?]>([
  ['secret', { clientSecret: 'changed' }],
  ['key', { clientId: 'changed' }],
  ['audience', { audience: 'changed' }],
  ['address', { tokenUrl: 'https://sandbox.example/token' }],
  ['account', {}, '2'],
])('another %s never meets the old token', async (_what, settings, account) => {
  const { store, request } = openStore();
  expect(await store.get(request())).toBe('token 1');
  expect(await store.get(request(settings, account))).toBe('token 2');
  expect(await store.get(request())).toBe('token 1');
});

test('a token is asked for again a minute before it is over, a short one after half its life', async () => {
  const hour = openStore(3600);
  await hour.store.get(hour.request());
  hour.pass(3539);
  expect(await hour.store.get(hour.request())).toBe('token 1');
  hour.pass(1);
  expect(await hour.store.get(hour.request())).toBe('token 2');
  const short = openStore('80');
  await short.store.get(short.request());
  short.pass(39);
  expect(await short.store.get(short.request())).toBe('token 1');
  short.pass(1);
  expect(await short.store.get(short.request())).toBe('token 2');
});

test('a refused token is forgotten, one that has taken its place is not', async () => {
  const { store, request } = openStore();
  const old = await store.get(request());
  expect(await store.renew(request())).toBe('token 2');
  store.drop(request(), old);
  expect(await store.get(request())).toBe('token 2');
  store.drop(request(), 'token 2');
  expect(await store.get(request())).toBe('token 3');
});
