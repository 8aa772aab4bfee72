import { expect, test } from 'vitest';
import { IS_LONG } from '#tests/harness/long.ts';
import { covers } from '#tests/spec/covers.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { admin, exported, importInto, openSheets, scene } from './sheet-scene.ts';
import { readRecords, upload, workbook } from './upload.ts';

openSheets();

const TITLES = ['用户账号', '用户姓名', '手机号码', '工号', '角色', '部门'];
type Row = Record<string, unknown>;
const person = async (username: string): Promise<Row> =>
  (await admin.get<{ records: Row[] }>('/sys/user/list', { username })).result.records[0] as Row;

test('people and roles that were exported come in again and change nothing', async () => {
  for (const path of ['/sys/user', '/sys/role']) {
    const sheet = await exported(path);
    const rows = await readRecords(sheet);
    expect(rows.length, path).toBeGreaterThan(1);
    const page = await admin.get<{ records: Row[] }>(`${path}/list`, { pageSize: '500' });
    expect(await importInto(path, sheet)).toMatchObject({ code: 200, success: true });
    expect(await admin.get(`${path}/list`, { pageSize: '500' }), path).toMatchObject({
      result: { records: page.result.records },
    });
  }
});

test('departments come in below one another, by path or by code, and out again unchanged', async () => {
  const titles = ['机构名称', '上级部门', '机构类型', '排序'];
  const made = [
    ['表格总部', '', '公司', '1'],
    ['表格华东', '表格总部', '部门', '1'],
    ['表格一组', '表格总部/表格华东', '部门', '1'],
    ['表格孤儿', '表格总部/没有', '部门', '1'],
    ['', '表格总部', '部门', '1'],
  ];
  const answer = await importInto('/sys/sysDepart', await workbook(titles, made));
  expect(answer).toMatchObject({ code: 201, result: { successCount: 3, errorCount: 2 } });
  const wrong = await readRecords((await admin.raw('GET', answer.result.fileUrl as string)).bytes);
  expect(JSON.stringify(wrong)).toContain('上级部门“表格总部/没有”不存在');
  const page = () => admin.get<{ records: Row[] }>('/sys/sysDepart/list', { pageSize: '500', departName: '表格*' });
  const before = (await page()).result.records;
  const codes = Object.fromEntries(before.map((row) => [row['departName'], row['orgCode']]));
  const root = String(codes['表格总部']);
  expect(codes).toEqual({
    表格总部: root,
    表格华东: `${root}A01`,
    表格一组: `${root}A01A01`,
  });
  const sheet = await exported('/sys/sysDepart');
  const rows = await readRecords(sheet);
  expect(rows.find((row) => row['机构名称'] === '表格一组')).toMatchObject({
    上级部门: '表格总部/表格华东',
  });
  expect(await importInto('/sys/sysDepart', sheet)).toMatchObject({ code: 200, success: true });
  expect((await page()).result.records).toEqual(before);
  const byCode = await workbook(titles, [['表格二组', `${root}A01`, '部门', '2']]);
  expect(await importInto('/sys/sysDepart', byCode)).toMatchObject({ code: 200 });
  // A place is changed on the page, where what goes along is shown.
  const id = before.find((row) => row['departName'] === '表格一组')?.['id'];
  const elsewhere = await workbook(['id', ...titles], [[String(id), '表格一组', root, '部门', '1']]);
  const refused = await importInto('/sys/sysDepart', elsewhere);
  expect(refused).toMatchObject({ code: 201, result: { errorCount: 1 } });
});

const MANY = IS_LONG ? 1_000 : 300;
const BAD = MANY / 100;

test('many people come in, the bad ones come back, and the corrected file completes it', async () => {
  covers('§8 uploads');
  const rows = Array.from({ length: MANY }, (_one, n) => [
    n % 100 === 7 ? `坏 ${n}` : `sheet_man_${n}`,
    `员工${n}`,
    `138${String(10_000_000 + n)}`,
    `W${n}`,
    n % 2 === 0 ? 'OPS' : '客服',
    'A01',
  ]);
  const answer = await importInto('/sys/user', await workbook(TITLES, rows));
  expect(answer).toMatchObject({
    code: 201,
    result: { totalCount: MANY, successCount: MANY - BAD, errorCount: BAD },
  });
  expect(await person('sheet_man_8')).toMatchObject({
    realname: '员工8',
    roleNames: '运营',
    workNo: 'W8',
  });
  const { bytes } = await admin.raw('GET', answer.result.fileUrl as string);
  const wrong = await readRecords(bytes);
  expect(wrong).toHaveLength(BAD);
  const mended = wrong.map((row, n) => [`mended_${n}`, ...TITLES.slice(1).map((t) => row[t] ?? '')]);
  expect(await importInto('/sys/user', await workbook(TITLES, mended))).toMatchObject({
    code: 200,
    result: { successCount: BAD },
  });
}, 60_000);

test('J11: whoever came by a sheet has no password until one is given them', async () => {
  await importInto('/sys/user', await workbook(TITLES, [['sheet_new', '新人', '', '', '', '']]));
  for (const password of ['', '123456', 'sheet_new']) {
    const payload = { username: 'sheet_new', password };
    const tried = await scene.app.http.inject({ method: 'POST', url: '/api/sys/login', payload });
    expect(tried.json(), password).toMatchObject({ success: false });
  }
});

test('a sheet says at its cell what it cannot name, and never changes an account name', async () => {
  const bad = await importInto(
    '/sys/user',
    await workbook(TITLES, [['sheet_who', '某人', '', '', '没有这个角色', '']]),
  );
  expect(bad.result.errors).toMatchObject([{ title: '角色', message: '角色“没有这个角色”不存在' }]);
  const { id } = await person('admin');
  const renamed = await workbook(['ID', '用户账号'], [[id as string, 'somebody_else']]);
  expect((await importInto('/sys/user', renamed, '?mode=update')).result.errors).toMatchObject([
    { message: '用户账号不能修改' },
  ]);
});

test('a sheet gives no role beyond its author, and takes none from the last administrator', async () => {
  const codes = ['list', 'add', 'edit', 'import'].map((verb) => `system:user:${verb}`);
  const clerk = await personWith(scene, admin, codes);
  const given = await workbook(TITLES, [['sheet_admin', '越权', '', '', 'TADM', '']]);
  const refused = await upload(scene, clerk, '/sys/user/importExcel', given);
  expect(refused.result.errors).toMatchObject([{ message: '没有权限，请联系管理员授权' }]);
  expect(await person('sheet_admin')).toBeUndefined();
  const people = await admin.get<{ records: Row[] }>('/sys/user/list', {
    roleNames: '*租户管理员*',
  });
  const admins = people.result.records;
  const none = await workbook(
    ['用户账号', '角色'],
    admins.map(({ username }) => [username as string, '客服']),
  );
  const last = await importInto('/sys/user', none, '?mode=update');
  expect(last.result?.errors, last.message).toMatchObject([{ message: '至少需要保留一名正常状态的租户管理员' }]);
});
