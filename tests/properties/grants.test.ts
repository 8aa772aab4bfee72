import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';

/**
 * Nobody grants what they do not hold: whatever a person with the rights over people and roles asks for, in
 * whatever order, nobody ends with a right that this person lacks and nobody loses one.
 */

/** What the deputy holds: people, roles, and one right of the business. */
const HELD = [
  ...['list', 'add', 'edit', 'delete', 'freeze', 'password', 'import', 'purge'].map((verb) => `system:user:${verb}`),
  ...['list', 'add', 'edit', 'delete', 'grant', 'import'].map((verb) => `system:role:${verb}`),
  'system:invitation:add',
  'system:dataLog:list',
  'system:dataLog:restore',
  'catalog:sku:list',
];
/** What the deputy lacks, and others have. */
const LACKED = ['orders:salesOrder:accept', 'catalog:sku:edit'];

let scene: TestApp;
let admin: Client;
let deputy: Client;
let permissions: Map<string, string>;
let roles: string[];
let people: string[];
let before: Map<string, string>;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  deputy = await personWith(scene, admin, HELD);
  const rows = await look(
    scene,
    (tx) => tx.platform.rows<{ id: string; perms: string }>`
      select id, perms from permission where is_live and menu_type = 2`,
  );
  permissions = new Map(rows.map(({ perms, id }) => [perms, id]));
  const low = await addRole('low', ['catalog:sku:list']);
  const high = await addRole('high', LACKED);
  const mixed = await addRole('mixed', ['catalog:sku:list', LACKED[0] as string]);
  const self = await must(deputy.get<{ id: string }>('/sys/user/profile'));
  people = [
    self.id,
    await addPerson('grant_low', low),
    await addPerson('grant_none', ''),
    await addPerson('grant_above', high),
    await addPerson('grant_mixed', mixed),
    await addPerson('grant_binned', high),
  ];
  await must(admin.delete('/sys/user/delete', { id: people.at(-1) as string }));
  const listed = await must(admin.get<{ records: { id: string }[] }>('/sys/role/list', { pageSize: '100' }));
  // Those that were just made are asked for as often as all that came with the program.
  roles = [...listed.records.slice(0, 3).map(({ id }) => id), low, low, high, mixed];
  before = await beyondTheDeputy();
});
afterAll(() => scene?.stop());

async function addRole(code: string, codes: readonly string[]): Promise<string> {
  const { id } = await must(admin.post<{ id: string }>('/sys/role/add', { roleName: code, roleCode: code }));
  const permissionIds = codes.map((one) => permissions.get(one)).join(',');
  await must(admin.post('/sys/permission/saveRolePermission', { roleId: id, permissionIds }));
  return id;
}

const addPerson = async (username: string, selectedroles: string): Promise<string> =>
  (
    await must(
      admin.post<{ id: string }>('/sys/user/add', {
        username,
        realname: username,
        password: PASSWORD,
        selectedroles,
      }),
    )
  ).id;

/** Of everybody who may sign in the rights that the deputy lacks, by id; nothing where there are none. */
async function beyondTheDeputy(): Promise<Map<string, string>> {
  const rows = await look(
    scene,
    (tx) => tx.rows<{ id: string; perms: string }>`
      select distinct m.user_id as id, p.perms from membership m
      join user_role ur on ur.tenant_id = m.tenant_id and ur.user_id = m.user_id
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      join permission p on p.id = rp.permission_id and p.is_live and p.perms is not null
      where m.tenant_id = ${tx.tenant} and m.status <> 'deleted'
      order by m.user_id, p.perms`,
  );
  const beyond = new Map<string, string>();
  for (const { id, perms } of rows) {
    const lacked = perms.split(',').filter((code) => !HELD.includes(code.trim()));
    if (lacked.length > 0) beyond.set(id, `${beyond.get(id) ?? ''} ${lacked.join(' ')}`);
  }
  return beyond;
}

/** One request; the numbers choose among whatever roles, people and rights there are by then. */
type Deed = (a: number, b: number, c: number) => Promise<Answer<unknown>>;

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
let made = 0;
const fresh = (): string => `given_${++made}`;
const noted = async (list: string[], answer: Promise<Answer<{ id: string }>>): Promise<Answer<{ id: string }>> => {
  const done = await answer;
  if (done.success && done.result?.id) list.push(done.result.id);
  return done;
};
const grants = (n: number): string => [...permissions.values()].filter((_id, at) => (at + n) % 7 === 0).join(',');
const someGrants = (n: number): string =>
  [...HELD.filter((_code, at) => (at + n) % 3 === 0), ...(n % 2 ? LACKED : [])]
    .map((code) => permissions.get(code))
    .join(',');

