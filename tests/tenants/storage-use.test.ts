import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { send } from '#tests/attacks/upload-scene.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import type { StorageUse } from '#modules/system/model/storage-use.ts';
import { openTenant } from './tenant-scene.ts';

let scene: TestApp;
let admin: Client;
let boss: Client;
let tenant = 0;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  ({ boss, id: tenant } = await openTenant(scene, admin, 'storage', { quotaStorage: 1 }));
});
afterAll(() => scene.stop());

const PATH = '/sys/oss/file/storage';
const use = async (by: Client = boss): Promise<StorageUse> => (await by.get<StorageUse>(PATH)).result;
const MB = 1024 * 1024;

test('a tenant sees what of its bound is taken, by what, and what goes when', async () => {
  covers('ours: the storage of a tenant');
  expect(await use()).toMatchObject({ used: 0, most: MB, bound: 'plan', kinds: [], largest: [], oldest: [] });
  const loose = await send(scene, boss, png(40, 40), { name: '大图.png', path: '/sys/oss/file/upload' });
  await scene.pass(60_000);
  const forgotten = await send(scene, boss, png(3, 3), { name: '忘记保存.png' });
  expect([loose.success, forgotten.success]).toEqual([true, true]);
  // What was refused of a sheet is kept for a week, and takes nothing of the bound.
  await upload(scene, boss, '/catalog/product/importExcel', await workbook(['SPU', '产品名称'], [['A', '']]));

  const now = await use();
  expect(now.used).toBe(now.largest.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(now.kinds).toEqual(
    expect.arrayContaining([{ kind: 'picture', files: 2, bytes: now.used }, expect.objectContaining({ kind: 'jobs' })]),
  );
  expect(now.largest.map(({ name, usedBy }) => [name, usedBy])).toEqual([
    ['大图.png', null],
    ['忘记保存.png', null],
  ]);
  expect(now.oldest.map(({ name }) => name)).toEqual(['大图.png', '忘记保存.png']);
  // What was put there on purpose stays.
  expect(now.sweep.loose).toMatchObject({ files: 1 });
  expect(now.sweep.next.map(({ name }) => name)).toEqual(['忘记保存.png']);
  const instant = (text = ''): number => Date.parse(text.replace(' ', 'T'));
  const [first] = now.sweep.next;
  expect(instant(first?.goesAt) - instant(first?.createTime)).toBe(7 * 86_400_000);
});

test('what was due by then is removed with the next upload', async () => {
  await scene.pass(7 * 86_400_000 + 61_000);
  boss = await scene.as('boss_storage');
  await send(scene, boss, png(2, 2), { name: '下一次.png', path: '/sys/oss/file/upload' });
  const now = await use();
  expect(now.oldest.map(({ name }) => name)).toEqual(['大图.png', '下一次.png']);
  expect(now.sweep.next).toEqual([]);
});

test('an upload beyond the bound is refused in words, and fits once room was made', async () => {
  const big = (n: number) => Buffer.concat([Buffer.from(`${n}`), Buffer.alloc(600_000, 'a')]);
  const first = await send(scene, boss, big(1), { name: '一.txt', path: '/sys/oss/file/upload' });
  expect(first.success, first.message).toBe(true);
  const second = await send(scene, boss, big(2), { name: '二.txt', path: '/sys/oss/file/upload' });
  expect(second).toMatchObject({
    success: false,
    message: '存储空间已达套餐上限（1MB/1MB），请升级套餐或联系平台',
  });
  const [largest] = (await use()).largest;
  expect(largest).toMatchObject({ name: '一.txt', usedBy: null });
  expect((await boss.delete('/sys/oss/file/delete', { id: largest?.id ?? '' })).success).toBe(true);
  expect((await send(scene, boss, big(2), { name: '二.txt', path: '/sys/oss/file/upload' })).success).toBe(true);
});

test('who may not list files sees nothing, and deleting is a right of its own; others’ files are not counted', async () => {
  admin = await scene.as('admin');
  const nobody = await personWith(scene, admin, ['catalog:product:list']);
  expect((await nobody.raw('GET', PATH)).status).toBe(403);
  await send(scene, admin, png(9, 9), { name: '平台.png', path: '/sys/oss/file/upload' });
  const reader = await personWith(scene, admin, ['system:storedFile:list']);
  const own = await use(reader);
  expect(own).toMatchObject({ bound: 'installation', largest: [{ name: '平台.png' }] });
  expect((await reader.delete('/sys/oss/file/delete', { id: own.largest[0]?.id ?? '' })).status).toBe(403);
  const counted = await scene.app.db.tx(
    systemActor(tenant, 'checker'),
    (tx) =>
      tx.one<{ n: number }>`select count(*)::int as n from asset where tenant_id = ${tx.tenant} and kind = 'upload'`,
  );
  expect(counted.n).toBe(
    (await use()).kinds.filter(({ kind }) => kind !== 'jobs').reduce((n, one) => n + one.files, 0),
  );
});
