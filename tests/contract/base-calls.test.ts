import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { readRecords, upload, workbook } from '#tests/sheets/upload.ts';
import { personWith } from './worlds.ts';
import { covers } from '#tests/spec/covers.ts';

/**
 * Calls of the administration as a client of the base makes them: method, parameters, the shape that it
 * reads and the message that it shows. Bodies have their numbers as text, lists of ids end with a comma.
 */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;
const LIST = { column: 'createTime', order: 'desc', field: 'id,,createTime,action' };
const pageOf = async (path: string, query: Record<string, string> = {}): Promise<Any> => {
  const page = await must(admin.get<Any>(path, { ...LIST, pageNo: '1', pageSize: '10', ...query }));
  expect(page.records, path).toBeInstanceOf(Array);
  expect(typeof page.total, path).toBe('number');
  return page;
};
const done = (answer: Any, message?: string): Any => {
  expect(answer).toMatchObject({ status: 200, success: true, ...(message ? { message } : {}) });
  expect(typeof answer.message).toBe('string');
  return answer.result;
};
const NODE = {
  id: expect.any(String),
  name: expect.any(String),
  menuType: expect.any(Number),
  isLeaf: expect.any(Boolean),
  ruleFlag: expect.any(Number),
};

test('§1 menus: levels, batches, the whole tree', async () => {
  covers('§7 system administration');
  const roots = await must(admin.get<Any[]>('/sys/permission/getSystemMenuList'));
  expect(roots[0]).toMatchObject({ ...NODE, menuType: 0 });
  for (const key of 'perms icon component url sortNo parentId permsType status route hidden keepAlive alwaysShow internalOrExternal redirect'.split(
    ' ',
  ))
    expect(roots[0], key).toHaveProperty(key);
  const parent = roots.find(({ isLeaf }) => !isLeaf);
  const below = await must(admin.get<Any[]>('/sys/permission/getSystemSubmenu', { parentId: parent.id }));
  expect(below[0]).toMatchObject({ ...NODE, parentId: parent.id });
  const leaf = below.find(({ isLeaf }) => isLeaf);
  if (leaf) expect(leaf.children ?? []).toEqual([]);
  const many = await must(admin.get<Any>('/sys/permission/getSystemSubmenuBatch', { parentIds: `${parent.id},` }));
  expect(many[parent.id].map(({ id }: Any) => id)).toEqual(below.map(({ id }) => id));
  const whole = await must(admin.get<Any[]>('/sys/permission/list'));
  expect(whole.find(({ id }) => id === parent.id).children).toHaveLength(below.length);
  const tree = await must(admin.get<Any>('/sys/permission/queryTreeList'));
  expect(tree.ids).toBeInstanceOf(Array);
  expect(tree.treeList[0]).toMatchObject({
    key: expect.any(String),
    value: expect.any(String),
    title: expect.any(String),
    slotTitle: expect.any(String),
    leaf: expect.any(Boolean),
  });
});

test('§1 the menu of a new person has the account pages that clients lead to by name', async () => {
  const somebody = await personWith(scene, admin, []);
  const { menu } = await must(somebody.get<Any>('/sys/permission/getUserPermissionByToken'));
  const found = (name: string): Any => menu.find((node: Any) => node.name === name);
  expect(found('account-center')).toMatchObject({
    path: '/account/center',
    component: 'account/center/Index',
    hidden: true,
    meta: { title: '个人中心' },
  });
  expect(found('account-settings-base')).toMatchObject({
    path: '/account/settings/base',
    component: 'account/settings/Index',
    hidden: true,
    meta: { title: '账号设置' },
  });
});

