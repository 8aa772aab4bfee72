import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { painted, unfoldWebp } from '#tests/harness/drawn-pictures.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { gif, png as undrawnPng } from '#tests/harness/pictures.ts';
import { covers } from '#tests/spec/covers.ts';
import { encodePng } from '../../db/seed/png.ts';
import { send } from './upload-scene.ts';

/** Small pictures of uploads: for whom, in which sizes, and what stands in for one that cannot be. */

let scene: TestApp;
let clerk: Client;
let colleague: Client;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  stranger = await openOtherTenant(scene);
  [clerk, colleague] = [await scene.as('yunying'), await scene.as('kefu')];
});
afterAll(() => scene?.stop());

const photo = (width: number, height: number): Buffer => {
  const { data } = painted(width, height, (x, y) => [x % 256, y % 256, (x * y) % 256, 255]);
  return encodePng({ width, height, data });
};

async function upload(bytes: Buffer, name = '正面.png'): Promise<string> {
  const { message, success } = await send(scene, clerk, bytes, { name });
  expect(success, message).toBe(true);
  return message;
}

/** What is shown in the end: a sign that stands in while a small picture is made has no name. */
async function small(by: Client, address: string, w: number | string = 160) {
  for (let look = 1; ; look += 1) {
    const seen = await by.raw('GET', `/sys/common/static/${encodeURI(address)}?w=${w}`);
    const isMade = seen.headers['content-type'] !== 'image/svg+xml' || seen.headers['etag'];
    if (isMade || look === 15) return seen;
  }
}

test('a small picture is for whoever may have the large one, in two sizes and no other', async () => {
  covers('ours: small pictures');
  const address = await upload(photo(900, 300));
  for (const [side, height] of [
    [160, 53],
    [480, 160],
  ] as const) {
    const seen = await small(clerk, address, side);
    expect(seen).toMatchObject({ status: 200 });
    expect(seen.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect(String(seen.headers['content-security-policy'])).toMatch(/^sandbox; default-src 'none'/);
    const pixels = await unfoldWebp(seen.bytes);
    expect([pixels.width, pixels.height]).toEqual([side, height]);
    const again = await scene.app.http.inject({
      url: `/api/sys/common/static/${encodeURI(address)}?w=${side}`,
      headers: {
        'x-access-token': clerk.token,
        'if-none-match': String(seen.headers['etag']),
      },
    });
    expect(again.statusCode).toBe(304);
  }
  for (const side of [0, 1, 161, 4096, 30_000, '160.5', '1e3', '-160', '', 'x', '160%20', '0160'])
    expect([side, (await small(clerk, address, side)).status]).toEqual([side, 400]);
  expect((await small(colleague, address)).status).toBe(404);
  expect((await small(stranger, address)).status).toBe(404);
  const nobody = await scene.app.http.inject({ url: `/api/sys/common/static/${address}?w=160` });
  expect(nobody.statusCode).toBe(401);
  for (const path of ['', 'temp', `${address}.w160`, `../${address}`, '%2e%2e/etc/passwd'])
    expect([path, (await small(clerk, path)).status]).toEqual([path, 404]);

  // Held by a record it is for all who may see such records; let go of it is for nobody.
  const held = await clerk.post<{ id: string }>('/catalog/product/add', {
    spuCode: 'SMALL-1',
    name: '有图',
    images: address,
  });
  expect(held.success, held.message).toBe(true);
  expect((await small(colleague, address)).status).toBe(200);
  expect((await small(stranger, address)).status).toBe(404);
});

test('a list shows something of every picture: itself where it is light, a sign where not', async () => {
  const light = undrawnPng(640, 480);
  const lightAddress = await upload(light);
  expect((await small(clerk, lightAddress)).bytes).toEqual(light);
  const moving = gif(40, 30);
  const movingAddress = await upload(moving, '动图.gif');
  expect(await small(clerk, movingAddress)).toMatchObject({ status: 200, bytes: moving });

  const heavy = await upload(undrawnPng(640, 480, 300_000));
  const sign = await small(clerk, heavy);
  expect(sign).toMatchObject({ status: 200 });
  expect(sign.headers['content-type']).toBe('image/svg+xml');
  expect(sign.bytes.length).toBeLessThan(1000);
  // The file itself is what it was.
  const whole = await clerk.raw('GET', `/sys/common/static/${encodeURI(heavy)}`);
  expect(whole.bytes.length).toBeGreaterThan(300_000);
  const text = await upload(Buffer.from('说明\n'), '说明.txt');
  expect((await small(clerk, text)).headers['content-type']).toBe('image/svg+xml');
});

test('small pictures go with the one they were made of', async () => {
  const filesOf = (address: string): string[] => {
    const id = /_([0-9a-f]{32})\./.exec(address)?.[1] ?? 'none';
    return readdirSync(join(scene.dataDir, 'files'), { recursive: true })
      .map(String)
      .filter((name) => name.replaceAll('-', '').includes(id));
  };
  const address = await upload(photo(500, 500));
  await small(clerk, address);
  expect(filesOf(address)).toHaveLength(3);
  const { result } = await clerk.post<{ id: string }>('/catalog/product/add', {
    spuCode: 'SMALL-2',
    name: '有图',
    images: address,
  });
  expect((await clerk.put('/catalog/product/edit', { id: result.id, images: '' })).success).toBe(true);
  await expect.poll(() => filesOf(address)).toEqual([]);
  expect((await small(clerk, address)).status).toBe(404);
});
