import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '#tests/attacks/upload-scene.ts';
import { png } from '#tests/harness/pictures.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

const add = async (path: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await admin.post<{ id: string }>(`${path}/add`, body);
  expect(answer.success, answer.message).toBe(true);
  return answer.result.id;
};

test('a product is sold when every SKU of it can be packed', async () => {
  covers('§2 base data screens', 'ours: products on sale');
  const productId = await add('/catalog/product', { spuCode: 'SPU-1', name: '边几' });
  const activate = () => admin.post(`/catalog/product/${productId}/activate`);
  expect((await activate()).message).toBe('还不能上架销售：没有SKU；没有选择分类；没有图片');
  const skuId = await add('/catalog/sku', { skuCode: 'SKU-1', productId, name: '边几' });
  expect((await activate()).message).toBe('还不能上架销售：缺少箱规（尺寸与毛重）：SKU-1；没有选择分类；没有图片');
  const carton = {
    skuId,
    cartonNo: 1,
    label: '整件',
    lengthMm: 500,
    widthMm: 400,
    heightMm: 300,
    grossWeightG: 9000,
  };
  await add('/catalog/skuCarton', carton);
  const edit = async (values: object): Promise<void> => {
    // What one person edits at one moment is one entry of the history.
    await scene.pass(60_000);
    const answer = await admin.put('/catalog/product/edit', { id: productId, ...values });
    expect(answer.success, answer.message).toBe(true);
  };
  const categoryId = await add('/catalog/productCategory', { code: 'TABLES', name: '边几' });
  await edit({ categoryId });
  expect(await activate()).toMatchObject({
    message: '还不能上架销售：没有图片',
    result: { errors: [{ field: 'images', message: '没有图片' }] },
  });
  const shown = await admin.get('/catalog/product/queryById', { id: productId });
  expect(shown.result).toMatchObject({ gaps: [{ field: 'images' }], categoryId_dictText: '边几' });
  await edit({ images: (await send(scene, admin, png(8, 6))).message });
  await scene.pass(60_000);
  expect((await activate()).success).toBe(true);
  const twice = await admin.post('/catalog/skuCarton/add', carton);
  expect(twice).toMatchObject({ success: false, message: '该SKU已有第 1 箱' });
  const mixed = await admin.post('/catalog/skuCarton/add', {
    ...carton,
    cartonNo: 2,
    unitsPerCarton: 4,
  });
  expect(mixed).toMatchObject({ success: false, message: '多箱SKU的每箱件数必须为 1' });
  const removed = await admin.delete('/catalog/product/delete', { id: productId });
  expect(removed).toMatchObject({ success: false, message: '边几 下仍有SKU，不能删除' });
  const history = await admin.get<{ move: string; moveTitle: string }[]>(`/catalog/product/${productId}/history`);
  expect(history.result).toMatchObject([
    { move: 'add', moveTitle: '新增' },
    { move: 'edit', moveTitle: '编辑' },
    { move: 'edit', moveTitle: '编辑', changes: [{ title: '图片' }] },
    { move: 'activate', moveTitle: '上架销售' },
  ]);
});

test('a warehouse keeps a calendar that can be worked with, and stays while a channel or stock needs it', async () => {
  const [code, id] = Object.entries(scene.seller.warehouses)[0] as [string, string];
  const edit = (calendar: unknown) => admin.put('/base/warehouse/edit', { id, calendar });
  expect((await edit({ workdays: [0, 8] })).message).toBe('工作日须为 1 至 7');
  expect((await edit({ holidays: ['Christmas'] })).message).toBe('节假日 Christmas 不是真实的日期，须为 YYYY-MM-DD');
  expect((await edit({ workdays: [1, 2, 3], holidays: ['2026-12-25'] })).success).toBe(true);
  const used = await admin.delete('/base/warehouse/delete', { id });
  expect(used).toMatchObject({ success: false, message: '仓库仍对应渠道仓，不能删除' });
  const twin = await admin.post('/base/channelWarehouse/add', {
    accountId: scene.seller.accountId,
    channelCode: code,
    warehouseId: id,
  });
  expect(twin).toMatchObject({ success: false, message: `渠道仓 ${code} 已对应该本地仓` });
});

test('a warehouse keeps the clocks of where it stands', async () => {
  const at = { name: '新仓', address1: '7 Mill Road', city: 'Edison', country: 'US' };
  const make = (code: string, more: object) =>
    admin.post<{ id: string; errors: { field: string }[] }>('/base/warehouse/add', {
      code,
      ...at,
      ...more,
    });
  const read = async (id: string) =>
    (
      await admin.get<{ timezone: string; state: string | null }>('/base/warehouse/queryById', {
        id,
      })
    ).result;
  const edison = await make('EDISON', { postalCode: '08817' });
  expect(await read(edison.result.id)).toMatchObject({ timezone: 'America/New_York', state: 'NJ' });
  expect(await make('NOWHERE', {})).toMatchObject({
    status: 422,
    message: expect.stringContaining('请填州/省或邮编'),
    result: { errors: [{ field: 'state' }] },
  });
  expect((await make('SEOUL', { country: 'KR' })).result.errors).toMatchObject([{ field: 'timezone' }]);
  // What somebody says stays said.
  const own = await make('OWN', { state: 'CA', timezone: 'America/Denver' });
  expect(await read(own.result.id)).toMatchObject({ timezone: 'America/Denver', state: 'CA' });
});

test('a shop asks for what its channel needs, and never shows its secret', async () => {
  const shop = {
    code: 'WF-2',
    name: '第二店铺',
    channelCode: 'wayfair',
    environment: 'live',
    currency: 'USD',
  };
  const bare = await admin.post<{ errors: { field: string; message: string }[] }>('/base/channelAccount/add', shop);
  expect(bare.status).toBe(422);
  expect(bare.result.errors.map(({ field }) => field).sort()).toEqual(['clientSecret', 'settings.clientId']);
  const unknown = await admin.post('/base/channelAccount/add', {
    ...shop,
    channelCode: 'nowhere',
  });
  expect(unknown.message).toContain('不支持的渠道');
  const id = await add('/base/channelAccount', {
    ...shop,
    settings: { clientId: 'second' },
    clientSecret: 'a very secret text',
  });
  const shown = await admin.raw('GET', `/base/channelAccount/queryById?id=${id}`);
  expect(shown.bytes.toString()).not.toContain('a very secret text');
  const state = async (): Promise<string> =>
    (await admin.get<{ status: string }>('/base/channelAccount/queryById', { id })).result.status;
  expect(await state()).toBe('created');
  expect((await admin.post(`/base/channelAccount/${id}/activate`)).status).toBe(404);
  expect((await admin.post(`/base/channelAccount/${id}/disable`)).success).toBe(true);
  const tested = await admin.post(`/channels/account/${id}/test`);
  expect(tested.message).toBe('店铺已停用，请先恢复再测试');
  expect((await admin.post(`/base/channelAccount/${id}/enable`)).success).toBe(true);
  expect(await state()).toBe('created');
  expect((await admin.delete('/base/channelAccount/delete', { id })).success).toBe(true);
  expect(await scene.violations()).toEqual([]);
});
