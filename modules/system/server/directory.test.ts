import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { openScene, roleId, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

test('roles: codes are unique in a tenant, preset codes stay', async () => {
  covers('§2 administration screens');
  const add = (roleCode: string) =>
    scene.call('POST', '/sys/role/add', { token: admin, body: { roleName: '新', roleCode } });
  expect((await add('fresh')).success).toBe(true);
  expect((await add('fresh')).message).toBe('角色编码已存在');
  const list = await scene.call('GET', '/sys/role/list?roleCode=OPS', { token: admin });
  expect(list.result.records[0]).toMatchObject({ roleName: '运营', isPreset: true });
  const renamed = await scene.call('PUT', '/sys/role/edit', {
    token: admin,
    body: { id: await roleId(scene, 1, 'OPS'), roleCode: 'OTHER' },
  });
  expect(renamed.message).toBe('预置角色的编码不能修改');
  const all = await scene.call('GET', '/sys/role/queryall', { token: admin });
  expect(all.result.length).toBeGreaterThanOrEqual(9);
});

test('roles: an edit of what has changed since is refused, and so is the code of another', async () => {
  const add = async (roleCode: string): Promise<string> =>
    (
      await scene.call('POST', '/sys/role/add', {
        token: admin,
        body: { roleName: '版本', roleCode },
      })
    ).result.id;
  const id = await add('versioned');
  await add('versioned_2');
  const edit = (body: object) => scene.call('PUT', '/sys/role/edit', { token: admin, body: { id, ...body } });
  const shown = async () => (await scene.call('GET', `/sys/role/queryById?id=${id}`, { token: admin })).result;
  const { version } = await shown();
  expect(await edit({ roleName: '先改', version })).toMatchObject({ message: '修改成功!' });
  expect(await edit({ roleName: '后改', version })).toMatchObject({
    success: false,
    message: '数据已被他人修改，请刷新',
  });
  const taken = await edit({ roleCode: 'versioned_2' });
  expect(taken.result).toMatchObject({
    errors: [{ field: 'roleCode', message: '角色编码已存在' }],
  });
  expect(await edit({ roleCode: 'versioned' })).toMatchObject({ success: true });
  expect(await shown()).toMatchObject({ roleName: '先改', roleCode: 'versioned' });
});

test('codes are held against a declared rule by its name', async () => {
  covers('§5 duplicate and number check');
  const check = (ruleCode: string, value: string) =>
    scene.call('GET', `/sys/checkRule/checkByCode?${new URLSearchParams({ ruleCode, value })}`, {
      token: admin,
    });
  expect((await check('common', 'bed_01')).success).toBe(true);
  expect((await check('common', '')).success).toBe(true);
  expect(await check('common', 'bed-01')).toMatchObject({
    success: false,
    message: '只能填写数字、大小写字母、下划线',
    result: { digits: '*', beginIndex: 0, endIndex: 6, checkValue: 'bed-01', passed: false },
  });
  for (const code of ['', 'nobody', 'constructor']) expect((await check(code, 'x')).message).toBe('该编码不存在');
});

test('duplicate and account checks look at registered fields only', async () => {
  const check = (query: string) => scene.call('GET', `/sys/duplicate/check?${query}`, { token: admin });
  expect(await check('tableName=sys_role&fieldName=role_code&fieldVal=OPS')).toMatchObject({
    success: false,
    message: '该值不可用，系统中已存在！',
  });
  const ops = await roleId(scene, 1, 'OPS');
  for (const query of [
    `tableName=sys_role&fieldName=roleCode&fieldVal=OPS&dataId=${ops}`,
    `tableName=sys_dict&fieldName=dict_code&fieldVal=' or '1'='1`,
  ])
    expect(await check(query)).toMatchObject({ success: true, message: '该值可用！' });
  for (const query of [
    'tableName=sys_user&fieldName=password&fieldVal=x',
    'tableName=sys_user u,sys_role&fieldName=id&fieldVal=x',
    'tableName=__proto__&fieldName=constructor&fieldVal=x',
    'tableName=sys_user&fieldName=username)=1 or (1&fieldVal=x',
  ])
    expect((await check(query)).message).toBe('不支持的唯一性校验');
  const only = (query: string) => scene.call('GET', `/sys/user/checkOnlyUser?${query}`, { token: admin });
  expect((await only('username=Admin')).message).toBe('用户账号已存在');
  for (const query of ['password=x', 'id=1', 'username=free_name']) expect((await only(query)).success).toBe(true);
});

test('looking accounts up is throttled', async () => {
  await scene.user(1, { username: 'curious' });
  const token = await scene.login('curious');
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++)
    statuses.push((await scene.call('GET', `/sys/user/checkOnlyUser?phone=1390000${n}`, { token })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});

test('B5 the duplicate check is enough for forms, one after the other, and no oracle', async () => {
  await scene.user(1, { username: 'form_filler' });
  const token = await scene.login('form_filler');
  const check = (fieldName: string, fieldVal: string) =>
    scene.call('GET', `/sys/duplicate/check?tableName=sys_user&fieldName=${fieldName}&fieldVal=${fieldVal}`, { token });
  const ofForm = (n: number) =>
    ['username', 'phone', 'email', 'work_no'].flatMap((field) => [
      check(field, `${n}`),
      check(field, `${n}`),
      check(field, `${n}`),
    ]);
  for (let form = 0; form < 15; form++)
    for (const { status } of await Promise.all(ofForm(form))) expect(status).toBe(200);
  const guesses: number[] = [];
  for (let n = 0; n < 20; n++) guesses.push((await check('phone', `1390000${n}`)).status);
  expect(guesses.filter((status) => status === 200)).toHaveLength(60 - 45);
  expect(guesses.at(-1)).toBe(429);
});

test('dictionaries come by code; the table form has no source', async () => {
  covers('§3 dictionary item');
  const items = (code: string) => scene.call('GET', `/sys/dict/getDictItems/${code}`, { token: admin });
  expect((await items('user_status')).result.map((one: { text: string }) => one.text)).toEqual(['正常', '冻结']);
  for (const code of [
    'sys_user,password,username',
    'sys_user,salt,id,1=1',
    'sys_user%20where%201=1,realname,id',
    'pg_catalog.pg_user',
  ])
    expect(await items(code)).toMatchObject({ success: false, message: '字典Code格式不正确！' });
  const anonymous = await scene.call('GET', '/sys/dict/getDictItems/sys_user,username,password.js');
  expect(anonymous.status).toBe(401);
  const refreshed = await scene.call('GET', '/sys/dict/refleshCache', { token: admin });
  expect(refreshed).toMatchObject({ success: true, code: 0 });
});

test('pickers show colleagues without their numbers', async () => {
  const id = await scene.user(1, { username: 'reachable', phone: '13700000007', departs: ['A01'] });
  await scene.user(2, { username: 'reach_abroad' });
  await scene.user(1, { username: 'asker_one' });
  const token = await scene.login('asker_one');
  const pick = (query: string, by = token) =>
    scene.call('GET', `/sys/user/queryUserComponentData?${query}`, { token: by });
  const found = await pick('username=reach');
  expect(found.result.records.map((one: { username: string }) => one.username)).toEqual(['reachable']);
  expect(JSON.stringify(found.result)).not.toContain('13700000007');
  const all = (await pick('')).result.total;
  expect((await pick('phone=13700000007')).result.total).toBe(all);
  const byPhone = encodeURIComponent(
    JSON.stringify([{ field: 'phone', rule: 'eq', val: '13700000007', type: 'string' }]),
  );
  for (const query of ['column=phone&order=asc', `superQueryParams=${byPhone}`])
    expect(await pick(query), query).toMatchObject({ success: false });
  expect((await pick('column=username&order=asc')).result.total).toBe(all);
  expect((await pick(`superQueryParams=${byPhone}`, admin)).result.total).toBe(1);
  expect((await pick('username=reachable&phone=13700000007', admin)).result.records[0].phone).toBe('13700000007');
  const multi = await scene.app.inject({
    url: `/api/sys/user/getMultiUser?username=reachable,reach_abroad,`,
    headers: { 'x-access-token': token },
  });
  expect(multi.json()).toEqual([expect.objectContaining({ id, username: 'reachable' })]);
  const departs = await scene.call('GET', `/sys/user/userDepartList?userId=${id}`, {
    token: admin,
  });
  expect(departs.result[0]).toMatchObject({ title: '默认租户' });
});

test('who is frozen or gone is not offered any more', async () => {
  const [frozen, gone] = [
    await scene.user(1, { username: 'offered_frozen' }),
    await scene.user(1, { username: 'offered_gone' }),
  ];
  const offered = async () =>
    (await scene.call('GET', '/sys/user/queryUserComponentData?username=offered', { token: admin })).result.records.map(
      ({ username }: { username: string }) => username,
    );
  expect((await offered()).sort()).toEqual(['offered_frozen', 'offered_gone']);
  const body = { ids: frozen, status: 2 };
  await scene.call('PUT', '/sys/user/frozenBatch', { token: admin, body });
  await scene.call('DELETE', `/sys/user/delete?id=${gone}`, { token: admin });
  expect(await offered()).toEqual([]);
  const list = await scene.call('GET', '/sys/user/list?username=offered*', { token: admin });
  expect(list.result.records).toMatchObject([{ username: 'offered_frozen', status: 2 }]);
});

test('positions of a person come with their names, and what is none stays as it is', async () => {
  await scene.call('POST', '/sys/position/add', {
    token: admin,
    body: { code: 'buyer_1', name: '采购员' },
  });
  await scene.user(1, { username: 'buyer_one', posts: ['buyer_1', 'gone_1'] });
  const list = await scene.call('GET', '/sys/user/list?username=buyer_one', { token: admin });
  expect(list.result.records[0]).toMatchObject({
    post: 'buyer_1,gone_1',
    post_dictText: '采购员,gone_1',
  });
});

test('items of a dictionary keep their order, also where their codes are numbers', async () => {
  const codes = async (code: string) =>
    (await scene.call('GET', `/sys/dict/getDictItems/${code}`, { token: admin })).result.map(
      ({ value }: { value: string }) => value,
    );
  // contract.md, seeded dictionaries.
  for (const code of ['yn', 'dict_item_status', 'depart_status', 'tenant_status', 'activiti_sync'])
    expect(await codes(code), code).toEqual(['1', '0']);
  expect(await codes('quartz_status')).toEqual(['0', '-1']);
  expect((await codes('database_type')).slice(0, 7)).toEqual(['1', '2', '3', '4', '6', '5', '7']);
});

test('the log says of what kind an entry is and of which row, never what stood there', async () => {
  const { result } = await scene.call('POST', '/sys/role/add', {
    token: admin,
    body: { roleName: '日志内的名称', roleCode: 'logged_role' },
  });
  const list = async (type: number) =>
    (await scene.call('GET', `/sys/log/list?logType=${type}`, { token: admin })).result.records[0];
  expect(await list(1)).toMatchObject({ logType_dictText: '登录日志', requestParam: null });
  const operation = await list(2);
  expect(operation).toMatchObject({
    logType_dictText: '操作日志',
    operateType_dictText: '添加',
    method: 'system:role:add',
    requestUrl: '/sys/role/add',
    requestType: 'POST',
    costTime: expect.any(Number),
  });
  expect(JSON.parse(operation.requestParam)).toEqual({ roleName: '***', roleCode: 'logged_role' });
  const touched = JSON.parse(operation.touched) as { id: string; fields: string[] };
  expect(touched.fields).not.toEqual([]);
  if (result?.id) expect(touched.id).toBe(result.id);
  expect(operation.requestParam).not.toContain('日志内的名称');
});
