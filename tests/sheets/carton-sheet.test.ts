import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { upload, workbook } from './upload.ts';

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  const product = await workbook(['SPU', '产品名称'], [['BOXED', '大件']]);
  await upload(scene, admin, '/catalog/product/importExcel', product);
  const skus = await workbook(
    ['SKU', '名称', '产品', '类型'],
    [
      ['BED', '床', 'BOXED', '单品'],
      ['LAMP', '灯', 'BOXED', '单品'],
      ['SET', '套装', 'BOXED', '组合'],
    ],
  );
  expect(await upload(scene, admin, '/catalog/sku/importExcel', skus)).toMatchObject({ code: 200 });
});
afterAll(() => scene?.stop());

const TITLES = ['SKU', '箱序', '箱名', '长(mm)', '宽(mm)', '高(mm)', '毛重(g)', '每箱件数'];
const size = [1000, 500, 250, 17_500];

const stored = (): Promise<{ carton: string }[]> =>
  scene.app.db.tx(
    systemActor(1, 'checker'),
    (tx) => tx.rows<{ carton: string }>`
      select s.sku_code || ' ' || c.carton_no || ' ' || c.units_per_carton as carton
      from sku_carton c join sku s on s.tenant_id = c.tenant_id and s.id = c.sku_id
      where c.tenant_id = ${tx.tenant} and c.deleted_at is null order by 1`,
  );

test('rows of one sheet of cartons are judged as if one came after the other', async () => {
  const sheet = await workbook(TITLES, [
    ['BED', 1, '1/2', ...size, 1],
    ['BED', 2, '2/2', ...size, 1],
    // The second of that number, and one of several units beside others.
    ['BED', 2, '2/2', ...size, 1],
    ['BED', 3, '3/3', ...size, 4],
    ['LAMP', 1, '四只装', ...size, 4],
    // Beside a carton of four units there is none of one.
    ['LAMP', 2, '单只', ...size, 1],
    ['SET', 1, '1/1', ...size, 1],
    // A refused row is none that the next is judged by.
    ['LAMP', 0, '坏行', ...size, 1],
    ['BED', 4, '3/3', ...size, 1],
  ]);
  const answer = await upload(scene, admin, '/catalog/skuCarton/importExcel', sheet);
  expect(answer.result).toMatchObject({ totalCount: 9, successCount: 4, errorCount: 5 });
  expect((await stored()).map(({ carton }) => carton)).toEqual(['BED 1 1', 'BED 2 1', 'BED 4 1', 'LAMP 1 4']);
});

test('the next sheet sees the cartons of the first', async () => {
  const sheet = await workbook(TITLES, [
    ['LAMP', 2, '单只', ...size, 1],
    ['BED', 5, '4/4', ...size, 1],
    ['BED', 1, '1/4', ...size, 2],
  ]);
  const answer = await upload(scene, admin, '/catalog/skuCarton/importExcel', sheet);
  expect(answer.result).toMatchObject({ successCount: 1, errorCount: 2 });
  expect((await stored()).map(({ carton }) => carton)).toContain('BED 5 1');
});
