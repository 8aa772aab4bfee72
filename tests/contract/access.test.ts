import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import type { Route } from '#kit/server/route.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { byTurns } from '#tests/harness/long.ts';
import { covers } from '#tests/spec/covers.ts';
import { call, genericPermission, pathWith } from './calls.ts';
import { OPEN_TO_ALL, OPEN_TO_SESSION } from './open-routes.ts';
import { pathOf, resources } from './resources.ts';
import { personWith } from './worlds.ts';

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const permissionOf = ({ access }: Route): string | null => (typeof access === 'object' ? access.permission : null);

/** A call that its route would take up, on a row that nobody has. */
const callAs = (who: Client | null, route: Route) =>
  call(
    scene,
    { method: route.method, path: pathWith(route) },
    {
      ...(who ? { token: who.token } : {}),
      query: { id: newId(), ids: newId() },
      body: { id: newId(), ids: [newId()] },
      headers: { 'idempotency-key': newId() },
    },
  );

const FORBIDDEN = {
  success: false,
  code: 510,
  message: '没有权限，请联系管理员授权',
  result: null,
};

/** On calls of the given base the words of the base, elsewhere the name of the right that is lacking. */
const forbiddenOn = (route: Route): object => {
  const permission = permissionOf(route);
  const title = scene.app.assembled.permissions.find(({ code }) => code === permission)?.title;
  const isOfBase = /^\/(sys|online|actuator)\//.test(route.path);
  return isOfBase ? FORBIDDEN : { ...FORBIDDEN, message: `没有「${title}」权限，请联系管理员` };
};

test('every resource is served, and every generic route asks for the permission of its verb', () => {
  covers('ours: calls of the business');
  for (const resource of resources) {
    const paths = scene.app.assembled.routes.map(nameOf);
    for (const part of ['list', 'queryById', 'options', 'exportXls'])
      expect(paths).toContain(`GET ${pathOf(resource)}/${part}`);
    if (resource.kind !== 'ledger') continue;
    // Numbers that are searched for are kept beside the rows; what was seen of a market comes by sheet.
    const writing = paths.filter(
      (name) =>
        /^(POST|PUT|DELETE) /.test(name) &&
        !name.endsWith('/numbers') &&
        name !== 'POST /market/sellerOffer/importExcel',
    );
    expect(writing.filter((name) => name.includes(` ${pathOf(resource)}/`))).toEqual([]);
  }
  for (const route of scene.app.assembled.routes) {
    const permission = genericPermission(scene, route);
    if (permission) expect(permissionOf(route), nameOf(route)).toBe(permission);
  }
});

test('without a session nothing but the entrance answers', async () => {
  covers('§6 access by token');
  const names = scene.app.assembled.routes.map(nameOf);
  expect(names).toEqual(expect.arrayContaining([...OPEN_TO_ALL, ...OPEN_TO_SESSION]));
  let turn = 0;
  for (const route of scene.app.assembled.routes) {
    if (OPEN_TO_ALL.has(nameOf(route))) continue;
    const tokens = [null, { token: 'not a session' } as Client];
    for (const token of byTurns(tokens, turn++, tokens.length)) {
      const { status, json } = await callAs(token, route);
      expect({ status, ...json }, nameOf(route)).toMatchObject({
        status: 401,
        success: false,
        code: 401,
        message: 'Token失效，请重新登录!',
        result: null,
      });
    }
  }
});

test('a session of one tenant is not taken for another', async () => {
  for (const resource of resources) {
    const route = { method: 'GET', path: `${pathOf(resource)}/list` } as const;
    const sent = { token: admin.token, headers: { 'tenant-id': '2' } };
    expect((await call(scene, route, sent)).json, route.path).toMatchObject({
      success: false,
      code: 401,
      message: '用户租户信息变更,请重新登陆!',
    });
  }
});

describe('a person may do what the role says and nothing else:', () => {
  const VERBS = ['list', 'add', 'edit', 'delete', 'import', 'export'];

  test('no permission at all', async () => {
    const nobody = await personWith(scene, admin, []);
    let requested = 0;
    for (const route of scene.app.assembled.routes) {
      if (OPEN_TO_ALL.has(nameOf(route)) || OPEN_TO_SESSION.has(nameOf(route))) continue;
      const { status, json } = await callAs(nobody, route);
      expect({ status, ...json }, nameOf(route)).toMatchObject({ status: 403, ...forbiddenOn(route) });
      requested++;
    }
    expect(requested).toBeGreaterThan(200);
  });

  const verbs = [...VERBS, 'every move'];
  test.each(verbs)('%s', async (verb) => {
    const isOf = (code: string): boolean =>
      VERBS.includes(verb) ? code.endsWith(`:${verb}`) : !VERBS.includes(code.split(':')[2] ?? '');
    const generic = scene.app.assembled.routes.filter((route) => genericPermission(scene, route));
    const codes = [...new Set(generic.map((route) => genericPermission(scene, route) as string))];
    const held = codes.filter(isOf);
    const person = await personWith(scene, admin, held);
    const may = new Set(held);
    const requests = scene.app.assembled.routes.filter(permissionOf);
    // All that is allowed, and of what is not another part for each verb.
    const part = new Set(byTurns(requests, verbs.indexOf(verb), verbs.length));
    for (const route of requests) {
      const permission = permissionOf(route) as string;
      if (!may.has(permission) && !part.has(route)) continue;
      const { status, json } = await callAs(person, route);
      if (may.has(permission)) {
        expect(status, `${nameOf(route)} ${json?.message}`).not.toBe(403);
        expect(status, `${nameOf(route)} ${json?.message}`).toBeLessThan(500);
      } else expect({ status, ...json }, nameOf(route)).toMatchObject({ status: 403, ...forbiddenOn(route) });
    }
  });
});
