import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look } from '#tests/channels/shop.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

const PATH = '/sys/dataSource';
const TEST = '/online/cgreport/api/testConnection';
const SOURCE = {
  code: 'erp',
  name: '进销存',
  dbType: '6',
  dbDriver: 'org.postgresql.Driver',
  dbUrl: 'jdbc:postgresql://127.0.0.1:1/erp',
  dbName: '',
  dbUsername: 'reader',
  dbPassword: 'only-for-erp',
  remark: '只读',
};

test.each([
  ['15', "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'http://x'", '目前只支持 MySQL、MariaDB 和 PostgreSQL'],
  ['4', 'jdbc:mysql://db.example.com/x?allowLoadLocalInfile=true', '连接地址有安全风险，【allowLoadLocalInfile】'],
  ['4', 'jdbc:mysql://db.example.com/x?allowUrlInLocalInfile=true', '连接地址有安全风险，【allowUrlInLocalInfile】'],
  ['4', 'jdbc:mysql://db.example.com/x?useSSL=true&autoDeserialize=true', '连接地址有安全风险，【autoDeserialize】'],
  ['4', 'jdbc:mysql://db.example.com/x?USESSL=true', '连接地址有安全风险，【USESSL】'],
  ['4', 'jdbc:mysql://db.example.com/x? useSSL=true', '连接地址有安全风险，【 useSSL】'],
  ['4', 'jdbc:mysql://db.example.com/x?use%53SL=true', '连接地址有安全风险，【use%53SL】'],
  ['6', 'jdbc:postgresql://db.example.com/x?socketFactory=a.b', '连接地址有安全风险，【socketFactory】'],
  ['6', 'jdbc:mysql://db.example.com/x', '连接地址与数据库类型不符'],
  ['6', 'file:///etc/passwd', /^连接地址请写成/],
  ['6', 'http://169.254.169.254/', /^连接地址请写成/],
  ['4', '127.0.0.1:22', /^连接地址请写成/],
  ['4', 'jdbc:mysql://a@b:3306/x', /^连接地址请写成/],
  ['4', 'jdbc:mysql://db.example.com,10.0.0.1/x', /^连接地址请写成/],
])('I4: an address says nothing but a host, a port and what is listed: %s %s', async (dbType, dbUrl, message) => {
  covers('ours: data sources');
  const body = { ...SOURCE, dbType, dbUrl, dbDriver: '' };
  for (const path of [`${PATH}/add`, TEST]) {
    const answer = await admin.post<{ errors: { field: string }[] }>(path, body);
    expect(answer).toMatchObject({ status: 200, success: false });
    expect(answer.message).toMatch(message);
    expect(answer.result.errors[0]?.field).toBe(dbType === '15' ? 'dbType' : 'dbUrl');
  }
  await look(scene, (tx) => tx.platform.run`delete from attempt_count`);
});

test.each([
  // What the form of the base fills in for each type that is spoken to.
  ['1', 'com.mysql.jdbc.Driver', 'characterEncoding=UTF-8&useUnicode=true&useSSL=false'],
  [
    '4',
    'com.mysql.cj.jdbc.Driver',
    'characterEncoding=UTF-8&useUnicode=true&useSSL=false&tinyInt1isBit=false&allowPublicKeyRetrieval=true&serverTimezone=Asia/Shanghai',
  ],
  ['5', 'org.mariadb.jdbc.Driver', 'characterEncoding=UTF-8&useSSL=false'],
  ['4', '', 'serverTimezone=GMT%2B8'],
])('an address as it is commonly written is taken: type %s, %s', async (dbType, dbDriver, query) => {
  covers('ours: data sources');
  const dbUrl = `jdbc:${dbType === '5' ? 'mariadb' : 'mysql'}://db.example.com:3306/jeecg-boot?${query}`;
  const code = `as_written_${dbType}_${query.length}`;
  const made = await admin.post<{ id: string }>(`${PATH}/add`, { ...SOURCE, code, dbType, dbDriver, dbUrl });
  expect(made).toMatchObject({ success: true });
  expect(await admin.delete(`${PATH}/delete`, { id: made.result.id })).toMatchObject({ success: true });
});

test('I4: an escape stands in no other value', async () => {
  const dbUrl = 'jdbc:mysql://db.example.com:3306/x?characterEncoding=GMT%2B8';
  expect(await admin.post(`${PATH}/add`, { ...SOURCE, dbType: '4', dbDriver: '', dbUrl })).toMatchObject({
    success: false,
    message: '连接地址有安全风险，【characterEncoding】',
  });
});

test('I5: the password is sealed, written and never read', async () => {
  covers('ours: data sources');
  const { result } = await admin.post<{ id: string }>(`${PATH}/add`, SOURCE);
  const { id } = result;
  const stored = await look(
    scene,
    (tx) => tx.one<{ password: string }>`
      select password from data_source where tenant_id = ${tx.tenant} and id = ${id}`,
  );
  expect(stored.password).not.toContain(SOURCE.dbPassword);
  const one = await admin.get<Record<string, unknown>>(`${PATH}/queryById`, { id });
  expect(one.result).toMatchObject({ ...SOURCE, dbName: null, dbPassword: '***' });
  const list = await admin.get(`${PATH}/list`);
  const { bytes } = await admin.raw('GET', `${PATH}/exportXls`);
  for (const text of [JSON.stringify(list), JSON.stringify(one), bytes.toString('latin1')])
    expect(text).not.toContain(SOURCE.dbPassword);
  expect((await admin.get<unknown[]>(`${PATH}/options`)).result).toEqual([
    { value: 'erp', label: '进销存', text: '进销存' },
  ]);
  expect(await admin.post(`${PATH}/add`, SOURCE)).toMatchObject({ success: false, message: '数据源编码已存在' });
  // What was typed for one server goes to no other.
  const moved = { id, dbUrl: 'jdbc:postgresql://evil.example.com:5432/erp' };
  expect(await admin.put(`${PATH}/edit`, { ...one.result, ...moved })).toMatchObject({
    success: false,
    message: '类型、地址或用户名已修改，请重新输入密码',
  });
  expect(await admin.post(TEST, { ...one.result, ...moved })).toMatchObject({
    success: false,
    message: '类型、地址或用户名已修改，请重新输入密码',
  });
  expect(await admin.put(`${PATH}/edit`, { ...one.result, remark: '改' })).toMatchObject({ success: true });
  expect(
    (
      await look(
        scene,
        (tx) => tx.one<{ password: string }>`
          select password from data_source where tenant_id = ${tx.tenant} and id = ${id}`,
      )
    ).password,
  ).toBe(stored.password);
});

test('private addresses are not reached, and nobody without the right reaches any', async () => {
  covers('ours: data sources');
  for (const host of ['127.0.0.1:5432', '10.0.0.5', '[::1]:5432', '169.254.169.254:80', '2130706433:5432'])
    expect(await admin.post(TEST, { ...SOURCE, dbUrl: `jdbc:postgresql://${host}/x` })).toMatchObject({
      success: false,
      message: '数据库连接失败：不能连接内网地址，请联系平台运营放行',
    });
  const clerk = await scene.as('cangku');
  expect(await clerk.post(TEST, SOURCE)).toMatchObject({ status: 403 });
  expect(await clerk.get(`${PATH}/list`)).toMatchObject({ status: 403 });
});

test('whoever tries on and on is held', async () => {
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push(await admin.post(TEST, SOURCE));
  expect(answers.at(-1)?.message).not.toMatch(/数据库连接失败/);
});
