import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, CONSOLE } from './account-steps.ts';
import { closeOthers, complaints, enter, fitsWidth } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* 一张PO到底 by clicking: from an order and its invoice, and three pasted numbers as a sheet. */

test.afterEach(({ context }) => closeOthers(context));

interface Billed {
  id: string;
  orderId: string | null;
  poNo: string;
}

/** Invoices of orders that the demo seller has sent. */
async function billed(page: Page): Promise<Billed[]> {
  const headers = { 'x-access-token': await admin(page) };
  const answer = await page.request.get(`${CONSOLE()}/api/finance/invoice/list?pageSize=50`, { headers });
  const { result } = (await answer.json()) as { result: { records: Billed[] } };
  return result.records.filter(({ orderId }) => orderId !== null);
}

test('a clerk sees where the money of a PO is, from its order, its invoice and a paste', async ({ page }) => {
  test.setTimeout(120_000);
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const [one, other] = (await billed(page)) as [Billed, Billed];

  for (const path of [`/orders/${one.orderId}`, `/finance/invoice/${one.id}`]) {
    await page.goto(CONSOLE() + path);
    await page.getByRole('button', { name: '查到账', exact: true }).click();
    await expect(page.getByRole('region', { name: '结论' })).toContainText('未收');
    await expect(page.getByRole('list', { name: '从订单金额到未收' })).toContainText('已开票');
    await expect(page.getByRole('list', { name: '时间线' })).toContainText('出库');
  }
  await noSeriousFault(page);

  // Opened by its address alone, without a detail before it that would have brought its looks.
  await page.goto(`${CONSOLE()}/finance/po-money/${one.orderId}`);
  await expect(page.getByRole('heading', { level: 1, name: one.poNo })).toHaveCSS('font-size', '16px');

  await page.goto(`${CONSOLE()}/finance/po-money`);
  const box = page.getByLabel('PO号，每行一个');
  await box.fill([one.poNo.toLowerCase(), 'NOWHERE-1', other.poNo].join('\n'));
  await box.press('Enter');
  const table = page.getByRole('region', { name: 'PO到账' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row').nth(1)).toContainText(one.poNo);
  await expect(table.getByRole('row').nth(2)).toContainText('未找到');
  await noSeriousFault(page);
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出', exact: true }).click(),
  ]);
  expect(sheet.suggestedFilename()).toBe('PO到账.xlsx');
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
