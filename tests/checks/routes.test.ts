import { expect, test } from 'vitest';
import type { Route } from '#kit/server/route.ts';
import { collectRoutes, routeFaults } from '#tools/check-routes.ts';

const route = (over: Partial<Route>): Route => ({
  method: 'GET',
  path: '/demo/thing/list',
  access: { permission: 'demo:thing:list' },
  summary: '列表',
  handle: async () => null,
  ...over,
});

test('every route of the product says who may call it', () => {
  const routes = collectRoutes();
  expect(routes.length).toBeGreaterThan(150);
  expect(routeFaults(routes)).toEqual([]);
});

test.each<[string, Partial<Route>, string]>([
  ['no access', { access: undefined as never }, 'GET /demo/thing/list: no access declared'],
  [
    'an empty permission',
    { access: { permission: '' } },
    'GET /demo/thing/list: no access declared',
  ],
  [
    'a permission of another shape',
    { access: { permission: 'demo:list' } },
    'GET /demo/thing/list: permission demo:list is not module:resource:verb',
  ],
  [
    'a public route nobody named',
    { access: 'public' },
    'GET /demo/thing/list: public, but not among PUBLIC_ROUTES',
  ],
  [
    'a write for anyone signed in',
    { method: 'POST', access: 'signedIn' },
    'POST /demo/thing/list: writes without a permission, but is not among OWN_ROUTES',
  ],
  ['no summary', { summary: ' ' }, 'GET /demo/thing/list: no summary'],
  ['a malformed path', { path: 'demo//thing' }, 'GET demo//thing: malformed path'],
])('a planted route with %s is named', (_what, over, fault) => {
  expect(routeFaults([route({ path: '/demo/thing/other' }), route(over)])).toEqual([fault]);
});

test('a route declared twice is named', () => {
  expect(routeFaults([route({}), route({})])).toEqual(['GET /demo/thing/list: declared twice']);
});
