import { strToU8, zipSync } from 'fflate';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { gif, jpeg, png } from '#tests/harness/pictures.ts';
import { multipartType, send } from './upload-scene.ts';
import { clerk, openFiles, scene, stored } from './kept-files-scene.ts';

/** What is uploaded under which name. */

openFiles();

/** An archive as Office writes it, with more parts if wanted. */
const office = (main: string, more: Record<string, Uint8Array> = {}): Buffer =>
  Buffer.from(zipSync({ '[Content_Types].xml': strToU8('<Types/>'), [main]: strToU8('<x/>'), ...more }));

const ole = Buffer.concat([
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  Buffer.alloc(512),
  Buffer.from('Workbook\0', 'utf16le'),
]);
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');

test.each<[string, string, Buffer, string, string]>([
  ['a PNG', '产品, 正面.png', png(800, 600), 'image/png', 'inline'],
  ['a GIF', '动图.gif', gif(40, 30), 'image/gif', 'inline'],
  ['a photo under the ending of another', 'IMG_1.JPEG', png(8, 8), 'image/png', 'inline'],
  ['a JPEG', '照片.jpg', jpeg(640, 480), 'image/jpeg', 'inline'],
  [
    'a photo with a second view behind it',
    'IMG_2026.jpg',
    Buffer.concat([jpeg(640, 480), jpeg(64, 48), Buffer.from('SEFH\0\0SEFT', 'latin1')]),
    'image/jpeg',
    'inline',
  ],
  ['a PDF', '合同.pdf', pdf, 'application/pdf', 'inline'],
  ['an old workbook', '报价.xls', ole, 'application/vnd.ms-excel', 'attachment'],
  [
    'a workbook',
    '订单2026.11.21.xlsx',
    office('xl/workbook.xml'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'attachment',
  ],
  [
    'a document',
    '说明.docx',
    office('word/document.xml'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'attachment',
  ],
  [
    'a table of text in the encoding of Excel',
    '库存.csv',
    Buffer.from('b1e0bac52cc3fbb3c60d0a', 'hex'),
    'text/csv; charset=utf-8',
    'attachment',
  ],
])('%s is kept under a name of ours and comes back as it was', async (_, name, bytes, mime, how) => {
  const before = stored();
  const sent = await send<{ fileSize: number }>(scene, clerk, bytes, { name });
  expect(sent).toMatchObject({ status: 200, success: true, code: 0 });
  expect(sent.message).toMatch(/^temp\/[\p{L}\p{N}_-]+_[0-9a-f]{32}\.[a-z]+$/u);
  expect(sent.result.fileSize).toBe(bytes.length);
  const fresh = stored().filter((file) => !before.includes(file));
  expect(fresh).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)]);
  const seen = await clerk.raw('GET', `/sys/common/static/${encodeURI(sent.message)}`);
  expect(seen).toMatchObject({ status: 200, bytes });
  expect(seen.headers).toMatchObject({
    'content-type': mime,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'content-disposition': `${how}; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
  expect(String(seen.headers['content-security-policy'])).toMatch(/^sandbox; default-src 'none'/);
});

const FOLDERS = [
  '../../x',
  '..',
  '..\\..\\x',
  '/etc',
  'C:\\x',
  'a/b/../../..',
  '%2e%2e%2f',
  '%2e%2e',
  '',
  'con',
  'a/NUL',
  'lpt1',
  'x\0y',
  'a//b',
  'a/',
  'ä',
  'x'.repeat(10_000),
];
test.each(FOLDERS.map((biz) => [JSON.stringify(biz).slice(0, 20), biz]))(
  'J1 a folder %s is refused',
  async (_, biz) => {
    const before = stored();
    expect(await send(scene, clerk, png(4, 4), { fields: { biz } })).toMatchObject({
      status: 400,
      success: false,
      message: '上传目录bizPath，格式非法！',
    });
    expect(stored()).toEqual(before);
  },
);

test.each([
  '../../a.js',
  'a.jsp',
  'a.php.jpg',
  'a.html',
  'a.svg',
  'a.xhtml',
  'a.htm%00.png',
  'con',
  '.htaccess',
  '.png',
  'a.png.',
  'a.exe',
  'a.zip',
  'a.xlsm',
  'x'.repeat(300),
])('J1 the name %s is refused', async (name) => {
  const before = stored();
  const sent = await send(scene, clerk, png(4, 4), { name });
  expect(sent).toMatchObject({ status: 422, success: false });
  expect(sent.message).toMatch(/^上传失败，非法文件类型：[a-z0-9]*$/);
  expect(stored()).toEqual(before);
});

test('J1 a long name, one written backwards and one with folders are only shown', async () => {
  for (const [name, shown] of [
    [`${'长'.repeat(300)}.png`, `${'长'.repeat(196)}.png`],
    ['a\u202egnp.png', 'agnp.png'],
    ['../..\\b c.png', 'b c.png'],
  ] as const) {
    const sent = await send<{ fileName: string }>(scene, clerk, png(4, 4), { name });
    expect(sent.result.fileName).toBe(shown);
    expect(sent.message.split('/')).toHaveLength(2);
  }
});

const script = '<script>alert(1)</script>';
const claims4GB = (): Buffer => {
  const zip = office('xl/workbook.xml', { 'xl/a.xml': strToU8('x'.repeat(100)) });
  // The size after unpacking in the last entry of the directory.
  zip.writeUInt32LE(0xfffffff0, zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  return zip;
};
test.each<[string, string, Buffer]>([
  ['J2 a page under the name of a picture', 'a.png', Buffer.from(`<html>${script}`)],
  ['J2 a drawing with a script', 'a.png', Buffer.from('<svg onload="alert(1)"/>')],
  ['J2 a script that begins like a GIF', 'a.gif', Buffer.from('GIF89a/*\0\0*/=1;alert(1)', 'latin1')],
  ['J2 a GIF with a script behind it', 'a.gif', Buffer.concat([gif(2, 2), Buffer.from(script)])],
  ['J2 a photo with a script behind it', 'a.jpg', Buffer.concat([jpeg(2, 2), Buffer.from(script)])],
  ['J2 a photo with an archive behind it', 'a.jpg', Buffer.concat([jpeg(2, 2), office('x')])],
  ['J2 a photo cut off', 'a.jpg', jpeg(2, 2).subarray(0, -6)],
  ['J2 a photo of thirty thousand pixels square', 'a.jpg', jpeg(30_000, 30_000)],
  ['J2 a picture with an archive behind it', 'a.png', Buffer.concat([png(2, 2), office('x')])],
  ['J2 a page under the name of a workbook', 'a.xls', Buffer.from(`<html><table>${script}`)],
  ['J2 a page under the name of a table', 'a.csv', Buffer.from(`\n  <!DOCTYPE html>${script}`)],
  ['J2 a program under the name of a text', 'a.txt', Buffer.from('MZ\0\x01\x02', 'latin1')],
  ['J2 a picture of thirty thousand pixels square', 'a.png', png(30_000, 30_000)],
  ['J2 a GIF of sixty-five thousand pixels square', 'a.gif', gif(65_000, 65_000)],
  ['J2 a workbook that claims four gigabytes', 'a.xlsx', claims4GB()],
  ['J2 an archive in a workbook', 'a.xlsx', office('xl/workbook.xml', { 'a.zip': strToU8('x') })],
  ['J2 a path in a workbook', 'a.xlsx', office('xl/workbook.xml', { '../a.xml': strToU8('x') })],
  ['J2 macros', 'a.xlsx', office('xl/workbook.xml', { 'xl/vbaProject.bin': strToU8('x') })],
  ['J2 any other archive', 'a.xlsx', office('a.txt')],
  ['J2 a page within a PDF that is none', 'a.pdf', Buffer.from(`<html>${script}%PDF-1.4 %%EOF`)],
])('%s is refused and leaves no file', async (_, name, bytes) => {
  const before = stored();
  const sent = await send(scene, clerk, bytes, { name });
  expect(sent).toMatchObject({ status: 422, success: false, result: null });
  expect(stored()).toEqual(before);
});

test('J2 a bomb of a workbook is refused by its directory alone', async () => {
  const bomb = office('xl/workbook.xml', { 'xl/a.xml': new Uint8Array(60 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(200 * 1024);
  const before = process.memoryUsage().rss;
  expect((await send(scene, clerk, bomb, { name: 'a.xlsx' })).status).toBe(422);
  expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
});

const TOO_LARGE = '文件大小超出10MB限制, 请压缩或降低文件质量! ';
test('J2 a hundred megabytes are refused before they are read', async () => {
  let read = 0;
  const endless = new Readable({
    read() {
      read += 65_536;
      this.push(read > 100 * 1024 * 1024 ? null : Buffer.alloc(65_536));
    },
  });
  const answer = await scene.app.http.inject({
    method: 'POST',
    url: '/api/sys/common/upload',
    headers: {
      'x-access-token': clerk.token,
      'content-type': multipartType,
      'content-length': String(100 * 1024 * 1024),
    },
    payload: endless,
  });
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ success: false, message: TOO_LARGE });
  expect(read).toBeLessThan(2 * 1024 * 1024);
});

test('J2 a file over the limit, several files, none and an empty one leave nothing', async () => {
  const before = stored();
  const refusal = async (bytes: Buffer, times = 1): Promise<unknown[]> => {
    const { status, message } = await send(scene, clerk, bytes, { times });
    return [status, message];
  };
  expect(await refusal(png(4, 4, 10 * 1024 * 1024))).toEqual([413, TOO_LARGE]);
  expect(await refusal(png(4, 4), 50)).toEqual([400, '一次只能上传一个文件']);
  expect(await refusal(png(4, 4), 0)).toEqual([400, '未上传任何文件']);
  expect(await refusal(Buffer.alloc(0))).toEqual([400, '未上传任何文件']);
  expect(stored()).toEqual(before);
});
