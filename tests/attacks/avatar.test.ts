import { afterAll, beforeAll, expect, test } from 'vitest';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemActor } from '#kit/server/actor.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';

/** What is uploaded in place of a portrait, and who gets to see one. */

let scene: TestApp;
let who: Client;
let colleague: Client;
let stranger: Client;
let id: string;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  await createTenant(scene.app.db, { id: 2, code: 'second', name: '第二租户' }, scene.app.assembled.grants);
  const add = (tenant: number, username: string) =>
    createUser(scene.app.db, systemActor(tenant, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      departs: ['A01'],
    });
  id = await add(1, 'portrait');
  await add(2, 'stranger');
  [who, colleague, stranger] = [await scene.as('portrait'), await scene.as('kefu'), await scene.as('stranger')];
});
afterAll(() => scene?.stop());

const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};

/** A PNG of a size, with other chunks before its data if wanted. */
function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 6, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', Buffer.from('not looked into'));
  return Buffer.concat([magic, chunk('IHDR', size), ...more, data, chunk('IEND', Buffer.alloc(0))]);
}

function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, ...Array<number>(9).fill(1)]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const app = Buffer.from([0xff, 0xe0, 0, 4, 0, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app, frame, Buffer.from([0xff, 0xd9])]);
}

function webp(width: number, height: number, flags = 0): Buffer {
  const body = Buffer.alloc(30);
  body.write('RIFF', 0).toString();
  body.writeUInt32LE(22, 4);
  body.write('WEBPVP8X', 8);
  body.writeUInt32LE(10, 16);
  body[20] = flags;
  body.writeUIntLE(width - 1, 24, 3);
  body.writeUIntLE(height - 1, 27, 3);
  return body;
}

interface Uploaded {
  userInfo: { avatar: string };
}

async function send(bytes: Buffer, name = '头像.png', mime = 'image/png'): Promise<Answer<Uploaded>> {
  // Each try counts against the person: a minute later they may try again.
  await scene.pass(7000);
  const boundary = 'waybill-test-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`;
  const response = await scene.app.http.inject({
    method: 'POST',
    url: '/api/sys/user/avatar',
    headers: {
      'x-access-token': who.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return {
    status: response.statusCode,
    ...response.json<Omit<Answer<Uploaded>, 'status'>>(),
  };
}

const stored = (): string[] =>
  readdirSync(join(scene.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test.each([
  ['PNG', 'image/png', png(256, 256)],
  ['JPEG', 'image/jpeg', jpeg(256, 256)],
  ['WebP', 'image/webp', webp(4096, 4096)],
])('a %s is taken by its content and shown to colleagues alone', async (_, mime, bytes) => {
  const sent = await send(bytes, '../../evil.html', 'text/html');
  expect(sent).toMatchObject({ success: true, message: '头像已更新' });
  const path = sent.result.userInfo.avatar;
  expect(path).toMatch(new RegExp(`^/sys/user/avatar/${id}\\?v=[0-9a-f]{12}$`));
  for (const one of [who, colleague]) {
    const seen = await one.raw('GET', path);
    expect(seen).toMatchObject({ status: 200, bytes });
    expect(seen.headers).toMatchObject({
      'content-type': mime,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=604800',
    });
  }
  expect((await stranger.raw('GET', path)).status).toBe(404);
  expect((await scene.app.http.inject({ url: `/api${path}` })).statusCode).toBe(401);
});

test('a new picture has another address, and the old file goes', async () => {
  const first = (await send(png(10, 10))).result.userInfo.avatar;
  await expect.poll(stored).toHaveLength(1);
  const [file] = stored();
  const second = (await send(png(20, 20))).result.userInfo.avatar;
  expect(second).not.toBe(first);
  await expect.poll(stored).toHaveLength(1);
  expect(stored()).not.toContain(file);
  const gone = await who.delete<{ userInfo: { avatar: null } }>('/sys/user/avatar');
  expect(gone).toMatchObject({ success: true, result: { userInfo: { avatar: null } } });
  expect((await colleague.raw('GET', `/sys/user/avatar/${id}`)).status).toBe(404);
  await expect.poll(stored).toEqual([]);
});

test.each<[string, Buffer, string]>([
  ['J2 a page under the name of a picture', Buffer.from('<html><script>alert(1)</script>'), '请上传图片'],
  ['J2 a drawing with a script', Buffer.from('<svg xmlns="x" onload="alert(1)"/>'), '请上传图片'],
  ['J2 a GIF', Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)', 'latin1'), '请上传图片'],
  ['J2 a picture with a page behind it', Buffer.concat([png(9, 9), Buffer.from('<script>')]), '请上传图片'],
  ['J2 a JPEG with an archive behind it', Buffer.concat([jpeg(9, 9), Buffer.from('PK\u0003\u0004')]), '请上传图片'],
  ['J2 an animated PNG', png(9, 9, chunk('acTL', Buffer.alloc(8))), '请上传图片'],
  ['J2 an animated WebP', webp(9, 9, 2), '请上传图片'],
  ['a PNG cut off', png(9, 9).subarray(0, 40), '请上传图片'],
  ['J2 thirty thousand pixels square', png(30_000, 30_000), '图片的宽和高不能超过4096像素'],
  ['no width at all', png(0, 9), '图片的宽和高不能超过4096像素'],
  ['a file over two megabytes', png(9, 9, chunk('tEXt', Buffer.alloc(2_100_000))), '图片大小不能超过2MB'],
  ['J2 a file over the limit of the server', Buffer.alloc(11_000_000), '文件大小超出10MB限制, 请压缩或降低文件质量! '],
  ['nothing', Buffer.alloc(0), '未上传任何文件'],
])('%s is refused and leaves no file', async (_, bytes, message) => {
  expect(await send(bytes)).toMatchObject({ success: false, message });
  expect(stored()).toEqual([]);
});

test('J3 an address is an id and nothing else', async () => {
  for (const path of ['..%2f..%2fetc%2fpasswd', 'x', `${id}%00.png`, `${id}/..`, "' or 1=1"])
    expect((await who.raw('GET', `/sys/user/avatar/${encodeURI(path)}`)).status).toBe(404);
});

test('uploads are counted', async () => {
  await scene.pass(60_000);
  const tries = Array.from({ length: 12 }, async () => who.post('/sys/user/avatar', {}).then(({ status }) => status));
  expect((await Promise.all(tries)).filter((status) => status === 429)).toHaveLength(2);
});

test('a client of the base finds the picture of a person where it looks for all files', async () => {
  await scene.pass(61_000);
  await send(png(8, 8));
  const { result } = await who.get<{ userInfo: { avatar: string } }>('/sys/user/getUserInfo');
  const under = (path: string) => `/sys/common/static/${path}`;
  for (const path of [under(result.userInfo.avatar), under(result.userInfo.avatar.slice(1))]) {
    const seen = await colleague.raw('GET', path);
    expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await stranger.raw('GET', path)).status).toBe(404);
    const cookie = await scene.app.http.inject({
      url: `/api${path}`,
      headers: { cookie: `waybill_files=${colleague.token}` },
    });
    expect(cookie.statusCode).toBe(200);
    expect((await scene.app.http.inject({ url: `/api${path}` })).statusCode).toBe(401);
  }
});
