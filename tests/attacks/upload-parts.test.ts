import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import { holdUploads } from '#kit/server/record-uploads.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { covers } from '#tests/spec/covers.ts';
import { send, sumOf } from './upload-scene.ts';

/** Uploads in parts, the room that uploads may take, and what becomes of them. */

const MB = 1024 * 1024;
const QUOTA = 24 * MB;

let scene: TestApp;
let clerk: Client;
let colleague: Client;
let stranger: Client;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true, uploadQuotaBytes: QUOTA });
  await createTenant(scene.app.db, { id: 2, code: 'second', name: '第二租户' }, scene.app.assembled.grants);
  await createUser(scene.app.db, systemActor(2, 'test'), {
    username: 'stranger',
    realname: 'stranger',
    password: PASSWORD,
    departs: ['A01'],
  });
  [clerk, colleague, stranger] = [await scene.as('kefu'), await scene.as('cangku'), await scene.as('stranger')];
});
afterAll(() => scene?.stop());

const PARTS = '/sys/common/upload/parts';
const photo = png(3000, 2000, 5 * MB);

interface Opened {
  id: string;
  received: number;
  chunkBytes: number;
}
const open = (by: Client, about: object = {}): Promise<Answer<Opened>> =>
  by.post<Opened>(PARTS, {
    name: '大图.png',
    size: photo.length,
    fingerprint: 'photo-1',
    ...about,
  });

const part = (by: Client, id: string, offset: number, bytes = photo): Promise<Answer<{ received: number }>> => {
  const piece = bytes.subarray(offset, offset + MB);
  return send(scene, by, piece, {
    method: 'PUT',
    path: `${PARTS}/${id}?offset=${offset}&crc32=${sumOf(piece)}`,
  });
};

async function sendRest(by: Client, id: string, from: number, bytes = photo): Promise<void> {
  for (let at = from; at < bytes.length; at += MB) expect((await part(by, id, at, bytes)).status).toBe(200);
}

