import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '#tests/attacks/upload-scene.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { drawnJpeg, painted, type Colour } from '#tests/harness/drawn-pictures.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { jobEnd } from '#tests/sheets/file-jobs.ts';
import { covers } from '#tests/spec/covers.ts';

/* Pictures of products and SKUs (domain.md §2.1 Asset, §6 图片). */

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

const WHITE: Colour = [255, 255, 255, 255];
const RED: Colour = [220, 30, 40, 255];
let drawn = 0;

/** A picture that no other one is: goods on a ground. */
const picture = (side: number, ground: Colour): Promise<Buffer> => {
  drawn += 1;
  const mark = 40 + drawn;
  return drawnJpeg(
    painted(side, side, (x, y) => (x > mark && x < side - 40 && y > 40 && y < side - 40 ? RED : ground)),
  );
};

async function upload(bytes: Buffer, by = admin): Promise<string> {
  const { message, success } = await send(scene, by, bytes, { name: 'a.jpg' });
  expect(success, message).toBe(true);
  return message;
}

const uploaded = async (side: number, ground = WHITE): Promise<string> => upload(await picture(side, ground));

let products = 0;
async function productWith(images: readonly string[]): Promise<string> {
  products += 1;
  const body = { spuCode: `PIC-${products}`, name: '落地灯', images: images.join(',') };
  return (await must(admin.post<{ id: string }>('/catalog/product/add', body))).id;
}

interface PictureRow {
  id: string;
  image: string;
  role: string | null;
  ordinal: number | null;
  owner: string;
  productId: string | null;
  verdict: string | null;
  faults: string | null;
  width: number | null;
  version: number;
  altText: string | null;
}

