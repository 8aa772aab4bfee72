import { expect, test } from 'vitest';
import { defineRoute } from '#kit/model/route.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { routeFaults } from '#kit/server/route-faults.ts';
import { assembleForCheck, readRooms, unansweredFaults } from '#tools/check-modules.ts';

const route = (over: Partial<Route>): Route => ({
  ...implement(
    defineRoute({
      method: 'GET',
      path: '/demo/thing/list',
      summary: '列表',
      access: { permission: 'demo:thing:list' },
    }),
    async () => null,
  ),
  ...over,
});

const SHUT = { toAll: new Set<string>(), toSession: new Set<string>() };

test('every route of the product says who may call it', () => {
  const { routes, open } = assembleForCheck();
  expect(routes.length).toBeGreaterThan(150);
  expect(routeFaults(routes, open)).toEqual([]);
});

test.each<[string, Partial<Route>, string]>([
  ['no access', { access: undefined as never }, 'GET /demo/thing/list: no access declared'],
  ['an empty permission', { access: { permission: '' } }, 'GET /demo/thing/list: no access declared'],
  [
    'a permission of another shape',
    { access: { permission: 'demo:list' } },
    'GET /demo/thing/list: permission demo:list is not module:resource:verb',
  ],
  ['a public route nobody named', { access: 'public' }, 'GET /demo/thing/list: open to all, and not named as such'],
  [
    'a write for anyone signed in that nobody named',
    { method: 'POST', access: 'signedIn' },
    'POST /demo/thing/list: open to every session, and not named as such',
  ],
  ['no summary', { summary: ' ' }, 'GET /demo/thing/list: no summary'],
  ['a malformed path', { path: 'demo//thing' }, 'GET demo//thing: malformed path'],
])('a planted route with %s is named', (_what, over, fault) => {
  expect(routeFaults([route({ path: '/demo/thing/other' }), route(over)], SHUT)).toEqual([fault]);
});

test('a route declared twice is named', () => {
  expect(routeFaults([route({}), route({})], SHUT)).toEqual(['GET /demo/thing/list: declared twice']);
});

test('a name that no route has any more is named', () => {
  for (const key of ['toAll', 'toSession'] as const) {
    const open = { ...SHUT, [key]: new Set(['GET /demo/gone']) };
    expect(routeFaults([route({})], open)).toEqual(['GET /demo/gone: named as open, and no route']);
  }
});

test('what the model rooms declare is implemented', async () => {
  const { routes } = assembleForCheck();
  expect(unansweredFaults(await readRooms(process.cwd()), routes)).toEqual([]);
});

test('a route that is declared and that nobody implements is named, alone or in a group', () => {
  const about = { access: 'signedIn', summary: '一瞥' } as const;
  const glanceRoute = defineRoute({ method: 'GET', path: '/demo/thing/glance', ...about });
  const markRoute = defineRoute({ method: 'POST', path: '/demo/thing/:id/mark', ...about });
  const path = 'modules/demo/model/routes.ts';
  const rooms = { [path]: { glanceRoute, calls: { markRoute } } };
  const glanced = implement(glanceRoute, async () => null);
  expect(unansweredFaults(rooms, [glanced, implement(markRoute, async () => null)])).toEqual([]);
  expect(unansweredFaults(rooms, [glanced])).toEqual([`${path}: nobody implements POST /demo/thing/:id/mark`]);
});
