import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { look } from '#tests/channels/shop.ts';
import { swiftMethod } from '#tests/lifecycles/facts/fulfilment.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/*
 * One list of addresses that lead inside, tried wherever people give the product an address that it calls: data
 * sources and reports over them, gateway routes, shops, carriers. What only the installation's settings name (sign-in
 * by others, mail, Redis, the database) nobody gives at a screen; addresses of menus, notices and sellers are followed
 * by browsers alone. Redirects, and names that answer otherwise later: platform/outbound, platform/databases.
 */

let scene: TestApp;
let admin: Client;
/** Who came to where the loopback addresses of the list lead. */
let visits = 0;
const doors: Server[] = [];
let port = 0;

beforeAll(async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const door = createServer((socket) => {
      visits += 1;
      socket.destroy();
    });
    doors.push(door);
    // Where a machine has no IPv6, its loopback has none to come to.
    await new Promise((tell) => door.once('error', tell).listen(port, host, () => tell(null)));
    port ||= (door.address() as AddressInfo).port;
  }
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(async () => {
  for (const door of doors) door.close();
  await scene?.stop();
});

beforeEach(async () => {
  visits = 0;
  await scene.sim('DELETE', '/log');
});

/** `P` stands for the port that listens. */
const HOSTS = [
  '127.0.0.1:P',
  '127.1:P',
  '2130706433:P',
  '0177.0.0.1:P',
  '0x7f000001:P',
  '0x7f.1:P',
  '127.0.0.1.:P',
  'localhost:P',
  'LOCALHOST:P',
  'localhost.:P',
  '0.0.0.0:P',
  '[::1]:P',
  '[0:0:0:0:0:0:0:1]:P',
  '[::]:P',
  '[::ffff:127.0.0.1]:P',
  '[::ffff:7f00:1]:P',
  '[64:ff9b::7f00:1]:P',
  '[2002:7f00:1::]:P',
  '①②⑦.⓪.⓪.①:P',
  '１２７.0.0.1:P',
  '127。0。0。1:P',
  'user@127.0.0.1:P',
  'example.com@127.0.0.1:P',
  'user:secret@localhost:P',
  '169.254.169.254',
  '2852039166',
  '0xA9FEA9FE',
  '[::ffff:a9fe:a9fe]',
  '10.0.0.5',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '[fe80::1]',
  '[fd00::1]',
];
const WHOLE = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:P/_x',
  'ftp://127.0.0.1:P/',
  'dict://127.0.0.1:P/',
  'ldap://127.0.0.1:P/',
  'jar:http://127.0.0.1:P!/',
  '//127.0.0.1:P/',
  '127.0.0.1:P',
  'http://127.0.0.1:P\\@example.com/',
];
const led = (list: readonly string[], wrap = (host: string) => host): string[] =>
  list.map((one) => wrap(one.replace(':P', `:${port}`)));
/** The list as addresses of the web, in both schemes that are called. */
const webAddresses = (): string[] => [
  ...led(HOSTS, (host) => `http://${host}`),
  ...led(HOSTS, (host) => `https://${host}`),
  ...led(WHOLE),
];

/** Nobody came, neither by the addresses nor to the marketplace with a secret that was typed for another. */
async function expectNobody(): Promise<void> {
  expect(visits).toBe(0);
  expect((await scene.sim<{ entries: unknown[] }>('GET', '/log')).entries).toEqual([]);
}

/** How a call that was not made is said; a name with a dot behind it is one that not every resolver knows. */
const REFUSED = /该地址不在允许的范围内|域名无法解析/;

const forgetTries = () => look(scene, (tx) => tx.platform.run`delete from attempt_count`);

test('I7: the door of this test is one that would be come to', async () => {
  await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
  expect(visits).toBe(1);
});

test('I7: a data source reaches none of them, when it is tried or when a report asks it', async () => {
  covers('ours: data sources');
  const source = { code: 'inside', name: '内网', dbType: '6', dbUsername: 'reader', dbPassword: 'typed' };
  const PUBLIC = 'jdbc:postgresql://db.example.com/x';
  const { id } = await must(admin.post<{ id: string }>('/sys/dataSource/add', { ...source, dbUrl: PUBLIC }));
  const addresses = [
    ...led(HOSTS, (host) => `jdbc:postgresql://${host}/x`),
    ...led(HOSTS, (host) => `jdbc:mysql://${host}/x`),
    ...led(WHOLE),
    ...led([
      'jdbc:postgresql:file:///etc/passwd',
      'jdbc:postgresql:///x',
      'jdbc:postgresql://db.example.com,127.0.0.1:P/x',
    ]),
  ];
  let asked = 0;
  for (const dbUrl of addresses) {
    const given = { ...source, dbType: dbUrl.startsWith('jdbc:mysql') ? '4' : '6', dbUrl };
    await forgetTries();
    const tried = await admin.post('/online/cgreport/api/testConnection', given);
    expect(tried, dbUrl).toMatchObject({ success: false });
    expect(tried.message, dbUrl).toMatch(/^数据库连接失败：不能连接内网地址，请联系平台运营放行$|^连接地址请写成/);
    // What may be written down is not reached either.
    if (given.dbType === '4' || !(await admin.put('/sys/dataSource/edit', { ...given, id })).success) continue;
    asked += 1;
    const query = { sql: 'select 1 as n', dbKey: id, params: '[]' };
    const said = await admin.post('/online/cgreport/head/runSql', query);
    expect(said, dbUrl).toMatchObject({ success: false, message: 'SQL执行失败：不能连接内网地址，请联系平台运营放行' });
  }
  expect(asked).toBeGreaterThan(15);
  await expectNobody();
});

