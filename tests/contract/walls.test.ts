import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import type { Route } from '#kit/server/route.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { byTurns } from '#tests/harness/long.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { TRIES, WRITING_GETS, type Prey } from './administration-tries.ts';
import { call, pathWith } from './calls.ts';
import { fingerprints } from './fingerprints.ts';
import { OPEN_TO_ALL, OPEN_TO_SESSION } from './open-routes.ts';
import { layOutPrey, MARK } from './lay-out-prey.ts';
import { openOtherTenant, personWith } from './worlds.ts';

let scene: TestApp;
let admin: Client;
let stranger: Client;
let prey: Prey;
let before: Record<string, string>;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  prey = await layOutPrey(scene, admin);
  stranger = await openOtherTenant(scene);
  before = await fingerprints(scene);
});
afterAll(() => scene.stop());

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
/** Routes of a session, but for its end. */
const routes = (): Route[] => scene.app.assembled.routes.filter((route) => !OPEN_TO_ALL.has(nameOf(route)));
const isReading = ({ method, path }: Route): boolean => method === 'GET' && !WRITING_GETS.has(path);

test("nothing of the administration can be changed by another tenant's ids", async () => {
  let tried = 0;
  for (const route of routes()) {
    if (!route.path.startsWith('/sys/') || isReading(route)) continue;
    const tries = TRIES[route.path];
    if (!tries) throw new Error(`${nameOf(route)}: say here what it owes to other tenants`);
    for (const [sent, message] of tries(prey)) {
      const { status, json } = await call(scene, route, { ...sent, token: stranger.token });
      expect({ status, ...json }, `${nameOf(route)} ${JSON.stringify(sent)}`).toMatchObject({
        status: 200,
        success: false,
        code: 500,
        message,
      });
      tried++;
    }
  }
  const asking = Object.values(TRIES).filter((tries) => tries(prey).length > 0);
  expect(asking.length).toBeGreaterThan(75);
  expect(tried).toBeGreaterThan(asking.length);
  expect(await fingerprints(scene)).toEqual(before);
});

/** Routes that are known to answer the house itself with its rows. */
const TELLING = 16;

test('no question of the administration is answered with a word of another tenant', async () => {
  const one = (id: string) => ({ id, ids: id, userid: id, userId: id, roleId: id, departId: id });
  const questions: Record<string, string>[] = [
    {},
    ...[prey.user, prey.role, prey.depart, prey.position, prey.notice, prey.session].map(one),
    { username: 'prey', realname: `*${MARK}*`, keyWord: MARK, roleName: `*${MARK}*` },
    { tenantId: '1', tenant_id: '1', relTenantIds: '1', pageSize: '200', pid: prey.depart },
    { superQueryParams: JSON.stringify([{ field: 'id', rule: 'eq', val: prey.user }]) },
  ];
  const words = [MARK, ...Object.values(prey).filter((value) => value.length > 30)];
  const telling = new Set<string>();
  for (const route of routes()) {
    if (!route.path.startsWith('/sys/') || !isReading(route)) continue;
    for (const query of questions) {
      const ask = async ({ token }: Client): Promise<string[]> => {
        const path = pathWith(route, prey.user);
        const { status, bytes } = await call(scene, { method: 'GET', path }, { token, query });
        expect(status, nameOf(route)).toBeLessThan(500);
        return words.filter((word) => bytes.toString('utf8').includes(word));
      };
      expect(await ask(stranger), `${nameOf(route)} ${JSON.stringify(query)}`).toEqual([]);
      // Asked at home, the same questions do find the prey: so many routes that do are enough.
      if (telling.size < TELLING && !telling.has(route.path) && (await ask(admin)).length > 0) telling.add(route.path);
    }
  }
  expect(telling.size).toBe(TELLING);
  const grants = (who: Client) => must(who.get('/sys/permission/queryRolePermission', { roleId: prey.role }));
  expect(await grants(admin)).toHaveLength(1);
  expect(await grants(stranger)).toEqual([]);
  expect(await fingerprints(scene)).toEqual(before);
});