const DEEDS: Record<string, Deed> = {
  grant: (a, b, c) =>
    deputy.post('/sys/permission/saveRolePermission', {
      roleId: pick(roles, a),
      permissionIds: c % 2 ? someGrants(b) : grants(b),
      ...(c % 3 ? {} : { lastpermissionIds: '' }),
    }),
  give: (a, b) =>
    deputy.post('/sys/user/addSysUserRole', {
      roleId: pick(roles, a),
      userIdList: [pick(people, b)],
    }),
  take: (a, b) => deputy.delete('/sys/user/deleteUserRole', { roleId: pick(roles, a), userId: pick(people, b) }),
  copy: (a) => {
    const name = fresh();
    return noted(roles, deputy.post('/sys/role/copy', { id: pick(roles, a), roleName: name, roleCode: name }));
  },
  add: () => {
    const name = fresh();
    return noted(roles, deputy.post('/sys/role/add', { roleName: name, roleCode: name }));
  },
  rename: (a) => deputy.put('/sys/role/edit', { id: pick(roles, a), roleCode: fresh() }),
  dropRole: (a) => deputy.delete('/sys/role/delete', { id: pick(roles, a) }),
  edit: (a, b, c) =>
    deputy.put('/sys/user/edit', {
      id: pick(people, a),
      selectedroles: c % 3 ? pick(roles, b) : '',
    }),
  hire: (a) => {
    const username = fresh();
    return noted(
      people,
      deputy.post('/sys/user/add', {
        username,
        realname: username,
        password: PASSWORD,
        selectedroles: pick(roles, a),
      }),
    );
  },
  sheet: async (a) => {
    const listed = await must(admin.get<{ records: { roleName: string }[] }>('/sys/role/list', { pageSize: '100' }));
    const { roleName } = pick(listed.records, a);
    const rows = [[fresh(), '表格', roleName]];
    const sheet = await workbook(['用户账号', '用户姓名', '角色'], rows);
    return upload<unknown>(scene, deputy, '/sys/user/importExcel', sheet);
  },
  remove: (a) => deputy.delete('/sys/user/delete', { id: pick(people, a) }),
  bringBack: (a) => deputy.put('/sys/user/putRecycleBin', { userIds: pick(people, a) }),
  freeze: (a, b) => deputy.put('/sys/user/frozenBatch', { ids: pick(people, a), status: b % 2 ? '1' : '2' }),
  password: (a) =>
    deputy.put('/sys/user/changePassword', {
      username: pick(['grant_above', 'grant_mixed', 'admin', 'grant_low'], a),
      password: 'Taken lamp 4711',
    }),
  invite: (a) => deputy.post('/sys/invitation/add', { roleId: pick(roles, a) }),
  restore: async (a, b) => {
    const table = b % 2 ? 'sys_user' : 'sys_role';
    const log = await must(
      admin.get<{ records: { id: string }[] }>('/sys/dataLog/list', {
        dataTable: table,
        pageSize: '100',
      }),
    );
    return deputy.post('/sys/dataLog/restore', { id: log.records[a % log.records.length]?.id });
  },
};

const SEQUENCES = IS_LONG ? 20 : 6;

test('no sequence of requests gives or takes a right that its author lacks', async () => {
  const done = { yes: 0, no: 0 };
  const step = fc.tuple(fc.constantFrom(...Object.keys(DEEDS)), fc.nat(97), fc.nat(97), fc.nat(97));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      for (const [name, a, b, c] of steps) {
        const answer = await (DEEDS[name] as Deed)(a, b, c);
        expect(answer.status, name).toBeLessThan(500);
        if (answer.success) done.yes++;
        else done.no++;
        expect(await beyondTheDeputy(), `${name} ${a} ${b} ${c}`).toEqual(before);
      }
    }),
    { numRuns: SEQUENCES, seed: 20_261, endOnFailure: true },
  );
  // Both happen often: the property speaks about something.
  expect(done.yes).toBeGreaterThan(SEQUENCES * 1.5);
  expect(done.no).toBeGreaterThan(SEQUENCES * 1.5);
  for (const username of ['grant_above', 'grant_mixed', 'admin'])
    expect((await scene.as(username)).token, username).not.toBe('');
});