const arrivals = (tenant = 1): string[] => {
  const folder = join(scene.dataDir, 'files', String(tenant), 'arrivals');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('an upload goes on where it broke off, after a new sign-in too', async () => {
  covers('§7 upload and static files');
  const { result: first } = await open(clerk);
  expect(first).toMatchObject({ received: 0, chunkBytes: MB });
  await part(clerk, first.id, 0);
  await part(clerk, first.id, MB);
  const again = await scene.as('kefu');
  const { result: second } = await open(again);
  expect(second).toMatchObject({ id: first.id, received: 2 * MB });
  // The answer to a part was lost: it is sent again, and nothing is written twice.
  expect((await part(again, first.id, MB)).result.received).toBe(2 * MB);
  await sendRest(again, first.id, 2 * MB);
  const done = await again.post(`${PARTS}/${first.id}/finish`);
  expect(done).toMatchObject({ status: 200, success: true, code: 0 });
  expect((await again.post(`${PARTS}/${first.id}/finish`)).message).toBe(done.message);
  const seen = await again.raw('GET', `/sys/common/static/${encodeURI(done.message)}`);
  expect(seen.bytes.equals(photo)).toBe(true);
  expect(arrivals()).toEqual([]);
  // Chosen once more it is another upload.
  const { result: third } = await open(again);
  expect(third).toMatchObject({ received: 0 });
  expect(third.id).not.toBe(first.id);
  await again.delete(`${PARTS}/${third.id}`);
});

test('J2 parts that are damaged, out of place or too large are refused, the rest goes on', async () => {
  const { id } = (await open(clerk, { fingerprint: 'photo-2' })).result;
  const gap = await part(clerk, id, 2 * MB);
  expect(gap).toMatchObject({ status: 409, result: { received: 0 } });
  const piece = photo.subarray(0, MB);
  const path = `${PARTS}/${id}?offset=0&crc32=`;
  const put = (bytes: Buffer, sum: string) => send(scene, clerk, bytes, { method: 'PUT', path: path + sum });
  expect((await put(piece, '00000000')).message).toBe('分片在传输中损坏，请重试');
  const large = photo.subarray(0, MB + 1);
  expect((await put(large, sumOf(large))).status).toBe(400);
  expect((await clerk.post(`${PARTS}/${id}/finish`)).message).toBe('文件还没有传完');
  await part(clerk, id, 0);
  // The disk lost what the table remembers: it is asked for again.
  for (const file of arrivals()) rmSync(join(scene.dataDir, 'files/1/arrivals', file));
  expect((await open(clerk, { fingerprint: 'photo-2' })).result).toMatchObject({ id, received: 0 });
  expect((await clerk.delete(`${PARTS}/${id}`)).success).toBe(true);
});

test('J4 an upload in parts is its owner’s alone', async () => {
  const { id } = (await open(clerk, { fingerprint: 'photo-3' })).result;
  for (const other of [colleague, stranger]) {
    expect((await other.get(`${PARTS}/${id}`)).status).toBe(404);
    expect((await part(other, id, 0)).status).toBe(404);
    expect((await other.post(`${PARTS}/${id}/finish`)).status).toBe(404);
    await other.delete(`${PARTS}/${id}`);
    expect((await open(other, { fingerprint: 'photo-3' })).result.id).not.toBe(id);
  }
  expect((await clerk.get(`${PARTS}/${id}`)).result).toEqual({ received: 0 });
  for (const by of [clerk, colleague, stranger]) {
    const { result } = await open(by, { fingerprint: 'photo-3' });
    await by.delete(`${PARTS}/${result.id}`);
  }
});

test.each<[string, object, number, string]>([
  ['J1 a folder', { biz: '../x' }, 400, '上传目录bizPath，格式非法！'],
  ['J1 a name', { name: 'a.svg' }, 422, '上传失败，非法文件类型：svg'],
  ['J2 a size', { size: 11 * MB }, 413, '文件大小超出10MB限制, 请压缩或降低文件质量! '],
  ['a size that is none', { size: -1 }, 400, '请求格式不正确'],
  ['a fingerprint that is none', { fingerprint: '../x/' }, 400, '请求格式不正确'],
])('%s is refused before the first part', async (_, about, status, message) => {
  expect(await open(clerk, about)).toMatchObject({ status, message, success: false });
});

test('J2 what turns out to be no picture is dropped with its bytes', async () => {
  const bytes = Buffer.alloc(5 * MB, '<html>');
  const { id } = (await open(clerk, { fingerprint: 'page', size: bytes.length })).result;
  await sendRest(clerk, id, 0, bytes);
  expect(await clerk.post(`${PARTS}/${id}/finish`)).toMatchObject({
    status: 422,
    message: '上传失败，非法文件类型：png',
  });
  expect((await clerk.get(`${PARTS}/${id}`)).status).toBe(404);
  expect(arrivals()).toEqual([]);
});

test('a tenant keeps within its room, announced uploads counted; others have theirs', async () => {
  const room = /^上传空间不足：已用[\d.]+MB，共24MB/;
  const { id } = (await open(clerk, { fingerprint: 'a', size: 10 * MB })).result;
  const last = await open(colleague, { fingerprint: 'b', size: 10 * MB });
  expect([last.status, last.message]).toEqual([507, expect.stringMatching(room)]);
  const whole = await send(scene, colleague, png(9, 9, 9.9 * MB));
  expect([whole.status, whole.message]).toEqual([507, expect.stringMatching(room)]);
  expect(arrivals()).toEqual([]);
  expect((await send(scene, stranger, png(9, 9, 9 * MB))).status).toBe(200);
  await clerk.delete(`${PARTS}/${id}`);
  const { result } = await open(colleague, { fingerprint: 'b', size: 10 * MB });
  await colleague.delete(`${PARTS}/${result.id}`);
});

test('J2 only so many uploads stand open at once', async () => {
  const answers = [];
  for (let n = 0; n < 22; n++) answers.push(await open(stranger, { fingerprint: `n${n}`, size: 1 }));
  expect(answers.map(({ status }) => status).slice(19)).toEqual([200, 409, 409]);
  for (const { result } of answers.slice(0, 20)) await stranger.delete(`${PARTS}/${result.id}`);
});

const pathOf = (address: string): string => `/sys/common/static/${encodeURI(address)}`;

test('a record takes its uploads up: they stay, are seen by those who may, and go with it', async () => {
  const [stored, swapped, foreign] = [
    (await send(scene, clerk, png(1, 1))).message,
    (await send(scene, clerk, png(2, 2))).message,
    (await send(scene, colleague, png(3, 3))).message,
  ];
  const actor = { ...systemActor(1, 'kefu'), isSystem: false };
  const product = { spuCode: 'HELD-1', name: '边几' };
  const admin = await scene.as('admin');
  const { result } = await admin.post<{ id: string }>('/catalog/product/add', product);
  const owner = { type: 'catalog:product', id: result.id };
  const hold = (...addresses: string[]): Promise<void> =>
    scene.app.db.tx(actor, (tx) => holdUploads(tx, owner, addresses));
  await hold(stored, swapped, foreign);
  expect((await clerk.raw('GET', pathOf(stored))).status).toBe(200);
  expect((await colleague.raw('GET', pathOf(stored))).status).toBe(200);
  expect((await stranger.raw('GET', pathOf(stored))).status).toBe(404);
  await hold(stored);
  expect((await clerk.raw('GET', pathOf(swapped))).status).toBe(404);
  // Somebody else's was not this record's to take, nor to drop.
  expect((await colleague.raw('GET', pathOf(foreign))).status).toBe(200);
});

test('what nobody took up goes after a week, what was broken off after a day', async () => {
  const loose = (await send(scene, clerk, png(1, 1))).message;
  const held = (await send(scene, clerk, png(2, 2))).message;
  const text = (await send(scene, clerk, png(3, 3), { fields: { biz: 'jeditor' } })).message;
  const actor = { ...systemActor(1, 'kefu'), isSystem: false };
  await scene.app.db.tx(actor, (tx) => holdUploads(tx, { type: 'base:warehouse', id: newId() }, [held]));
  const { id } = (await open(clerk, { fingerprint: 'left', size: photo.length })).result;
  await part(clerk, id, 0);
  const crashed = join(scene.dataDir, 'files/1/arrivals/crashed.part');
  writeFileSync(crashed, 'x');
  for (const name of arrivals()) utimesSync(join(scene.dataDir, 'files/1/arrivals', name), new Date(0), new Date(0));
  await scene.pass(7 * 86_400_000 + 1000);
  // A week later they sign in again, and their next upload sweeps.
  const later = await scene.as('kefu');
  await send(scene, later, png(4, 4));
  const seen = [loose, held, text].map((address) => later.raw('GET', pathOf(address)));
  expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([404, 200, 200]);
  expect((await later.get(`${PARTS}/${id}`)).status).toBe(404);
  expect(arrivals()).toEqual([]);
});
