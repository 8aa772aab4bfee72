import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Brand } from '#kit/model/brand.ts';
import type { Database } from '#kit/server/database.ts';
import { createHttp } from '#kit/server/http.ts';
import { covers } from '#tests/spec/covers.ts';
import { entryPage, logoOrigin, manifestOf, pageFallback, serveWeb } from './web-files.ts';

const BUILT = `<html><head><meta name="api-base" content="/api" /><title>供应链管理平台</title></head>
<body><div id="root"></div></body></html>`;

const brand: Brand = {
  platform: '好家居 <script>alert(1)</script> $& "A&B"',
  short: '好家居',
  tagline: '</script><img src=x onerror=alert(1)>',
  welcome: '欢迎',
  copyright: '© 2026',
  filing: '',
  logo: '',
  helpUrl: '',
  privacyUrl: '',
  termsUrl: '',
};

test('the entry page carries the names and links of the installation, as data', () => {
  covers('§1 product title', '§2 user layout');
  const page = entryPage(BUILT, { base: '/erp', brand });
  const json = /<script type="application\/json" id="brand">(.*)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(json)).toEqual(brand);
  expect(page).toContain('<meta name="api-base" content="/erp" />');
  expect(page).toContain('<title>好家居 &lt;script&gt;alert(1)&lt;/script&gt; $&amp; &quot;A&amp;B&quot;</title>');
});

test('no text of the settings becomes markup', () => {
  const page = entryPage(BUILT, { base: '/api"><script>', brand });
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toContain('<img');
});

test('what other products keep at well-known addresses is not there, and is no page', async () => {
  const root = mkdtempSync(join(tmpdir(), 'waybill-probes-'));
  writeFileSync(join(root, 'index.html'), BUILT);
  const http = await createHttp({
    db: {} as Database,
    routes: [],
    base: '/api',
    resolveActor: async () => null,
    problems: async () => [],
    fallback: pageFallback({ base: '/api' }, root),
  });
  const statusOf = async (url: string): Promise<number> => (await http.inject({ method: 'GET', url })).statusCode;
  for (const url of [
    '/metrics',
    '/actuator',
    '/actuator/env',
    '/druid/index',
    '/jmreport/list',
    '/METRICS',
    '/v2/api-docs',
    '/v3/api-docs',
    '/swagger-ui',
    '/.git/HEAD',
    '/.env',
    '/server-status',
  ])
    expect(await statusOf(url), url).toBe(404);
  for (const url of ['/', '/orders/pending', '/monitor/redis', '/tasks']) expect(await statusOf(url), url).toBe(200);
  await http.close();
  rmSync(root, { recursive: true });
});

test('browsers are asked to stay with TLS where there is TLS, and nowhere else', async () => {
  const headerOf = async (isTls: boolean): Promise<unknown> => {
    const http = await createHttp({
      db: {} as Database,
      routes: [],
      base: '/api',
      resolveActor: async () => null,
      problems: async () => [],
      isTls,
    });
    const { headers } = await http.inject({ method: 'GET', url: '/healthz' });
    await http.close();
    return headers['strict-transport-security'];
  };
  expect(await headerOf(true)).toBe('max-age=15552000; includeSubDomains');
  expect(await headerOf(false)).toBeUndefined();
});

test('only in development the console knows of it', () => {
  const reported = (isDevelopment: boolean): boolean =>
    entryPage(BUILT, { base: '/api', isDevelopment }).includes('id="development"');
  expect([reported(true), reported(false)]).toEqual([true, false]);
});

test('without settings the built page stays as it is', () => {
  expect(entryPage(BUILT, { base: '/api' })).toBe(BUILT);
});

test('a logo on another server may be shown, and pictures from nowhere else', async () => {
  const policyFor = async (logo: string): Promise<string> => {
    const http = await createHttp({
      db: {} as Database,
      routes: [],
      base: '/api',
      resolveActor: async () => null,
      problems: async () => [],
      pictureOrigins: logoOrigin({ ...brand, logo }),
    });
    const { headers } = await http.inject('/healthz');
    await http.close();
    const policy = String(headers['content-security-policy']);
    return policy.split(';').find((part) => part.startsWith('img-src')) ?? '';
  };
  expect(await policyFor('https://img.example.com/a/logo.png?v=2')).toBe(
    "img-src 'self' data: blob: https://img.example.com",
  );
  expect(await policyFor('/logo.png')).toBe("img-src 'self' data: blob:");
  expect(await policyFor('')).toBe("img-src 'self' data: blob:");
});

