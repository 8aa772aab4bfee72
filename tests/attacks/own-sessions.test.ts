import { expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { PASSWORD, type Answer, type Client } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  admin,
  isAlive,
  menu,
  openAccounts,
  person,
  scene,
  sessions,
  withToken,
  type Userinfo,
} from './own-account-scene.ts';

/** When a session ends, and who sees or ends it, by the attack list. */

openAccounts();

test('E5 a session ends with logout, own password, reset, freezing and removal', async () => {
  const ways: [string, (who: Client, about: { id: string; username: string }) => Promise<Answer>][] = [
    ['logout', (who) => who.post('/sys/logout')],
    [
      'admin reset',
      (_, { username }) =>
        admin.put('/sys/user/changePassword', {
          username,
          password: 'Xinmima-4411',
          confirmPassword: 'Xinmima-4411',
        }),
    ],
    ['freeze', (_, { id }) => admin.put('/sys/user/frozenBatch', { ids: id, status: '2' })],
    ['delete', (_, { id }) => admin.delete('/sys/user/delete', { id })],
  ];
  for (const [name, end] of ways) {
    const about = await person();
    const who = await scene.as(about.username);
    expect(await isAlive(who), name).toBe(true);
    expect(await end(who, about), name).toMatchObject({ success: true });
    expect(await isAlive(who), name).toBe(false);
  }
  const { username } = await person();
  const [here, there] = [await scene.as(username), await scene.as(username)];
  const changed = await here.put('/sys/user/updatePassword', {
    username,
    oldpassword: PASSWORD,
    password: 'Xinmima-4411',
    confirmpassword: 'Xinmima-4411',
  });
  expect(changed).toMatchObject({ success: true, message: '密码重置成功!' });
  expect([await isAlive(here), await isAlive(there)]).toEqual([true, false]);
});

test('E5 rights are read again as soon as a role changes', async () => {
  const { id, username } = await person(1, ['WH']);
  const who = await scene.as(username);
  const held = (await menu(who)).result.auth.length;
  expect(held).toBeGreaterThan(5);
  await admin.put('/sys/user/edit', { id, selectedroles: '' });
  expect((await menu(who)).result.auth).toHaveLength(0);
});

test('E5 a switch of tenant ends the old token, one of department once the new one is used', async () => {
  const { id, username } = await person();
  await scene.app.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.run`
      insert into membership (tenant_id, user_id, create_time) values (${tx.tenant}, ${id}, ${tx.now})`,
  );
  const who = await scene.as(username);
  const moved = await who.put<{ token: string; userInfo: Userinfo }>('/sys/selectDepart', {
    username,
    orgCode: 'A01',
  });
  expect(moved.result.token).not.toBe(who.token);
  const next = withToken(moved.result.token);
  expect((await next('GET', '/sys/user/tenants')).result).toEqual([
    expect.objectContaining({ id: 1, isCurrent: true }),
    { id: 2, name: '第二租户', isCurrent: false },
  ]);
  const away = await next('PUT', '/sys/selectTenant', { tenantId: 2 });
  expect(away.result).toMatchObject({ userInfo: { tenantId: 2 } });
  expect((await next('GET', '/sys/user/getUserInfo')).status).toBe(401);
});

test('G6 G7 who is online is not everybody’s to see or to end, and no token is ever shown', async () => {
  const { username } = await person();
  const who = await scene.as(username);
  expect((await who.get('/sys/online/list')).status).toBe(403);
  expect((await who.post('/sys/online/forceLogout', { token: admin.token })).status).toBe(403);
  const rows = JSON.stringify((await admin.get('/sys/online/list', { pageSize: '200' })).result);
  expect(rows).toContain(username);
  for (const token of [who.token, admin.token]) expect(rows).not.toContain(token);
  expect(JSON.stringify(await sessions(who))).not.toContain(who.token);
});

test('G7 a person sees and ends their own devices only, at once', async () => {
  covers('ours: own account');
  const { username } = await person();
  const other = await person();
  const [here, phone, office] = [await scene.as(username), await scene.as(username), await scene.as(username)];
  const stranger = await scene.as(other.username);
  const mine = await sessions(here);
  expect(mine.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
  expect(mine[0]).toMatchObject({ ip: '127.0.0.1', tenantName: expect.any(String) });
  const id = String((await sessions(phone))[0]?.['id']);
  const end = (who: Client, one: string) => who.delete('/sys/user/sessions', { id: one });
  for (const by of [stranger, admin])
    expect(await end(by, id)).toMatchObject({ success: false, message: '未找到对应实体' });
  expect(await end(here, 'x')).toMatchObject({ success: false, message: '未找到对应实体' });
  expect(await end(here, id)).toMatchObject({ success: true });
  expect(await isAlive(phone)).toBe(false);
  expect(await end(here, id)).toMatchObject({ success: false, message: '未找到对应实体' });
  const others = await here.post<{ ended: number }>('/sys/user/sessions/endOthers');
  expect(others.result.ended).toBe(1);
  expect([await isAlive(here), await isAlive(office), await isAlive(stranger)]).toEqual([true, false, true]);
});

test('G10 a token in the address is no token', async () => {
  const { username } = await person(1, ['WH']);
  const who = await scene.as(username);
  const mine = (await menu(who)).result;
  const request = await who.get<typeof mine>('/sys/permission/getUserPermissionByToken', {
    token: admin.token,
  });
  expect(request.result).toEqual(mine);
  const bare = await scene.app.http.inject({
    url: `/api/sys/permission/getUserPermissionByToken?token=${admin.token}`,
  });
  expect(bare.statusCode).toBe(401);
});
