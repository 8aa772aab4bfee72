import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api } from './account-steps.ts';
import { choose, closeOthers, complaints, enterConsole, fill, fitsWidth, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { cellAt, typeInto } from './grid-steps.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/* S13 (domain.md §8) by clicking: a promotion below the floor is blocked, and a price waits for another person. */

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';
const CHANNEL_SKU = 'S13-TABLE';

test.afterEach(({ context }) => closeOthers(context));

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();

const shows = (page: Page, state: string): Promise<void> =>
  expect(page.locator('.wb-detail-head').filter({ visible: true })).toContainText(state);

/** A day of the tests, so many days on. */
const dayAfter = (days: number): string => new Date(Date.UTC(2026, 10, 23 + days)).toISOString().slice(0, 10);

/** A listing whose price is such that 20 % off is below its floor, and 15 % is not. */
async function layOut(page: Page): Promise<{ accountId: string; listingId: string; price: number; floor: number }> {
  const token = await admin(page);
  const post = <T>(path: string, body: object): Promise<T> => api<T>(page, path, body, token);
  const headers = { 'x-access-token': token };
  // Today's prices are handed over by a person here, not by the clock of the product.
  const works = await page.request.get(`${CONSOLE()}/api/sys/quartzJob/list?jobClassName=channels.startPrices`, {
    headers,
  });
  const { result: listed } = (await works.json()) as { result: { records: { id: string }[] } };
  const paused = await page.request.get(`${CONSOLE()}/api/sys/quartzJob/pause?id=${listed.records[0]?.id}`, {
    headers,
  });
  expect(((await paused.json()) as { success: boolean }).success).toBe(true);
  const answer = await page.request.get(`${CONSOLE()}/api/base/channelAccount/list?code=WF-US`, { headers });
  const { result } = (await answer.json()) as { result: { records: { id: string }[] } };
  const accountId = result.records[0]?.id ?? '';
  const { id: productId } = await post<{ id: string }>('/catalog/product/add', { spuCode: 'S13', name: '餐桌' });
  const sku = { skuCode: 'S13-TABLE', productId, name: '餐桌' };
  const { id: skuId } = await post<{ id: string }>('/catalog/sku/add', sku);
  await post('/catalog/skuCost/add', { skuId, effectiveFrom: '2026-01-01', standardCost: '60' });
  const listing = { accountId, channelSku: CHANNEL_SKU, title: '餐桌', skuId };
  const { id: listingId } = await post<{ id: string }>('/channels/channelProduct/add', listing);
  const asked = { ids: [listingId], way: 'set', amount: '1000', effectiveFrom: dayAfter(30), dryRun: true };
  const tried = await page.request.post(`${CONSOLE()}/api/channels/priceRecord/adjust`, {
    headers,
    data: { ...asked, type: 'baseCost' },
  });
  const floor = Number(((await tried.json()) as { result: { rows: { floor: string }[] } }).result.rows[0]?.floor);
  const price = Math.round((floor / 0.82) * 100) / 100;
  const edited = await page.request.put(`${CONSOLE()}/api/channels/channelProduct/edit`, {
    headers,
    data: { id: listingId, version: 1, basePrice: String(price) },
  });
  expect(((await edited.json()) as { message: string }).message).toBe('编辑成功!');
  return { accountId, listingId, price, floor };
}

const grid = (form: Locator): Locator => form.getByRole('grid', { name: '参加产品' });

test('S13: −20% is blocked and −15% passes; a price below the floor waits for another person', async ({
  page,
  browser,
}) => {
  covers('ours: price floor', '§2 channel screens');
  test.setTimeout(240_000);
  const heard = complaints(page);
  await enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  const { accountId, listingId, price, floor } = await layOut(page);

  // A promotion of 20 %: the item below its floor is named, and nothing moves.
  const { id } = await api<{ id: string }>(
    page,
    '/channels/promotion/add',
    {
      accountId,
      name: '周年庆',
      type: 'event',
      startAt: `${dayAfter(1)} 00:00:00`,
      endAt: `${dayAfter(8)} 00:00:00`,
      budget: '2000',
      lines: [{ channelProductId: listingId, discountPct: 20 }],
    },
    await admin(page),
  );
  const promotions = await openPage(page, '渠道', '促销');
  const row = promotions.getByRole('row').filter({ hasText: '周年庆' });
  await expect(row).toContainText('2,000.00');
  await row.getByText(/^PR\d+/).click();
  await shows(page, '草稿');
  await expect(page.getByRole('region', { name: '参加产品' })).toContainText('低于底价');
  await press(page, '检查');
  await expect(page.getByText(`1 个产品低于底价被拦截：${CHANNEL_SKU}；请改折扣或申请特批`).first()).toBeVisible();
  await shows(page, '草稿');
  await noSeriousFault(page);

  // 15 %: it passes and is scheduled; the calendar has it.
  await press(page, '编辑');
  const form = page.getByRole('dialog').filter({ visible: true });
  await expect(await cellAt(grid(form), 1, '折扣(减)')).toContainText('20');
  await typeInto([grid(form), 1, '折扣(减)'], '15');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('region', { name: '参加产品' })).toContainText('减15%（8.5折）');
  await press(page, '检查');
  await shows(page, '检查通过');
  await press(page, '排期');
  await shows(page, '未开始');
  await openPage(page, '渠道', '促销');
  await press(page, '促销日历');
  await expect(page.getByRole('heading', { name: '促销日历', level: 1 })).toBeVisible();
  // 24 to 30 November, over two weeks: the end at midnight is no day of it.
  await expect(page.getByRole('button', { name: /^周年庆/ })).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: '本月促销' })).toContainText('11-24 至 11-30');
  await fitsWidth(page);
  await noSeriousFault(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(id).not.toBe('');

  // 定价: below the floor, so that another person decides.
  const low = (floor - 1).toFixed(2);
  const prices = await openPage(page, '渠道', '定价');
  await press(page, '调价');
  const choice = page.getByRole('dialog', { name: '选择渠道产品' });
  await choose(choice.getByLabel('店铺', { exact: true }), 'Wayfair 美国站');
  await choose(choice.getByLabel('渠道产品', { exact: true }), CHANNEL_SKU, CHANNEL_SKU);
  await choice.getByRole('button', { name: '下一步' }).click();
  const adjust = page.getByRole('dialog', { name: '调价：1 个渠道产品' });
  await fill(adjust, { 数值: low, 生效日: dayAfter(0) });
  await adjust.getByLabel('数值', { exact: true }).click();
  await adjust.getByRole('button', { name: '预览' }).click();
  await expect(adjust.getByRole('row').filter({ hasText: CHANNEL_SKU })).toContainText('低于底价，须审批');
  await adjust.getByRole('button', { name: '提交 1 条' }).click();
  await expect(adjust).toBeHidden();
  const waiting = prices.getByRole('row').filter({ hasText: CHANNEL_SKU });
  await expect(waiting).toContainText('待审批');

  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await enterConsole(other, CONSOLE(), 'fuhe', PEOPLE_PASSWORD);
  const review = await openPage(other, '渠道', '定价');
  await review.getByRole('row').filter({ hasText: CHANNEL_SKU }).getByRole('button', { name: '审批通过' }).click();
  const approval = other.getByRole('dialog').filter({ visible: true });
  await approval.getByLabel('审批说明').fill('清仓');
  await approval.getByRole('button', { name: '确认审批通过' }).click();
  await expect(approval).toBeHidden();

  // 提报 asks, and says what; 确认已生效 as well.
  await prices.getByRole('button', { name: /^待提报/ }).click();
  await waiting.getByRole('button', { name: '提报' }).click();
  const asking = page.getByRole('dialog').filter({ visible: true });
  await expect(asking).toContainText('提报 1 个调价');
  await expect(asking).toContainText(CHANNEL_SKU);
  await expect(asking).toContainText(low);
  await asking.getByRole('button', { name: '确认提报' }).click();
  await expect(asking).toBeHidden();
  await prices.getByRole('button', { name: /^待平台生效/ }).click();
  await waiting.getByRole('button', { name: '确认已生效' }).click();
  const noting = page.getByRole('dialog').filter({ visible: true });
  await expect(noting).toContainText(dayAfter(0));
  await noting.getByRole('button', { name: '确认已生效' }).click();
  await expect(noting).toBeHidden();
  await prices.getByRole('button', { name: /^已生效/ }).click();
  await expect(waiting).toContainText(low);
  expect(price).toBeGreaterThan(floor);
  expect(heard.filter((text) => !text.includes('409'))).toEqual([]);
});
