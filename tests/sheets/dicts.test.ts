import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { readRecords, upload, workbook } from './upload.ts';

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

const TITLES = ['字典编码', '字典名称', '数据值', '名称', '颜色', '排序', '状态'];

const offered = async (code: string): Promise<unknown> => (await admin.get(`/sys/dict/getDictItems/${code}`)).result;

test('a sheet brings dictionaries and items, and its refused rows come back', async () => {
  const sheet = await workbook(TITLES, [
    ['fabric', '面料', 'linen', '亚麻', '绿色', 1, '启用'],
    ['fabric', '', 'wool', '羊毛', '', 2, '不启用'],
    ['fabric', '', 'silk', '', '', 3, ''],
    ['priority', '', 'H', '加急', '红色', '', ''],
    ['priority', '', 'X', '新的', '', '', ''],
  ]);
  const answer = await upload(scene, admin, '/sys/dict/importExcel', sheet);
  expect(answer).toMatchObject({ code: 201, result: { successCount: 3, errorCount: 2 } });
  expect(answer.result.errors?.map(({ row }) => row)).toEqual([4, 6]);
  expect(await offered('fabric')).toMatchObject([{ value: 'linen', text: '亚麻', color: 'green' }]);
  expect(await offered('priority')).toMatchObject([{ value: 'H', text: '加急' }, {}, {}]);
});

test('an export holds every item, and imported again it changes nothing', async () => {
  const response = await scene.app.http.inject({
    method: 'GET',
    url: '/api/sys/dict/exportXls?dictCode=fabric',
    headers: { 'x-access-token': admin.token },
  });
  const bytes = response.rawPayload;
  const rows = await readRecords(bytes);
  expect(rows).toMatchObject([
    { 字典编码: 'fabric', 字典名称: '面料', 数据值: 'linen', 名称: '亚麻', 状态: '启用' },
    { 数据值: 'wool', 名称: '羊毛', 状态: '不启用' },
  ]);
  const before = await offered('fabric');
  const again = await upload(scene, admin, '/sys/dict/importExcel', bytes);
  expect(again).toMatchObject({ code: 200, result: { successCount: 2, errorCount: 0 } });
  expect(await offered('fabric')).toEqual(before);
});
