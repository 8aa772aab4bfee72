import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { menuAddress } from './menu-address.ts';

const words = {
  host: 'https://console.example',
  apiBase: '/api',
  tenantId: '7',
  username: '张三&x=1',
};
const at = (url: string): string | null => menuAddress(url, words);

test('placeholders of the fixed list are filled in', () => {
  covers('§2 menu url placeholders');
  expect(at('{{ host }}{{apiBase}}/docs?t={{ tenantId }}&u={{username}}')).toBe(
    'https://console.example/api/docs?t=7&u=%E5%BC%A0%E4%B8%89%26x%3D1',
  );
});

test('nothing else is evaluated, and no session stands in an address', () => {
  covers('§2 menu url placeholders');
  for (const url of [
    'https://x.example/{{ constructor.constructor("alert(1)")() }}',
    'https://x.example/?t={{ token }}',
    'https://x.example/{{ __proto__ }}',
    'https://x.example/{{ toString }}',
    '{{ window.location }}',
  ])
    expect(at(url)).toBeNull();
});

test('only plain http(s) addresses leave the console', () => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example',
    '/orders',
    'https://user:word@x.example/',
    'ftp://x.example',
    '',
  ])
    expect(at(url)).toBeNull();
  expect(at('https://x.example/a?b=1#c')).toBe('https://x.example/a?b=1#c');
});
