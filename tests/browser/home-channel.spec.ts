import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, clerkToken, type Answer } from './channel-orders.ts';
import { complaints, enterConsole, fill, fitsWidth, goWithin, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* 家装渠道: its shops and goods have pages of their own. */

interface Order {
  id: string;
  channelOrderNo: string;
  status: string;
}

const orders = async (query: string): Promise<Order[]> => {
  const response = await fetch(`${api()}/orders/salesOrder/list?pageSize=50&${query}`, {
    headers: { 'x-access-token': await clerkToken() },
  });
  return ((await response.json()) as Answer<{ records: Order[] }>).result.records;
};

test('a clerk connects a shop of the channel; its orders come, its goods have a page, and what has no interface is said', async ({
  page,
}) => {
  covers('§2 home-improvement channel');
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);
  const shops = await openPage(page, '渠道/家装渠道', '家装店铺');
  await expect(shops).toContainText('该渠道不支持接口，需导入文件');
  await expect(shops).toContainText('该渠道不支持接口，请到平台处理');
  await goWithin(page, '/channel/hi/product');
  await expect(inFront(page, '家装产品')).toContainText('还没有家装渠道的店铺');
  await inFront(page, '家装产品').getByRole('button', { name: '去新增店铺' }).click();

  await shops.getByRole('button', { name: '新增', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '新增店铺' });
  await expect(drawer).toContainText('家装渠道 (Mirakl)');
  await fill(drawer, { 店铺编码: 'HI-1', 店铺名称: '家装一店' });
  await drawer.getByText('模拟平台', { exact: true }).click();
  await drawer.getByRole('button', { name: '保存' }).click();
  const row = shops.getByRole('row').filter({ hasText: '家装一店' });
  await expect(row).toContainText('待授权');
  // The shops of other channels are not of this page.
  await expect(shops.getByRole('row').filter({ hasText: 'Wayfair' })).toHaveCount(0);
  await row.getByRole('button', { name: '测试连接' }).click();
  await expect(row).toContainText('已启用', { timeout: 30_000 });
  await page.keyboard.press('Escape');

  // Five are there to be acted on; the one that stays in STAGING never comes in.
  await expect.poll(() => orders('keyword=HI-7').then((rows) => rows.length), { timeout: 60_000 }).toBe(5);
  await goWithin(page, '/channel/hi/product');
  await expect(inFront(page, '家装产品').getByRole('row').filter({ hasText: '家装一店' }).first()).toBeVisible();
  expect(heard).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await goWithin(page, '/channel/hi/account');
  await expect(inFront(page, '家装店铺')).toContainText('家装一店');
  await fitsWidth(page);
  await noSeriousFault(page);
});