test('I7: a gateway route leads to none of them', async () => {
  covers('ours: gateway routes');
  for (const uri of [...webAddresses(), ...led(HOSTS, (host) => `lb://${host}`), ...led(HOSTS)]) {
    const router = { routerId: 'inside', name: '内网', uri, predicates: '[{"name":"Path","args":["/x/**"]}]' };
    const answer = await admin.post<Faults>('/sys/gatewayRoute/updateAll', { router });
    expect(answer, uri).toMatchObject({
      success: false,
      message: expect.stringMatching(/^平台没有放行 |^路由URI请写成/),
    });
    expect(answer.result.errors.map(({ field }) => field)).toEqual(['uri']);
    const preview = await admin.post<{ target: string | null }>('/sys/gatewayRoute/preview', { router, path: '/x/1' });
    expect(preview.result?.target ?? null, uri).toBeNull();
  }
  await expectNobody();
});

interface Faults {
  errors: { field: string; message: string }[];
}

test('I7: a shop takes its secret to none of them', async () => {
  const id = scene.seller.accountId;
  const { settings } = await must(
    admin.get<{ settings: Record<string, string> }>('/base/channelAccount/queryById', { id }),
  );
  const KEYS = [
    'tokenUrl',
    'apiUrl',
    'documentsUrl',
    'supplierApiUrl',
    'catalogApiUrl',
    'catalogReadUrl',
    'advertisingUrl',
  ];
  const edit = (environment: string, given: Record<string, string>): Promise<Answer<Faults>> =>
    admin.put('/base/channelAccount/edit', {
      id,
      environment,
      settings: { ...settings, ...given },
      clientSecret: 'typed',
    });
  let tested = 0;
  for (const [at, address] of webAddresses().entries()) {
    const key = KEYS[at % KEYS.length] ?? '';
    const live = await edit('live', { [key]: address });
    expect(live, address).toMatchObject({ success: false });
    expect(live.result.errors[0], address).toMatchObject({
      field: `settings.${key}`,
      message: expect.stringMatching(/不是有效的网址$|须以 https:\/\/ 开头$|使用其他地址须先由平台运营为本租户开通$/),
    });
    // A sandbox may stand elsewhere, and not inside. Each host is asked for once.
    if (address.startsWith('https:')) continue;
    const sandbox = await edit('sandbox', { tokenUrl: address, apiUrl: address });
    if (!sandbox.success) {
      expect(sandbox.message, address).toMatch(/不是有效的网址$/);
      continue;
    }
    tested += 1;
    const { result } = await admin.post<{ ok: boolean; steps: object[] }>(`/channels/account/${id}/test`);
    expect(result.ok, address).toBe(false);
    expect(JSON.stringify(result.steps), address).toMatch(REFUSED);
  }
  expect(tested).toBeGreaterThan(25);
  await expectNobody();
});

test('I7: a carrier account takes its key to none of them', async () => {
  await swiftMethod(admin);
  const { id } = await firstOf<{ id: string }>(admin, '/base/carrierAccount/list', { name: 'Swift 自有' });
  const edit = (environment: string, apiUrl: string): Promise<Answer<Faults>> =>
    admin.put('/base/carrierAccount/edit', { id, environment, apiUrl, apiKey: 'typed' });
  let tested = 0;
  for (const apiUrl of webAddresses()) {
    const live = await edit('live', apiUrl);
    expect(live, apiUrl).toMatchObject({ success: false });
    expect(live.result.errors[0], apiUrl).toMatchObject({
      field: 'apiUrl',
      message: expect.stringMatching(/^接口地址(不是|须以)/),
    });
    if (!(await edit('sandbox', apiUrl)).success) continue;
    tested += 1;
    const { result } = await admin.post<{ ok: boolean; message: string }>(`/base/carrierAccount/${id}/test`);
    expect(result, apiUrl).toMatchObject({ ok: false, message: expect.stringMatching(REFUSED) });
  }
  expect(tested).toBeGreaterThan(25);
  await expectNobody();
});
