import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { together } from './together.ts';

/** The organisation keeps a department, however many are deleted at once; leaders keep those that are left. */

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

const roots = async (): Promise<string[]> =>
  (await must(admin.get<{ key: string }[]>('/sys/sysDepart/queryTreeList'))).map(({ key }) => key);
const add = (departName: string): Promise<{ id: string }> =>
  must(admin.post<{ id: string }>('/sys/sysDepart/add', { departName }));
const remove = (id: string) => admin.delete('/sys/sysDepart/delete', { id });

test('of two departments that are deleted at once one stays', async () => {
  await add('第二个');
  const ids = await roots();
  expect(ids).toHaveLength(2);
  const both = await together(
    scene,
    'depart',
    ids,
    ids.map((id) => () => remove(id)),
  );
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true]);
  expect(both.find(({ success }) => !success)?.message).toBe('至少需要保留一个部门');
  expect(await roots()).toHaveLength(1);
});

test('who led a department that is deleted leads the others', async () => {
  const [stored, lost] = [await add('留下'), await add('撤销')];
  const { id } = await must(admin.get<{ id: string }>('/sys/user/profile'));
  const departIds = `${lost.id},${stored.id}`;
  await must(admin.put('/sys/user/edit', { id, userIdentity: 2, departIds }));
  await must(remove(lost.id));
  const listed = await must(admin.get<{ records: { id: string; departIds: string }[] }>('/sys/user/list'));
  expect(listed.records.find((one) => one.id === id)?.departIds).toBe(stored.id);
});
