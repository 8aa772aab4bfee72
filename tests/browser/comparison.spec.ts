import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, clerkToken, post, type Answer } from './channel-orders.ts';
import { complaints, enterConsole, fitsWidth, goWithin, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/* What the marketplace shows of our goods, held against what stands here, and what is done about it. */

const COMPARISON = '/channels/listingComparison';
const PRODUCT = '/channels/channelProduct';

interface Compared {
  channelProductId: string;
  channelSku: string;
  skuId: string | null;
  ours: string;
  theirs: string;
}

interface Listing {
  version: number;
  title: string;
}

const ask = async <T>(path: string): Promise<T> => {
  const response = await fetch(`${api()}${path}`, { headers: { 'x-access-token': await clerkToken() } });
  return ((await response.json()) as Answer<T>).result;
};

const compared = async (query: string): Promise<Compared[]> =>
  (await ask<{ records: Compared[] }>(`${COMPARISON}/list?pageSize=200&${query}`)).records;

const stored = (id: string): Promise<Listing> => ask<Listing>(`${PRODUCT}/queryById?id=${id}`);

const rename = async (id: string, title: string): Promise<void> =>
  void (await post(`${api()}${PRODUCT}/edit`, { id, title }, await clerkToken()));

/** A listing with a SKU whose title the marketplace has shown. */
async function titled(): Promise<Compared> {
  await expect.poll(() => compared('item=title&gap=same').then((rows) => rows.length)).toBeGreaterThan(0);
  const row = (await compared('item=title&gap=same')).find(({ skuId }) => skuId !== null);
  if (!row) throw new Error('no title to compare');
  return row;
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true });

test('it opens with what differs; the marketplace’s word is taken only over what was seen', async ({ page }) => {
  covers('ours: listings against their marketplace');
  const heard = complaints(page);
  const row = await titled();
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await rename(row.channelProductId, '我们的标题');
  const list = await openPage(page, '渠道', '平台对比');
  await expect(list.getByRole('button', { name: '有差异', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const line = list.getByRole('row').filter({ hasText: row.channelSku });
  await expect(line).toContainText('我们的标题');
  await expect(line).toContainText(row.theirs);
  await expect(list.getByRole('row').filter({ hasText: '一致' })).toHaveCount(0);

  // A colleague says something else while the question stands.
  await line.getByRole('button', { name: '以平台为准' }).click();
  await expect(dialogOf(page)).toContainText(`${row.channelSku} 的标题以平台为准？`);
  await rename(row.channelProductId, '同事改过的标题');
  await dialogOf(page).getByRole('button', { name: '以平台为准' }).click();
  await expect(page.getByText(`${row.channelSku} 刚被他人修改，已载入最新内容，请核对后再以平台为准`)).toBeVisible();
  await expect(line).toContainText('同事改过的标题');
  expect((await stored(row.channelProductId)).title).toBe('同事改过的标题');

  await line.getByRole('button', { name: '以平台为准' }).click();
  await dialogOf(page).getByRole('button', { name: '以平台为准' }).click();
  await expect(page.getByText(`${row.channelSku} 的标题已按平台修改`)).toBeVisible();
  await expect(line).toBeHidden();
  expect((await stored(row.channelProductId)).title).toBe(row.theirs);

  // Nothing differs any more, and all of it is one click away, also after another look at it.
  await expect(list).toContainText('没有差异');
  await list.getByRole('button', { name: '查看全部项目' }).click();
  await expect(list.getByRole('row').filter({ hasText: '一致' }).first()).toBeVisible();
  await page.reload();
  await expect(list.getByRole('row').filter({ hasText: '一致' }).first()).toBeVisible();
  expect(heard.filter((text) => !text.includes('409'))).toEqual([]);
});

test('a difference leads to 刊登 with its shop and SKU, also on a phone, whose cards say whose a value is', async ({
  page,
}) => {
  const row = await titled();
  await rename(row.channelProductId, '我们的标题');
  await page.setViewportSize({ width: 390, height: 844 });
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, '/channel/wf/comparison');
  const card = inFront(page, '平台对比').getByRole('listitem').filter({ hasText: row.channelSku });
  await expect(card).toContainText('我们 我们的标题');
  await expect(card).toContainText(`平台 ${row.theirs}`);
  await fitsWidth(page);
  await noSeriousFault(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const line = inFront(page, '平台对比').getByRole('row').filter({ hasText: row.channelSku });
  await line.getByRole('button', { name: '去刊登' }).click();
  const dialog = page.getByRole('dialog', { name: '新增刊登' });
  await expect(dialog).toContainText('Wayfair 美国站');
  await expect(dialog).toContainText(row.channelSku);
  await rename(row.channelProductId, row.theirs);
});

test('what the marketplace alone has becomes a listing of ours, by its row and by ticks', async ({ page }) => {
  const rows = await compared('gap=onlyTheirs');
  expect(rows.length).toBeGreaterThan(0);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, '/channel/wf/comparison');
  const list = inFront(page, '平台对比');
  await list.getByRole('button', { name: '仅平台有' }).click();
  const [first] = rows;
  const line = list.getByRole('row').filter({ hasText: first?.channelSku ?? '' });
  await line.getByRole('checkbox').check();
  await expect(list.getByRole('button', { name: '加入渠道产品' }).first()).toBeEnabled();
  await line.getByRole('checkbox').uncheck();
  await line.getByRole('button', { name: '加入渠道产品' }).click();
  await expect(page.getByText(/^已加入 1 个渠道产品，自动配对 \d 个，其余等待配对$/)).toBeVisible();
  await expect(line).toBeHidden();
  const found = await ask<{ total: number }>(`${PRODUCT}/list?channelSku=${first?.channelSku}`);
  expect(found.total).toBe(1);
});
