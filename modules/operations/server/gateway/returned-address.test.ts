import { expect, test } from 'vitest';
import { returnedAddress } from './returned-address.ts';

const UP = 'http://erp.internal:8080';
const at = (given: string, asked: string, sent: string): string | null =>
  returnedAddress(given, { upstream: UP, base: '/api', asked, sent });

test.each([
  // The first part was taken away.
  [`${UP}/login?back=1#top`, '/erp/items/7', '/items/7', '/api/erp/login?back=1#top'],
  ['/items/8', '/erp/items/7', '/items/7', '/api/erp/items/8'],
  ['8', '/erp/items/7', '/items/7', '/api/erp/items/8'],
  ['../login', '/erp/items/7', '/items/7', '/api/erp/login'],
  ['?page=2', '/erp/items/7', '/items/7', '/api/erp/items/7?page=2'],
  ['/login', '/erp', '/', '/api/erp/login'],
  // Something was put before.
  [`${UP}/v2/erp/login`, '/erp/x', '/v2/erp/x', '/api/erp/login'],
  // Nothing was changed.
  ['/erp/login', '/erp/x', '/erp/x', '/api/erp/login'],
  // What the route does not lead to, and what is no path, is left out.
  [`${UP}/admin`, '/erp/x', '/v2/erp/x', null],
  [`${UP}//evil.example/x`, '/erp/x', '/x', null],
  ['/a%2fb', '/erp/x', '/x', null],
  ['javascript:alert(1)', '/erp/x', '/x', null],
  ['http://', '/erp/x', '/x', null],
  // Another site, by its whole name alone.
  ['https://shop.example/a?b=1', '/erp/x', '/x', 'https://shop.example/a?b=1'],
  ['//shop.example/a', '/erp/x', '/x', 'http://shop.example/a'],
])('%s of %s, called as %s, is %s', (given, asked, sent, found) => {
  expect(at(given, asked, sent)).toBe(found);
});
