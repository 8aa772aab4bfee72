import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChannel } from './start-channel.ts';
import type { Channel } from './start-channel.ts';

let channel: Channel;
beforeAll(async () => {
  channel = await startChannel();
});
afterAll(() => channel.sim.close());

const TOKEN = {
  grant_type: 'client_credentials',
  client_id: 'waybill-demo',
  client_secret: 'waybill-demo-secret',
  audience: 'https://api.wayfair.com/',
};
const askToken = (change: object) => channel.call('POST', '/wayfair/oauth/token', { ...TOKEN, ...change });

test('a token names its lifetime, with or without the slash of the audience', async () => {
  for (const audience of ['https://api.wayfair.com/', 'https://api.wayfair.com']) {
    const reply = await askToken({ audience });
    expect(await reply.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  }
});

test('a wrong secret is refused in JSON, a wrong environment in plain text', async () => {
  const secret = await askToken({ client_secret: 'guess' });
  expect([secret.status, await secret.json()]).toEqual([
    401,
    { error: 'access_denied', error_description: 'Unauthorized' },
  ]);
  const audience = await askToken({ audience: 'https://sandbox.api.wayfair.com/' });
  expect([audience.status, await audience.text()]).toEqual([403, 'Invalid environment for application.']);
});

test('without a good token the answer is plain text', async () => {
  const query = '{ getDropshipPurchaseOrders { poNumber } }';
  const none = await channel.post('/wayfair/v1/graphql', query, {}, 'nonsense');
  expect([none.status, await none.text()]).toEqual([401, 'Authorization failed.']);
  const other = await channel.post('/wayfair/v1/graphql', query, {}, channel.tokens.sandbox);
  expect([other.status, await other.text()]).toEqual([403, 'Invalid environment for application.']);
});

test('a token ends with the clock of the simulator and a new one works at once', async () => {
  await channel.side('POST', '/config', { tokenTtlSeconds: 60 });
  const short = await channel.token();
  await channel.side('POST', '/config', { tokenTtlSeconds: 86_400 });
  const query = '{ getDropshipPurchaseOrders { poNumber } }';
  expect((await channel.post('/wayfair/v1/graphql', query, {}, short)).status).toBe(200);
  await channel.advance(61_000);
  expect((await channel.post('/wayfair/v1/graphql', query, {}, short)).status).toBe(401);
  const fresh = await channel.token();
  expect((await channel.post('/wayfair/v1/graphql', query, {}, fresh)).status).toBe(200);
});

test('an unknown field fails the whole query inside HTTP 200', async () => {
  const reply = await channel.graphql('{ getDropshipPurchaseOrders { poNumber colour } }');
  expect(reply.data).toBeUndefined();
  expect(reply.errors?.[0]?.extensions).toEqual({
    category: 'BAD_REQUEST',
    classification: 'ValidationError',
  });
});

test('the sandbox has its own orders and does not know isCancelled', async () => {
  const fields = (more: string) =>
    `{ getDropshipPurchaseOrders(limit: 25) { poNumber products { partNumber ${more} } } }`;
  const reply = await channel.sandbox(fields(''));
  expect(reply.data.getDropshipPurchaseOrders).toHaveLength(25);
  expect(reply.data.getDropshipPurchaseOrders[0].products[0].partNumber).toMatch(/^SWBE\d{4}$/);
  const odd = await channel.sandbox(fields('isCancelled'));
  expect(odd.errors?.[0]?.extensions.classification).toBe('ValidationError');
  expect((await channel.graphql(fields('isCancelled'))).errors).toBeUndefined();
});

test('introspection is open in the sandbox only', async () => {
  const query = '{ __schema { queryType { name } } }';
  expect((await channel.sandbox(query)).data.__schema.queryType.name).toBe('Query');
  const refused = await channel.graphql(query);
  expect(refused.errors?.[0]?.message).toMatch('introspection has been disabled');
});

test('both date forms are read and the second one is written', async () => {
  const { poNumbers } = await channel.seed('bulk', { n: 2 });
  const query = `query ($from: IsoDateTime) {
    getDropshipPurchaseOrders(fromDate: $from, sortOrder: ASC) { poNumber poDate }
  }`;
  const all = await channel.graphql(query);
  const [first, second] = all.data.getDropshipPurchaseOrders;
  expect(second.poDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} [+-]\d\d:\d\d$/);
  const spaced = await channel.graphql(query, { from: second.poDate });
  expect(spaced.data.getDropshipPurchaseOrders).toEqual([second]);
  const iso = new Date(Date.parse(second.poDate.replace(' ', 'T').replace(/0{3} /, ''))).toISOString();
  const zoned = await channel.graphql(query, { from: iso });
  expect(zoned.data.getDropshipPurchaseOrders).toEqual([second]);
  expect([first.poNumber, second.poNumber]).toEqual(poNumbers);
});

test('an application sees only the orders of its own warehouses', async () => {
  await channel.side('POST', '/clients', {
    clientId: 'west-coast',
    clientSecret: 'secret',
    supplierIds: ['31843'],
  });
  const { orders } = await channel.side('POST', '/orders', {
    orders: [{ warehouseId: '31842' }, { warehouseId: '31843' }],
  });
  const reply = await askToken({ client_id: 'west-coast', client_secret: 'secret' });
  const { access_token } = (await reply.json()) as { access_token: string };
  const query = `query ($pos: [String]) { getDropshipPurchaseOrders(poNumbers: $pos) { poNumber } }`;
  const pos = orders.map((order: { poNumber: string }) => order.poNumber);
  const seen = await channel.post('/wayfair/v1/graphql', query, { pos }, access_token);
  expect(await seen.json()).toEqual({
    data: { getDropshipPurchaseOrders: [{ poNumber: pos[1] }] },
  });
});

test('a switched-off application is refused until it is switched on again', async () => {
  await channel.side('POST', '/clients', { clientId: 'west-coast', disabled: true });
  const change = { client_id: 'west-coast', client_secret: 'secret' };
  expect((await askToken(change)).status).toBe(401);
  await channel.side('POST', '/clients', { clientId: 'west-coast', disabled: false });
  expect((await askToken(change)).status).toBe(200);
});