test('what a stranger adds is theirs, whatever tenant they name', async () => {
  const named = { tenantId: 1, tenant_id: 1, relTenantIds: '1', loginTenantId: 1 };
  const rows = {
    role: { roleName: '自有角色', roleCode: 'prey' },
    position: { code: 'prey', name: '自有职务' },
    user: { username: 'own_man', realname: '自有人', password: PASSWORD },
    sysDepart: { departName: '自有部门' },
  };
  const added: string[] = [];
  for (const [kind, body] of Object.entries(rows)) {
    const path = `/sys/${kind}/add?tenantId=1&tenant_id=1`;
    added.push((await must(stranger.post<{ id: string }>(path, { ...body, ...named }))).id);
  }
  const own = await scene.as('own_man');
  const info = await must(own.get<{ userInfo: Record<string, unknown> }>('/sys/user/getUserInfo'));
  expect(info.userInfo).toMatchObject({ id: added[2], tenantId: 2, relTenantIds: '2' });
  for (const [at, path] of ['/sys/role/list', '/sys/position/list', '/sys/user/list'].entries()) {
    const records = async (who: Client) =>
      (await must(who.get<{ records: { id: string }[] }>(path, { pageSize: '200' }))).records;
    expect((await records(stranger)).map(({ id }) => id)).toContain(added[at]);
    expect((await records(admin)).map(({ id }) => id)).not.toContain(added[at]);
  }
  expect(await fingerprints(scene)).toEqual(before);
});

test('every route refuses a session that names another tenant in its header', async () => {
  const names = ['2', '1,2', '01', '1 or 1=1', '-1'];
  // One hook refuses it, whatever the route.
  for (const [at, tenant] of names.entries())
    for (const route of byTurns(routes(), at, names.length * 4)) {
      const { status, json } = await call(
        scene,
        { method: route.method, path: pathWith(route) },
        { token: admin.token, headers: { 'tenant-id': tenant, 'idempotency-key': newId() } },
      );
      expect({ status, ...json }, `${nameOf(route)} as ${tenant}`).toMatchObject({
        status: 401,
        success: false,
        code: 401,
        message: '用户租户信息变更,请重新登陆!',
      });
    }
  expect(await fingerprints(scene)).toEqual(before);
  for (const tenant of ['1', '0'])
    expect(
      await call(
        scene,
        { method: 'GET', path: '/sys/user/list' },
        { token: admin.token, headers: { 'tenant-id': tenant } },
      ),
    ).toMatchObject({ status: 200, json: { success: true } });
});

test('what is open to everybody is named, and tells who holds no right nothing of the business', async () => {
  const nobody = await personWith(scene, admin, []);
  const open = routes().filter(({ access }) => access === 'signedIn');
  expect(open.map(nameOf).sort()).toEqual([...OPEN_TO_SESSION].sort());
  expect(await must(admin.get('/desk/todo'))).not.toEqual([]);
  expect(await must(nobody.get('/desk/todo'))).toEqual([]);
  for (const path of ['/sys/role/list', '/sys/role/queryall'])
    expect(await nobody.get(path), path).toMatchObject({
      status: 403,
      code: 510,
      message: '没有权限，请联系管理员授权',
    });
  const inviter = await personWith(scene, admin, ['system:invitation:add']);
  const { records } = await must(inviter.get<{ records: unknown[] }>('/sys/role/list'));
  expect(records).not.toEqual([]);
});

test('what a stranger is refused is done for the administrator of the house', async () => {
  const done = new Set<string>();
  const order = ['edit', 'saveRolePermission', 'forceLogout', 'frozenBatch', 'delete'];
  for (const verb of order)
    for (const [path, tries] of Object.entries(TRIES).filter(([one]) => one.endsWith(`/${verb}`))) {
      const method = verb === 'delete' ? 'DELETE' : /Batch|edit/.test(verb) ? 'PUT' : 'POST';
      const [sent] = tries(prey)[0] ?? [];
      // Names nobody, or is refused to everybody.
      if (!sent || path === '/sys/log/delete') continue;
      const { json } = await call(scene, { method, path }, { ...sent, token: admin.token });
      expect(json, `${path} ${json?.message}`).toMatchObject({ success: true });
      done.add(path);
    }
  expect(done.size).toBe(36);
});
