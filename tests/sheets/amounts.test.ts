import { expect, test } from 'vitest';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { admin, importInto, openSheets, scene, skuOf, SKU_TITLES, skuRow } from './sheet-scene.ts';
import { upload, workbook } from './upload.ts';

/** Amounts as accounting programs export them: with the code of their currency before or behind. */

openSheets();

test('a price with the code of its currency is read, one of another currency refused', async () => {
  await must(admin.post('/catalog/product/add', { spuCode: 'SHEET-SPU', name: 'SHEET-SPU' }));
  const written = ['USD 1,024.00', '1,024.00 USD', 'US$1,024.00', '1,024.00USD', 'usd\u00a01,024.00'];
  const rows = written.map((text, at) => skuRow(`AMOUNT-${at}`, { 标准成本: text }));
  const answer = await importInto('/catalog/sku', await workbook(SKU_TITLES, rows));
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200 });
  for (const at of written.keys()) expect((await skuOf(`AMOUNT-${at}`))['standardCost']).toBe('1024.0000');
  const other = ['EUR 1,024.00', '1,024.00 CAD'].map((text, at) => skuRow(`OTHER-${at}`, { 标准成本: text }));
  const refused = await importInto('/catalog/sku', await workbook(SKU_TITLES, other));
  expect(refused.result.errors.map(({ message }) => message)).toEqual([
    '标准成本 EUR 1,024.00 写的是其他币种，这里要 USD 的金额',
    '标准成本 1,024.00 CAD 写的是其他币种，这里要 USD 的金额',
  ]);
});

test('an amount that says no currency of its own is in that of the row that is stored', async () => {
  const supplier = { code: 'AMOUNTS', name: 'AMOUNTS', type: 'factory', currency: 'EUR' };
  const { id } = await must(admin.post<{ id: string }>('/base/supplier/add', supplier));
  const moqOf = async () =>
    (await admin.get<{ moqAmount: string }>('/base/supplier/queryById', { id })).result.moqAmount;
  const titles = ['供应商编码', '供应商名称', '类型', '状态', '币种', '起订金额'];
  const given = async (text: string) =>
    importInto('/base/supplier', await workbook(titles, [['AMOUNTS', 'AMOUNTS', null, null, null, text]]));
  for (const [text, amount] of [
    ['EUR 1,024.00', '1024.00'],
    ['1,025.00 EUR', '1025.00'],
  ] as const) {
    expect(await given(text)).toMatchObject({ code: 200 });
    expect(await moqOf()).toBe(amount);
  }
  const other = await given('USD 1,026.00');
  expect(other.result.errors).toMatchObject([
    { title: '起订金额', message: '起订金额 USD 1,026.00 写的是其他币种，这里要 EUR 的金额' },
  ]);
  expect(await moqOf()).toBe('1025.00');
});

test('lines that are read into a form are in the currency of the form', async () => {
  const sheet = await workbook(
    ['SKU', '数量', '单价'],
    [
      ['WB-DCH-BRAM-CTR', 1, 'EUR 1,024.00'],
      ['WB-DCH-HOLM-S2', 2, '1,025.00 EUR'],
      ['WB-DCH-HOLM-S2', 3, 'USD 7'],
    ],
  );
  const path = '/purchasing/purchaseOrder/importLines?dryRun=1';
  const read = async (query: string) =>
    (
      await upload<{ lines: { unitPrice: string }[]; errors: { message: string }[] }>(
        scene,
        admin,
        `${path}${query}`,
        sheet,
      )
    ).result;
  const inEuro = await read('&currency=EUR');
  expect(inEuro.lines.map(({ unitPrice }) => Number(unitPrice))).toEqual([1024, 1025]);
  expect(inEuro.errors.map(({ message }) => message)).toEqual(['单价 USD 7 写的是其他币种，这里要 EUR 的金额']);
  // A form that says none is in the currency of the tenant.
  expect((await read('')).lines.map(({ unitPrice }) => Number(unitPrice))).toEqual([7]);
});