test('§1 menus and data rules are written', async () => {
  covers('§7 system administration');
  const body = {
    name: '基座菜单',
    menuType: '0',
    component: 'layouts/RouteView',
    url: '/base-call',
    sortNo: '9',
    route: true,
    hidden: false,
    keepAlive: false,
    alwaysShow: false,
    internalOrExternal: false,
    status: '1',
    permsType: '1',
  };
  done(await admin.post('/sys/permission/add', body), '添加成功！');
  const find = async (): Promise<Any> =>
    (await must(admin.get<Any[]>('/sys/permission/getSystemMenuList'))).find(({ url }) => url === '/base-call');
  const made = await find();
  done(await admin.put('/sys/permission/edit', { ...made, name: '改名' }), '修改成功！');
  expect(await find()).toMatchObject({ name: '改名' });
  const check = (fieldVal: string): Promise<Any> =>
    admin.get('/sys/duplicate/check', {
      tableName: 'sys_permission',
      fieldName: 'perms',
      fieldVal,
      dataId: '',
    });
  expect(await check('base:call:free')).toMatchObject({ success: true, message: '该值可用！' });
  expect(await check('system:user:list')).toMatchObject({ success: false });
  const users = (await must(admin.get<Any[]>('/sys/permission/list')))
    .flatMap((node) => [node, ...(node.children ?? [])])
    .find(({ perms }) => perms === 'system:user:list');
  const rule = {
    permissionId: users.id,
    ruleName: '本人',
    ruleColumn: 'username',
    ruleConditions: '=',
    ruleValue: '#{sys_user_code}',
    status: '1',
  };
  done(await admin.post('/sys/permission/addPermissionRule', rule));
  const rules = await must(
    admin.get<Any[]>('/sys/permission/getPermRuleListByPermId', {
      ...LIST,
      permissionId: users.id,
    }),
  );
  expect(rules).toBeInstanceOf(Array);
  expect(rules[0]).toMatchObject({ ...rule, id: expect.any(String), status: expect.anything() });
  const request = { permissionId: users.id, ruleName: '本', ruleValue: '' };
  expect((await must(admin.get<Any[]>('/sys/permission/queryPermissionRule', request)))[0]).toMatchObject({
    ruleName: '本人',
  });
  const changed = { ...rules[0], ruleName: '只看本人' };
  done(await admin.put('/sys/permission/editPermissionRule', changed));
  done(await admin.delete('/sys/permission/deletePermissionRule', { id: rules[0].id }));
  done(await admin.delete('/sys/permission/delete', { id: made.id }), '删除成功！');
  done(await admin.post('/sys/permission/add', body));
  done(await admin.delete('/sys/permission/deleteBatch', { ids: `${(await find()).id},` }));
  expect(await find()).toBeUndefined();
});

