import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { complaints, enter, fitsWidth } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* Stock is counted and received on a phone, with a scanner that types. */

async function addSku(page: Page, skuCode: string): Promise<string> {
  const token = await admin(page);
  const body = { spuCode: skuCode, name: skuCode };
  const { id: productId } = await api<{ id: string }>(page, '/catalog/product/add', body, token);
  const sku = { skuCode, productId, name: skuCode, standardCost: '5' };
  return (await api<{ id: string }>(page, '/catalog/sku/add', sku, token)).id;
}

async function warehouse(page: Page): Promise<string> {
  const headers = { 'x-access-token': await admin(page) };
  const answer = await page.request.get(`${CONSOLE()}/api/base/warehouse/list`, { headers });
  const { result } = (await answer.json()) as { result: { records: { id: string }[] } };
  return result.records[0]?.id ?? '';
}

async function moveReceipt(page: Page, id: string, move: string): Promise<void> {
  const headers = { 'x-access-token': await admin(page) };
  const path = `${CONSOLE()}/api/inventory/inboundReceipt/${id}/${move}`;
  const answer = await page.request.post(path, { headers, data: {} });
  expect(await answer.json(), move).toMatchObject({ success: true });
}

/** What a scanner types, and the Enter behind it. */
async function scan(page: Page, code: string): Promise<void> {
  await page.locator('input[aria-label="扫码"]').fill(code);
  await page.keyboard.press('Enter');
}

const quantity = (page: Page, code: string, title: string) =>
  page.getByRole('group', { name: `${code} ${title}` }).getByLabel(title, { exact: true });

test.beforeEach(async ({ page }) => {
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
});

test('a count by scanner: units add up, a strange SKU joins, what differs is posted', async ({ page }) => {
  covers('ours: counting while selling');
  const heard = complaints(page);
  const token = await admin(page);
  const [planned] = [await addSku(page, 'DESK-LAMP'), await addSku(page, 'DESK-RUG')];
  const { id } = await api<{ id: string }>(
    page,
    '/inventory/stockCount/add',
    {
      warehouseId: await warehouse(page),
      extent: 'listed',
      lines: [{ skuId: planned, condition: 'good' }],
    },
    token,
  );
  await page.goto(`${CONSOLE()}/base/stock-count/${id}`);
  await page.getByRole('button', { name: '开始盘点' }).click();
  const lines = page.getByRole('list', { name: '盘点明细' }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await scan(page, 'DESK-LAMP');
  await expect(quantity(page, 'DESK-LAMP', '实盘数量')).toHaveValue('1');
  await scan(page, 'DESK-LAMP');
  await expect(quantity(page, 'DESK-LAMP', '实盘数量')).toHaveValue('2');
  await scan(page, 'DESK-RUG');
  await page.getByRole('button', { name: '把 DESK-RUG 加入盘点' }).click();
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(1)).toContainText('计划外');
  await quantity(page, 'DESK-RUG', '实盘数量').fill('0');
  await quantity(page, 'DESK-RUG', '实盘数量').blur();
  await expect(lines.nth(1)).toContainText('相符');
  await expect(lines.first()).toContainText('差异 +2');
  await fitsWidth(page);
  await noSeriousFault(page);
  await page.getByRole('button', { name: '完成盘点' }).click();
  await expect(page.getByText('待过账').first()).toBeVisible();
  expect(heard).toEqual([]);
});

test('goods are received by scanner, in two conditions and two parts', async ({ page }) => {
  covers('ours: goods that come');
  const token = await admin(page);
  const skuId = await addSku(page, 'DESK-BED');
  const { id } = await api<{ id: string }>(
    page,
    '/inventory/inboundReceipt/add',
    { warehouseId: await warehouse(page), lines: [{ skuId, qty: 3, unitCost: '5' }] },
    token,
  );
  for (const move of ['announce', 'arrive']) await moveReceipt(page, id, move);
  await page.goto(`${CONSOLE()}/base/inbound/${id}`);
  await scan(page, 'DESK-BED');
  await expect(quantity(page, 'DESK-BED', '本次收到')).toHaveValue('1');
  await page.getByText('不良品', { exact: true }).click();
  await scan(page, 'DESK-BED');
  await expect(page.getByText('本次共 2 件')).toBeVisible();
  await fitsWidth(page);
  await page.locator('.iv-foot').getByRole('button').click();
  await expect(page.getByText('已收 2 / 3')).toBeVisible();
  await expect(page.getByText('本次共 0 件')).toBeVisible();
  await page.getByText('良品', { exact: true }).click();
  await page.getByRole('button', { name: '未到的全部填入' }).click();
  await page.locator('.iv-foot').getByRole('button').click();
  await expect(page.getByText('已到齐')).toBeVisible();
  await page.getByRole('button', { name: '完成入库' }).click();
  await expect(page.getByText('已完成').first()).toBeVisible();
});
