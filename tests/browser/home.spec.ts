import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { closeOthers, complaints, enterHome, fitsWidth, inFront } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** 首页: bands of cards that lead to their rows, in an order of one's own. */

test.afterEach(({ context }) => closeOthers(context));

test('cards are put in order by keyboard and stay so, and each opens as many rows as it says', async ({ page }) => {
  const heard = complaints(page);
  await enterHome(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  const home = inFront(page, '首页');
  const wrong = home.getByRole('list', { name: '有问题' });
  const titles = (): Promise<string[]> => wrong.locator('.dk-card-title').allTextContents();
  await expect(wrong.getByRole('link').nth(1)).toBeVisible();
  const before = await titles();
  await wrong.getByRole('link').first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  const [first = '', second = '', ...rest] = before;
  await expect.poll(titles).toEqual([second, first, ...rest]);
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect.poll(titles).toEqual([second, first, ...rest]);
  await home.getByRole('region', { name: '有问题' }).getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(titles).toEqual(before);

  const card = home.getByRole('list', { name: '今天必须做' }).getByRole('link', { name: /待接单/ });
  const count = await card.locator('.dk-card-figure').textContent();
  await card.click();
  await expect(inFront(page, '待处理').getByText(`共${count}条`)).toBeVisible();
  expect(heard).toEqual([]);
});

test('figures of a group lead to the rows that they are made of, in the period that is chosen', async ({ page }) => {
  await enterHome(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  const home = inFront(page, '首页');
  const panel = home.getByRole('region', { name: '每日订单量' });
  await panel.getByRole('button', { name: '看表' }).click();
  await expect(panel.getByRole('row')).toHaveCount(8);
  await home.getByRole('radiogroup', { name: '时间范围' }).getByText('近 30 天').click();
  await expect(panel.getByRole('row')).toHaveCount(31);
  const card = home.getByRole('list', { name: '销售指标' }).getByRole('link', { name: /订单量/ });
  const count = await card.locator('.dk-card-figure').textContent();
  await card.click();
  await expect(inFront(page, '待处理').getByText(`共${count}条`)).toBeVisible();
  await page
    .getByRole('navigation', { name: '已打开的页面' })
    .getByRole('button', { name: '首页', exact: true })
    .click();
  await home
    .getByRole('region', { name: '按店铺' })
    .getByRole('link', { name: /Wayfair 美国站/ })
    .click();
  await expect(inFront(page, '销售明细').getByText(/共\d+条/)).toBeVisible();
});