async function list(query: Record<string, string>, by = admin): Promise<PictureRow[]> {
  const request = { ...query, pageSize: '100' };
  const { result, message } = await by.get<{ records: PictureRow[] }>('/catalog/picture/list', request);
  expect(result, message).not.toBeNull();
  return result.records;
}
const ofProduct = async (productId: string): Promise<PictureRow[]> =>
  (await list({ productId })).sort((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
const post = (path: string, body: object, by = admin) => by.post<unknown>(`/catalog/picture/${path}`, body);
const imagesOf = async (id: string): Promise<string[]> =>
  (await admin.get<{ images: string | null }>('/catalog/product/queryById', { id })).result.images?.split(',') ?? [];
const verdictOf = async (id: string): Promise<string | null> =>
  (await admin.get<{ pictureVerdict: string | null }>('/catalog/product/queryById', { id })).result.pictureVerdict;

/** Files below the store, without what is still on its way in. */
function storedFiles(): number {
  const root = join(scene.dataDir, 'files', '1');
  if (!existsSync(root)) return 0;
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('arrivals') && !entry.name.includes('.'),
  ).length;
}

test('a new tenant has a rule for Wayfair, and pictures are measured and judged by it', async () => {
  covers('ours: pictures and their rules');
  const rules = await admin.get<{ records: object[] }>('/catalog/pictureRule/list');
  expect(rules.result.records).toMatchObject([
    { name: 'Wayfair', channelCode: 'wayfair', leastSidePx: 1000, formats: ['jpeg', 'png'] },
  ]);
  const id = await productWith([await uploaded(1200, RED), await uploaded(400)]);
  expect(await verdictOf(id)).toBe('faulty');
  expect((await ofProduct(id)).map(({ verdict }) => verdict)).toEqual(['waiting', 'waiting']);
  await scene.settled();
  expect(await ofProduct(id)).toMatchObject([
    {
      role: 'main',
      ordinal: 1,
      width: 1200,
      verdict: 'faulty',
      faults: 'Wayfair：主图不是白底（边缘白色 0%）',
    },
    {
      role: 'gallery',
      ordinal: 2,
      width: 400,
      verdict: 'faulty',
      faults: 'Wayfair：短边 400 px，至少 1000 px',
    },
  ]);
  const page = await admin.get(`/catalog/product/${id}/pictures`);
  expect((await list({ productId: id }))[0]).toMatchObject({ productId_dictText: '落地灯' });
  expect(page.result).toMatchObject({
    verdict: 'faulty',
    faults: ['Wayfair：图片 2 张，至少 3 张'],
    pictures: [{ role: 'main' }, { role: 'gallery' }],
  });
  // Nothing is held back by it, and the version that somebody has open is the same still.
  const row = await admin.get<{ version: number }>('/catalog/product/queryById', { id });
  expect(row.result.version).toBe(1);
});

test('another rule judges all products again; a filter finds what is wrong', async () => {
  const images = [await uploaded(1200), await uploaded(1300), await uploaded(1400)];
  const id = await productWith(images);
  await scene.settled();
  expect(await verdictOf(id)).toBe('ok');
  const { id: ruleId } = await must(
    admin.post<{ id: string }>('/catalog/pictureRule/add', {
      name: '本站',
      leastSidePx: 1350,
      mostKb: '',
      leastCount: '',
      isWhiteMain: '0',
      needsMain: '0',
      status: 'enabled',
    }),
  );
  await scene.settled();
  expect(await verdictOf(id)).toBe('faulty');
  expect((await list({ productId: id, verdict: 'faulty' })).length).toBe(2);
  const found = await admin.get<{ records: { id: string }[] }>('/catalog/product/list', {
    pictureVerdict: 'faulty',
    pageSize: '100',
  });
  expect(found.result.records.map((row) => row.id)).toContain(id);
  await must(admin.delete('/catalog/pictureRule/delete', { id: ruleId }));
  await scene.settled();
  expect(await verdictOf(id)).toBe('ok');
  const ratios = await admin.post<{ errors: object[] }>('/catalog/pictureRule/add', {
    name: 'x',
    leastRatio: '2',
    mostRatio: '1',
    status: 'enabled',
  });
  expect(ratios.result, JSON.stringify(ratios)).not.toBeNull();
  expect([ratios.status, ratios.result.errors]).toMatchObject([422, [{ field: 'mostRatio' }]]);
});

test('the main picture is the first one: choosing another moves it to the front', async () => {
  const id = await productWith([await uploaded(1100), await uploaded(1110)]);
  const [first, second] = await ofProduct(id);
  const edit = (row: PictureRow | undefined, body: object) =>
    post(`${row?.id}/edit`, { version: row?.version, ...body });
  expect((await edit(second, { role: 'dimension', altText: ' 正面 ' })).success).toBe(true);
  const [, noted] = await ofProduct(id);
  expect(noted).toMatchObject({ role: 'dimension', altText: '正面' });
  const stale = await edit(second, { role: 'main' });
  expect([stale.status, stale.message]).toEqual([409, '数据已被他人修改，请刷新']);
  expect((await edit(noted, { role: 'main' })).success).toBe(true);
  expect(await imagesOf(id)).toEqual([second?.image, first?.image]);
  const [main] = await ofProduct(id);
  const refused = await edit(main, { role: 'gallery' });
  expect([refused.status, refused.result]).toMatchObject([
    422,
    { errors: [{ field: 'role', message: '第一张就是主图；请把另一张设为主图' }] },
  ]);
});

test('a picture is taken from its row, is nobody’s, given to a SKU, replaced and removed', async () => {
  const id = await productWith([await uploaded(500), await uploaded(510)]);
  const [first] = await ofProduct(id);
  const sku = { skuCode: 'PIC-SKU', name: '灯', productId: id };
  const skuId = (await must(admin.post<{ id: string }>('/catalog/sku/add', sku))).id;
  const ids = [first?.id];
  expect((await post('remove', { ids })).message).toContain('正在使用，请先解绑');
  expect((await post('detach', { ids })).success).toBe(true);
  expect((await imagesOf(id)).length).toBe(1);
  expect(await list({ owner: 'none' })).toMatchObject([{ id: first?.id, role: null, verdict: null }]);
  // Whoever may list pictures sees it, also in full.
  const reader = await personWith(scene, admin, ['catalog:picture:list']);
  expect((await list({ owner: 'none' }, reader)).map((row) => row.id)).toEqual(ids);
  expect((await reader.raw('GET', `/sys/common/static/${first?.image}`)).status).toBe(200);
  // The pictures of products are for who may list products.
  expect(await list({ productId: id }, reader)).toEqual([]);

  expect((await post('attach', { ids, skuId })).success).toBe(true);
  expect((await post('attach', { ids, skuId })).message).toContain('已有归属');
  expect(await list({ skuId })).toMatchObject([{ id: first?.id, role: 'main', owner: 'sku' }]);
  const fresh = await uploaded(520);
  expect((await post(`${first?.id}/replace`, { image: fresh })).success).toBe(true);
  const [replaced] = await list({ skuId });
  expect(replaced?.image).toBe(fresh);
  expect((await admin.raw('GET', `/sys/common/static/${first?.image}`)).status).toBe(404);
  await must(post('detach', { ids: [replaced?.id] }));
  await must(post('remove', { ids: [replaced?.id] }));
  expect(await list({ owner: 'none' })).toEqual([]);
});

test('pictures are changed under the right to edit what they belong to, and within one tenant', async () => {
  const id = await productWith([await uploaded(530)]);
  const [row] = await ofProduct(id);
  const body = { ids: [row?.id] };
  const hand = await personWith(scene, admin, ['catalog:picture:list', 'catalog:picture:edit', 'catalog:product:list']);
  expect((await post('detach', body, hand)).status).toBe(403);
  const stranger = await openOtherTenant(scene);
  expect((await post('detach', body, stranger)).status).toBe(404);
  expect((await imagesOf(id)).length).toBe(1);
  // The right to edit products is none to edit SKUs.
  const sku = { skuCode: 'PIC-RIGHT', name: '灯', productId: id, images: await uploaded(531) };
  const { id: skuId } = await must(admin.post<{ id: string }>('/catalog/sku/add', sku));
  const [ofSku] = await list({ skuId });
  const half = await personWith(scene, admin, [
    'catalog:picture:list',
    'catalog:picture:edit',
    'catalog:product:list',
    'catalog:product:edit',
    'catalog:sku:list',
  ]);
  expect((await post('detach', { ids: [ofSku?.id] }, half)).status).toBe(403);
  expect((await post('detach', body, half)).status).toBe(200);
  expect((await post('attach', { ...body, skuId }, half)).status).toBe(403);
  await must(post('remove', body));
});

test('what somebody has uploaded and not saved yet is a picture of theirs alone', async () => {
  const clerk = await personWith(scene, admin, ['catalog:picture:list']);
  const address = await upload(await picture(532, WHITE), clerk);
  expect((await list({ owner: 'none' }, clerk)).map(({ image }) => image)).toEqual([address]);
  expect(await list({ owner: 'none' })).toEqual([]);
});

test('the same bytes are stored once in a tenant, until the last record lets go', async () => {
  const bytes = await picture(540, WHITE);
  const before = storedFiles();
  const [one, two] = [await upload(bytes), await upload(bytes)];
  expect(one).not.toBe(two);
  const [first, second] = [await productWith([one]), await productWith([two])];
  expect(storedFiles() - before).toBe(1);
  await must(admin.put('/catalog/product/edit', { id: first, images: '' }));
  await scene.settled();
  expect((await admin.raw('GET', `/sys/common/static/${two}`)).bytes).toEqual(bytes);
  await must(admin.put('/catalog/product/edit', { id: second, images: '' }));
  await expect.poll(() => storedFiles() - before).toBe(0);
});

test('two who take up the same bytes while a third lets go never lose them', async () => {
  const bytes = await picture(550, WHITE);
  const held = await productWith([await upload(bytes)]);
  const [address] = await Promise.all([upload(bytes), admin.put('/catalog/product/edit', { id: held, images: '' })]);
  expect((await admin.raw('GET', `/sys/common/static/${address}`)).bytes).toEqual(bytes);
});

test('chosen pictures come as one file, named by code and order, judged when it is made', async () => {
  covers('ours: pictures as one file');
  const pictures = [await picture(560, WHITE), await picture(570, WHITE)];
  const id = await productWith([await upload(pictures[0] as Buffer), await upload(pictures[1] as Buffer)]);
  const sku = { skuCode: 'ZIP-1', name: '灯', productId: id, images: await uploaded(580) };
  await must(admin.post('/catalog/sku/add', sku));
  const begin = (by: Client, query: object) =>
    by.get<{ jobId: string }>('/catalog/picture/exportXls', { ...query, archive: '1' });
  const begun = await begin(admin, { productId: id });
  expect(begun.code).toBe(202);
  const job = await jobEnd(admin, begun.result.jobId);
  expect(job).toMatchObject({ status: 'done', fileName: '图片.zip', message: '共3个文件，已打包' });
  const { bytes, headers } = await admin.raw('GET', job.resultFile as string);
  expect(headers['content-type']).toContain('application/zip');
  const files = unzipSync(bytes);
  const spu = `PIC-${products}`;
  expect(Object.keys(files)).toEqual([`${spu}_01.jpg`, `${spu}_02.jpg`, 'ZIP-1_01.jpg']);
  expect(Buffer.from(files[`${spu}_01.jpg`] as Uint8Array)).toEqual(pictures[0]);
  // Another list has no files, and another person no right.
  expect((await admin.get('/catalog/pictureRule/exportXls', { archive: '1' })).status).toBe(400);
  const reader = await personWith(scene, admin, ['catalog:picture:list', 'catalog:picture:export']);
  const none = await jobEnd(reader, (await begin(reader, { productId: id })).result.jobId);
  expect(none.message).toBe('共0个文件，已打包');
});
