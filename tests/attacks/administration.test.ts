import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** What a body, an id or a batch may try at the rows of people, roles, departments and notices. */

let scene: TestApp;
let admin: Client;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  stranger = await openOtherTenant(scene);
});
afterAll(() => scene?.stop());

type Row = Record<string, unknown>;
const NOBODY = '00000000-0000-7000-8000-000000000001';
/** What nobody writes from outside, whatever the form is of. */
const STAMPS = { id: NOBODY, tenantId: 2, createBy: 'x', createTime: '2001-01-01 00:00:00' };

const read = (path: string, id: string, by = admin): Promise<Row> => must(by.get<Row>(`${path}/queryById`, { id }));
const add = async (path: string, body: Row): Promise<string> =>
  (await must(admin.post<{ id: string }>(`${path}/add`, { ...body, ...STAMPS }))).id;
const edit = (path: string, id: string, body: Row): Promise<unknown> =>
  must(admin.put(`${path}/edit`, { ...body, ...STAMPS, id }));
const untouched = { createBy: 'admin', createTime: expect.not.stringMatching(/^2001/) };

test('G17 what follows from elsewhere is not written by a body', async () => {
  covers('§7 system administration');
  const [role, depart, notice] = ['/sys/role', '/sys/sysDepart', '/sys/annountCement'];

  const preset = { isPreset: true };
  const roleId = await add(role, { roleName: '甲', roleCode: 'body_role', ...preset });
  await edit(role, roleId, { roleName: '乙', ...preset });
  expect(roleId).not.toBe(NOBODY);
  expect(await read(role, roleId)).toMatchObject({
    ...untouched,
    roleName: '乙',
    roleCode: 'body_role',
    isPreset: false,
  });

  const top = await add(depart, { departName: '上级', orgCode: 'Z99', level: 7 });
  const below = await add(depart, { departName: '下级', parentId: top });
  const code = String((await read(depart, top))['orgCode']);
  expect(code).toMatch(/^A\d\d$/);
  await edit(depart, below, { departName: '改', parentId: '', orgCode: 'A01', level: 1 });
  expect(await read(depart, below)).toMatchObject({
    ...untouched,
    departName: '改',
    parentId: top,
    orgCode: `${code}A01`,
    level: 2,
  });

  const out = { sendStatus: '1', sender: 'x', sendTime: '2001-01-01 00:00:00' };
  const noticeId = await add(notice, { titile: '草稿', msgContent: '…', ...out });
  await edit(notice, noticeId, { titile: '仍是草稿', ...out });
  expect(await read(notice, noticeId)).toMatchObject({
    ...untouched,
    titile: '仍是草稿',
    sendStatus: '0',
    sender: '',
    sendTime: null,
  });
});

test('H2 rows of another tenant are not to be found', async () => {
  const role = await add('/sys/role', { roleName: '丙', roleCode: 'foreign_role' });
  const depart = await add('/sys/sysDepart', { departName: '外人不见' });
  const user = await add('/sys/user', {
    username: 'foreign_user',
    realname: '外人',
    password: PASSWORD,
  });
  for (const [path, id] of [
    ['/sys/role', role],
    ['/sys/sysDepart', depart],
    ['/sys/user', user],
  ] as const)
    for (const request of [id, id.toUpperCase(), 'x', ''])
      expect(await stranger.get(`${path}/queryById`, { id: request }), path).toMatchObject({
        success: false,
        message: '未找到对应实体',
      });
  const listed = await must(stranger.get('/sys/sysDepart/list', { selections: depart }));
  expect(listed).toMatchObject({ total: 0 });
});

test('each reading asks for its own right, those who choose a role see their list alone', async () => {
  const clerk = await personWith(scene, admin, ['system:user:add']);
  const roleId = await add('/sys/role', { roleName: '丁', roleCode: 'chosen_role' });
  expect(await clerk.get('/sys/role/list')).toMatchObject({ success: true });
  for (const path of [
    '/sys/role/queryById',
    '/sys/sysDepart/queryById',
    '/sys/sysDepart/list',
    '/sys/user/queryById',
    '/sys/user/list',
    '/sys/annountCement/list',
  ])
    expect(await clerk.get(path, { id: roleId }), path).toMatchObject({ status: 403 });
  const nobody = await personWith(scene, admin, ['system:user:list']);
  expect(await nobody.get('/sys/role/list')).toMatchObject({ success: false });
  expect(await must(nobody.get('/channels/unoffered'))).toEqual([]);
});

test('G8 a batch with somebody among it who may not go takes nobody away', async () => {
  const helper = await personWith(scene, admin, ['system:user:list', 'system:user:delete', 'system:role:list']);
  const idOf = async (username: string): Promise<string> =>
    String((await must(admin.get<{ records: Row[] }>('/sys/user/list', { username }))).records[0]?.['id']);
  const victim = await add('/sys/user', {
    username: 'batch_victim',
    realname: '无权',
    password: PASSWORD,
  });
  const self = await must(helper.get<{ id: string; username: string }>('/sys/user/profile'));
  const above = await idOf('admin');
  for (const [who, beside, refusal] of [
    [helper, self.id, { success: false, message: expect.stringContaining('不能删除自己') }],
    [helper, above, { status: 403 }],
    [admin, above, { success: false, message: expect.stringContaining('不能删除自己') }],
  ] as const) {
    const ids = `${victim},${beside}`;
    expect(await who.delete('/sys/user/deleteBatch', { ids })).toMatchObject(refusal);
    expect(await read('/sys/user', victim)).toMatchObject({ status: 1 });
  }
  const ids = `${victim},${NOBODY},x`;
  expect(await must(helper.delete('/sys/user/deleteBatch', { ids }))).toMatchObject({
    deleted: 1,
    missing: 1,
  });
});
