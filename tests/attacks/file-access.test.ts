import { expect, test } from 'vitest';
import { png } from '#tests/harness/pictures.ts';
import { covers } from '#tests/spec/covers.ts';
import { send } from './upload-scene.ts';
import { clerk, colleague, openFiles, scene, stored, stranger } from './kept-files-scene.ts';

/** Who gets to see what was uploaded. */

openFiles();

test('J3 what is no address of ours is not even looked for', async () => {
  const { message: address } = await send(scene, clerk, png(4, 4));
  for (const path of [
    '..%2f..%2fetc/passwd',
    '....//etc/passwd',
    '..;/x',
    '%252e%252e/x',
    '/etc/passwd',
    'a%00',
    '',
    'temp',
    'temp/',
    `${address},,`,
    `${address}%00`,
    `x%2f..%2f${address}`,
    address.replace('temp', 'TEMP'),
    address.slice(0, -4),
    "' or 1=1",
    '..\\..\\x',
  ]) {
    const seen = await clerk.raw('GET', `/sys/common/static/${encodeURI(path).replaceAll('%25', '%')}`);
    expect([seen.status, path]).toEqual([404, path]);
  }
  // The wire forgives one comma, as lists of files leave it.
  const seen = await clerk.raw('GET', `/sys/common/static/${encodeURI(`${address},`)}`);
  expect(seen.bytes).toEqual(png(4, 4));
});

test('J4 a file is for its tenant, one that no record holds for whoever uploaded it', async () => {
  covers('§7 upload and static files');
  const place = async (biz: string): Promise<string> =>
    `/sys/common/static/${encodeURI((await send(scene, clerk, png(4, 4), { fields: { biz } })).message)}`;
  const statuses = async (path: string): Promise<number[]> =>
    Promise.all([clerk, colleague, stranger].map(async (one) => (await one.raw('GET', path)).status));
  const loose = await place('temp');
  const shared = await place('jeditor');
  expect(await statuses(loose)).toEqual([200, 404, 404]);
  expect(await statuses(shared)).toEqual([200, 200, 404]);
  for (const path of [loose, shared])
    expect((await scene.app.http.inject({ url: `/api${path}` })).statusCode).toBe(401);
  expect((await scene.app.http.inject({ url: `/api${loose}?token=${clerk.token}` })).statusCode).toBe(401);
});

test('J4 a picture in a page is fetched by a cookie that is good for files alone', async () => {
  const { message } = await send(scene, clerk, png(4, 4));
  const url = `/api/sys/common/static/${encodeURI(message)}`;
  const menu = await clerk.raw('GET', '/sys/permission/getUserPermissionByToken');
  const cookies = menu.headers['set-cookie'] as string[];
  const rest = 'Max-Age=604800; HttpOnly; SameSite=Strict';
  expect(cookies.map((cookie) => cookie.slice(cookie.indexOf('Path=')))).toEqual([
    `Path=/api/sys/common/static; ${rest}`,
    `Path=/api/sys/annountCement/show; ${rest}`,
  ]);
  const set = cookies[0] ?? '';
  const headers = { cookie: set.split(';')[0] ?? '' };
  const seen = await scene.app.http.inject({ url, headers });
  expect(seen.statusCode).toBe(200);
  const etag = String(seen.headers['etag']);
  const again = await scene.app.http.inject({
    url,
    headers: { ...headers, 'if-none-match': etag },
  });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  for (const other of ['/api/sys/user/getUserInfo', '/api/sys/common/upload/parts/x'])
    expect((await scene.app.http.inject({ url: other, headers })).statusCode).toBe(401);
  const out = await scene.as('kefu');
  await out.post('/sys/logout');
  const stale = { cookie: `waybill_files=${out.token}`, 'if-none-match': etag };
  expect((await scene.app.http.inject({ url, headers: stale })).statusCode).toBe(401);
});

test('J5 files can be neither listed nor named by their place on the disk', async () => {
  for (const path of ['/sys/common/fileTree', '/sys/common/pdf/pdfPreviewIframe', '/sys/common/view/x'])
    expect((await clerk.raw('GET', path)).status).toBe(404);
  for (const name of stored().slice(0, 3))
    expect((await clerk.raw('GET', `/sys/common/static/${name}`)).status).toBe(404);
});
