import { afterAll, beforeAll, expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import { grantsOf } from '#kit/server/assemble.ts';
import { systemActor } from '#kit/server/actor.ts';
import { systemMenus } from '../model/menus.ts';
import { systemGrants } from '../model/preset-roles.ts';
import { systemPermissions } from '../model/permissions.ts';
import { bootstrap, createTenant, syncDictionaries, syncMenus, syncPermissions, syncPresetRoles } from './index.ts';
import { openEmpty, type EmptyScene } from './test-scene.ts';

/** A module above this one gives too. */
const GRANTS = grantsOf([{ grants: systemGrants }, { grants: { OPS: { may: ['orders:*'] } } }]);

let scene: EmptyScene;
beforeAll(async () => {
  scene = await openEmpty();
}, 60_000);
afterAll(() => scene?.close());

const ordered = {
  code: 'orders:salesOrder:list',
  title: '查询订单',
  resource: 'orders:salesOrder',
};
const accept = {
  code: 'orders:salesOrder:accept',
  title: '接单',
  resource: 'orders:salesOrder',
};

const codesOf = async (tenant: number, role: string): Promise<string[]> => {
  const rows = await scene.db.tx(
    systemActor(tenant, 'test'),
    (tx) => tx.rows<{ key: string }>`
      select p.key from role r
      join role_permission rp on rp.tenant_id = r.tenant_id and rp.role_id = r.id
      join permission p on p.id = rp.permission_id
      where r.tenant_id = ${tx.tenant} and r.code = ${role} order by p.key`,
  );
  return rows.map((row) => row.key);
};

test('a weak administrator password is refused before anything is made', async () => {
  await expect(bootstrap(scene.db, GRANTS, { adminPassword: 'admin123' })).rejects.toThrow('refused');
});

test('first start makes one administrator, whoever starts', async () => {
  await syncPermissions(scene.db, [...systemPermissions, ordered]);
  await syncMenus(scene.db, systemMenus);
  const starts = await Promise.all([bootstrap(scene.db, GRANTS), bootstrap(scene.db, GRANTS)]);
  const made = starts.filter((start) => start.created);
  expect(made).toHaveLength(1);
  expect(made[0]?.password).toMatch(/^[\w-]{16}$/);
  const again = await bootstrap(scene.db, GRANTS);
  expect(again).toEqual({ created: false, username: 'admin' });
  expect(await codesOf(1, 'OPS')).toContain('orders:salesOrder:list');
  expect(await codesOf(1, 'TADM')).not.toContain('monitor:disk:list');
});

test('only the operating tenant has the operator role', async () => {
  await createTenant(scene.db, { id: 2, code: 'second', name: '第二租户' }, GRANTS);
  const roles = await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.rows<{ code: string }>`select code from role where tenant_id = ${tx.tenant}`,
  );
  expect(roles.map((role) => role.code).sort()).toEqual([
    'AUD',
    'BUY',
    'CS',
    'FIN',
    'FINR',
    'LEAD',
    'OPS',
    'TADM',
    'WH',
  ]);
});

test('a new right reaches the preset roles; one that was taken is not given back', async () => {
  await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.run`
      delete from role_permission rp using role r, permission p
      where rp.tenant_id = ${tx.tenant} and r.tenant_id = rp.tenant_id and r.id = rp.role_id
        and p.id = rp.permission_id and r.code = 'OPS' and p.key = ${ordered.code}`,
  );
  await syncPermissions(scene.db, [...systemPermissions, ordered, accept]);
  await syncPresetRoles(scene.db, GRANTS);
  await syncPresetRoles(scene.db, GRANTS);
  const ops = await codesOf(2, 'OPS');
  expect(ops).toContain(accept.code);
  expect(ops).not.toContain(ordered.code);
  expect(await codesOf(1, 'OPS')).toContain(ordered.code);
});

