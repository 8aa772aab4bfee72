import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { send } from './upload-scene.ts';
import { covers } from '#tests/spec/covers.ts';

/** 文件管理: what is uploaded there, where it is used, and who may take it away. */

interface Listed {
  id: string;
  fileName: string;
  url: string;
  bytes: number;
  uploader: string;
  usage: string;
  usedBy: string | null;
  isOpen: boolean;
  createTime: string;
}

let scene: TestApp;
let admin: Client;
let operator: Client;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  [admin, operator] = [await scene.as('admin'), await scene.as('yunying')];
  stranger = await openOtherTenant(scene);
});
afterAll(() => scene.stop());

let drawn = 0;
const picture = (): Buffer => png(3, ++drawn);
const files = async (by: Client, query: Record<string, string> = {}): Promise<Listed[]> =>
  (await by.get<{ records: Listed[] }>('/sys/oss/file/list', { pageSize: '100', ...query })).result.records;
const fileOf = async (address: string): Promise<Listed | undefined> =>
  (await files(admin)).find(({ url }) => url === address);
const remove = (by: Client, id: string) => by.delete('/sys/oss/file/delete', { id });

/** @returns the address */
async function upload(by: Client, path?: string, name = '说明.png'): Promise<string> {
  const sent = await send<{ filePath: string }>(scene, by, picture(), {
    name,
    ...(path ? { path } : {}),
  });
  expect(sent, sent.message).toMatchObject({ success: true });
  return sent.result.filePath;
}

test('both ways of a client of the base keep a file, and each answers as it expects', async () => {
  const elsewhere = await send(scene, operator, picture(), { path: '/sys/upload/uploadMinio' });
  expect(elsewhere).toMatchObject({ success: true });
  expect(elsewhere.message).toMatch(/^temp\/.+\.png$/);
  const loose = await send<{ filePath: string }>(scene, admin, picture(), {
    name: '公司 章程.png',
    path: '/sys/oss/file/upload',
    fields: { biz: '../../etc' },
  });
  expect(loose).toMatchObject({ success: true, message: '上传成功！' });
  expect(loose.result.filePath).toMatch(/^files\/公司_章程_[0-9a-f]{32}\.png$/);
  const [newest] = await files(admin);
  expect(newest).toMatchObject({
    fileName: '公司 章程.png',
    url: loose.result.filePath,
    uploader: '管理员',
    usage: 'loose',
    usedBy: null,
    isOpen: true,
  });
  expect(newest?.bytes).toBeGreaterThan(0);
});

test('a file that a record holds names the record, and stays until that lets go of it', async () => {
  covers('ours: stored files');
  const address = await upload(operator);
  const made = await operator.post<{ id: string }>('/catalog/product/add', {
    spuCode: 'F-1',
    name: '落地灯',
    images: address,
  });
  expect(made.success, made.message).toBe(true);
  const file = await fileOf(address);
  expect(file).toMatchObject({ usage: 'used', isOpen: true });
  expect(file?.usedBy).toMatch(/^产品“.+”$/);
  const refused = await remove(admin, file?.id ?? '');
  expect(refused).toMatchObject({ success: false });
  expect(refused.message).toBe(`文件“说明.png”正在使用，不能删除：${file?.usedBy}`);
  expect((await files(admin, { usage: 'used' })).map(({ url }) => url)).toContain(address);
  await operator.delete('/catalog/product/delete', { id: made.result.id });
  expect(await fileOf(address)).toBeUndefined();
});

