import { afterEach, expect, test } from 'vitest';
import { ChannelError } from '#modules/channels/model/port.ts';
import type { ConnectorAccount, Fetch } from '#modules/channels/model/port.ts';
import { simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';
import { wayfair } from './index.ts';
import { createTokenStore } from '../shared/oauth-tokens.ts';
import { readSettings } from './settings.ts';

let channel: SimulatedChannel | null = null;

afterEach(async () => {
  await channel?.close();
  channel = null;
});

test('a sandbox account is tried by token, one order and a write that changes nothing', async () => {
  channel = await simulatedChannel('sandbox');
  const steps = await channel.connection.testAuth();
  expect(steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['token', true],
    ['read', true],
    ...Array.from({ length: 6 }, () => ['capability', true]),
    ['write', true],
  ]);
  await channel.advance(10_000);
  const { violations, pendingEffects } = await channel.audit();
  expect([violations, pendingEffects]).toEqual([[], 0]);
});

test('a live account is only read', async () => {
  channel = await simulatedChannel('live', { scenario: 's5' });
  const steps = await channel.connection.testAuth();
  expect(steps.map(({ step }) => step).slice(0, 2)).toEqual(['token', 'read']);
  const operations = (await channel.log()).flatMap((entry) => entry.operations);
  const readings = ['productAddition.questions', 'supplierBrand.brandAssociations'];
  expect(operations.filter((name) => name.includes('.') && !readings.includes(name))).toEqual([]);
});

test('a bad secret names the step, and a good one in memory does not hide it', async () => {
  channel = await simulatedChannel('live');
  await channel.connection.testAuth();
  const bad = channel.connect({ secrets: { clientSecret: 'wrong' } });
  const [first, ...rest] = await bad.testAuth();
  expect(first).toMatchObject({ step: 'token', ok: false, title: '获取令牌' });
  expect(first?.message).toContain('Unauthorized');
  expect(rest).toEqual([]);
  await channel.fault({ fault: 'bad-credentials' });
  expect(await channel.connection.testAuth()).toMatchObject([{ step: 'token', ok: false }]);
});

test('a sandbox key at the live address is recognised by its plain text', async () => {
  channel = await simulatedChannel('sandbox');
  const mixed = channel.connect({
    settings: { ...channel.account.settings, audience: 'https://api.wayfair.com/' },
  });
  const [step] = await mixed.testAuth();
  expect(step).toMatchObject({ step: 'token', ok: false });
  expect(step?.message).toContain('Invalid environment for application.');
});

test('a missing right shows in the step that needs it', async () => {
  channel = await simulatedChannel('live');
  await channel.fault({
    fault: 'graphql-error',
    category: 'PERMISSION_DENIED',
    message: 'Access denied',
    match: { operation: 'getDropshipPurchaseOrders' },
  });
  const steps = await channel.connection.testAuth();
  expect(steps).toMatchObject([
    { step: 'token', ok: true },
    { step: 'read', ok: false, message: expect.stringContaining('Access denied') },
  ]);
});

test.each([
  ['cancellations', 'permission-denied', 'lineItemCancellationRequestByWarehouses', 'denied'],
  ['labels', 'access-denied', 'labelGenerationEvents', 'validation'],
  ['stockReadBack', 'no-inventory-query', 'inventory', 'validation'],
  ['transactions', 'no-transactions-query', 'transactions', 'validation'],
  ['listings', 'permission-denied', 'supplierCatalogItems', 'denied'],
  ['publish', 'permission-denied', 'productAddition.questions', 'denied'],
] as const)('%s under %s is closed by name and nothing else', async (capability, fault, operation, kind) => {
  channel = await simulatedChannel('live', { scenario: 's5' });
  await channel.fault({ fault, match: { operation, times: 'always' } });
  const steps = await channel.connection.testAuth();
  const closed = steps.filter(({ ok }) => !ok);
  expect(closed).toMatchObject([{ step: 'capability', capability, kind }]);
  expect(steps.length).toBe(8);
});

test('what needs the supplier is not tried without one', async () => {
  channel = await simulatedChannel('live');
  const { supplierId: _none, ...settings } = channel.account.settings;
  const steps = await channel.connect({ settings }).testAuth();
  expect(steps.slice(-2)).toMatchObject([
    { capability: 'listings', ok: true, message: '未填写供应商ID，未尝试' },
    { capability: 'publish', ok: true },
  ]);
});

test('an odd first order fails no connection', async () => {
  channel = await simulatedChannel('live', { scenario: 's5' });
  await channel.fault({ fault: 'odd-row', match: { operation: 'getDropshipPurchaseOrders' } });
  expect((await channel.connection.testAuth()).every(({ ok }) => ok)).toBe(true);
});

test('a token is kept for its lifetime less a minute, and asked for once at a time', async () => {
  channel = await simulatedChannel('live', { settings: { tokenTtlSeconds: 900 } });
  const tokens = async () => (await channel?.log())?.filter(({ operations }) => operations.includes('token')).length;
  const pull = () => channel?.connect().pullOrders(null, null);
  await Promise.all([pull(), pull(), pull(), pull()]);
  expect(await tokens()).toBe(1);
  await channel.advance(839_000);
  await pull();
  expect(await tokens()).toBe(1);
  await channel.advance(2_000);
  await Promise.all([pull(), pull()]);
  expect(await tokens()).toBe(2);
});

