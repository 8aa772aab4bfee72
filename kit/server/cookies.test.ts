import { expect, test } from 'vitest';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { Database } from './database.ts';
import { readCookies, setCookie } from './cookies.ts';
import { createHttp } from './http.ts';
import { implement, redirect, type Route } from './route.ts';

const cookie = { name: 'way', value: 'Ab_-9', path: '/api', maxAgeSeconds: 60, isSecure: true };

test('a cookie is closed to scripts and other sites, and secure where that is asked for', () => {
  expect(setCookie(cookie)).toBe('way=Ab_-9; Path=/api; Max-Age=60; HttpOnly; SameSite=Lax; Secure');
  expect(setCookie({ ...cookie, isSecure: false })).not.toContain('Secure');
  expect(() => setCookie({ ...cookie, value: 'a; Domain=evil.example' })).toThrow(TypeError);
});

test('cookies are read by name; one that comes twice counts as absent', () => {
  const read = readCookies('a=1; b=x=y ;c; =d; e=');
  expect([...read]).toEqual([
    ['a', '1'],
    ['b', 'x=y'],
    ['e', ''],
  ]);
  expect([...readCookies('a=1; b=2; a=3')]).toEqual([['b', '2']]);
  expect(readCookies(undefined).size).toBe(0);
});

test('a handler leads the browser elsewhere, with cookies that come back to it', async () => {
  const routes: Route[] = [
    implement(defineRoute({ method: 'GET', path: '/out', access: 'public', summary: 'out' }), async () =>
      redirect('/page?a=1', [cookie]),
    ),
    implement(
      defineRoute({
        method: 'GET',
        path: '/back',
        access: 'public',
        summary: 'back',
        result: shape<{ way: string | undefined; host: string }>(),
      }),
      async ({ cookies, host }) => ({ way: cookies.get('way'), host }),
    ),
  ];
  const app = await createHttp({
    db: {} as Database,
    routes,
    base: '/api',
    resolveActor: async () => null,
    problems: async () => [],
  });
  const out = await app.inject({ url: '/api/out' });
  expect(out.statusCode).toBe(302);
  expect(out.headers).toMatchObject({ location: '/page?a=1', 'cache-control': 'no-store' });
  expect(out.cookies).toMatchObject([{ name: 'way', value: 'Ab_-9', httpOnly: true }]);
  const back = await app.inject({
    url: '/api/back',
    headers: { cookie: 'way=Ab_-9', host: 'erp.example.com' },
  });
  expect(back.json().result).toEqual({ way: 'Ab_-9', host: 'erp.example.com' });
  await app.close();
});
