import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { atChannel, pulled } from './channel-orders.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** What the page of an order shows first, and how a clerk goes through a list of orders. */

test.afterEach(({ context }) => closeOthers(context));

test('a clerk goes from order to order of a list and sees goods, way and deadline', async ({ page }) => {
  const { orders: made } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
    orders: [1, 2, 3].map((quantity) => ({
      warehouseId: '31842',
      lines: [{ partNumber: 'WB-ACH-NELL-OTM', quantity }],
    })),
  });
  const numbers = made.map(({ poNumber }) => poNumber);
  for (const po of numbers) await pulled(po, () => true);
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, `/orders/pending?channelOrderNo=${numbers.join(',')}&column=channelOrderNo&order=asc`);
  const inOrder = numbers.toSorted();
  const list = inFront(page, '待处理');
  await list.getByRole('button', { name: inOrder[0] as string }).click();

  const detail = page.getByRole('article').filter({ visible: true });
  await expect(detail.getByRole('heading', { name: inOrder[0] as string })).toBeVisible();
  await expect(detail.getByRole('list', { name: '进度' }).locator('[aria-current]')).toHaveText(/接单$/);
  const next = detail.getByRole('region', { name: '下一步' });
  await expect(next).toContainText('接单截止');
  // The warehouse stands in New Jersey; our clocks are Shanghai's.
  await expect(next).toContainText(/仓库 \d\d-\d\d \d\d:\d\d E[SD]T/);
  await expect(detail.getByRole('list', { name: '商品' })).toContainText('内尔');
  const place = detail.getByRole('navigation', { name: '列表中的位置' });
  await expect(place).toHaveText('1/3');
  await expect(place.getByRole('button', { name: '上一条' })).toBeDisabled();
  await noSeriousFault(page);

  await place.getByRole('button', { name: '下一条' }).click();
  await expect(detail.getByRole('heading', { name: inOrder[1] as string })).toBeVisible();
  await expect(place).toHaveText('2/3');
  // The page of the first order has given its place to the second.
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await expect(tabs).toContainText(`订单 ${inOrder[1] as string}`);
  await expect(tabs).not.toContainText(`订单 ${inOrder[0] as string}`);

  // What is done to it moves nobody on: the way through the list stays as it was begun.
  await detail.getByRole('button', { name: '接单', exact: true }).click();
  await expect(detail.locator('[aria-current="step"]')).toHaveText(/平台确认$|配货$/);
  await expect(place).toHaveText('2/3');
  await place.getByRole('button', { name: '下一条' }).click();
  await expect(detail.getByRole('heading', { name: inOrder[2] as string })).toBeVisible();
  await expect(place.getByRole('button', { name: '下一条' })).toBeDisabled();

  // On paper there is the order and nothing to press, black on white whatever the theme.
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
    Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) });
  });
  await detail.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '打印本页' }).click();
  await page.waitForFunction(() => 'isPrinted' in window);
  await page.emulateMedia({ media: 'print' });
  await expect(detail.getByRole('heading', { name: inOrder[2] as string })).toBeVisible();
  await expect(next).toBeVisible();
  for (const name of ['接单', '更多', '上一条', '本页帮助'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(tabs).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ media: null });
  await expect(page.getByRole('banner')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
