import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, atChannel, clerkToken, pullOnce, type Answer } from './channel-orders.ts';
import { choose, complaints, enterConsole, fill, fitsWidth, goWithin, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* A shop of the seller's own: connected from the form, its paid orders stand among all others. */

test('a clerk connects a shop at Shopify, and what was bought there is among the orders', async ({ page }) => {
  covers('ours: own shops at Shopify');
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);
  const shops = await openPage(page, '渠道', '店铺账号');
  await shops.getByRole('button', { name: '新增', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '新增店铺' });
  await choose(drawer.getByLabel('渠道', { exact: true }), 'Shopify');
  await expect(drawer).toContainText('店铺网址');
  await fill(drawer, { 店铺编码: 'OWN-1', 店铺名称: '独立站一店' });
  await drawer.getByText('模拟平台', { exact: true }).click();
  await drawer.getByRole('button', { name: '保存' }).click();
  const row = shops.getByRole('row').filter({ hasText: '独立站一店' });
  await expect(row).toContainText('待授权');
  await row.getByRole('button', { name: '测试连接' }).click();
  await expect(row).toContainText('已启用', { timeout: 30_000 });
  const tested = page.getByRole('dialog').filter({ hasText: '核对地点' });
  await expect(tested).toContainText(
    '尚未关联渠道仓；可用地点：New Jersey warehouse 60001、California warehouse 60002',
  );
  await page.keyboard.press('Escape');

  const { variants } = (await (await fetch(`${process.env['SIMULATOR_URL'] ?? ''}/__sim/shopify`)).json()) as {
    variants: { sku: string | null }[];
  };
  const made = await atChannel<{ orders: { name: string }[] }>('/shopify/orders', {
    orders: [{ lines: [{ sku: variants[0]?.sku, quantity: 2, price: '88.50' }] }],
  });
  const [{ name } = { name: '' }] = made.orders;
  const token = await clerkToken();
  const response = await fetch(`${api()}/base/channelAccount/list?code=OWN-1`, {
    headers: { 'x-access-token': token },
  });
  const { result } = (await response.json()) as Answer<{ records: { id: string }[] }>;
  await pullOnce(token, result.records[0]?.id ?? '');
  await goWithin(page, `/orders/pending?keyword=${encodeURIComponent(name)}`);
  const orders = inFront(page, '待处理');
  await expect(orders.getByText(name, { exact: true }).first()).toBeVisible();
  await expect(orders.getByText('独立站一店').first()).toBeVisible();
  expect(heard).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await noSeriousFault(page);
});
