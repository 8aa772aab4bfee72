import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, post, type Answer } from './channel-orders.ts';
import { complaints, enterConsole, fitsWidth, goWithin, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* 批发供货: a supplier is read, its goods become ours, its stock is shown. */

async function token(): Promise<string> {
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  return (await post<Answer<{ token: string }>>(`${api()}/sys/login`, login)).result.token;
}

async function total(path: string): Promise<number> {
  const response = await fetch(`${api()}${path}`, { headers: { 'x-access-token': await token() } });
  return ((await response.json()) as Answer<{ total: number }>).result.total;
}

/** A supplier with the buyer's account that the simulator knows. */
async function addFeed(): Promise<void> {
  const session = await token();
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await post<Answer<{ id: string }>>(`${api()}${path}/add`, body, session);
    expect(answer.success, answer.message).toBe(true);
    return answer.result.id;
  };
  const response = await fetch(`${api()}/purchasing/supplierConnectors`, { headers: { 'x-access-token': session } });
  const [giga] = ((await response.json()) as Answer<{ code: string; practice: object }[]>).result;
  const supplier = { code: 'GIGA', name: '大健云仓', type: 'wholesale', currency: 'USD' };
  await add('/purchasing/supplyFeed', {
    name: '大健云仓供货',
    supplierId: await add('/base/supplier', supplier),
    connector: 'giga',
    environment: 'sandbox',
    ...giga?.practice,
  });
}

test('a feed is tried and read; a new product is made ours; its stock stands beside it', async ({ page }) => {
  covers('§2 wholesale supplier feed');
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);
  await addFeed();
  const feeds = await openPage(page, '批发供货', '供货源');
  const feed = feeds.getByRole('row').filter({ hasText: '大健云仓' });
  await feed.getByRole('button', { name: '测试连接' }).click();
  await expect(page.getByText('连接正常')).toBeVisible();
  await feed.getByRole('button', { name: '立即拉取' }).click();
  await expect(page.getByText('已开始拉取，结果见“供货运行”')).toBeVisible();
  await expect
    .poll(() => total('/purchasing/supplierProduct/list?status=new'), { timeout: 60_000 })
    .toBeGreaterThan(900);
  await goWithin(page, '/supply/supplier');
  await noSeriousFault(page);

  const products = await openPage(page, '批发供货', '供货产品');
  const first = products.getByRole('row').filter({ hasText: '新品' }).first();
  const sku = /W\d{6}P\d{4}/.exec((await first.textContent()) ?? '')?.[0] ?? '';
  expect(sku).not.toBe('');
  await noSeriousFault(page);
  await first.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '建品' }).click();
  await expect.poll(() => total(`/purchasing/supplierProduct/list?status=linked&supplierSku=${sku}`)).toBe(1);

  const stock = await openPage(page, '批发供货', '供货库存');
  await expect(stock.getByRole('row').filter({ hasText: '有效' }).first()).toBeVisible();
  await noSeriousFault(page);
  const runs = await openPage(page, '批发供货', '供货运行');
  await expect(runs.getByRole('row').filter({ hasText: '已完成' }).first()).toContainText('988');

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, title] of [
    ['/supply/product', '供货产品'],
    ['/supply/inventory', '供货库存'],
    ['/supply/supplier', '供货源'],
    ['/supply/run', '供货运行'],
  ] as const) {
    await goWithin(page, path);
    await expect(inFront(page, title)).toBeVisible();
    await fitsWidth(page);
  }
  expect(heard).toEqual([]);
});
