import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { baseCurrency, rateAt } from '#modules/base/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { testStart } from '#tests/harness/test-clock.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  // Rates are of written days.
  scene = await startTestApp({ startsAt: testStart('monday') });
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

interface CurrencyRow {
  id: string;
  code: string;
  exponent: number;
  isBase: boolean;
  latestRate?: string;
}
const currencies = async (who: Client = admin): Promise<CurrencyRow[]> =>
  (await must(who.get<{ records: CurrencyRow[] }>('/base/currency/list', { pageSize: '100' }))).records;
const named = async (code: string): Promise<CurrencyRow> =>
  (await currencies()).find((one) => one.code === code) as CurrencyRow;
const addRate = (fromCode: string, toCode: string, rate: string, effectiveDate: string) =>
  admin.post<{ id: string; errors: { field: string; message: string }[] }>('/base/exchangeRate/add', {
    fromCode,
    toCode,
    rate,
    effectiveDate,
  });
const rate = (from: string, to: string, at: string | Date): Promise<string> =>
  look(scene, (tx) => rateAt(tx, from, to, at));

test('a tenant has the common currencies with their places, and one base currency that stays', async () => {
  covers('§2 base data screens', 'ours: currencies and rates');
  const own = await currencies();
  expect(own.map(({ code, exponent, isBase }) => [code, exponent, isBase])).toEqual([
    ['CAD', 2, false],
    ['CNY', 2, false],
    ['EUR', 2, false],
    ['GBP', 2, false],
    ['JPY', 0, false],
    ['USD', 2, true],
  ]);
  expect(await currencies(await openOtherTenant(scene))).toHaveLength(6);
  expect(await look(scene, baseCurrency)).toBe('USD');
  const { id } = await named('USD');
  const refused = { status: 409, message: 'USD 是本位币，不能停用或删除' };
  expect(await admin.put('/base/currency/edit', { id, status: 'disabled' })).toMatchObject(refused);
  expect(await admin.delete('/base/currency/delete', { id })).toMatchObject(refused);
  // Nobody makes a second one by a body.
  const dinar = { code: 'KWD', name: '科威特第纳尔', isBase: true, exponent: 2 };
  await must(admin.post('/base/currency/add', dinar));
  expect(await named('KWD')).toMatchObject({ exponent: 3, isBase: false });
  const { id: yuan } = await named('CNY');
  const renamed = await admin.put<{ errors: object[] }>('/base/currency/edit', {
    id: yuan,
    code: 'HKD',
  });
  expect(renamed).toMatchObject({ status: 422, message: '币种代码保存后不能更改' });
});

test('a tenant whose base currency is no common one has it too', async () => {
  const opened = await must(
    admin.post<{ id: string | number }>('/sys/tenant/add', { name: '挪威', baseCurrency: 'NOK' }),
  );
  const own = await scene.app.db.tx(systemActor(Number(opened.id), 'test'), async (tx) => [
    await baseCurrency(tx),
    await tx.rows`select code from currency where tenant_id = ${tx.tenant}`,
  ]);
  expect(own).toEqual(['NOK', expect.objectContaining({ length: 7 })]);
});

test('the rate in force is the latest of a day, and of that direction alone', async () => {
  await must(addRate('CNY', 'USD', '0.14', '2026-11-01'));
  await must(addRate('CNY', 'USD', '0.13888889', '2026-11-24'));
  expect(await rate('CNY', 'USD', '2026-11-01')).toBe('0.14000000');
  expect(await rate('CNY', 'USD', '2026-11-23')).toBe('0.14000000');
  expect(await rate('CNY', 'USD', '2026-11-24')).toBe('0.13888889');
  // Half past midnight of the 24th in Shanghai, where the tenant is.
  expect(await rate('CNY', 'USD', new Date('2026-11-23T16:30:00Z'))).toBe('0.13888889');
  expect(await rate('CNY', 'USD', new Date('2026-11-23T15:30:00Z'))).toBe('0.14000000');
  expect(await rate('USD', 'USD', '2026-11-23')).toBe('1');
  const missing = (from: string, to: string, day: string): string =>
    `缺少汇率：${from} → ${to}，${day} 及之前没有登记；请先在“汇率”登记`;
  await expect(rate('CNY', 'USD', '2026-10-31')).rejects.toThrow(missing('CNY', 'USD', '2026-10-31'));
  await expect(rate('USD', 'CNY', '2026-11-24')).rejects.toThrow(missing('USD', 'CNY', '2026-11-24'));
  // 23:00 of the 23rd in Shanghai, by the clock of the tests.
  expect((await named('CNY')).latestRate).toBe('0.14000000');
  expect((await named('EUR')).latestRate).toBeUndefined();
});

test('a rate is above zero, between two currencies that are there, and once a day', async () => {
  await must(addRate('EUR', 'USD', '1.08', '2026-11-01'));
  expect(await addRate('EUR', 'USD', '1.09', '2026-11-01')).toMatchObject({
    status: 422,
    message: 'EUR → USD 在 2026-11-01 已有汇率',
  });
  expect((await addRate('EUR', 'EUR', '0', '2026-11-01')).result.errors).toEqual([
    { field: 'toCode', code: 'invalid', message: '目标币种不能与源币种相同' },
    { field: 'rate', code: 'invalid', message: '汇率须大于0' },
  ]);
  const [fault] = (await addRate('SEK', 'USD', '1', '2026-11-01')).result.errors;
  expect(fault).toMatchObject({ field: 'fromCode' });
  expect(fault?.message).toContain('币种 SEK 不存在或已停用，可用的有：CAD、CNY');
  const { id } = await named('EUR');
  expect(await admin.delete('/base/currency/delete', { id })).toMatchObject({
    status: 409,
    message: '币种 EUR 仍被汇率使用，不能删除，可以停用',
  });
  // A disabled one takes no new rates, and keeps those that it has.
  await must(admin.put('/base/currency/edit', { id, status: 'disabled' }));
  expect((await addRate('EUR', 'USD', '1.1', '2026-11-02')).status).toBe(422);
  expect(await rate('EUR', 'USD', '2026-11-05')).toBe('1.08000000');
});

test('a sheet of rates goes in by pair and day, and a second time as a correction', async () => {
  const titles = ['源币种', '目标币种', '汇率', '生效日'];
  const send = async (rows: string[][]) =>
    upload(scene, admin, '/base/exchangeRate/importExcel', await workbook(titles, rows));
  expect((await send([['GBP', 'USD', '1.27', '2026-11-01']])).message).toBe('共1行数据全部导入成功！');
  const mixed = await send([
    ['GBP', 'USD', '1.28', '2026-11-01'],
    ['GBP', 'GBP', '1', '2026-11-01'],
    ['JPY', 'USD', '0.0066', '2026-11-01'],
  ]);
  expect(mixed.result).toMatchObject({ totalCount: 3, successCount: 2, errorCount: 1 });
  expect(await rate('GBP', 'USD', '2026-11-01')).toBe('1.28000000');
  const { records } = await must(admin.get<{ records: object[] }>('/base/exchangeRate/list', { fromCode: 'GBP' }));
  expect(records).toMatchObject([{ rate: '1.28000000', source: 'import' }]);
});
