import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { CONSOLE } from './account-steps.ts';
import { closeOthers, complaints, enter, fitsWidth } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

test.afterEach(({ context }) => closeOthers(context));

test('存储空间 shows what is taken, and makes room', async ({ page }) => {
  covers('ours: the storage of a tenant');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/isystem/file`);
  await page
    .getByLabel('选择文件')
    .setInputFiles({ name: '占地方.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3_000_000, 'a') });
  await expect(page.getByText('已上传 1 个文件')).toBeVisible();
  await page.goto(`${CONSOLE()}/isystem/storage`);
  await expect(page.getByText(/给的空间 .+，已用/)).toBeVisible();
  const largest = page.getByRole('region', { name: '最大的文件' });
  await expect(largest.getByText('占地方.txt')).toBeVisible();
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await largest.getByRole('row').filter({ hasText: '占地方.txt' }).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(largest.getByText('占地方.txt')).toHaveCount(0);
  expect(heard).toEqual([]);
});