test('§2 roles: members, data rules, sheets', async () => {
  covers('§7 system administration');
  const role = done(await admin.post('/sys/role/add', { roleName: '基座角色', roleCode: 'base_call' }), '添加成功！');
  const person = done(
    await admin.post('/sys/user/add', {
      username: 'base_member',
      realname: '成员',
      password: PASSWORD,
      confirmpassword: PASSWORD,
      selectedroles: '',
      selecteddeparts: '',
    }),
  );
  const members = (): Promise<Any> => pageOf('/sys/user/userRoleList', { roleId: role.id });
  expect((await members()).records).toEqual([]);
  const given = { roleId: role.id, userIdList: [person.id] };
  done(await admin.post('/sys/user/addSysUserRole', given));
  expect((await members()).records[0]).toMatchObject({
    id: person.id,
    username: 'base_member',
    realname: '成员',
    status: 1,
    status_dictText: '正常',
  });
  expect((await pageOf('/sys/user/userRoleList', { roleId: role.id, username: 'no_one' })).total).toBe(0);
  const one = { roleId: role.id, userId: person.id };
  done(await admin.delete('/sys/user/deleteUserRole', one), '删除成功!');
  done(await admin.post('/sys/user/addSysUserRole', given));
  const some = { roleId: role.id, userIds: `${person.id},` };
  done(await admin.delete('/sys/user/deleteUserRoleBatch', some));
  expect((await members()).total).toBe(0);
  const page = (await must(admin.get<Any[]>('/sys/permission/list')))
    .flatMap((node) => [node, ...(node.children ?? [])])
    .find(({ perms }) => perms === 'system:user:list');
  const path = `/sys/role/datarule/${page.id}/${role.id}`;
  expect(await admin.get(path)).toMatchObject({ status: 200, success: false });
  await must(
    admin.post('/sys/permission/saveRolePermission', {
      roleId: role.id,
      permissionIds: page.id,
      lastpermissionIds: '',
    }),
  );
  await must(
    admin.post('/sys/permission/addPermissionRule', {
      permissionId: page.id,
      ruleName: '预设',
      ruleColumn: 'username',
      ruleConditions: '=',
      ruleValue: '#{sys_user_code}',
      status: '1',
    }),
  );
  const { datarule, drChecked } = await must(admin.get<Any>(path));
  const rule = datarule.find(({ ruleName }: Any) => ruleName === '预设');
  expect(rule).toMatchObject({ id: expect.any(String), ruleName: '预设' });
  expect(drChecked ?? '').toBe('');
  done(
    await admin.post('/sys/role/datarule', {
      permissionId: page.id,
      roleId: role.id,
      dataRuleIds: `${rule.id},`,
    }),
  );
  expect((await must(admin.get<Any>(path))).drChecked).toContain(rule.id);
  const sheet = await admin.raw('GET', `/sys/role/exportXls?selections=${role.id}`);
  expect(sheet.status).toBe(200);
  expect(sheet.bytes.length).toBeGreaterThan(500);
  const good = await workbook(['角色名称', '角色编码'], [['导入角色', 'base_sheet']]);
  expect(await upload(scene, admin, '/sys/role/importExcel', good)).toMatchObject({
    success: true,
    message: expect.stringContaining('全部导入成功'),
  });
  const bad = await workbook(['角色名称', '角色编码'], [['无编码', '']]);
  expect(await upload(scene, admin, '/sys/role/importExcel', bad)).toMatchObject({
    code: 201,
    result: { msg: expect.any(String), fileUrl: expect.any(String), fileName: expect.any(String) },
  });
});