test('a file that a notice shows is used by it', async () => {
  const address = await upload(admin, '/sys/oss/file/upload');
  const made = await admin.post<{ id: string }>('/sys/annountCement/add', {
    titile: '盘点安排',
    msgContent: `<p><a href="/api/sys/common/static/${encodeURI(address)}">表</a></p>`,
  });
  const file = await fileOf(address);
  expect(file).toMatchObject({ usage: 'loose', usedBy: '系统通告“盘点安排”' });
  expect((await remove(admin, file?.id ?? '')).message).toContain('系统通告“盘点安排”');
  // Who keeps files and reads no notices of others learns that there is one, and no more.
  const holder = await personWith(scene, admin, ['system:storedFile:list', 'system:storedFile:delete']);
  expect((await files(holder)).find(({ url }) => url === address)?.usedBy).toBe('系统通告（无权查看）');
  expect((await remove(holder, file?.id ?? '')).message).not.toContain('盘点安排');
  await admin.delete('/sys/annountCement/delete', { id: made.result.id });
  expect(await remove(admin, file?.id ?? '')).toMatchObject({
    success: true,
    message: '删除成功!',
  });
  expect((await admin.raw('GET', `/sys/common/static/${encodeURI(address)}`)).status).toBe(404);
});

test('several are deleted together or, when one of them is used, not at all', async () => {
  const [held, loose] = [await upload(operator), await upload(admin, '/sys/oss/file/upload')];
  await operator.post('/catalog/product/add', { spuCode: 'F-2', name: '台灯', images: held });
  const ids = [(await fileOf(held))?.id, (await fileOf(loose))?.id].join(',');
  const all = await admin.delete('/sys/oss/file/deleteBatch', { ids: `${ids},` });
  expect(all).toMatchObject({ success: false });
  expect(await fileOf(loose)).toBeDefined();
  const one = await admin.delete('/sys/oss/file/deleteBatch', {
    ids: `${(await fileOf(loose))?.id},`,
  });
  expect(one).toMatchObject({ success: true, message: '批量删除成功!' });
  expect(await fileOf(loose)).toBeUndefined();
});

test('J1 J2: what is refused elsewhere is refused here', async () => {
  const bodies: [string, Buffer][] = [
    ['a.jsp', picture()],
    ['a.php.jpg', picture()],
    ['a.html', Buffer.from('<script>alert(1)</script>')],
    ['网页.png', Buffer.from('<script>alert(1)</script>')],
    ['图.svg', Buffer.from('<svg onload="alert(1)"/>')],
    ['大.png', Buffer.concat([picture(), Buffer.alloc(10 * 1024 * 1024)])],
  ];
  for (const path of ['/sys/oss/file/upload', '/sys/upload/uploadMinio'])
    for (const [name, bytes] of bodies) {
      const sent = await send(scene, admin, bytes, { name, path });
      expect(sent.success, `${path} ${name}`).toBe(false);
    }
  for (const biz of ['../../x', '/etc', 'C:\\x', 'a/b/../../..'])
    expect(await send(scene, admin, picture(), { path: '/sys/upload/uploadMinio', fields: { biz } })).toMatchObject({
      success: false,
      message: '上传目录bizPath，格式非法！',
    });
});

test('J4 J5 G12: files are listed and deleted by right, in their own tenant', async () => {
  const address = await upload(admin, '/sys/oss/file/upload');
  const file = await fileOf(address);
  expect((await operator.raw('GET', '/sys/oss/file/list')).status).toBe(403);
  expect((await remove(operator, file?.id ?? '')).status).toBe(403);
  expect((await send(scene, operator, picture(), { path: '/sys/oss/file/upload' })).status).toBe(403);
  expect((await files(stranger)).map(({ url }) => url)).not.toContain(address);
  for (const id of [file?.id ?? '', 'x', '../../etc'])
    expect(await remove(stranger, id)).toMatchObject({
      success: false,
      message: '未找到对应实体',
    });
  expect((await stranger.raw('GET', `/sys/common/static/${encodeURI(address)}`)).status).toBe(404);
  expect(await fileOf(address)).toBeDefined();
});

test('who may list files sees of a record out of sight no more than its kind, and opens nothing', async () => {
  const holder = await personWith(scene, admin, ['system:storedFile:list']);
  const address = await upload(operator);
  await operator.post('/catalog/product/add', {
    spuCode: 'F-3',
    name: '秘密新品',
    images: address,
  });
  const seen = (await files(holder)).find(({ url }) => url === address);
  expect(seen).toMatchObject({ usedBy: '产品（无权查看）', isOpen: false });
  expect((await holder.raw('GET', `/sys/common/static/${encodeURI(address)}`)).status).toBe(404);
});
