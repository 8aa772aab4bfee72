import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

/** Dictionaries, trees, checks and categories as ways to text that a database would run. */

let scene: TestApp;
let admin: Client;
let clerk: Client;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  clerk = await personWith(scene, admin, ['system:user:list']);
  stranger = await openOtherTenant(scene);
});
afterAll(() => scene?.stop());

interface Said {
  status: number;
  success: boolean;
  message: string;
  result: unknown;
  body: string;
}

/** Asks with a path as it stands: nothing of it is encoded for the attacker. */
async function ask(url: string, who: Client | null = clerk): Promise<Said> {
  const response = await scene.app.http.inject({
    method: 'GET',
    url: `/api${url}`,
    headers: who ? { 'x-access-token': who.token } : {},
  });
  const isJson = String(response.headers['content-type']).includes('json');
  const answers = isJson ? response.json<Omit<Said, 'status' | 'body'>>() : null;
  const { success = false, message = '', result = null } = answers ?? {};
  return { status: response.statusCode, success, message, result, body: response.body };
}

/** Words by which a database gives itself away. */
const LEAKS = /syntax|SQLSTATE|pg_|column "|relation "|app_user|password_hash|\bat .*\.ts:/i;

/** Refused: nothing is found out, neither by what is said nor by an error. */
async function refused(url: string, who: Client | null = clerk): Promise<Said> {
  const answers = await ask(url, who);
  expect(answers.status, url).toBeLessThan(500);
  expect(answers, url).toMatchObject({ success: false });
  expect(answers.message, url).not.toMatch(LEAKS);
  return answers;
}

const of = (value: string): string => encodeURIComponent(value);
const READERS = ['getDictItems', 'loadDict', 'loadDictOrderByValue', 'loadDictItem'];

test.each(['sys_user,password,username', 'sys_user,salt,id,1=1', 'sys_user where 1=1,realname,id'])(
  'A1 A2 A3 %s is no dictionary',
  async (dict) => {
    for (const path of READERS) {
      await refused(`/sys/dict/${path}/${of(dict)}?key=x`);
      await refused(`/sys/dict/${path}/${of(dict)}?key=x`, admin);
    }
  },
);

const TABLES = [
  '`sys_user`',
  'sys_user ',
  '(sys_user)',
  'SYS_USER',
  'jeecg.sys_user',
  'sys_user t',
  'sys_user/**/',
  'sys%5fuser',
  'ｓｙｓ＿ｕｓｅｒ',
  'information_schema.tables',
  'pg_catalog.pg_user',
  'sqlite_master',
];

test.each(TABLES)('A4 the table cannot be written as %s', async (table) => {
  for (const path of READERS) await refused(`/sys/dict/${path}/${of(`${table},password,username`)}?key=x`);
});

const CONDITIONS = [
  "username='a' or 1=1",
  '1<>(select 1)',
  'id=(sleep(3))',
  'exists(select/*\n*/1)',
  '1=1-- ',
  '(select(user()))',
  'pg_sleep(3)',
  '1;drop table sys_log',
];

test.each(CONDITIONS)('A5 %s is no condition of a dictionary', async (condition) => {
  for (const path of READERS) await refused(`/sys/dict/${path}/${of(`sys_user,realname,username,${condition}`)}?key=x`);
});

test('A6 no ending of a path opens a dictionary to strangers', async () => {
  for (const end of ['', '.js', '.css', '.png', '.html', '.svg'])
    for (const path of READERS)
      expect((await ask(`/sys/dict/${path}/sys_user,username,realname${end}`, null)).status).toBe(401);
});

test('A7 A8 A9 a keyword is a text to look for', async () => {
  await refused('/sys/dict/loadDict/sys_user,username,id?keyword=a');
  const path = `/sys/dict/loadDict/${of('sys_user,realname,username')}`;
  const find = async (keyword: string) =>
    (await must(admin.get<{ value: string }[]>(path, { keyword }))).map(({ value }) => value);
  const all = await find('');
  expect(all.length).toBeGreaterThan(1);
  for (const keyword of [
    "'",
    '%',
    '_',
    '\\',
    "a',(select 1),'b",
    ') or 1=1 --',
    'x'.repeat(10_000),
    'x\u0000y',
    'x[orderby:(case when 1=1 then id else sleep(3) end),asc]',
    'x[orderby:password,asc]',
  ]) {
    const answers = await ask(`/sys/dict/loadDict/sys_user,realname,username?keyword=${of(keyword)}`);
    expect(answers.status, keyword.slice(0, 40)).toBeLessThan(500);
    expect(answers.message, keyword.slice(0, 40)).not.toMatch(LEAKS);
    if (answers.success && !'_'.includes(keyword)) expect(answers.result, keyword).toEqual([]);
  }
});

test('A10 keys are compared as they are, and have an end', async () => {
  const path = `/sys/dict/loadDictItem/${of('sys_user,realname,username')}`;
  const injected = await ask(`${path}?key=${of("' or '1'='1")}&delNotExist=true`);
  expect(injected).toMatchObject({ success: true, result: [] });
  const many = await ask(`${path}?key=${','.repeat(5_000)}`);
  expect(many.status).toBeLessThan(500);
  expect(JSON.stringify(many.result).length).toBeLessThan(20_000);
});

const tree = (more: Record<string, string>): string =>
  new URLSearchParams({
    tableName: 'sys_depart',
    text: 'depart_name',
    code: 'org_code',
    pid: '',
    keyword: 'x',
    ...more,
  }).toString();

