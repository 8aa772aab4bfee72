import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { choose, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** What stands above the rows of a list: one head, one line of filters, what is chosen in its place. */

async function openList(page: Page, address: string, title: string): Promise<Locator> {
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, address);
  const list = inFront(page, title);
  await expect(rowsOf(list).first()).toBeVisible();
  return list;
}

const rowsOf = (list: Locator): Locator => list.locator('tbody tr[data-row-key]');
const topOf = (one: Locator): Promise<number> =>
  one.evaluate((element) => Math.round(element.getBoundingClientRect().top));
const tick = (list: Locator, row: number): Promise<void> => rowsOf(list).nth(row).getByRole('checkbox').check();

test('rows begin high, and what is chosen takes the place of the filters', async ({ page }) => {
  const heard = complaints(page);
  const orders = await openList(page, '/orders/pending', '待处理');
  await expect(orders.getByRole('group', { name: '挂起' }).getByRole('button')).not.toHaveCount(0);
  const top = await topOf(rowsOf(orders).first());
  // Eleven rows of two lines stand above the pager.
  expect(top + 11 * 56).toBeLessThanOrEqual(900 - 45);
  await expect(orders.getByRole('navigation', { name: '面包屑' })).toHaveCount(0);
  await expect(orders.getByRole('button', { name: /^批量/ })).toHaveCount(0);
  const box = orders.getByLabel('查找', { exact: true });
  await box.fill('还没查');

  await tick(orders, 0);
  await tick(orders, 1);
  const bar = orders.getByRole('toolbar', { name: '批量操作' });
  await expect(bar.getByRole('status')).toHaveText(/^已选 2 条金额 USD [\d,]+\.\d\d.*选择全部 \d+ 条$/);
  expect(await topOf(rowsOf(orders).first())).toBe(top);
  await expect(box).toBeHidden();
  const names = await bar.getByRole('button').allInnerTexts();
  const at = (name: string): number => names.findIndex((one) => one.replace(/\s/g, '') === name);
  expect(at('批量接单')).toBeGreaterThanOrEqual(0);
  expect(at('批量拒单')).toBeGreaterThan(at('导出'));
  await expect(bar.getByRole('button', { name: '批量拒单' })).toHaveClass(/danger/);
  await expect(bar.getByRole('button', { name: '批量接单' })).not.toHaveClass(/danger/);
  await noSeriousFault(page);
  await page.mouse.wheel(0, 400);
  await expect(bar).toBeInViewport({ ratio: 1 });
  // On two lines in a narrow window, it covers nothing of the head that stays below it.
  await page.setViewportSize({ width: 900, height: 500 });
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, 200);
  const head = orders.getByRole('columnheader', { name: /^PO号/ });
  const foot = (): Promise<number> => bar.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  await expect.poll(async () => (await topOf(bar)) <= 1).toBe(true);
  await expect.poll(async () => Math.abs((await topOf(head)) - (await foot()))).toBeLessThan(2);
  await page.setViewportSize({ width: 1440, height: 900 });

  await bar.getByRole('button', { name: '取消选择' }).click();
  await expect(bar).toBeHidden();
  await expect(box).toHaveValue('还没查');
  expect(heard).toEqual([]);
});

test('keys are explained, and letters make the moves of the row in focus', async ({ page }) => {
  const orders = await openList(page, '/orders/pending', '待处理');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '按键' });
  await expect(keys.getByText('备注', { exact: true })).toBeVisible();
  await noSeriousFault(page);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  const name = rowsOf(orders).first().locator('.wb-row-name');
  await name.focus();
  // A scanner is quicker than any hand: what it types makes no move.
  await name.evaluate((element) => {
    for (const key of [...'wr-po-sh', 'ArrowUp'])
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: `备注：${await name.innerText()}` })).toBeVisible();
});

test('what is asked has a chip, and the filters stay where somebody wants them', async ({ page }) => {
  const orders = await openList(page, '/orders/pending', '待处理');
  await orders.getByRole('button', { name: '筛选' }).click();
  const drawer = page.getByRole('dialog', { name: '筛选' });
  await noSeriousFault(page);
  await choose(drawer.getByLabel('类型', { exact: true }), '代发');
  await drawer.getByLabel('州/省', { exact: true }).fill('没有的州');
  await drawer.getByRole('button', { name: '查询' }).click();
  await expect(drawer).toBeHidden();
  const request = orders.getByRole('group', { name: '已用条件' });
  await expect(request).toHaveText('类型：代发州/省：没有的州');
  await expect(rowsOf(orders)).toHaveCount(0);
  await request.getByRole('button', { name: '去掉条件“州/省”' }).click();
  await expect(request).toHaveText('类型：代发');
  await expect(rowsOf(orders)).not.toHaveCount(0);
  await expect(page).toHaveURL(/orderType=/);
  await orders.getByRole('button', { name: '重置' }).click();
  await expect(request).toBeHidden();
  await expect(page).not.toHaveURL(/orderType=/);

  await orders.getByRole('button', { name: '筛选' }).click();
  await drawer.getByRole('button', { name: '固定在列表上方' }).click();
  await expect(orders.getByLabel('州/省', { exact: true })).toBeVisible();
  await page.reload();
  await expect(orders.getByLabel('州/省', { exact: true })).toBeVisible();
  await orders.getByRole('button', { name: '收起' }).click();
  await expect(orders.getByLabel('州/省', { exact: true })).toBeHidden();
  await expect(orders.getByRole('button', { name: '筛选' })).toBeVisible();
});

