import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '#tests/attacks/upload-scene.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { png } from '#tests/harness/pictures.ts';
import { covers } from '#tests/spec/covers.ts';

/** Pictures and documents of records: whose they may be, how long they stay. */

const WEEK_MS = 7 * 86_400_000;

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

/** Uploads a picture that no other upload is. @returns its address */
async function upload(by: Client): Promise<string> {
  drawn += 1;
  const { message, success } = await send(scene, by, png(2, drawn + 1));
  expect(success, message).toBe(true);
  return message;
}

let products = 0;
const add = (by: Client, more: object): Promise<Answer<{ id: string }>> => {
  products += 1;
  return by.post('/catalog/product/add', { spuCode: `P-${products}`, name: '落地灯', ...more });
};

async function added(by: Client, more: object): Promise<string> {
  const answer = await add(by, more);
  expect(answer.success, answer.message).toBe(true);
  return answer.result.id;
}

const edit = (by: Client, id: string, body: object): Promise<Answer<unknown>> =>
  by.put('/catalog/product/edit', { id, ...body });

const imagesOf = async (id: string): Promise<unknown> =>
  (await admin.get<{ images: unknown }>('/catalog/product/queryById', { id })).result.images;

/** Whether the file is there for somebody. */
const seen = async (by: Client, address: string): Promise<boolean> =>
  (await by.raw('GET', `/sys/common/static/${encodeURI(address)}`)).status === 200;

const errorOf = (answer: Answer<unknown>): unknown => ({
  status: answer.status,
  errors: (answer.result as { errors: { field: string; message: string }[] } | null)?.errors.map(
    ({ field, message }) => [field, message],
  ),
});

test('a record shows its pictures to whoever may see it, and keeps them past the sweep', async () => {
  covers('ours: files of records');
  const [first, second] = [await upload(admin), await upload(admin)];
  expect(await seen(operator, first)).toBe(false);
  const id = await added(admin, { images: `${second},${first}` });
  expect(await imagesOf(id)).toBe(`${second},${first}`);
  expect([await seen(operator, first), await seen(stranger, first)]).toEqual([true, false]);

  // Somebody else may leave them, change their order and drop some.
  expect((await edit(operator, id, { images: `${first},${second}` })).success).toBe(true);
  expect(await imagesOf(id)).toBe(`${first},${second}`);
  expect((await edit(operator, id, { name: '改名' })).success).toBe(true);
  expect(await seen(admin, second)).toBe(true);
  expect((await edit(operator, id, { images: first })).success).toBe(true);
  expect([await seen(admin, first), await seen(admin, second)]).toEqual([true, false]);

  expect((await admin.delete('/catalog/product/delete', { id })).success).toBe(true);
  expect(await seen(admin, first)).toBe(false);
});

test('only own uploads that nothing holds are taken, each once', async () => {
  const gone = '图片中有文件已失效，请删除后重新上传';
  const refused = (field: string, message: string) => ({ status: 422, errors: [[field, message]] });
  for (const address of [
    await upload(operator),
    await upload(stranger),
    'temp/none_0123456789abcdef0123456789abcdef.png',
    'https://example.com/a.png',
    '../../etc/passwd',
  ])
    expect(errorOf(await add(admin, { images: address })), address).toEqual(refused('images', gone));

  const [held, loose] = [await upload(admin), await upload(admin)];
  const id = await added(admin, { images: held });
  const other = await added(admin, {});
  const taken = '图片中有文件已用于其他记录，请重新上传';
  expect(errorOf(await add(admin, { images: held }))).toEqual(refused('images', taken));
  expect(errorOf(await edit(admin, other, { images: held }))).toEqual(refused('images', taken));
  expect(errorOf(await edit(operator, other, { images: held }))).toEqual(refused('images', gone));
  expect(errorOf(await edit(admin, other, { images: loose, documents: loose }))).toEqual(
    refused('documents', '附件中有文件已用于其他记录，请重新上传'),
  );
  expect(await imagesOf(other)).toBe(null);
  expect(await imagesOf(id)).toBe(held);

  const many = await Promise.all(Array.from({ length: 10 }, () => upload(admin)));
  expect(errorOf(await add(admin, { images: many.join(',') }))).toEqual(refused('images', '最多上传 9 个文件'));
  const text = (await send(scene, admin, Buffer.from('说明\n'), { name: '说明.txt' })).message;
  expect(errorOf(await add(admin, { images: text }))).toEqual(refused('images', '请上传图片'));
  expect((await add(admin, { documents: text })).success).toBe(true);
});

test('two records that want the same upload at once: one has it', async () => {
  for (let round = 0; round < 5; round++) {
    const address = await upload(admin);
    const answers = await Promise.all([add(admin, { images: address }), add(admin, { images: address })]);
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
    expect(await seen(operator, address)).toBe(true);
  }
});

test('records are asked for with and without pictures; sheets leave them alone', async () => {
  const id = await added(admin, { brand: '有图无图', images: await upload(admin) });
  const plain = await added(admin, { brand: '有图无图' });
  const find = async (images: string): Promise<string[]> => {
    const condition = [{ field: 'images', rule: 'eq', val: images }];
    const { result } = await admin.get<{ records: { id: string }[] }>('/catalog/product/list', {
      brand: '有图无图',
      superQueryParams: encodeURIComponent(JSON.stringify(condition)),
    });
    return result.records.map((row) => row.id);
  };
  expect(await find('1')).toEqual([id]);
  expect(await find('0')).toEqual([plain]);
  const flat = await admin.get<{ total: number }>('/catalog/product/list', {
    brand: '有图无图',
    images: '1',
  });
  expect(flat.result.total).toBe(1);
  const broken = JSON.stringify([{ field: 'images', rule: 'like', val: '1' }]);
  expect((await admin.get('/catalog/product/list', { superQueryParams: broken })).status).toBe(400);
});

test('a sweep takes what no record holds; at the same moment as a save it never takes what the save keeps', async () => {
  const stored = await upload(admin);
  const id = await added(admin, { images: stored });
  const loose = await Promise.all(Array.from({ length: 6 }, () => upload(admin)));
  await scene.pass(WEEK_MS + 1000);
  const [back, sweeper] = [await scene.as('admin'), await scene.as('yunying')];
  const [, ...saved] = await Promise.all([
    send(scene, sweeper, png(3, 3)),
    ...loose.map((address) => add(back, { images: address })),
  ]);
  for (const [at, address] of loose.entries()) {
    const answer = saved[at] as Answer<unknown>;
    expect(await seen(back, address), answer.message).toBe(answer.success);
  }
  // What the first sweep was kept from by a lock of a refused save goes with the next.
  await send(scene, sweeper, png(3, 4));
  for (const [at, address] of loose.entries())
    expect(await seen(back, address)).toBe((saved[at] as Answer<unknown>).success);
  expect(await seen(back, stored)).toBe(true);
  admin = back;
  expect(await imagesOf(id)).toBe(stored);
});