const TREES: [string, Record<string, string>][] = [
  ['a text', { text: '(select password from sys_user limit 1)', code: 'id' }],
  ['a table', { tableName: 'sys_user t&' }],
  ['a further column', { pidField: 'id or 1=1' }],
  ['a condition', { condition: `{"id' or '1'='1":"x"}` }],
  ['a list', { condition: '[]' }],
  ['a prototype', { condition: '{"__proto__":{"a":1}}' }],
];

test.each(TREES)('A11 A12 %s of a tree is not taken from outside', async (_name, more) => {
  for (const path of ['loadTreeData', 'searchTreeData']) await refused(`/sys/dict/${path}?${tree(more)}`, admin);
  expect(({} as Record<string, unknown>)['a']).toBeUndefined();
});

test('A12 what a tree does not know it does not read', async () => {
  const plain = await ask(`/sys/dict/loadTreeData?${tree({})}`, admin);
  expect(plain.success).toBe(true);
  const more = { hasChildField: '1,(select 1)', converIsLeafVal: "1' or '1'='1" };
  expect((await ask(`/sys/dict/loadTreeData?${tree(more)}`, admin)).result).toEqual(plain.result);
  const literal = tree({ condition: `{"status":"1' or '1'='1"}` });
  expect(await ask(`/sys/dict/loadTreeData?${literal}`, admin)).not.toMatchObject({
    result: [expect.anything()],
  });
});

test('A13 G11 what the base has for itself is not there', async () => {
  for (const url of [
    '/sys/dict/queryTableData?table=information_schema.tables&text=table_name&code=id',
    '/sys/dict/queryTreeList?table=sys_user',
    '/sys/dict/getDictItemsByTable/sys_user/password/id',
    '/sys/api/queryTableDictItemsByCode?table=sys_user&text=password&code=id',
    '/sys/api/queryFilterTableDictInfo?table=sys_user&text=password&code=id&filterSql=1=1',
    '/sys/api/queryTableDictByKeys?table=sys_user&text=password&code=id&keys=1',
    '/sys/api/translateDictFromTable?table=sys_user&text=password&code=id&key=1',
    '/sys/api/getUserByName?username=admin',
    '/sys/api/queryUserRoles?username=admin',
    '/sys/api/sendSysAnnouncement',
    '/sys/api/queryDataSourceById?id=1',
  ])
    for (const who of [clerk, admin, null]) expect((await ask(url, who)).status, url).toBe(404);
});

test('A14 a category is found by its own fields alone', async () => {
  for (const field of ['password', '1=1 or code', 'code=(select 1)-- ', '__proto__']) {
    const answers = await refused(`/sys/category/loadOne?field=${of(field)}&val=x`);
    expect(answers.message).toBe('字段无效，请检查!');
  }
});

test('A15 conditions and ids of categories are texts', async () => {
  await must(admin.post('/sys/category/add', { name: '甲类' }));
  const condition = of('{"pid":"0 or 1=1"}');
  const tree_ = await ask(`/sys/category/loadTreeData?pcode=0&condition=${condition}`);
  expect(tree_.status).toBeLessThan(500);
  expect(tree_.message).not.toMatch(LEAKS);
  if (tree_.success) expect(tree_.result).toEqual([]);
  const named = await ask(`/sys/category/loadDictItem?ids=${of("') or ('1'='1")}`);
  expect(named.status).toBeLessThan(500);
  expect(named.result ?? []).toEqual([]);
});

const check = (query: Record<string, string>, who = clerk) =>
  ask(`/sys/duplicate/check?${new URLSearchParams({ dataId: '', ...query }).toString()}`, who);

const UNCHECKED: [string, string][] = [
  ['sys_user', 'password'],
  ['sys_user', "(select count(*) from sys_user where substr(password,1,1)='a')"],
  ['sys_user', 'username)=1 or (1'],
  ['sys_user', 'id/**/or/**/1'],
  ['sys_user u,sys_role', 'username'],
  ['information_schema.tables', 'table_name'],
  ['sys_user where 1=1 --', 'username'],
  ['__proto__', 'constructor'],
];

test.each(UNCHECKED)('B1 B2 B3 %s.%s is not checked for duplicates', async (tableName, fieldName) => {
  for (const who of [clerk, admin]) {
    const answers = await check({ tableName, fieldName, fieldVal: 'x' }, who);
    expect(answers).toMatchObject({ success: false });
    expect(answers.message).not.toMatch(LEAKS);
  }
});

test('B4 B6 a value is bound, and a code of another tenant is free here', async () => {
  const dict = { tableName: 'sys_dict', fieldName: 'dict_code' };
  const free = { success: true, message: '该值可用！' };
  expect(await check({ ...dict, fieldVal: "' or '1'='1", dataId: "' or 1=1 --" }, admin)).toMatchObject(free);
  await must(stranger.post('/sys/dict/add', { dictName: '别家', dictCode: 'other_house' }));
  expect(await check({ ...dict, fieldVal: 'other_house' }, admin)).toMatchObject(free);
  expect(await check({ ...dict, fieldVal: 'other_house' }, stranger)).toMatchObject({
    success: false,
  });
  await must(stranger.post('/sys/role/add', { roleName: '别家', roleCode: 'other_house' }));
  const role = { tableName: 'sys_role', fieldName: 'role_code', fieldVal: 'other_house' };
  expect(await check(role, admin)).toMatchObject(free);
});
