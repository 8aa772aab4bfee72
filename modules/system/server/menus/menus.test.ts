import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemMenus } from '../../model/menus.ts';
import { syncMenus } from '../index.ts';
import { openScene, permissionIds, roleId, type Scene } from '../test-scene.ts';

let scene: Scene;
let admin: string;
let page: string;
let group: string;

beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
  [page = ''] = await permissionIds(scene, 'menu:/isystem/user');
  [group = ''] = await permissionIds(scene, 'menu:/isystem');
}, 60_000);
afterAll(() => scene?.close());

const get = (url: string, token = admin) => scene.call('GET', url, { token });
const post = (url: string, body: object, token = admin) => scene.call('POST', url, { token, body });
const put = (url: string, body: object, token = admin) => scene.call('PUT', url, { token, body });
const remove = (url: string) => scene.call('DELETE', url, { token: admin });

interface Entry {
  id: string;
  name: string;
  url: string | null;
  perms: string | null;
  isLeaf: boolean;
  changed: string[];
  children?: Entry[];
}
const below = async (parentId: string): Promise<Entry[]> =>
  (await get(`/sys/permission/getSystemSubmenu?parentId=${parentId}`)).result;
const entry = async (id: string): Promise<Entry | undefined> =>
  (await get('/sys/permission/list?name=')).result
    .flatMap(function all(one: Entry): Entry[] {
      return [one, ...(one.children ?? []).flatMap(all)];
    })
    .find((one: Entry) => one.id === id);
const REFUSED = { status: 200, success: false };

test('menus are read level by level, many levels at once, and as a whole', async () => {
  const roots = (await get('/sys/permission/getSystemMenuList')).result as Entry[];
  expect(roots.find(({ id }) => id === group)).toMatchObject({
    name: '系统管理',
    menuType: 0,
    isLeaf: false,
    parentId: '',
    status: '1',
    isDeclared: true,
  });
  const inner = await below(group);
  expect(inner.find(({ id }) => id === page)).toMatchObject({
    name: '用户管理',
    menuType: 1,
    url: '/isystem/user',
    perms: 'system:user:list',
  });
  const batch = (await get(`/sys/permission/getSystemSubmenuBatch?parentIds=${group},${page},`)).result;
  expect(batch[group]).toEqual(inner);
  expect(batch[page]).toEqual(await below(page));
  const whole = (await get('/sys/permission/list')).result as Entry[];
  expect(whole.find(({ id }) => id === group)?.children?.map(({ id }) => id)).toEqual(inner.map(({ id }) => id));
});

test('what the program declares is arranged, and never switched off, redirected or deleted', async () => {
  for (const change of [
    { status: '0' },
    { perms: 'system:user:show' },
    { url: '/elsewhere' },
    { component: 'layouts/IframePageView' },
  ])
    expect(await put('/sys/permission/edit', { id: page, ...change })).toMatchObject(REFUSED);
  const [button = ''] = await permissionIds(scene, 'system:user:edit');
  const off = await put('/sys/permission/edit', { id: button, status: '0' });
  expect(off).toMatchObject({ ...REFUSED, message: expect.stringContaining('不能停用') });
  expect(await remove(`/sys/permission/delete?id=${page}`)).toMatchObject({
    ...REFUSED,
    message: '程序内置的菜单与按钮不能删除，可以隐藏',
  });
  const row = (await below(group)).find(({ id }) => id === page) as Entry;
  const edited = await put('/sys/permission/edit', {
    ...row,
    name: '员工',
    sortNo: '8',
    hidden: true,
  });
  expect(edited.message).toBe('修改成功！');
  expect(await entry(page)).toMatchObject({ name: '员工', sortNo: 8, hidden: true });
});

test('an arrangement outlives a start of the program, until it is taken back', async () => {
  await put('/sys/permission/edit', { id: page, name: '同事', sortNo: 33 });
  await syncMenus(scene.db, systemMenus);
  expect((await get('/sys/permission/getUserPermissionByToken')).success).toBe(true);
  expect(await entry(page)).toMatchObject({ name: '同事', sortNo: 33 });
  expect((await entry(page))?.changed).toEqual(expect.arrayContaining(['name', 'sortNo']));
  const back = await post('/sys/permission/restore', { id: page });
  expect(back.message).toBe('已恢复默认');
  expect(await entry(page)).toMatchObject({
    name: '用户管理',
    sortNo: 1,
    hidden: false,
    changed: [],
  });
});

test('siblings stand in the order given, below whom they were hung', async () => {
  const inner = await below(group);
  const ids = inner.map(({ id }) => id).reverse();
  expect((await post('/sys/permission/arrange', { parentId: group, ids })).success).toBe(true);
  expect((await below(group)).map(({ id }) => id)).toEqual(ids);
  const loop = await put('/sys/permission/edit', { id: group, parentId: page, menuType: 1 });
  expect(loop).toMatchObject(REFUSED);
});