test('a revoked token is renewed once; revoked for good it is an authorisation error', async () => {
  channel = await simulatedChannel('live');
  await channel.connection.pullOrders(null, null);
  const secret = { clientId: 'waybill-demo', clientSecret: 'waybill-demo-secret' };
  await channel.door('POST', '/clients', { ...secret, revokeTokens: true });
  expect((await channel.connection.pullOrders(null, null)).orders).toEqual([]);
  await channel.fault({ fault: 'token-expiry', match: { path: '/v1/graphql', times: 2 } });
  await expect(channel.connection.pullOrders(null, null)).rejects.toMatchObject({ kind: 'auth' });
});

const account: ConnectorAccount = {
  id: 'a',
  environment: 'live',
  settings: { clientId: 'id' },
  secrets: { clientSecret: 'secret' },
  warehouseCodes: [],
};

function storeAnswering(status: number, body: string, now = () => new Date(0)) {
  let calls = 0;
  const fetch: Fetch = async () => {
    calls += 1;
    return { status, headers: {}, body: new TextEncoder().encode(body) };
  };
  const store = createTokenStore();
  const request = { accountId: 'a', settings: readSettings(account), fetch, now };
  return { get: () => store.get(request), calls: () => calls };
}

test.each([
  [401, '{"error":"access_denied","error_description":"Unauthorized"}', 'auth'],
  [403, 'Invalid environment for application.', 'auth'],
  [200, 'Invalid environment for application.', 'auth'],
  [200, '{"error":"access_denied"}', 'auth'],
  [200, '{"token_type":"Bearer"}', 'unreadable'],
  [200, '{"access_token":"abc","expi', 'transient'],
  [429, 'Too Many Requests', 'rate'],
  [502, '<html>Bad Gateway</html>', 'transient'],
  [200, '<html>Maintenance</html>', 'transient'],
  [403, '<html>Blocked</html>', 'transient'],
  [200, '', 'transient'],
  [404, '{"message":"no route"}', 'validation'],
])('token answer %i %s is %s', async (status, body, kind) => {
  const error: unknown = await storeAnswering(status, body)
    .get()
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ChannelError);
  expect(error).toMatchObject({ kind, operation: '获取令牌' });
});

test('a lifetime may be text; one that is absent is good for a single use', async () => {
  const asText = storeAnswering(200, '{"access_token":"abc","expires_in":"900"}');
  expect([await asText.get(), await asText.get(), asText.calls()]).toEqual(['abc', 'abc', 1]);
  const absent = storeAnswering(200, '{"access_token":"abc"}');
  expect([await absent.get(), await absent.get(), absent.calls()]).toEqual(['abc', 'abc', 2]);
});

test('settings default to the channel’s own addresses and are checked', () => {
  expect(readSettings(account)).toMatchObject({
    tokenUrl: 'https://sso.auth.wayfair.com/oauth/token',
    audience: 'https://api.wayfair.com/',
    apiUrl: 'https://api.wayfair.com/v1/graphql',
    documentsUrl: 'https://api.wayfair.com/v1',
    supplierApiUrl: 'https://api.wayfair.io/v1/supplier-order-api/graphql',
    catalogApiUrl: 'https://api.wayfair.io/v1/product-catalog-api/graphql',
    catalogReadUrl: 'https://api.wayfair.io/product-catalog-api/graphql',
    advertisingUrl: 'https://api.wayfair.io/advertising/v1',
    supplierId: null,
    currency: 'USD',
    orderLimit: 25,
    rescanDays: 7,
  });
  expect(readSettings({ ...account, environment: 'sandbox' })).toMatchObject({
    audience: 'https://sandbox.api.wayfair.com/',
    apiUrl: 'https://sandbox.api.wayfair.com/v1/graphql',
    supplierApiUrl: 'https://api.wayfair.io/sandbox/v1/supplier-order-api/graphql',
  });
  for (const [settings, named] of [
    [{ clientId: ' ' }, 'Client ID'],
    [{ clientId: 'id', apiUrl: 'ftp://x' }, '订单接口地址'],
    [{ clientId: 'id', orderLimit: '0' }, '每页订单数'],
    [{ clientId: 'id', orderLimit: '2001' }, '每页订单数'],
    [{ clientId: 'id', rescanDays: '1.5' }, '回扫天数'],
  ] as const) {
    expect(() => readSettings({ ...account, settings })).toThrow(named);
  }
  const edges = { clientId: 'id', orderLimit: '2000', rescanDays: '0' };
  expect(readSettings({ ...account, settings: edges })).toMatchObject({
    orderLimit: 2000,
    rescanDays: 0,
  });
  expect(() => readSettings({ ...account, secrets: {} })).toThrow('Client Secret');
});

test('every setting a person must know is declared', () => {
  expect(wayfair.accountFields.map(({ key, secret }) => [key, secret])).toEqual([
    ['clientId', false],
    ['clientSecret', true],
    ['tokenUrl', false],
    ['audience', false],
    ['apiUrl', false],
    ['documentsUrl', false],
    ['supplierApiUrl', false],
    ['catalogApiUrl', false],
    ['catalogReadUrl', false],
    ['advertisingUrl', false],
    ['supplierId', false],
    ['documentOrigins', false],
    ['currency', false],
    ['orderLimit', false],
    ['orderLimitMax', false],
    ['rescanDays', false],
    ['timeoutSeconds', false],
  ]);
});
