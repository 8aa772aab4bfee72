import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { signatureOf } from '#kit/server/signature.ts';
import { covers } from '#tests/spec/covers.ts';
import { pathWith } from '../contract/calls.ts';
import { OPEN_TO_ALL } from '../contract/open-routes.ts';

/** Ways around the sign-in by the shape of an address. */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (url: string, headers: Record<string, string> = {}, method: Method = 'GET') =>
  scene.app.http.inject({ method, url, headers });

/** One reading route of each family under /sys that asks for a session. */
function families(): string[] {
  const found = new Map<string, string>();
  for (const { method, path, access } of scene.app.assembled.routes) {
    if (method !== 'GET' || access === 'public' || path.includes(':')) continue;
    const family = path.split('/').slice(0, 3).join('/');
    if (path.startsWith('/sys/') && !found.has(family)) found.set(family, path);
  }
  return [...found.values()];
}

test('E1 no route but the public ones answers without a token', async () => {
  covers('§6 access by token');
  let requested = 0;
  for (const route of scene.app.assembled.routes) {
    if (OPEN_TO_ALL.has(`${route.method} ${route.path}`)) continue;
    const answer = await ask(`/api${pathWith(route)}`, {}, route.method);
    expect(answer.statusCode, `${route.method} ${route.path}`).toBe(401);
    expect(answer.json()).toMatchObject({ success: false, code: 401, result: null });
    requested++;
  }
  expect(requested).toBeGreaterThan(200);
});

test('E2 no spelling of a path leads past the sign-in', async () => {
  const spellings = (path: string): string[] => [
    `/api${path};.js`,
    `/api${path}/.js`,
    `/api/${path}`,
    `//api${path}`,
    `/api${path.replace('/sys/', '/sys/./')}`,
    `/api${path.replace('/sys/', '/%73ys/')}`,
    `/api${path}%2e%6a%73`,
    `/api/sys/randomImage/../..${path}`,
    `/api/sys/randomImage/..%2f..${path}`,
    `/api${path}%00.js`,
    `/api${path.toUpperCase()}`,
    `/api${path}/`,
    `/api${path}?a=.js`,
  ];
  const paths = families();
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths)
    for (const url of spellings(path)) {
      const answer = await ask(url);
      const isPage = String(answer.headers['content-type']).startsWith('text/html');
      // Outside the API every address is a page of the console, the same for everybody.
      if (isPage) {
        expect(url.startsWith('//api'), url).toBe(true);
        continue;
      }
      expect([400, 401, 404], `${url} ${answer.statusCode}`).toContain(answer.statusCode);
      expect(answer.json(), url).toMatchObject({ success: false, result: null });
    }
  for (const name of ['x-http-method-override', 'x-method-override', 'x-original-url']) {
    const value = name === 'x-original-url' ? '/api/sys/user/list' : 'GET';
    expect((await ask('/api/sys/user/list', { [name]: value })).statusCode, name).toBe(401);
    expect((await ask('/api/sys/user/list', { [name]: value }, 'POST')).statusCode).toBe(404);
  }
});

test('E2 no spelling leads out of the files of the console', async () => {
  for (const url of [
    '/assets/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/..%2fpackage.json',
    '/assets/%252e%252e%252fpackage.json',
    '/assets//etc/passwd',
    '/assets/x%00.js',
  ]) {
    const answer = await ask(url);
    const isPage = String(answer.headers['content-type']).startsWith('text/html');
    if (!isPage) expect([400, 404], `${url} ${answer.statusCode}`).toContain(answer.statusCode);
    expect(answer.body, url).not.toMatch(/"dependencies"|root:/);
  }
});

test('E7 E8 a signature opens nothing; a wrong one is refused where it is read', async () => {
  const path = '/api/sys/dict/getDictItems/sex';
  const signed = (sign: string, timestamp: string | number): Record<string, string> => ({
    'x-sign': sign,
    'x-timestamp': String(timestamp),
  });
  const right = signatureOf({ url: path });
  expect((await ask(path, signed(right, scene.now().getTime()))).statusCode).toBe(401);
  const token = { 'x-access-token': admin.token };
  const judged = async (headers: Record<string, string>): Promise<unknown> => {
    const { success, code, message } = (await ask(path, { ...token, ...headers })).json<{
      success: boolean;
      code: number;
      message: string;
    }>();
    return [success, code, message];
  };
  // Twice the same within five minutes: reading again changes nothing.
  for (let turn = 0; turn < 2; turn++)
    expect(await judged(signed(right, scene.now().getTime()))).toEqual([true, 200, '']);
  expect(await judged({})).toEqual([true, 200, '']);
  expect(await judged(signed('0'.repeat(32), scene.now().getTime()))).toEqual([false, 500, 'Sign签名校验失败！']);
  for (const timestamp of [scene.now().getTime() - 360_000, scene.now().getTime() + 360_000, 'abc'])
    expect(await judged(signed(right, timestamp))).toEqual([false, 500, '签名验证失败:X-TIMESTAMP已过期']);
});

test('E4 a token in an address is refused and not repeated', async () => {
  for (const path of families()) {
    const answer = await ask(`/api${path}?token=${admin.token}`);
    expect(answer.statusCode, path).toBe(401);
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain(admin.token);
  }
});

test('E6 nothing is revealed of the inside of the server', async () => {
  const inside = ['', '/env', '/httptrace', '/heapdump', '/metrics', '/redis/info'];
  // What 监控 answers is the operator's (tests/operations/monitor.test.ts); the rest is not there for anybody.
  const ours = new Set(['/api/actuator/httptrace', '/api/actuator/metrics', '/api/sys/actuator/redis/info']);
  const clerk = await scene.as('yunying');
  for (const url of ['/api/actuator', '/api/sys/actuator'].flatMap((base) => inside.map((path) => base + path))) {
    expect([401, 404], url).toContain((await ask(url)).statusCode);
    expect((await ask(url, { 'x-access-token': clerk.token })).statusCode, url).toBe(ours.has(url) ? 403 : 404);
    if (!ours.has(url)) expect((await ask(url, { 'x-access-token': admin.token })).statusCode, url).toBe(404);
  }
  expect((await ask('/metrics')).statusCode).toBe(404);
  expect((await ask('/healthz')).json()).toEqual({ status: 'up' });
  expect((await ask('/readyz')).json()).toEqual({ status: 'ready' });
});
