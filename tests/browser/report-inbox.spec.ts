import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { closeOthers, complaints, enter, fitsWidth } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { CONSOLE } from './account-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* 报表收件箱 by clicking: a file that nobody knows is explained once, and is a remittance. */

test.afterEach(({ context }) => closeOthers(context));

test('an unknown file is dropped, explained, and leads to its remittance', async ({ page }) => {
  test.setTimeout(120_000);
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/finance/inbox`);
  const file = (name: string, rows: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Settled,Batch,Purchase,Gross,Memo\n${rows}`),
  });
  const drop = (one: ReturnType<typeof file>) => page.locator('.fi-drop input[type=file]').setInputFiles(one);
  await drop(file('某平台付款_20261120.csv', '2026-11-20,B-1,CS1,"1,030.00",sale\n2026-11-20,B-1,,(4.00),ad\n'));
  const dialog = page.getByRole('dialog', { name: '对应列名：某平台付款_20261120.csv' });
  await expect(dialog.getByRole('region', { name: '文件的前几行' })).toContainText('1,030.00');
  await noSeriousFault(page);
  for (const [label, column] of [
    ['单号列', 'Batch'],
    ['日期列', 'Settled'],
    ['金额列', 'Gross'],
    ['PO号列', 'Purchase'],
    ['说明列', 'Memo'],
  ] as const) {
    const input = dialog.getByLabel(label, { exact: true });
    await input.click();
    await input.fill(column);
    await input.press('Enter');
  }
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已导入 1 张回款单')).toBeVisible();
  // The next one of its kind is known.
  await drop(file('某平台付款_20261121.csv', '2026-11-21,B-2,CS2,7.00,sale\n'));
  await expect(page.getByText('已导入 1 张回款单')).toHaveCount(2);
  await drop({ name: '照片.csv', mimeType: 'text/csv', buffer: Buffer.from('\x89PNG\r\n', 'latin1') });
  await expect(page.getByText('这是 PNG 图片')).toBeVisible();
  await noSeriousFault(page);
  await page
    .getByRole('row')
    .filter({ hasText: '20261120' })
    .getByRole('link', { name: '某平台付款_20261120.csv' })
    .click();
  const rows = page.getByRole('region', { name: '文件行' });
  await expect(rows).toContainText('1,030.00');
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await rows.getByText(/^RM/).first().click();
  await expect(page.locator('.wb-detail-head').filter({ hasText: '部分匹配' })).toBeVisible();
  await expect(page.getByText('1,026.00').first()).toBeVisible();
  // The browser says so itself where a file is refused.
  expect(heard.filter((text) => !text.includes('422'))).toEqual([]);
});
