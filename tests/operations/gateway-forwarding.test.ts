import { createServer, request as requestHttp } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '#tests/harness/app.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { covers } from '#tests/spec/covers.ts';
import { listen, openGateway, parts, PATH, type GatewayScene } from './gateway-scene.ts';

let scene: GatewayScene;
/** Listed, and nobody is there. */
const NOBODY = 'http://127.0.0.1:1';

/** Gives every call back to the product, with the headers that came. */
const circle = createServer((request, response) => {
  const { host: _host, ...headers } = request.headers;
  const again = requestHttp(`${scene.origin}/api${request.url}`, { headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500);
    answer.pipe(response);
  });
  request.pipe(again);
});
let round = '';
/** Administrator of another tenant. */
let other: Client;

beforeAll(async () => {
  round = await listen(circle);
  scene = await openGateway([NOBODY, round]);
  other = await openOtherTenant(scene.scene);
});
afterEach(() => scene.clear());
afterAll(async () => {
  circle.closeAllConnections();
  circle.close();
  await scene?.stop();
});

test('a call goes on without what is between this server and its callers, and so does the answer', async () => {
  covers('ours: gateway routes');
  const filters = parts(
    ['StripPrefix', [{ key: 'parts', value: '1' }]],
    ['AddRequestHeader', { name: 'X-From', value: '#{T(java.lang.Runtime)}' }],
    ['AddRequestParameter', { name: 'tenant', value: 'a b' }],
    ['AddResponseHeader', { name: 'X-By', value: 'gateway' }],
    ['RemoveResponseHeader', { name: 'X-Secret' }],
  );
  await scene.save({ filters });
  scene.answering.with = (_one, response) =>
    void response
      .writeHead(201, {
        'content-type': 'text/html',
        'set-cookie': 'sid=1',
        'x-secret': '1',
        'x-kept': '1',
        'access-control-allow-origin': '*',
        'clear-site-data': '"*"',
        'content-security-policy': "script-src 'unsafe-inline'",
        'cache-control': 'public, max-age=60',
        connection: 'x-hop, close',
        'x-hop': '1',
      })
      .end('<script>1</script>');
  const { status, headers, text } = await scene.call('/erp/items/a%20b?x=1&x=2', {
    method: 'POST',
    body: '{"a": 1, "a": 2}',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer mine',
      cookie: 'files=1',
      'x-forwarded-for': '8.8.8.8',
      'x-real-ip': '8.8.8.8',
      forwarded: 'for=8.8.8.8',
      'proxy-authorization': 'Basic x',
    },
  });
  expect({ status, text }).toEqual({ status: 201, text: '<script>1</script>' });
  const [one] = scene.heard;
  expect(one).toMatchObject({ method: 'POST', url: '/items/a%20b?x=1&x=2&tenant=a+b', body: '{"a": 1, "a": 2}' });
  expect(one?.headers).toMatchObject({
    host: scene.upstream.slice('http://'.length),
    'x-from': '#{T(java.lang.Runtime)}',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': scene.origin.slice('http://'.length),
    'x-forwarded-proto': 'http',
    via: expect.stringMatching(/^1\.1 waybill-/),
  });
  for (const name of ['authorization', 'x-access-token', 'cookie', 'x-real-ip', 'forwarded', 'proxy-authorization'])
    expect(one?.headers, name).not.toHaveProperty(name);
  expect(headers.get('x-by')).toBe('gateway');
  expect(headers.get('x-kept')).toBe('1');
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(headers.get('cache-control')).toBe('private, no-store');
  for (const name of ['set-cookie', 'x-secret', 'access-control-allow-origin', 'clear-site-data', 'x-hop'])
    expect(headers.has(name), name).toBe(false);
});

test('where an answer leads on to its own service, it leads through the route', async () => {
  covers('ours: gateway routes');
  await scene.save({ filters: parts(['StripPrefix', [{ key: 'parts', value: '1' }]]) });
  const led = async (location: string): Promise<string | null> => {
    scene.answering.with = (_one, response) => void response.writeHead(302, { location }).end();
    const { status, headers } = await scene.call('/erp/items/7');
    expect(status).toBe(302);
    return headers.get('location');
  };
  expect(await led(`${scene.upstream}/login?back=%2Fitems`)).toBe('/api/erp/login?back=%2Fitems');
  expect(await led('/items/8')).toBe('/api/erp/items/8');
  expect(await led('https://sso.example/in')).toBe('https://sso.example/in');
  expect(await led('javascript:alert(1)')).toBeNull();
  // Followed, it comes to the same service.
  scene.answering.with = (_one, response) => void response.end('there');
  expect((await scene.call('/erp/items/8')).text).toBe('there');
  expect(scene.heard.at(-1)?.url).toBe('/items/8');
});