test('Enter searches for a number, and again opens the one order it finds', async ({ page }) => {
  const orders = await openList(page, '/orders/pending', '待处理');
  const po = await rowsOf(orders).nth(1).locator('.wb-row-name').innerText();
  await page.keyboard.press('/');
  const box = orders.getByLabel('查找', { exact: true });
  await expect(box).toBeFocused();
  await box.fill(po);
  await box.press('Enter');
  await expect(orders.getByText('共1条')).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);
  // A detail stands below something: it says where.
  await expect(page.getByRole('navigation', { name: '面包屑' }).filter({ visible: true })).toContainText('首页');
  const hold = page.locator('header').getByRole('button', { name: '挂起', exact: true });
  await expect(hold.filter({ visible: true })).toBeVisible();
  // Letters of the list make their moves of the document too, and are said there.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '按键' });
  await expect(keys.getByText('挂起', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('s');
  await expect(page.getByText(/^开始配货在“待发货”.*时可用$/)).toBeVisible();
});

test('a list that fills the window counts what stands above its rows', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  const advice = await openList(page, '/purchase/restock', '补货建议');
  await expect(advice.getByRole('region', { name: '各状态' })).toBeVisible();
  // Twelve have room without the figures of each state, eleven with them.
  await expect(rowsOf(advice)).toHaveCount(11);
  const bottom = await rowsOf(advice)
    .last()
    .evaluate((row) => row.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(1000 - 45);
  // The code of a SKU is read whole.
  const cut = await rowsOf(advice).evaluateAll((rows) =>
    rows.flatMap((row) => {
      const code = row.querySelector('.wb-stack-upper');
      return code && code.scrollWidth > code.clientWidth + 1 ? [code.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);
});

test('a scanner opens what it reads by the one Enter that it sends', async ({ page }) => {
  const orders = await openList(page, '/orders/pending', '待处理');
  const po = await rowsOf(orders).nth(2).locator('.wb-row-name').innerText();
  const box = orders.getByLabel('查找', { exact: true });
  // On a crowded machine the signs come as slowly as a person types: they are scanned again.
  await expect(async () => {
    await box.fill('', { timeout: 2000 });
    await page.keyboard.type(po);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/, { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
});

test('on a phone the first card is in sight, filters and views in a sheet', async ({ page }) => {
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await goWithin(page, '/orders/pending');
  const orders = inFront(page, '待处理');
  const card = orders.getByRole('list', { name: /列表$/ }).getByRole('listitem').first();
  await expect(card).toBeVisible();
  await expect(orders.getByRole('group', { name: '挂起' }).getByRole('button')).not.toHaveCount(0);
  expect(await topOf(card)).toBeLessThan(844 * 0.4);
  await orders.getByRole('button', { name: '筛选' }).click();
  const sheet = page.getByRole('dialog', { name: '筛选' });
  await expect(sheet.getByRole('button', { name: /^视图/ })).toBeVisible();
  await expect(sheet.getByLabel('店铺', { exact: true })).toBeVisible();
  await fitsWidth(page);
  await noSeriousFault(page);
});

test('Delete asks for what is ticked, and says so where nothing is', async ({ page }) => {
  const products = await openList(page, '/base/product', '产品');
  await expect(rowsOf(products).nth(1)).toBeVisible();
  await page.keyboard.press('j');
  const name = rowsOf(products).nth(0).locator('.wb-row-name');
  await expect(name).toBeFocused();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '按键' });
  await expect(keys.getByText('删除所勾选')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  // The keyboard stands where it stood.
  await expect(name).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByText('请选择一条记录！')).toBeVisible();
  await tick(products, 0);
  await page.keyboard.press('Delete');
  const request = page.getByRole('dialog', { name: /^删除选中的 1 条产品/ });
  await expect(request).toBeVisible();
  await request.getByRole('button', { name: /取\s*消/ }).click();
  await expect(request).toBeHidden();
  await expect(rowsOf(products).nth(0).getByRole('checkbox')).toBeChecked();
});
