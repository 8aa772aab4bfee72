import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, atChannel, clerkToken, post, pulled, type Answer } from './channel-orders.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** What the order list says above its rows: how far a batch is, and chips that agree with tabs. */

const OTTOMAN = 'WB-ACH-NELL-OTM';

test.afterEach(({ context }) => closeOthers(context));

/** Orders at the marketplace for one recipient of their own, pulled. */
async function placed(count: number): Promise<{ po: string; id: string }[]> {
  const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
    orders: Array.from({ length: count }, () => ({
      warehouseId: '31842',
      lines: [{ partNumber: OTTOMAN, quantity: 1 }],
    })),
  });
  const known = [];
  for (const { poNumber: po } of orders) known.push({ po, ...(await pulled(po, () => true)) });
  return known;
}

const chip = (orders: Locator, name: RegExp): Locator =>
  orders.getByRole('group', { name: '挂起', exact: true }).getByRole('button', { name });

async function openList(page: Page, address: string, title: string): Promise<Locator> {
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, address);
  const orders = inFront(page, title);
  await expect(orders.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  return orders;
}

test('a batch leaves a strip with what the channel has answered, until it is read', async ({ page }) => {
  covers('§8 empty list');
  const made = await placed(2);
  const heard = complaints(page);
  const numbers = made.map(({ po }) => po).join(',');
  const orders = await openList(page, `/orders/pending?channelOrderNo=${numbers}`, '待处理');
  await orders.getByRole('checkbox', { name: '全选本页' }).check();
  await orders.getByRole('button', { name: '批量接单' }).click();
  const batch = page.getByRole('dialog', { name: /^批量接单/ });
  await batch.getByRole('button', { name: '接单 2 条' }).click();
  await batch.getByRole('button', { name: '完成' }).click();
  const strip = orders.getByRole('list', { name: '批量进度' });
  // Other pulls of the shop may have their turn first.
  await expect(strip).toContainText('接单同步 2/2', { timeout: 60_000 });
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await expect(strip).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  // It is there for whoever comes back, until it is read.
  await page.reload();
  await expect(strip).toContainText('接单同步 2/2');
  await strip.getByRole('button', { name: '知道了' }).click();
  await expect(strip).toBeHidden();
  expect(heard).toEqual([]);
});

test('a dialog that was opened from the head of a list stays while the window becomes a phone and back', async ({
  page,
}) => {
  const heard = complaints(page);
  const orders = await openList(page, '/orders/pending', '待处理');
  await orders.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入订单' });
  await dialog.getByRole('switch', { name: '是否开启校验' }).click();
  const isStrict = await dialog.getByRole('switch', { name: '是否开启校验' }).getAttribute('aria-checked');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('switch', { name: '是否开启校验' })).toHaveAttribute('aria-checked', isStrict ?? '');
  }
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  // On a phone it is behind ⋯, and works from there.
  await page.setViewportSize({ width: 390, height: 844 });
  await orders.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('button', { name: '导入' }).click();
  await expect(dialog).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(dialog).toBeVisible();
  expect(heard).toEqual([]);
});

test('a chip follows what the channel answered long after the move, without a reload', async ({ page }) => {
  const [order] = await placed(1);
  const heard = complaints(page);
  const orders = await openList(page, `/orders/shipping?channelOrderNo=${order?.po ?? ''}`, '待发货');
  await expect(orders.getByText('没有查询到任何数据')).toBeVisible();
  await atChannel('/faults', {
    plan: [
      {
        fault: 'accept-error',
        message: 'Warehouse is closed',
        match: { operation: 'accept', times: 1 },
      },
    ],
  });
  const accepted = await post<Answer<unknown>>(
    `${api()}/orders/salesOrder/${order?.id ?? ''}/accept`,
    {},
    await clerkToken(),
  );
  expect(accepted.success, accepted.message).toBe(true);
  await expect(chip(orders, /^平台未确认/)).toHaveText('平台未确认1');
  await expect(orders.getByRole('group', { name: '状态' })).toContainText('待发货1');
  await expect(orders.getByRole('row').filter({ hasText: order?.po ?? '' })).toContainText('平台未确认');
  expect(heard).toEqual([]);
});

test('an ordinary desk shows every column of the list at once, operations in sight', async ({ page }) => {
  const pending = await openList(page, '/orders/pending', '待处理');
  await expect(pending.getByRole('button', { name: '接单', exact: true }).first()).toBeVisible();
  await expect(pending.locator('.wb-wide-over')).toHaveCount(0);
  await expect(pending.getByText('新泽西爱迪生仓').first()).toBeVisible();
  await goWithin(page, '/orders/shipped');
  const shipped = inFront(page, '已发货');
  await expect(shipped.getByRole('button', { name: '轨迹' }).first()).toBeVisible();
  await expect(shipped.locator('.wb-wide-over')).toHaveCount(0);
});