test('of several routes that fit, the one with the least number takes a call, and of those the oldest', async () => {
  covers('ours: gateway routes');
  const named = (routerId: string, more: object = {}) =>
    scene.save({ routerId, filters: parts(['AddRequestHeader', { name: 'X-Route', value: routerId }]), ...more });
  const taker = async (): Promise<unknown> => {
    await scene.call('/erp/x');
    return scene.heard.at(-1)?.headers['x-route'];
  };
  await named('first');
  await named('second');
  expect(await taker()).toBe('first');
  await named('third');
  const idOf = async (routerId: string): Promise<unknown> =>
    (await scene.list()).find((row) => row['routerId'] === routerId)?.['id'];
  const move = async (routerId: string, sortNo: number) =>
    scene.admin.post('/sys/gatewayRoute/updateAll', { router: { id: await idOf(routerId), sortNo } });
  await move('first', 20);
  expect(await taker()).toBe('second');
  await move('second', 10);
  expect(await taker()).toBe('third');
  await move('third', 30);
  expect(await taker()).toBe('second');
  expect((await scene.list()).map((row) => row['routerId'])).toEqual(['second', 'first', 'third']);
  expect(await move('first', -1)).toMatchObject({ success: false });
});

test('the session goes along only where the route says so', async () => {
  await scene.save({ forwardCredentials: true });
  await scene.call('/erp/x', { headers: { authorization: 'Bearer mine', cookie: 'files=1' } });
  expect(scene.heard[0]?.headers).toMatchObject({
    'x-access-token': scene.admin.token,
    authorization: 'Bearer mine',
    cookie: 'files=1',
  });
});

/** The status of a path as it stands: `fetch` resolves dots before it sends any. */
const statusOf = (path: string): Promise<number> =>
  new Promise((tell, fail) => {
    const { hostname, port } = new URL(scene.origin);
    const headers = { 'x-access-token': scene.admin.token };
    requestHttp({ hostname, port, path: `/api${path}`, headers }, (answer) => {
      answer.resume();
      tell(answer.statusCode ?? 0);
    })
      .on('error', fail)
      .end();
  });

test('who may call: people who are signed in, the operator alone, or everybody', async () => {
  covers('ours: gateway routes');
  const statuses = async (method = 'GET'): Promise<number[]> => {
    const found = [];
    for (const token of [null, 'x'.repeat(43), other.token, scene.admin.token])
      found.push((await scene.call('/erp/x', { method }, token)).status);
    return found;
  };
  await scene.save();
  expect(await statuses()).toEqual([401, 401, 200, 200]);
  const [{ id } = {}] = await scene.list();
  const set = (access: string) => scene.admin.post('/sys/gatewayRoute/updateAll', { router: { id, access } });
  await set('operator');
  expect(await statuses()).toEqual([401, 401, 403, 200]);
  await set('public');
  expect(await statuses('POST')).toEqual([200, 200, 200, 200]);
  // A path that no route takes is as unknown as ever, and the product's own answer for themselves.
  expect((await scene.call('/nothing/x', {}, null)).text).toContain('"code":404');
  expect((await scene.call('/sys/user/list', {}, null)).status).toBe(401);
  for (const path of ['/erp/%2e%2e/sys/user/list', '/erp//x', '/erp/a%2fb', '/erp/a%5cb'])
    expect(await statusOf(path), path).toBe(404);
  expect(scene.heard.every(({ url }) => url === '/erp/x')).toBe(true);
});

const HOUR = 3_600_000;

test.each<[name: string, args: unknown, yes: [string, RequestInit?], no: [string, RequestInit?]]>([
  ['Path', ['/wms/*/bins', '/erp/v*/x'], ['/wms/7/bins'], ['/wms/7/8/bins']],
  ['Path', ['/erp/v*/x'], ['/erp/v2/x'], ['/erp/w2/x']],
  ['Path', ['/erp/{id}'], ['/erp/7'], ['/erp']],
  ['Method', ['POST', 'PUT'], ['/erp', { method: 'PUT' }], ['/erp', { method: 'DELETE' }]],
  [
    'Header',
    { header: 'X-A', regexp: '\\d+' },
    ['/erp', { headers: { 'x-a': '12' } }],
    ['/erp', { headers: { 'x-a': '1b' } }],
  ],
  ['Query', { param: 'a', regexp: 'x.' }, ['/erp?a=1&a=xy'], ['/erp?a=xyz']],
  ['Query', { param: 'a', regexp: '' }, ['/erp?a='], ['/erp?b=1']],
  [
    'Cookie',
    { name: 'c', regexp: 'on' },
    ['/erp', { headers: { cookie: 'b=1; c=on' } }],
    ['/erp', { headers: { cookie: 'c=only' } }],
  ],
  ['RemoteAddr', ['10.0.0.0/8', '127.0.0.0/8'], ['/erp'], ['/other']],
  ['Host', ['**.0.0.1', '127.0.0.1'], ['/erp'], ['/other']],
])('the condition %s %j takes %j and not %j', async (name, args, yes, no) => {
  await scene.save({ predicates: name === 'Path' ? parts([name, args]) : parts(PATH, [name, args]) });
  expect((await scene.call(...yes)).status).toBe(200);
  expect((await scene.call(...no)).status).toBe(404);
});

