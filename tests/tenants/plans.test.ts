import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { openTenant, type MadeTenant } from './tenant-scene.ts';

let scene: TestApp;
let admin: Client;
let tenant: MadeTenant;
let planId: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  const made = await admin.post<{ id: string }>('/sys/plan/add', { code: 'shop', name: '店铺版' });
  planId = made.result.id;
  tenant = await openTenant(scene, admin, 'leased', { planId });
});
afterAll(() => scene.stop());

interface Node {
  key: string;
  title: string;
  children: Node[] | null;
}
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

/** Ids of menus and buttons below a menu of that title, with it. */
async function below(title: string): Promise<string[]> {
  const { treeList } = (await admin.get<{ treeList: Node[] }>('/sys/plan/menuTree')).result;
  const found = flat(treeList).find((node) => node.title === title);
  return found ? flat([found]).map(({ key }) => key) : [];
}

const menus = async (): Promise<string[]> => (await admin.get<string[]>('/sys/plan/menus', { id: planId })).result;

async function keep(expected: (held: string[]) => string[]): Promise<void> {
  const last = await menus();
  const body = { id: planId, permissionIds: expected(last), lastPermissionIds: last };
  const saved = await admin.put('/sys/plan/menus', body);
  expect(saved.success, saved.message).toBe(true);
}

interface Access {
  menu: { path: string; children?: Access['menu'] }[];
  auth: { action: string }[];
}
const access = async (): Promise<Access> =>
  (await tenant.boss.get<Access>('/sys/permission/getUserPermissionByToken')).result;
const paths = (menu: Access['menu']): string[] => menu.flatMap(({ path, children = [] }) => [path, ...paths(children)]);

test('a new plan holds all that a tenant may have, and nothing of the operator’s', async () => {
  covers('ours: plans and bounds');
  expect((await menus()).length).toBeGreaterThan(100);
  expect((await below('租户管理')).length).toBe(0);
  expect((await below('产品')).length).toBeGreaterThan(0);
});

test('what is not in the plan is gone from menu, routes and the tree of grants at once', async () => {
  expect(paths((await access()).menu)).toContain('/base/product');
  expect((await tenant.boss.get('/catalog/product/list')).success).toBe(true);
  const goods = await below('产品');
  await keep((held) => held.filter((id) => !goods.includes(id)));
  const { menu, auth } = await access();
  expect(paths(menu)).not.toContain('/base/product');
  expect(auth.map(({ action }) => action)).not.toContain('catalog:product:add');
  expect((await tenant.boss.get('/catalog/product/list')).status).toBe(403);
  const tree = await tenant.boss.get<{ treeList: Node[] }>('/sys/permission/queryTreeList');
  const offered = flat(tree.result.treeList).map(({ key }) => key);
  expect(goods.filter((id) => offered.includes(id))).toEqual([]);
  // Others have what they had.
  expect((await admin.get('/catalog/product/list')).success).toBe(true);
});

test('roles go on being given that say more than the plan', async () => {
  const roles = await tenant.boss.get<{ id: string; roleCode: string }[]>('/sys/role/queryall');
  const ops = roles.result.find(({ roleCode }) => roleCode === 'OPS')?.id ?? '';
  const added = await tenant.boss.post<{ id: string }>('/sys/user/add', {
    username: 'leased_ops',
    realname: '运营',
    password: 'Yundan-2026-Test',
    selectedroles: ops,
  });
  expect(added.success, added.message).toBe(true);
  const clerk = await scene.as('leased_ops');
  expect((await clerk.get('/catalog/product/list')).status).toBe(403);
  expect((await clerk.get('/orders/salesOrder/list')).success).toBe(true);
});

test('what comes back into the plan is there again at once', async () => {
  const goods = await below('产品');
  await keep((held) => [...held, ...goods]);
  expect((await tenant.boss.get('/catalog/product/list')).success).toBe(true);
});

test('a plan holds no right that reaches beyond a tenant, and is not deleted while in use', async () => {
  const { id } = await scene.app.db.platform(
    (tx) => tx.one<{ id: string }>`select id from permission where key = 'system:tenant:list'`,
  );
  const last = await menus();
  const body = { id: planId, permissionIds: [...last, id], lastPermissionIds: last };
  expect((await admin.put('/sys/plan/menus', body)).status).toBe(403);
  const gone = await admin.delete('/sys/plan/delete', { id: planId });
  expect(gone).toMatchObject({
    success: false,
    message: '套餐“店铺版”正被租户使用（租户leased），不能删除',
  });
});

test('a change of a plan stands in the log with what was given and taken', async () => {
  const goods = await below('产品');
  await keep((held) => held.filter((one) => !goods.includes(one)));
  const { diff } = await scene.app.db.platform(async (tx) => {
    await tx.rows`select set_config('app.tenant', '1', true)`;
    return tx.one<{ diff: { given: string[]; taken: string[] } }>`
      select diff from audit_log where tenant_id = 1 and resource = 'system:plan'
        and action = 'menus' order by at desc, id desc limit 1`;
  });
  expect(diff.given).toEqual([]);
  expect(diff.taken).toContain('catalog:product:add');
});
