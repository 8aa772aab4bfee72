import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, permissionIds, roleId, type Envelope, type Scene } from '../test-scene.ts';

/** Who writes notices under a data rule reaches those that it shows them, and reads what they are sent. */

let scene: Scene;
let admin: string;
let writer: string;
let own: string;
let foreign: string;

const call = (method: 'GET' | 'POST' | 'PUT', path: string, token: string, body?: object) =>
  scene.call(method, `/sys/annountCement/${path}`, { token, ...(body ? { body } : {}) });
const idOf = async (titile: string): Promise<string> =>
  (await call('GET', 'list?pageSize=100', admin)).result.records.find(
    (one: { titile: string }) => one.titile === titile,
  ).id;
async function add(titile: string, token: string): Promise<string> {
  const about = { msgCategory: '1', priority: 'L', msgType: 'ALL', msgContent: '<p>内容</p>' };
  const added = await call('POST', 'add', token, { titile, ...about });
  expect(added.success, added.message).toBe(true);
  return idOf(titile);
}

beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
  const [page = ''] = await permissionIds(scene, 'menu:/isystem/annountCement');
  const codes = ['add', 'edit', 'publish'].map((verb) => `system:announcement:${verb}`);
  const held = [page, ...(await permissionIds(scene, ...codes))].join(',');
  const of = (token: string) => ({
    post: (url: string, body: object) => scene.call('POST', url, { token, body }),
  });
  await of(admin).post('/sys/role/add', { roleName: '撰稿', roleCode: 'writer' });
  const role = await roleId(scene, 1, 'writer');
  await of(admin).post('/sys/permission/saveRolePermission', { roleId: role, permissionIds: held });
  const ruled = await of(admin).post('/sys/permission/addPermissionRule', {
    permissionId: page,
    ruleName: '自己写的',
    ruleColumn: 'createBy',
    ruleConditions: '=',
    ruleValue: '#{sys_user_code}',
    status: '1',
  });
  expect(ruled.message).toBe('添加成功！');
  const rules = await scene.call('GET', `/sys/permission/getPermRuleListByPermId?permissionId=${page}`, {
    token: admin,
  });
  const carried = await of(admin).post('/sys/role/datarule', {
    permissionId: page,
    roleId: role,
    dataRuleIds: rules.result[0].id,
  });
  expect(carried.message).toBe('保存成功!');
  await scene.user(1, { username: 'writer_one', roles: ['writer'] });
  writer = await scene.login('writer_one');
  own = await add('自己的通告', writer);
  foreign = await add('别人的通告', admin);
}, 60_000);
afterAll(() => scene?.close());

const GONE = { success: false, message: '未找到对应实体' };
const each = (id: string): Promise<Envelope[]> =>
  Promise.all([
    call('GET', `doReleaseData?id=${id}`, writer),
    call('GET', `doReovkeData?id=${id}`, writer),
    call('PUT', 'edit', writer, { id, titile: '改' }),
    call('GET', `queryById?id=${id}`, writer),
  ]);

test('what a rule hides is neither listed, read, edited, published nor taken back', async () => {
  const listed = await call('GET', 'list?pageSize=100', writer);
  expect(listed.result.records.map(({ id }: { id: string }) => id)).toEqual([own]);
  for (const refused of await each(foreign)) expect(refused).toMatchObject(GONE);
  const published = await call('GET', `doReleaseData?id=${own}`, writer);
  expect(published.message).toBe('该系统通知发布成功');
});

test('a notice that they are sent is theirs to read, though not to write', async () => {
  await call('GET', `doReleaseData?id=${foreign}`, admin);
  const read = await call('GET', `queryById?id=${foreign}`, writer);
  expect(read).toMatchObject({ success: true, result: { titile: '别人的通告' } });
  expect(await call('GET', `doReovkeData?id=${foreign}`, writer)).toMatchObject(GONE);
});
