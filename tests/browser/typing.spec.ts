import { expect, type Locator } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { choose, complaints, enter, fill, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { cellAt } from './grid-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* Forms, lines of documents and search bars read what is typed as a paste is read. */

test.beforeEach(async ({ page }) => enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD));

test('a form reads amounts as people write them, keeps what it cannot read and says why', async ({ page }) => {
  covers('§5 typed values');
  const heard = complaints(page);
  await page.goto(`${CONSOLE()}/base/sku`);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增SKU' });
  const cost = form.getByLabel('标准成本');
  for (const [typed, left] of [
    ['$15', '15'],
    ['+1,234.50', '1234.50'],
    ['.5', '0.5'],
    ['１２．５', '12.5'],
  ] as const) {
    await cost.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    await expect(cost).toHaveValue(typed);
    await page.keyboard.press('Tab');
    await expect(cost).toHaveValue(left);
  }
  await cost.fill('€15');
  await page.keyboard.press('Tab');
  await expect(cost).toHaveValue('€15');
  await expect(form.getByText('标准成本的币种不是 USD，请换算后填写')).toBeVisible();
  await form.getByLabel('安全库存').fill('12x');
  await page.keyboard.press('Tab');
  await expect(form.getByLabel('安全库存')).toHaveValue('12x');
  await expect(form.getByText('安全库存必须是数字')).toBeVisible();
  // A choice that is none stays as well.
  const type = form.getByLabel('类型');
  await type.click();
  await page.keyboard.type('没有这种');
  await page.keyboard.press('Tab');
  await expect(form.getByText('类型不在可选范围内')).toBeVisible();
  await expect(form.getByText('没有这种')).toBeVisible();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByLabel('安全库存')).toHaveValue('12x');
  await expect(form).toBeVisible();
  expect(heard).toEqual([]);
});

test('an empty required field is reported when it is left; a day is typed or chosen', async ({ page }) => {
  await page.goto(`${CONSOLE()}/isystem/user`);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增用户' });
  await form.getByLabel('用户姓名').focus();
  await expect(form.getByText('请输入用户姓名')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(form.getByText('请输入用户姓名')).toBeVisible();
  const birthday = form.getByLabel('生日');
  for (const [typed, day] of [
    ['1990/5/1', '1990-05-01'],
    ['19900502', '1990-05-02'],
  ] as const) {
    await birthday.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
    await expect(birthday).toHaveValue(day);
  }
  await birthday.fill('五一');
  await page.keyboard.press('Tab');
  await expect(birthday).toHaveValue('五一');
  await expect(form.getByText('生日不是有效的日期')).toBeVisible();
  await birthday.fill('1990-05-03');
  await birthday.click();
  const panel = page.locator('.ant-picker-dropdown').filter({ visible: true });
  await panel.locator('td[title="1990-05-20"]').click();
  await expect(birthday).toHaveValue('1990-05-20');
  await expect(form.getByText('生日不是有效的日期')).toBeHidden();
  // Escape closes the calendar, not the form with all that was typed.
  await birthday.click();
  await expect(panel).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(form).toBeVisible();
});

test('Enter in a day or time takes it, and does not send the form', async ({ page }) => {
  await page.goto(`${CONSOLE()}/isystem/annountCement`);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增通告' });
  await fill(form, { 标题: '回车不保存' });
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') written.push(request.url());
  });
  const start = form.getByLabel('开始时间');
  await start.click();
  await page.keyboard.type('2026/12/1 8:00');
  await page.keyboard.press('Enter');
  await expect(page.locator('.ant-picker-dropdown').filter({ visible: true })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(start).toHaveValue('2026/12/1 8:00');
  await page.keyboard.press('Tab');
  await expect(start).toHaveValue('2026-12-01 08:00:00');
  await expect(form.getByRole('button', { name: '保存' })).toBeVisible();
  expect(written).toEqual([]);
});

test('lines of an adjustment and of an order take what is typed in place of what was there', async ({ page }) => {
  await page.goto(`${CONSOLE()}/base/adjustment`);
  await page.getByRole('button', { name: '新增调整单' }).first().click();
  const lines = page.getByRole('grid', { name: '调整明细' });
  const type = async (title: string, text: string): Promise<void> => {
    // Its input may stand over it already.
    await (await cellAt(lines, 1, title)).click({ force: true });
    await expect(page.getByLabel(`${title}，第 1 行`)).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  };
  await type('数量', '7');
  await expect(await cellAt(lines, 1, '数量')).toHaveText('7');
  await type('数量', '+5');
  await expect(await cellAt(lines, 1, '数量')).toHaveText('5');
  await type('单位成本', '14.79');
  await type('单位成本', '$15');
  await expect(await cellAt(lines, 1, '单位成本')).toHaveText('15');
  await type('单位成本', '¥15');
  await expect(await cellAt(lines, 1, '单位成本')).toHaveText('¥15');
  await expect(await cellAt(lines, 1, '单位成本')).toHaveAttribute('title', '单位成本的币种不是 USD，请换算后填写');

  await page.goto(`${CONSOLE()}/orders/new`);
  const draft = inFront(page, '新增订单');
  const goods = draft.getByRole('grid', { name: '商品明细' });
  await choose(draft.getByLabel('店铺', { exact: true }), 'Wayfair 美国站');
  await (await cellAt(goods, 1, '单价')).click();
  await page.keyboard.type('CAD 15');
  await page.keyboard.press('Tab');
  await expect(await cellAt(goods, 1, '单价')).toHaveAttribute('title', '单价的币种不是 USD，请换算后填写');
});

test('a search for amounts reads them too, and marks what asks for nothing', async ({ page }) => {
  await page.goto(`${CONSOLE()}/base/inventory`);
  await page.getByRole('button', { name: '筛选' }).filter({ visible: true }).click();
  const from = page.getByLabel('可用最小').filter({ visible: true });
  await from.fill('+1,000');
  await expect(from).toHaveValue('+1,000');
  await expect(from).not.toHaveAttribute('aria-invalid', 'true');
  await from.fill('十');
  await from.blur();
  await expect(from).toHaveValue('十');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(from).toHaveAttribute('title', '可用必须是数字');
});

test('both ends of a range are read as single dates are', async ({ page }) => {
  await page.goto(`${CONSOLE()}/base/adjustment`);
  await page.getByRole('button', { name: '筛选' }).filter({ visible: true }).click();
  const [begin, end] = [0, 1].map((place) =>
    page.locator('.ant-picker-range').filter({ visible: true }).locator('input').nth(place),
  ) as [Locator, Locator];
  for (const [from, to] of [
    ['2026/11/1', '20261130'],
    ['２０２６-11-02', '2026年11月29日'],
  ] as const) {
    await begin.click();
    for (const text of [from, to]) {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await expect(begin).toHaveValue(/^2026-11-0[12]$/);
    await expect(end).toHaveValue(/^2026-11-(30|29)$/);
  }
  await expect(page).toHaveURL(/createTime_begin=2026-11-02&createTime_end=2026-11-29/);
});
