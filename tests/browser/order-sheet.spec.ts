import { expect, type Locator, type Page } from '@playwright/test';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';
import { api, atChannel, clerkToken, pulled, type Answer } from './channel-orders.ts';
import { closeOthers, enterConsole, inFront, openPage } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/** Orders by a sheet with a bad row, mended and sent once more; an address mended by a key. */

const RUG = 'WB-RUG-SAHA-5X8';
const TITLES = ['店铺', 'PO号', '渠道SKU', '数量', '单价', '仓库编码', '收件人', '地址', '城市'];
const MORE = ['州/省', '邮编', '国家'];

test.afterEach(({ context }) => closeOthers(context));

async function shopName(): Promise<string> {
  const response = await fetch(`${api()}/base/channelAccount/list?code=WF-US`, {
    headers: { 'x-access-token': await clerkToken() },
  });
  const { result } = (await response.json()) as Answer<{ records: { name: string }[] }>;
  return result.records[0]?.name ?? '';
}

async function sheetOf(rows: readonly (readonly (string | number)[])[]) {
  const out = new PassThrough();
  const bytes = buffer(out);
  const columns = [...TITLES, ...MORE].map((title) => ({ title }));
  await writeXlsx(out, { sheetName: '订单', columns, rows });
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name: '订单.xlsx', mimeType, buffer: await bytes };
}

const importDialog = (page: Page): Locator => page.getByRole('dialog', { name: '导入订单' });

test('a sheet with a bad row takes the good orders in; mended, the rest follows', async ({ page }) => {
  test.setTimeout(120_000);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);
  const shop = await shopName();
  const mark = `SHEET-${Date.now()}`;
  const row = (po: string, qty: number): (string | number)[] => [
    shop,
    `${mark}-${po}`,
    RUG,
    qty,
    72,
    '31842',
    `Buyer ${po}`,
    '12 Elm Street',
    'Madison',
    'WI',
    '53703',
    'US',
  ];
  const list = await openPage(page, '订单', '待处理');
  await list.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = importDialog(page);
  await expect(dialog.getByText('5,000 行')).toBeVisible();
  const file = dialog.getByLabel('选择导入文件');
  await file.setInputFiles(await sheetOf([row('A', 1), row('B', 0)]));
  await dialog.getByRole('button', { name: '开始上传' }).click();
  await expect(dialog.getByText('已导入行数：1')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^下载错误数据/ })).toBeVisible();
  await file.setInputFiles(await sheetOf([row('A', 1), row('B', 1)]));
  await dialog.getByRole('button', { name: '开始上传' }).click();
  await expect(dialog.getByText('共2行数据全部导入成功！')).toBeVisible();
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await list.getByRole('searchbox').or(list.getByLabel('查找')).first().fill(mark);
  await page.keyboard.press('Enter');
  await expect(list.getByText('共2条')).toBeVisible();
});

test('an address suggestion is taken from its row by keys', async ({ page }) => {
  test.setTimeout(120_000);
  const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
    orders: [
      {
        warehouseId: '31842',
        lines: [{ partNumber: RUG, quantity: 1 }],
        shipTo: {
          name: `Keys ${Date.now()}`,
          address1: '12 Elm Street',
          city: 'Madison',
          state: 'NY',
          postalCode: '53703',
        },
      },
    ],
  });
  const po = orders[0]?.poNumber ?? '';
  await pulled(po, ({ holds }) => holds.includes('address'));
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);
  await page.goto(`${process.env['CONSOLE_URL'] ?? ''}/orders/pending?channelOrderNo=${po}`);
  const list = inFront(page, '待处理');
  await expect(list.getByRole('button', { name: po })).toBeVisible();
  await list
    .getByRole('button', { name: /地址异常/ })
    .last()
    .click();
  const adopt = page.getByRole('button', { name: '采用 53703 → WI，不是 NY' });
  await expect(adopt).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('已采用：53703 → WI，不是 NY')).toBeVisible();
  await pulled(po, ({ holds }) => !holds.includes('address'));
});