test('§3 users: tenants, sheets, recycle bin, look-ups', async () => {
  covers('§7 system administration');
  const tenants = await must(admin.get<Any[]>('/sys/tenant/queryList'));
  expect(tenants[0]).toMatchObject({ id: expect.any(Number), name: expect.any(String) });
  expect(await must(admin.get('/sys/tenant/getCurrentUserTenant'))).toEqual({
    list: [{ id: 1, name: expect.any(String), status: 1 }],
  });
  const depart = done(await admin.post('/sys/sysDepart/add', { departName: '基座部门' }));
  const person = done(
    await admin.post('/sys/user/add', {
      username: 'base_leader',
      realname: '负责人',
      password: PASSWORD,
      userIdentity: '2',
      departIds: depart.id,
      selecteddeparts: depart.id,
    }),
    '添加成功！',
  );
  const [listed] = (await pageOf('/sys/user/list', { username: 'base_leader' })).records;
  expect(listed).toMatchObject({
    departIds: depart.id,
    departIds_dictText: '基座部门',
    userIdentity: 2,
    status_dictText: '正常',
    orgCodeTxt: '基座部门',
  });
  expect(JSON.stringify(listed)).not.toMatch(/password"|salt|argon/);
  const found = await must(admin.get<Any[]>('/sys/user/queryByIds', { userIds: `${person.id},` }));
  expect(found).toMatchObject([{ id: person.id, username: 'base_leader' }]);
  expect(await must(admin.get<string>('/sys/user/generateUserId'))).toMatch(/^[0-9a-f-]{36}$/);
  const sheet = await admin.raw('GET', `/sys/user/exportXls?selections=${person.id},`);
  expect(sheet.status).toBe(200);
  const good = await workbook(['用户账号', '用户姓名'], [['base_imported', '导入的人']]);
  expect(await upload(scene, admin, '/sys/user/importExcel', good)).toMatchObject({
    success: true,
  });
  done(await admin.delete('/sys/user/delete', { id: person.id }), '删除用户成功');
  const bin = await must(admin.get<Any[]>('/sys/user/recycleBin'));
  expect(bin.find(({ id }) => id === person.id)).toMatchObject({
    username: 'base_leader',
    realname: '负责人',
    avatar: null,
    orgCode: expect.toBeOneOf([null, expect.any(String)]),
  });
  done(await admin.put('/sys/user/putRecycleBin', { userIds: person.id }), '还原成功');
  done(await admin.delete('/sys/user/deleteBatch', { ids: `${person.id},` }));
  const purged = { userIds: `${person.id},` };
  done(await admin.delete('/sys/user/deleteRecycleBin', purged), '删除成功');
});

test('§3 who opens a notice asks for its sender, whatever they may', async () => {
  const somebody = await personWith(scene, admin, []);
  expect(await must(somebody.get<Any>('/sys/user/list', { username: 'admin' }))).toEqual({
    records: [],
    total: 0,
    size: 10,
    current: 1,
    pages: 1,
  });
  expect((await pageOf('/sys/user/list', { username: 'admin' })).records).toMatchObject([{ realname: '管理员' }]);
  for (const query of [{}, { username: '' }, { realname: '管理员' }])
    expect(await somebody.get('/sys/user/list', query)).toMatchObject({ success: false });
});

test('§3 租户分配 says that nobody is put into another tenant', async () => {
  const person = {
    username: 'base_shared',
    realname: '两处',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    selectedroles: '',
    selecteddeparts: '',
  };
  const { id } = done(
    await admin.post('/sys/user/add', { ...person, relTenantIds: '1,2' }),
    '添加成功！租户分配未改变：加入其他租户需由该租户发出邀请，本人接受后生效。',
  );
  const edit = { id, username: person.username, realname: '两处' };
  done(await admin.put('/sys/user/edit', { ...edit, relTenantIds: '1' }), '修改成功!');
  done(
    await admin.put('/sys/user/edit', { ...edit, relTenantIds: '2' }),
    '修改成功!租户分配未改变：加入其他租户需由该租户发出邀请，本人接受后生效。',
  );
});

test('§5 a new tenant has the fill rules of the base, and a wrong kind is refused with those there are', async () => {
  const page = await pageOf('/sys/fillRule/list', { pageSize: '50' });
  const codes = page.records.map(({ ruleCode }: Any) => ruleCode);
  expect(codes).toEqual(expect.arrayContaining(['org_num_role', 'category_code_rule', 'shop_order_num']));
  const fill = async (code: string, form: object = {}): Promise<Any> =>
    must(admin.put<Any>(`/sys/fillRule/executeRuleByCode/${code}`, form));
  const [root] = await must(admin.get<Any[]>('/sys/sysDepart/queryTreeList'));
  const below = await fill('org_num_role', { parentId: root.id });
  expect(below).toMatch(/^A01A\d\d$/);
  const made = { departName: '接着编', parentId: root.id };
  done(await admin.post('/sys/sysDepart/add', made));
  const [again] = await must(admin.get<Any[]>('/sys/sysDepart/queryTreeList'));
  expect(again.children.map(({ orgCode }: Any) => orgCode)).toContain(below);
  expect(await fill('org_num_role', { parentId: root.id })).not.toBe(below);
  expect(await fill('category_code_rule')).toMatch(/^B\d\d$/);
  expect(await fill('shop_order_num')).toMatch(/^CN\d{8}0001$/);
  expect(await fill('shop_order_num')).toMatch(/^CN\d{8}0002$/);
  const wrong = {
    ruleName: '坏',
    ruleCode: 'base_bad_kind',
    ruleClass: 'org.jeecg.OrderNumberRule',
    ruleParams: '{}',
  };
  const refused = await admin.post<Any>('/sys/fillRule/add', wrong);
  expect(refused).toMatchObject({ status: 200, success: false });
  expect(refused.result.errors).toMatchObject([
    {
      field: 'ruleClass',
      message: '规则实现不在可选范围内，可填：流水号（serial）、部门编码（departCode）、分类编码（categoryCode）',
    },
  ]);
  const params = { ...wrong, ruleClass: 'departCode', ruleParams: '{"prefix":"A"}' };
  expect((await admin.post<Any>('/sys/fillRule/add', params)).result.errors).toMatchObject([{ field: 'ruleParams' }]);
});

test('§4 several rows are deleted by POST too, named in the query or in the body', async () => {
  const add = async (name: string): Promise<string> =>
    done(await admin.post('/sys/position/add', { code: name, name, postRank: '1' })).id;
  const [one, two, three] = [await add('base_p1'), await add('base_p2'), await add('base_p3')];
  const gone = async (): Promise<string[]> =>
    (await pageOf('/sys/position/list', { pageSize: '100' })).records
      .map(({ id }: Any) => id)
      .filter((id: string) => [one, two, three].includes(id));
  done(await admin.post('/sys/position/deleteBatch', { ids: `${one},` }), '删除成功!');
  done(await admin.post(`/sys/position/deleteBatch?ids=${two},`, {}), '删除成功!');
  expect(await gone()).toEqual([three]);
  expect(await admin.post('/sys/position/deleteBatch', {})).toMatchObject({ success: false });
  const stranger = await personWith(scene, admin, []);
  expect(await stranger.post('/sys/position/deleteBatch', { ids: three })).toMatchObject({
    success: false,
  });
  expect(await gone()).toEqual([three]);
  done(await admin.post('/sys/category/add', { name: '按 POST 删除', pid: '0' }));
  const category = (await pageOf('/sys/category/rootList', { name: '按 POST 删除' })).records[0];
  done(await admin.post('/sys/category/deleteBatch', { ids: [category.id] }));
  expect((await pageOf('/sys/category/rootList', { name: '按 POST 删除' })).records).toEqual([]);
});

test('§3 whoever registers asks without a token, and learns nothing of who is here', async () => {
  covers('§7 system administration');
  const ask = async (query: string): Promise<Any> => {
    const response = await scene.app.http.inject({
      method: 'GET',
      url: `/api/sys/user/checkOnlyUser?${query}`,
    });
    return { status: response.statusCode, ...response.json() };
  };
  for (const query of ['username=admin', 'phone=13800000001', 'email=nobody%40example.com'])
    expect(await ask(query), query).toMatchObject({ status: 200, success: true });
  const taken = await admin.get('/sys/user/checkOnlyUser', { username: 'admin' });
  expect(taken).toMatchObject({ status: 200, success: false, message: '用户账号已存在' });
  expect(await admin.get('/sys/user/checkOnlyUser', { username: 'nobody_yet' })).toMatchObject({
    success: true,
  });
});

test('§10 what a form asks before it is sent', async () => {
  covers('§7 system administration');
  const ask = (name: string, fieldVal: string): Promise<Any> => {
    const [tableName = '', fieldName = ''] = name.split('.');
    return admin.get('/sys/duplicate/check', { tableName, fieldName, fieldVal, dataId: '' });
  };
  await must(
    admin.post('/sys/fillRule/add', {
      ruleName: '填值',
      ruleCode: 'base_fill',
      ruleClass: 'OrderNumberRule',
      ruleParams: '{}',
    }),
  ).catch(() => undefined);
  for (const name of [
    'sys_user.username',
    'sys_user.phone',
    'sys_user.email',
    'sys_user.work_no',
    'sys_role.role_code',
    'sys_depart.org_code',
    'sys_position.code',
    'sys_dict.dict_code',
    'sys_permission.perms',
    'sys_fill_rule.rule_code',
    'sys_check_rule.rule_code',
    'sys_category.code',
  ])
    expect(await ask(name, 'free_value_1'), name).toMatchObject({
      status: 200,
      success: true,
      message: '该值可用！',
    });
  expect(await ask('sys_user.username', 'admin')).toMatchObject({
    status: 200,
    success: false,
    message: '该值不可用，系统中已存在！',
  });
});

test('G9 §7 logs: what the list says of a request, and that nothing is taken away', async () => {
  covers('§7 system administration');
  await must(admin.post('/sys/position/add', { code: 'base_log', name: '职务', postRank: '1' }));
  const logins = await pageOf('/sys/log/list', { logType: '1', keyWord: '登录' });
  expect(logins.records.find(({ username }: Any) => username === 'admin')).toMatchObject({
    logType: 1,
    logType_dictText: '登录日志',
    operateType: null,
    username: 'admin',
    ip: expect.any(String),
    costTime: expect.any(Number),
  });
  const { records } = await pageOf('/sys/log/list', { logType: '2' });
  const operation = records.find(({ method }: Any) => method === 'system:position:add');
  expect(operation).toMatchObject({
    logType: 2,
    logType_dictText: '操作日志',
    operateType: 2,
    operateType_dictText: '添加',
    username: 'admin',
    requestUrl: '/sys/position/add',
    requestType: 'POST',
    costTime: expect.any(Number),
    userid: expect.any(String),
  });
  expect(JSON.parse(operation.requestParam)).toEqual({ code: '***', name: '***', postRank: '1' });
  const nobody = await personWith(scene, admin, []);
  expect(await nobody.delete('/sys/log/deleteBatch', { ids: 'allclear' })).toMatchObject({
    status: 403,
  });
  const before = (await pageOf('/sys/log/list', { logType: '2' })).total;
  for (const [path, query] of [
    ['/sys/log/delete', { id: operation.id }],
    ['/sys/log/deleteBatch', { ids: 'allclear' }],
  ] as const)
    expect(await admin.delete(path, query)).toMatchObject({
      status: 200,
      success: false,
      message: '日志不能删除',
    });
  const after = await pageOf('/sys/log/list', { logType: '2' });
  expect(after.total).toBe(before + 2);
  expect(after.records[0]).toMatchObject({
    logContent: '尝试删除日志',
    username: 'admin',
    requestType: 'DELETE',
    requestParam: '{"ids":"allclear"}',
  });
});

test('§7 versions of a row are listed and compared', async () => {
  covers('§7 system administration');
  const { id } = done(await admin.post('/sys/position/add', { code: 'base_version', name: '甲', postRank: '1' }));
  done(await admin.put('/sys/position/edit', { id, code: 'base_version', name: '乙', postRank: '1' }));
  const request = { dataTable: 'position', dataId: id };
  const { records } = await pageOf('/sys/dataLog/list', request);
  expect(records[0]).toMatchObject({
    dataTable: 'position',
    dataId: id,
    dataVersion: 2,
    createBy: 'admin',
    dataContent: expect.any(String),
  });
  expect(JSON.parse(records[0].dataContent)).toMatchObject({ name: '乙' });
  const versions = await must(admin.get<Any[]>('/sys/dataLog/queryDataVerList', request));
  expect(versions).toMatchObject([
    { id: expect.any(String), dataVersion: 2, dataId: id },
    { dataVersion: 1, dataId: id },
  ]);
  const two = { dataId1: versions[1].id, dataId2: versions[0].id };
  const compared = await must(admin.get<Any[]>('/sys/dataLog/queryCompareList', two));
  expect(compared.map(({ dataVersion }) => dataVersion)).toEqual([1, 2]);
  expect(compared.map(({ dataContent }) => JSON.parse(dataContent).name)).toEqual(['甲', '乙']);
  const none = { ...request, dataId: '00000000-0000-7000-8000-000000000001' };
  expect(await admin.get('/sys/dataLog/queryDataVerList', none)).toMatchObject({
    status: 200,
    success: false,
    message: '未找到版本信息',
  });
});

test.each([
  ['fillRule', { ruleClass: 'serial', ruleParams: '{"prefix":"B"}' }, '填值'],
  ['checkRule', { ruleJson: '[{"digits":"*","pattern":"^[0-9]+$","message":"数字","priority":"1"}]' }, '校验'],
] as const)('§7 %s: rows, checks, sheets', async (name, more, title) => {
  covers('§7 system administration');
  const path = `/sys/${name}`;
  const body = { ruleName: `基座${title}`, ruleCode: `base_${name}`, ...more };
  const { id } = done(await admin.post(`${path}/add`, body), '添加成功！');
  // sic: the client asks for a column called undefined.
  const { records } = await pageOf(`${path}/list`, {
    field: 'id,undefined,ruleName',
    ruleCode: `base_${name}`,
  });
  expect(records[0]).toMatchObject({ id, ...body });
  done(await admin.put(`${path}/edit`, { ...records[0], ruleName: '改名' }), '编辑成功!');
  const table = name === 'fillRule' ? 'sys_fill_rule' : 'sys_check_rule';
  const check = { tableName: table, fieldName: 'rule_code', fieldVal: body.ruleCode, dataId: '' };
  expect(await admin.get('/sys/duplicate/check', check)).toMatchObject({ success: false });
  expect(await admin.get('/sys/duplicate/check', { ...check, dataId: id })).toMatchObject({
    success: true,
  });
  const sheet = (await admin.raw('GET', `${path}/exportXls`)).bytes;
  const [exported] = (await readRecords(sheet)).filter((row) => row['规则编码'] === body.ruleCode);
  const titles = Object.keys(exported ?? {}).filter((one) => one !== 'ID');
  const cells = { ...exported, 规则编码: `${body.ruleCode}_in`, 规则名称: '表格来的' };
  const ruled = await workbook(titles, [titles.map((one) => cells[one as keyof typeof cells] ?? null)]);
  expect(await upload(scene, admin, `${path}/importExcel`, ruled)).toMatchObject({ code: 200, success: true });
  const imported = await pageOf(`${path}/list`, { ruleCode: `${body.ruleCode}_in` });
  expect(imported.records[0]).toMatchObject({ ...body, ruleCode: `${body.ruleCode}_in`, ruleName: '表格来的' });
  const broken = await workbook(titles, [
    titles.map((one) => (/参数|内容/.test(one) ? '写错了' : (cells[one as keyof typeof cells] ?? null))),
  ]);
  expect(await upload(scene, admin, `${path}/importExcel`, broken)).toMatchObject({ code: 201 });
  if (name === 'fillRule')
    expect(typeof (await must(admin.get('/sys/fillRule/testFillRule', { ruleCode: body.ruleCode })))).toBe('string');
  else {
    const judged = await admin.get('/sys/checkRule/checkByCode', {
      ruleCode: body.ruleCode,
      value: 'x',
    });
    expect(judged).toMatchObject({ status: 200, success: false, message: '数字' });
  }
  const other = done(await admin.post(`${path}/add`, { ...body, ruleCode: `base_${name}_2` }));
  done(await admin.delete(`${path}/deleteBatch`, { ids: `${other.id},` }), '批量删除成功!');
  done(await admin.delete(`${path}/delete`, { id }), '删除成功!');
});

test('§7 schedules of a sheet come in stopped, whatever it says', async () => {
  covers('ours: schedules');
  const titles = ['任务', 'cron表达式', '参数', '说明', '状态'];
  const job = (handler: string, note: string) => [
    handler,
    '0 0 7 * * ? *',
    '{"title":"盘点","content":"今天"}',
    note,
    '正常',
  ];
  const send = async (...jobs: string[][]) =>
    upload(scene, admin, '/sys/quartzJob/importExcel', await workbook(titles, jobs));
  expect(await send(job('system.remind', '表格一'), job('system.remind', '表格二'))).toMatchObject({ code: 200 });
  const { records } = await pageOf('/sys/quartzJob/list', { isBuiltIn: 'false', pageSize: '50' });
  expect(records.map(({ description, status, nextAt }: Any) => [description, status, nextAt]).sort()).toEqual([
    ['表格一', -1, null],
    ['表格二', -1, null],
  ]);
  expect(await send(job('child_process', '表格三'))).toMatchObject({ code: 201, result: { successCount: 0 } });
});