test('every page path answers the console, whatever encodings a client accepts', async () => {
  const root = mkdtempSync(join(tmpdir(), 'waybill-web-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), BUILT);
  writeFileSync(join(root, 'assets', 'entry.js'), 'console.log(1)');
  const http = await createHttp({
    db: {} as Database,
    routes: [],
    base: '/api',
    resolveActor: async () => null,
    problems: async () => [],
    fallback: pageFallback({ base: '/api' }, root),
  });
  await serveWeb(http, undefined, root);
  try {
    for (const method of ['GET', 'HEAD'] as const)
      for (const url of ['/', '/index.html', '/user/login', '/assets', '/assets/'])
        for (const accepted of [undefined, 'identity', 'gzip, br']) {
          const headers = accepted ? { 'accept-encoding': accepted } : {};
          const answer = await http.inject({ method, url, headers });
          expect([method, url, accepted, answer.statusCode]).toEqual([method, url, accepted, 200]);
          expect(answer.headers['content-type']).toMatch(/^text\/html/);
        }
    for (const url of ['/user/login//', '//user//login?x=1', '/user/%20x'])
      expect([url, (await http.inject(url)).statusCode]).toEqual([url, 200]);
    for (const url of ['/%E0%A4%A', '/user/%', '/%C0%AE?x=1'])
      expect([url, (await http.inject(url)).headers['location']]).toEqual([url, '/404']);
    const call = await http.inject('/api/%E0%A4%A');
    expect([call.statusCode, call.json()]).toMatchObject([404, { success: false, code: 404 }]);
    expect((await http.inject('/assets/entry.js')).body).toBe('console.log(1)');
    expect((await http.inject('/assets/gone.js')).statusCode).toBe(404);
  } finally {
    await http.close();
    rmSync(root, { recursive: true });
  }
});

test('what keeps its address is asked for again after an hour, what changes it never', async () => {
  const root = mkdtempSync(join(tmpdir(), 'waybill-kept-'));
  for (const [name, content] of Object.entries({
    'index.html': BUILT,
    'first.js': '1',
    'assets/entry-1a2b.js': '1',
    'assets/entry-1a2b.js.br': '1',
    'icons/mark.svg': '<svg/>',
    'icons/192.png': 'png',
  })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  const http = await createHttp({
    db: {} as Database,
    routes: [],
    base: '/api',
    resolveActor: async () => null,
    problems: async () => [],
    fallback: pageFallback({ base: '/api' }, root),
  });
  await serveWeb(http, undefined, root);
  try {
    for (const [url, type, stored] of [
      ['/assets/entry-1a2b.js', 'application/javascript; charset=utf-8', 31_536_000],
      ['/first.js?v=2', 'application/javascript; charset=utf-8', 31_536_000],
      ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 3600],
      ['/icons/mark.svg', 'image/svg+xml', 3600],
      ['/icons/192.png', 'image/png', 3600],
    ] as const) {
      const { headers } = await http.inject({
        url,
        headers: { 'accept-encoding': url.startsWith('/assets') ? 'br' : 'identity' },
      });
      const cache = String(headers['cache-control']);
      expect([url, headers['content-type'], /max-age=(\d+)/.exec(cache)?.[1]]).toEqual([url, type, String(stored)]);
      expect([url, cache.includes('immutable')]).toEqual([url, stored > 3600]);
    }
    const { headers } = await http.inject('/icons/192.png');
    const again = { 'if-none-match': String(headers['etag']) };
    expect((await http.inject({ url: '/icons/192.png', headers: again })).statusCode).toBe(304);
  } finally {
    await http.close();
    rmSync(root, { recursive: true });
  }
});

test('an installation that has named itself is installed by its own name and logo', () => {
  expect(manifestOf()).toMatchObject({ name: '运单', short_name: '运单', start_url: '/' });
  const named = manifestOf({ ...brand, logo: 'https://img.example.com/logo.png' });
  expect(named).toMatchObject({
    name: brand.platform,
    short_name: '好家居',
    icons: [{ src: 'https://img.example.com/logo.png' }],
  });
  const page = BUILT.replace(
    '<title>',
    '<link rel="icon" href="/icons/mark.svg" />\n<link rel="apple-touch-icon" href="/icons/touch.png" />\n<title>',
  );
  const icons = (logo: string): string[] =>
    entryPage(page, { base: '/api', brand: { ...brand, logo } }).match(/<link[^>]*icon[^>]*>/g) ?? [];
  expect(icons('')).toHaveLength(2);
  expect(icons('/logo.png?a="b"')).toEqual(['<link rel="icon" href="/logo.png?a=&quot;b&quot;" />']);
});
