import { expect, test } from 'vitest';
import type { Brand } from '#kit/model/brand.ts';
import { entryPage } from './web-files.ts';

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
  const page = entryPage(BUILT, { base: '/erp', brand });
  const json = /<script type="application\/json" id="brand">(.*)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(json)).toEqual(brand);
  expect(page).toContain('<meta name="api-base" content="/erp" />');
  expect(page).toContain(
    '<title>好家居 &lt;script&gt;alert(1)&lt;/script&gt; $&amp; &quot;A&amp;B&quot;</title>',
  );
});

test('no text of the settings becomes markup', () => {
  const page = entryPage(BUILT, { base: '/api"><script>', brand });
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toContain('<img');
});

test('without settings the built page stays as it is', () => {
  expect(entryPage(BUILT, { base: '/api' })).toBe(BUILT);
});
