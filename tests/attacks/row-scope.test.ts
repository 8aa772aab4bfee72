import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { covers } from '#tests/spec/covers.ts';

/** What an administrator of some shops and warehouses tries in order to see, or show, more. */

interface Scope {
  shops: string[] | null;
  warehouses: string[] | null;
}

let scene: TestApp;
let admin: Client;
let limited: Client;
let own: { shops: string[]; warehouses: string[] };
let elsewhere: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  const [first = '', second = ''] = Object.values(scene.seller.warehouses);
  own = { shops: [scene.seller.accountId], warehouses: [first] };
  elsewhere = second;
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'limited',
    realname: '部分仓库管理员',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    ...own,
  });
  limited = await scene.as('limited');
});
afterAll(() => scene?.stop());

let people = 0;
const add = (who: Client, more: object) =>
  who.post<{ id: string; errors: object[] }>('/sys/user/add', {
    username: `scoped_${++people}`,
    realname: '某人',
    password: PASSWORD,
    ...more,
  });
const scopeOf = async (id: string): Promise<Scope> =>
  (await admin.get<Scope>('/sys/user/queryUserScope', { userid: id })).result;
const FORBIDDEN = { status: 403, success: false };

test('who is added without a word sees what their administrator sees, and no more', async () => {
  const silent = await add(limited, {});
  expect(silent).toMatchObject({ success: true });
  expect(await scopeOf(silent.result.id)).toEqual(own);
  const half = await add(limited, { shops: [] });
  expect(await scopeOf(half.result.id)).toEqual({ shops: [], warehouses: own.warehouses });
  const free = await add(admin, {});
  expect(await scopeOf(free.result.id)).toEqual({ shops: null, warehouses: null });
});

test('nobody is shown more than their administrator sees, by adding or by editing', async () => {
  covers('ours: row scope');
  const { id } = (await add(limited, {})).result;
  const wider = [{ shops: null }, { warehouses: null }, { warehouses: [elsewhere] }];
  for (const more of wider) {
    expect(await add(limited, more), JSON.stringify(more)).toMatchObject(FORBIDDEN);
    const edited = await limited.put('/sys/user/edit', { id, ...more });
    expect(edited, JSON.stringify(more)).toMatchObject(FORBIDDEN);
  }
  const self = (await limited.get<{ id: string }>('/sys/user/profile')).result.id;
  expect(await limited.put('/sys/user/edit', { id: self, shops: null })).toMatchObject(FORBIDDEN);
  expect(await scopeOf(id)).toEqual(own);
  expect(await scopeOf(self)).toEqual(own);
});

test.each<[string, () => object]>([
  ['one warehouse more', () => ({ ...own, warehouses: [...own.warehouses, elsewhere] })],
  ['all warehouses', () => ({ shops: own.shops })],
  ['all shops', () => ({ warehouses: own.warehouses })],
])('whoever sees %s is not governed by an administrator who sees less', async (_, scope) => {
  const username = `scoped_${people + 1}`;
  const { id } = (await add(admin, scope())).result;
  const password = 'Another Lamp 4711';
  const tries = [
    limited.put('/sys/user/changePassword', { username, password, confirmPassword: password }),
    limited.put('/sys/user/edit', { id, phone: '13900000001' }),
    limited.put('/sys/user/frozenBatch', { ids: id, status: 2 }),
    limited.delete('/sys/user/delete', { id }),
  ];
  for (const answer of await Promise.all(tries)) expect(answer).toMatchObject(FORBIDDEN);
  await scene.as(username);
  const within = (await add(limited, {})).result.id;
  expect(await limited.put('/sys/user/edit', { id: within, realname: '改名' })).toMatchObject({
    success: true,
  });
});

test('shops and warehouses of nobody, or of another tenant, are refused at their field', async () => {
  const strange = await openOtherTenant(scene);
  const nowhere = '0199aaaa-0000-7000-8000-000000000001';
  const shops = [{ field: 'shops', code: 'missing', message: '店铺不存在' }];
  const warehouses = [{ field: 'warehouses', code: 'missing', message: '仓库不存在' }];
  const both = { shops: [...own.shops, nowhere], warehouses: [nowhere] };
  expect((await add(admin, both)).result.errors).toEqual([...shops, ...warehouses]);
  expect((await add(strange, { shops: own.shops })).result.errors).toEqual(shops);
  // A warehouse is no shop.
  expect((await add(admin, { shops: own.warehouses })).result.errors).toEqual(shops);
  const { id } = (await add(admin, { shops: own.shops })).result;
  const edited = await admin.put<{ errors: object[] }>('/sys/user/edit', { id, ...both });
  expect(edited.result.errors).toEqual([...shops, ...warehouses]);
  expect(await scopeOf(id)).toEqual({ shops: own.shops, warehouses: null });
});