test('a start passes over tenants that have what the program gives, also one that took some of it away', async () => {
  const offeredTo = async (id: number): Promise<string[]> => {
    const rows = await scene.db.tx(
      systemActor(id, 'test'),
      (tx) => tx.rows<{ offered: string[] }>`
        select offered from role where tenant_id = ${tx.tenant} and code = 'OPS'`,
    );
    return rows[0]?.offered ?? [];
  };
  const forget = (id: number): Promise<unknown> =>
    scene.db.tx(
      systemActor(id, 'test'),
      (tx) => tx.run`update role set offered = '{}' where tenant_id = ${tx.tenant} and code = 'OPS'`,
    );
  await syncPresetRoles(scene.db, GRANTS);
  await forget(1);
  await forget(2);
  await syncPresetRoles(scene.db, GRANTS);
  expect(await offeredTo(2)).toEqual([]);
  // A right that comes with the next program: both are looked at again.
  await syncPermissions(scene.db, [
    ...systemPermissions,
    ordered,
    accept,
    { ...accept, code: 'orders:salesOrder:later' },
  ]);
  await syncPresetRoles(scene.db, GRANTS);
  expect(await offeredTo(1)).toContain(accept.code);
  expect(await offeredTo(2)).toContain(accept.code);
  await syncPermissions(scene.db, [...systemPermissions, ordered, accept]);
});

test('a code that is gone is retired and comes back with its grants', async () => {
  const live = async () =>
    (
      await scene.db.platform(
        (tx) => tx.one<{ isLive: boolean }>`
          select is_live from permission where key = ${accept.code}`,
      )
    ).isLive;
  await syncPermissions(scene.db, [...systemPermissions, ordered]);
  expect(await live()).toBe(false);
  await syncPermissions(scene.db, [...systemPermissions, ordered, accept]);
  expect(await live()).toBe(true);
  expect(await codesOf(1, 'OPS')).toContain(accept.code);
});

test('buttons hang below the page of their resource', async () => {
  await syncMenus(scene.db, [
    ...systemMenus,
    { path: '/orders', title: '订单', sort: 10 },
    {
      path: '/orders/pending',
      title: '待处理订单',
      parent: '/orders',
      component: 'orders/Pending',
      sort: 1,
      permission: ordered.code,
    },
  ]);
  const row = await scene.db.platform(
    (tx) => tx.one<{ parent: string; menuType: number; root: string }>`
      select m.url as parent, m.menu_type, g.url as root from permission b
      join permission m on m.id = b.parent_id join permission g on g.id = m.parent_id
      where b.key = ${accept.code}`,
  );
  expect(row).toEqual({ parent: '/orders/pending', menuType: 1, root: '/orders' });
  await expect(syncMenus(scene.db, [{ path: '/x', title: 'x', parent: '/nowhere', sort: 1 }])).rejects.toThrow(
    '/nowhere',
  );
});

test('dictionaries follow their declaration', async () => {
  const items = async () =>
    scene.db.platform(
      (tx) => tx.rows<{ value: string; text: string }>`
        select i.value, i.text from dict_item i join dict d on d.id = i.dict_id
        where d.code = 'colour' order by i.sort_order`,
    );
  await syncDictionaries(scene.db, [{ name: '颜色', dict: dict('colour', { r: '红', g: '绿' }) }]);
  await syncDictionaries(scene.db, [{ name: '颜色', dict: dict('colour', { g: '青', b: '蓝' }) }]);
  expect(await items()).toEqual([
    { value: 'g', text: '青' },
    { value: 'b', text: '蓝' },
  ]);
});

test('every table is a platform table that says so, or walled by tenant', async () => {
  const tables = await scene.db.platform(
    (tx) => tx.rows<{ name: string; key: string[]; walled: boolean; comment: string | null }>`
      select c.relname as name, c.relforcerowsecurity as walled,
        obj_description(c.oid, 'pg_class') as comment,
        array(select a.attname::text from unnest(i.indkey::smallint[]) with ordinality k (n, o)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n order by k.o) as key
      from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  expect(tables.length).toBeGreaterThan(30);
  for (const { name, key, walled, comment } of tables) {
    if (['schema_migration', 'tenant'].includes(name) || comment?.startsWith('platform:')) continue;
    expect([name, key[0], walled]).toEqual([name, 'tenant_id', true]);
  }
});

test('without a tenant the app sees nobody, with a user only their own memberships', async () => {
  const admin = await scene.db.platform(
    (tx) => tx.one<{ id: string }>`select id from app_user where username = 'admin'`,
  );
  const seen = await scene.db.platform((tx) => tx.rows`select 1 from membership`);
  expect(seen).toHaveLength(0);
  const own = await scene.db.platform(async (tx) => {
    await tx.asUser(admin.id);
    return tx.rows`select tenant_id from membership`;
  });
  expect(own).toEqual([{ tenantId: 1 }]);
});