test('own entries come, change and go; those who were granted one see it in their menu', async () => {
  const added = await post('/sys/permission/add', {
    name: '物流查询',
    menuType: '1',
    parentId: group,
    url: 'https://track.example/?t={{ tenantId }}',
    sortNo: '3',
    status: '1',
    route: true,
    icon: 'car',
  });
  expect(added.message).toBe('添加成功！');
  const own = (await below(group)).find(({ name }) => name === '物流查询') as Entry;
  expect(own).toMatchObject({ component: 'layouts/IframePageView', isDeclared: false });
  await post('/sys/role/add', { roleName: '查询', roleCode: 'tracker' });
  await post('/sys/permission/saveRolePermission', {
    roleId: await roleId(scene, 1, 'tracker'),
    permissionIds: own.id,
  });
  await scene.user(1, { username: 'tracker', roles: ['tracker'] });
  const token = await scene.login('tracker');
  const menu = async () => JSON.stringify((await get('/sys/permission/getUserPermissionByToken', token)).result.menu);
  expect(await menu()).toContain('物流查询');
  await put('/sys/permission/edit', { ...own, name: '货运查询' });
  expect(await menu()).toContain('货运查询');
  const button = { name: '导出轨迹', menuType: 2, parentId: own.id, perms: 'tracking:export' };
  expect((await post('/sys/permission/add', button)).success).toBe(true);
  expect(await remove(`/sys/permission/delete?id=${own.id}`)).toMatchObject({
    ...REFUSED,
    message: '请先删除下级菜单与按钮',
  });
  const [inner] = await below(own.id);
  const gone = await remove(`/sys/permission/deleteBatch?ids=${own.id},${inner?.id},`);
  expect(gone.message).toBe('批量删除成功！');
  expect(await menu()).not.toContain('货运查询');
  expect((await post('/sys/permission/add', { ...button, parentId: group })).success).toBe(true);
});

test.each([
  ['a session in an address', { url: 'https://x.example/?t={{ token }}' }],
  ['a page of the program', { url: '/mine', component: 'system/UserList' }],
  ['the layout of another client', { url: '/mine', component: 'layouts/default/index' }],
  ['an address that a menu has', { url: '/isystem/user' }],
  ['a right that a route asks for', { url: '/mine', perms: 'system:user:list' }],
  ['a right of the platform', { menuType: 2, perms: 'monitor:anything' }],
  ['a button without a code', { menuType: 2 }],
  ['nothing to hang below', { url: '/mine', parentId: '' }],
])('%s is no menu', async (_name, more) => {
  const before = await below(group);
  const given = { name: '自己的', menuType: 1, parentId: group, ...more };
  expect(await post('/sys/permission/add', given)).toMatchObject(REFUSED);
  expect(await below(group)).toEqual(before);
});

test('I8: what a browser would carry out is no address of a menu, new or edited', async () => {
  const made = await post('/sys/permission/add', { name: '网址', menuType: 1, parentId: group, url: '/own-address' });
  expect(made.success).toBe(true);
  const before = await below(group);
  const own = before.find(({ name }) => name === '网址') as Entry;
  for (const url of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    "{{ constructor.constructor('alert(1)')() }}",
    'https://x.example/{{ constructor }}',
    '{{ window.x }}',
  ]) {
    expect(await post('/sys/permission/add', { name: '坏', menuType: 1, parentId: group, url }), url).toMatchObject(
      REFUSED,
    );
    expect(await put('/sys/permission/edit', { ...own, url }), url).toMatchObject(REFUSED);
  }
  expect(await below(group)).toEqual(before);
  expect((await remove(`/sys/permission/delete?id=${own.id}`)).success).toBe(true);
});

test('a tenant reads the menus it may have, and changes none', async () => {
  await scene.user(2, { username: 'other_admin', roles: ['TADM'] });
  const token = await scene.login('other_admin');
  const text = JSON.stringify((await get('/sys/permission/list', token)).result);
  expect(text).toContain('system:user:list');
  expect(text).not.toContain('system:permission:edit');
  for (const refused of [
    await post('/sys/permission/add', { name: 'x', menuType: 0, url: '/x' }, token),
    await put('/sys/permission/edit', { id: page, name: 'x' }, token),
    await post('/sys/permission/restore', { id: page }, token),
  ])
    expect(refused.status).toBe(403);
});

test('whether a code is free can be asked', async () => {
  const check = (value: string, id = '') =>
    get(`/sys/duplicate/check?tableName=sys_permission&fieldName=perms&fieldVal=${value}&dataId=${id}`);
  expect((await check('nobody:has:this')).success).toBe(true);
  expect((await check('system:user:edit')).success).toBe(false);
});
