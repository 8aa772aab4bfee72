import { expect, test, type Locator } from '@playwright/test';
import { enter, fitsWidth, inFront } from '../console-steps.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

const CONSOLE_URL = process.env['CONSOLE_URL'] ?? '';

/** px that are hidden at the side. */
const hidden = (element: Locator): Promise<number> =>
  element.evaluate((box) => box.scrollWidth - box.clientWidth);

test('on a phone no operation of a list hides at the side', async ({ page }) => {
  await enter(page, CONSOLE_URL, 'admin', ADMIN_PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${CONSOLE_URL}/orders/pending`);
  const front = inFront(page, '待处理');
  await expect(front.getByRole('button', { name: '4小时内' })).toBeInViewport({ ratio: 1 });
  const toolbar = front.getByRole('toolbar', { name: '操作' });
  await expect(toolbar.getByRole('button', { name: '刷新' })).toBeInViewport({ ratio: 1 });
  expect(await hidden(toolbar)).toBe(0);
  await fitsWidth(page);
  // The operations on many rows wait behind one button.
  await expect(toolbar.getByRole('button', { name: '批量接单' })).toHaveCount(0);
  await toolbar.getByRole('button', { name: '更多' }).click();
  await expect(page.getByRole('menuitem', { name: '批量接单' })).toBeVisible();
});
