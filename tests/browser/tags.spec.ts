import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, atChannel, clerkToken, post, pulled } from './channel-orders.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** 标签 from the first word typed in a form to the merge of two that mean the same. */

const OTTOMAN = 'WB-ACH-NELL-OTM';

test.afterEach(({ context }) => closeOthers(context));

async function placed(count: number): Promise<string[]> {
  const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
    orders: Array.from({ length: count }, () => ({
      warehouseId: '31842',
      lines: [{ partNumber: OTTOMAN, quantity: 1 }],
    })),
  });
  for (const { poNumber } of orders) await pulled(poNumber, () => true);
  return orders.map(({ poNumber }) => poNumber);
}

/** Chooses an entry of an open list of tags. */
const choose = (page: Page, name: string): Promise<void> =>
  page.locator('.ant-select-item').filter({ hasText: name, visible: true }).first().click();

async function pick(page: Page, input: Locator, name: string): Promise<void> {
  await input.click();
  await input.fill(name);
  await choose(page, name);
  await page.keyboard.press('Escape');
}

test('a tag is made while a product is edited, given to three orders, asked for, and merged', async ({ page }) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  const unlike = String(Date.now()).slice(-6);
  const [word, first, second] = [`出口${unlike}`, `急单${unlike}`, `加急${unlike}`];
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);

  await goWithin(page, '/base/product');
  const products = inFront(page, '产品');
  const sofa = products.getByRole('row').nth(1);
  await sofa.getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: /^编辑产品/ });
  await form.getByLabel('标签').fill(word);
  await choose(page, `新增“${word}”`);
  await expect(form.getByText(word)).toBeVisible();
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(sofa).toContainText(word);

  const token = await clerkToken();
  for (const name of [first, second])
    expect((await post<{ success: boolean }>(`${api()}/base/tag/add`, { name, scope: 'order' }, token)).success).toBe(
      true,
    );
  const numbers = await placed(3);
  await goWithin(page, `/orders/pending?channelOrderNo=${numbers.join(',')}`);
  const orders = inFront(page, '待处理');
  await orders.getByRole('checkbox', { name: '全选本页' }).check();
  await orders.getByRole('button', { name: '批量打标' }).click();
  const dialog = page.getByRole('dialog', { name: '订单打标' });
  await pick(page, dialog.getByLabel('添加标签'), first);
  await dialog.getByRole('button', { name: '预览 3 条' }).click();
  await expect(dialog.getByRole('status')).toContainText('3 条会修改');
  await noSeriousFault(page);
  await dialog.getByRole('button', { name: '打标 3 条' }).click();
  const done = page.getByRole('dialog', { name: '打标结果' });
  await expect(done).toContainText('标签已修改 3 条');
  await done.getByRole('button', { name: '完成' }).click();
  await expect(orders.getByText(first)).toHaveCount(3);

  await goWithin(page, '/orders/pending');
  await orders.getByRole('button', { name: /^筛\s*选$/ }).click();
  const filters = page.getByRole('dialog', { name: '筛选' });
  await pick(page, filters.getByLabel('标签'), first);
  await expect(orders.getByRole('group', { name: '已用条件' })).toContainText(`标签：${first}`);
  await expect(orders.getByRole('row')).toHaveCount(4);
  await fitsWidth(page);

  await goWithin(page, '/base/tag');
  const tags = inFront(page, '标签');
  const row = tags.getByRole('row').filter({ hasText: first });
  await expect(row).toContainText('3');
  await row.getByRole('button', { name: /^合\s*并$/ }).click();
  const merge = page.getByRole('dialog', { name: '合并标签' });
  await merge.getByLabel('保留的标签').click();
  await merge.getByLabel('保留的标签').fill(second);
  await choose(page, second);
  await expect(merge.getByRole('status')).toContainText('3 条数据改为');
  await noSeriousFault(page);
  await merge.getByRole('button', { name: '合并，改动 3 条' }).click();
  await expect(tags.getByRole('row').filter({ hasText: first })).toHaveCount(0);
  await expect(tags.getByRole('row').filter({ hasText: second })).toContainText('3');
  expect(heard).toEqual([]);
});