test('conditions of time follow the clock; those of an address and a host that are others take nothing', async () => {
  const now = scene.scene.now().getTime();
  const at = (ms: number): string => new Date(now + ms).toISOString();
  const takes = async (name: string, args: string[]): Promise<boolean> => {
    await scene.clear();
    await scene.save({ predicates: parts(PATH, [name, args]) });
    return (await scene.call('/erp')).status === 200;
  };
  expect(await takes('After', [at(-HOUR)])).toBe(true);
  expect(await takes('After', [`${at(HOUR)}[Asia/Shanghai]`])).toBe(false);
  expect(await takes('Before', [at(HOUR)])).toBe(true);
  expect(await takes('Before', [at(-HOUR)])).toBe(false);
  expect(await takes('Between', [at(-HOUR), at(HOUR)])).toBe(true);
  expect(await takes('Between', [`${at(HOUR)},${at(2 * HOUR)}`])).toBe(false);
  expect(await takes('RemoteAddr', ['10.0.0.0/8'])).toBe(false);
  expect(await takes('Host', ['**.example.com'])).toBe(false);
});

test('a service that is away, late or broken is no fault of ours', async () => {
  covers('ours: gateway routes');
  const told = async (more: Record<string, unknown>): Promise<[number, string]> => {
    await scene.clear();
    const saved = await scene.save(more);
    expect(saved.success, saved.message).toBe(true);
    if ('slow' in more) scene.answering.with = () => undefined;
    if ('broken' in more) scene.answering.with = (_one, response) => void response.destroy();
    const { status, text } = await scene.call('/erp/x');
    return [status, (JSON.parse(text) as { message: string }).message];
  };
  expect(await told({ uri: NOBODY })).toEqual([502, '“进销存”的上游连接不上']);
  expect(await told({ slow: true, timeoutSeconds: 1 })).toEqual([504, '“进销存”的上游没有按时应答']);
  expect(await told({ broken: true })).toEqual([502, '“进销存”的上游中断了应答']);
});

test('a call that comes round again is ended', async () => {
  covers('ours: gateway routes');
  await scene.save({ uri: round });
  const { status, text } = await scene.call('/erp/x');
  const ended = expect.stringContaining('网关路由绕回了本系统');
  expect({ status, text }).toEqual({ status: 508, text: ended });
  // Nor are the product's own paths reached that way, or its pages: as this machine, and by somebody else's leave.
  await scene.clear();
  await scene.save({ uri: round, access: 'public', filters: parts(['StripPrefix', { parts: '1' }]) });
  for (const path of ['/erp/sys/randomImage/one', '/erp/sys/user/list', '/erp/nowhere'])
    expect((await scene.call(path, {}, null)).text, path).toEqual(ended);
});

test('a body that is too large is refused by what it announces, and as it comes', async () => {
  await scene.save({ filters: parts(['RequestSize', { maxSize: '1KB' }]) });
  const post = (body: RequestInit['body']): Promise<{ status: number }> =>
    scene.call('/erp/x', { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect((await post('x'.repeat(1024))).status).toBe(200);
  expect((await post('x'.repeat(1025))).status).toBe(413);
  const stream = new Blob(['x'.repeat(4096)]).stream();
  expect((await post(stream)).status).toBe(413);
  expect(scene.heard).toHaveLength(1);
});

test('calls beyond the rate wait, and a service that fails on and on is left alone for a while', async () => {
  const limiter = {
    'key-resolver': '#{@ipKeyResolver}',
    'redis-rate-limiter.replenishRate': '1',
    'redis-rate-limiter.burstCapacity': '2',
  };
  await scene.save({ filters: parts(['RequestRateLimiter', limiter]) });
  const statuses = async (count: number): Promise<number[]> => {
    const found = [];
    for (let n = 0; n < count; n++) found.push((await scene.call('/erp/x')).status);
    return found;
  };
  expect(await statuses(3)).toEqual([200, 200, 429]);
  await scene.scene.pass(1000);
  expect(await statuses(1)).toEqual([200]);
  await scene.clear();
  await scene.save({ filters: parts(['Hystrix', [{ key: 'name', value: 'default' }]]) });
  scene.answering.with = (_one, response) => void response.writeHead(500).end();
  expect(await statuses(6)).toEqual([500, 500, 500, 500, 500, 503]);
  expect(scene.heard).toHaveLength(5);
  await scene.scene.pass(31_000);
  scene.answering.with = (_one, response) => void response.end();
  expect(await statuses(2)).toEqual([200, 200]);
});
