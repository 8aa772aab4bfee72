import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { openScene, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

test('departments: codes grow by level, deleting takes the branch', async () => {
  covers('§7 system administration');
  const add = async (departName: string, parentId?: string) =>
    (
      await scene.call('POST', '/sys/sysDepart/add', {
        token: admin,
        body: { departName, parentId },
      })
    ).result as { id: string; orgCode: string };
  const [north, south] = await Promise.all([add('北方'), add('南方')]);
  expect([north?.orgCode, south?.orgCode].sort()).toEqual(['A02', 'A03']);
  const branch = await add('北方一部', north?.id);
  expect(branch.orgCode).toBe(`${north?.orgCode}A01`);
  const tree = async () =>
    (await scene.call('GET', '/sys/sysDepart/queryTreeList', { token: admin })).result as {
      departName: string;
      children: { orgCode: string }[] | null;
    }[];
  const found = (await tree()).find((node) => node.departName === '北方');
  expect(found?.children?.[0]?.orgCode).toBe(branch.orgCode);
  const gone = await scene.call('DELETE', `/sys/sysDepart/delete?id=${north?.id}`, {
    token: admin,
  });
  expect(gone.message).toBe('删除成功!');
  expect(JSON.stringify(await tree())).not.toContain('北方');
});

test('departments: an edit does not move one, and the last one stays', async () => {
  const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    scene.call(method, `/sys/sysDepart/${url}`, { token: admin, ...(body ? { body } : {}) });
  const add = async (departName: string) => (await call('POST', 'add', { departName })).result;
  const [one, two] = [await add('原位'), await add('别处')];
  const moved = await call('PUT', 'edit', { id: one.id, memo: '移', parentId: two.id });
  expect(moved).toMatchObject({ success: true });
  const tree = async (): Promise<{ id: string; orgCode: string; parentId: string }[]> =>
    (await scene.call('GET', '/sys/sysDepart/queryTreeList', { token: admin })).result;
  expect((await tree()).find(({ id }) => id === one.id)).toMatchObject({
    orgCode: one.orgCode,
    parentId: '',
  });
  const all = (await tree()).map(({ id }) => id).join(',');
  expect(await call('DELETE', `deleteBatch?ids=${all}`)).toMatchObject({
    success: false,
    message: '至少需要保留一个部门',
  });
  expect((await tree()).map(({ id }) => id).join(',')).toBe(all);
});

test('departments: an edit of what has changed since is refused', async () => {
  const { id } = (await scene.call('POST', '/sys/sysDepart/add', { token: admin, body: { departName: '版本' } }))
    .result;
  const edit = (body: object) => scene.call('PUT', '/sys/sysDepart/edit', { token: admin, body: { id, ...body } });
  const shown = async (): Promise<{ departName: string; version: number } | undefined> =>
    (await scene.call('GET', '/sys/sysDepart/queryTreeList', { token: admin })).result.find(
      (one: { id: string }) => one.id === id,
    );
  const version = (await shown())?.version;
  expect(version).toEqual(expect.any(Number));
  expect(await edit({ departName: '先改', version })).toMatchObject({ message: '修改成功!' });
  expect(await edit({ departName: '后改', version })).toMatchObject({
    success: false,
    message: '数据已被他人修改，请刷新',
  });
  expect((await shown())?.departName).toBe('先改');
});

test('who leads a department is kept there and shown at the person, whichever form says it', async () => {
  const leader = await scene.user(1, { username: 'leader_one' });
  const second = await scene.user(1, { username: 'leader_two' });
  const stranger = await scene.user(2, { username: 'leader_abroad' });
  const call = (method: 'POST' | 'PUT', url: string, body: object) => scene.call(method, url, { token: admin, body });
  const made = await call('POST', '/sys/sysDepart/add', {
    departName: '负责部',
    directorUserIds: leader,
  });
  const { id } = made.result as { id: string };
  const directors = async () => {
    const { result } = await scene.call('GET', '/sys/sysDepart/queryTreeList', { token: admin });
    return (result as { id: string; directorUserIds: string }[]).find((one) => one.id === id)?.directorUserIds;
  };
  const person = async (username: string) => {
    const list = await scene.call('GET', `/sys/user/list?username=${username}`, { token: admin });
    const { departIds, departIds_dictText, userIdentity } = list.result.records[0];
    return { departIds, departIds_dictText, userIdentity };
  };
  const leads = { departIds: id, departIds_dictText: '负责部', userIdentity: 2 };
  expect(await directors()).toBe(leader);
  expect(await person('leader_one')).toEqual(leads);
  // As the form of the base sends it, with what was there before.
  const edit = {
    id,
    departName: '负责部',
    directorUserIds: `${second},`,
    oldDirectorUserIds: leader,
  };
  expect((await call('PUT', '/sys/sysDepart/edit', edit)).message).toBe('修改成功!');
  expect(await directors()).toBe(second);
  expect((await person('leader_one')).departIds).toBe('');
  expect(await person('leader_two')).toEqual(leads);
  await call('PUT', '/sys/sysDepart/edit', { id, memo: '不提负责人' });
  expect(await directors()).toBe(second);
  await call('PUT', '/sys/user/edit', { id: leader, departIds: id, userIdentity: 2 });
  expect(await directors()).toBe(`${second},${leader}`);
  for (const directorUserIds of [stranger, 'x'])
    expect((await call('PUT', '/sys/sysDepart/edit', { id, directorUserIds })).result).toMatchObject({
      errors: [{ field: 'directorUserIds', message: '部门负责人不存在' }],
    });
  await call('PUT', '/sys/sysDepart/edit', { id, directorUserIds: '' });
  expect(await directors()).toBe('');
});

test('departments: whoever works in one that is deleted works in none, whatever takes its code', async () => {
  const add = async (departName: string): Promise<{ id: string; orgCode: string }> =>
    (await scene.call('POST', '/sys/sysDepart/add', { token: admin, body: { departName } })).result;
  const gone = await add('将撤');
  await scene.user(1, { username: 'sits_there', departs: [gone.orgCode] });
  let token = await scene.login('sits_there');
  token = (
    await scene.call('PUT', '/sys/selectDepart', {
      token,
      body: { orgCode: gone.orgCode, username: 'sits_there' },
    })
  ).result.token;
  const place = async (): Promise<string | null> =>
    (await scene.call('GET', '/sys/user/getCurrentUserDeparts', { token })).result.orgCode;
  expect(await place()).toBe(gone.orgCode);
  await scene.call('DELETE', `/sys/sysDepart/delete?id=${gone.id}`, { token: admin });
  expect((await add('新立')).orgCode).toBe(gone.orgCode);
  expect(await place()).toBeNull();
  token = await scene.login('sits_there');
  expect(await place()).toBeNull();
});
