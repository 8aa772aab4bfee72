import { expect, type Locator } from '@playwright/test';
import { enter, fitsWidth, inFront } from '../console-steps.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

const CONSOLE_URL = (): string => process.env['CONSOLE_URL'] ?? '';

/** px that are hidden at the side. */
const hidden = (element: Locator): Promise<number> => element.evaluate((box) => box.scrollWidth - box.clientWidth);

test('on a phone no operation of a list hides at the side', async ({ page }) => {
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${CONSOLE_URL()}/orders/pending`);
  const front = inFront(page, '待处理');
  await expect(front.getByRole('button', { name: '4小时内' })).toBeInViewport({ ratio: 1 });
  const toolbar = front.getByRole('toolbar', { name: '操作' });
  expect(await hidden(toolbar)).toBe(0);
  await expect(toolbar.getByRole('button', { name: '新增订单' })).toBeInViewport({ ratio: 1 });
  await fitsWidth(page);
  await toolbar.getByRole('button', { name: '更多操作' }).click();
  for (const name of ['导出', '高级查询', '刷新', '列设置'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  // The operations on many rows wait behind one button.
  await front.getByRole('checkbox', { name: '全选本页' }).check();
  const batch = front.getByRole('toolbar', { name: '批量操作' });
  await expect(batch.getByRole('button', { name: '更多' })).toBeInViewport({ ratio: 1 });
  expect(await hidden(batch)).toBe(0);
  await expect(batch.getByRole('button', { name: '批量接单' })).toHaveCount(0);
  await batch.getByRole('button', { name: '更多' }).click();
  await expect(page.getByRole('menuitem', { name: '批量接单' })).toBeVisible();
});

test('on a phone a bar leads to scanning, what waits and the lists, and covers no pager', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/orders/pending`);
  const bar = page.getByRole('navigation', { name: '快捷导航' });
  const pager = inFront(page, '待处理').locator('.wb-pagination');
  await expect(pager).toBeInViewport({ ratio: 1 });
  const [top, pagerBox] = [(await bar.boundingBox())?.y ?? 0, await pager.boundingBox()];
  expect((pagerBox?.y ?? 0) + (pagerBox?.height ?? 0)).toBeLessThanOrEqual(top + 1);
  const order = inFront(page, '待处理')
    .getByText(/^CS\d{9}$/)
    .first();
  const number = await order.innerText();
  await bar.getByRole('button', { name: '列表' }).click();
  const lists = page.getByRole('dialog', { name: '列表' });
  await expect(lists.getByRole('list', { name: '常用' }).getByText('待处理')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lists).toBeHidden();
  await bar.getByRole('button', { name: '扫码' }).click();
  const box = page.getByLabel('号码', { exact: true });
  await box.fill('NOWHERE-1');
  await box.press('Enter');
  await expect(page.getByText('没有找到 NOWHERE-1')).toBeVisible();
  await expect(box).toHaveValue('');
  await box.fill(number.toLowerCase());
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await fitsWidth(page);
});
