import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { admin, api } from '../account-steps.ts';
import { complaints, enter, fitsWidth } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

const CONSOLE_URL = (): string => process.env['CONSOLE_URL'] ?? '';

const planted: string[] = [];

/** 收纳 with three categories below it. */
async function plant(page: Page): Promise<void> {
  const token = await admin(page);
  const add = async (name: string, code: string, parentId?: string): Promise<string> => {
    const body = { name, code, ...(parentId ? { parentId } : {}) };
    const { id } = await api<{ id: string }>(page, '/system/category/add', body, token);
    planted.push(id);
    return id;
  };
  const storage = await add('收纳柜', 'Z9');
  await add('斗柜', 'Z91', storage);
  await add('鞋柜', 'Z92', storage);
  await add('书柜', 'Z93', storage);
}

// Other tests count on the categories that they know.
test.afterEach(async ({ page }) => {
  if (planted.length === 0) return;
  const headers = { 'x-access-token': await admin(page) };
  const path = `/api/system/category/deleteBatch?ids=${planted.splice(0).join(',')}`;
  expect((await page.request.delete(CONSOLE_URL() + path, { headers })).ok()).toBe(true);
});

/** The states of the pickers, by title. */
async function openStates(page: Page): Promise<(title: string) => Locator> {
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/dev/gallery/picker`);
  return (title) => page.getByRole('region', { name: title, exact: true });
}

const value = (state: Locator): Locator => state.locator('output').last();

/** What the next page of a report is asked for. */
const nextPage = async (page: Page): Promise<URLSearchParams> => {
  const answer = await page.waitForResponse(/cgreport\/api\/getData/);
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toMatchObject({ success: true });
  return new URL(answer.url()).searchParams;
};

test('a report fills the fields of a form, and says what is wrong with its set-up', async ({ page }) => {
  covers('§8 tree table, sub-table, popup', '§5 picker messages');
  const state = await openStates(page);
  const open = (title: string): Promise<void> => state(title).getByRole('combobox', { name: '报表' }).click();
  await open('报表未配置');
  await expect(page.getByText('popup参数未正确配置!', { exact: true })).toBeVisible();
  await open('报表数量不一致');
  await expect(page.getByText('popup参数未正确配置,原始值和目标值数量不一致!', { exact: true })).toBeVisible();
  await open('报表不存在');
  await expect(page.getByRole('dialog')).toContainText('出错了Popup初始化失败，请检查你的配置或稍后重试！');
  await page.keyboard.press('Escape');

  await open('报表单选');
  const dialog = page.getByRole('dialog', { name: '用户' });
  await dialog.getByRole('button', { name: '确定（0）' }).click();
  await expect(page.getByText('请选择一条记录', { exact: true })).toBeVisible();
  const account = dialog.getByRole('textbox', { name: '用户账号' });
  await account.fill('cang');
  await account.press('Enter');
  await expect(dialog.getByRole('row', { name: 'yunying' })).toBeHidden();
  await dialog.getByRole('row', { name: 'cangku' }).click();
  await dialog.getByRole('button', { name: '确定（1）' }).click();
  await expect(state('报表单选')).toContainText('"owner":"cangku","ownerName":"陈仓管"');
  await expect(value(state('报表单选'))).toHaveText('cangku');
});

test('a row that is taken away is taken from every field that it filled', async ({ page }) => {
  const heard = complaints(page);
  await plant(page);
  const several = (await openStates(page))('报表多选');
  await several.getByRole('combobox', { name: '报表' }).click();
  const dialog = page.getByRole('dialog', { name: '分类' });
  await dialog.getByRole('button', { name: '展开' }).click();
  // A link is chosen from the rows that there are, and searches at once.
  const parent = dialog.getByRole('combobox', { name: '上级分类' });
  await parent.click();
  await parent.fill('收纳柜');
  const requested = nextPage(page);
  await page.locator('.ant-select-item-option').filter({ hasText: '收纳柜' }).click();
  expect((await requested).get('parentId')).toBe(planted[0]);
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('1-3 共3条')).toBeVisible();
  await noSeriousFault(page);
  for (const name of ['斗柜', '鞋柜', '书柜']) await dialog.getByRole('row', { name }).click();
  await dialog.getByRole('button', { name: '确定（3）' }).click();
  await expect(value(several)).toHaveText('Z91;Z92;Z93');
  await expect(several).toContainText('"names":"斗柜;鞋柜;书柜"');
  await several.locator('[class*="-item-remove"]').nth(1).click();
  await expect(value(several)).toHaveText('Z91;Z93');
  await expect(several).toContainText('{"codes":"Z91;Z93","names":"斗柜;书柜"}');
  await expect(several.getByTitle('Z91')).toBeVisible();
  expect(heard).toEqual([]);
});

test('conditions are asked as lists ask: codes, days and numbers', async ({ page }) => {
  covers('§7 popup reports');
  const heard = complaints(page);
  const state = await openStates(page);
  await state('报表查询条件').getByRole('combobox', { name: '报表' }).click();
  const movements = page.getByRole('dialog', { name: '库存流水' });
  await movements.getByRole('button', { name: '展开' }).click();
  await movements.getByPlaceholder('开始日期').click();
  const byDay = nextPage(page);
  await page.getByText('昨天', { exact: true }).click();
  const days = await byDay;
  expect(days.get('createTime_begin')).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(days.get('createTime_end')).toBe(days.get('createTime_begin'));
  await movements.getByRole('button', { name: '重置' }).click();
  await expect(movements.getByPlaceholder('开始日期')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(movements).toBeHidden();

  await state('报表数值条件').getByRole('combobox', { name: '报表' }).click();
  const stock = page.getByRole('dialog', { name: '良次品库存', exact: true });
  await stock.getByRole('button', { name: '展开' }).click();
  await stock.getByRole('textbox', { name: '可用最小' }).fill('5');
  const byNumber = nextPage(page);
  await stock.getByRole('textbox', { name: '可用最大' }).fill('1,000');
  await stock.getByRole('textbox', { name: '可用最大' }).press('Enter');
  expect(Object.fromEntries(await byNumber)).toMatchObject({
    available_begin: '5',
    available_end: '1000',
  });
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  expect(heard).toEqual([]);
});

test('a report that was designed says itself whether a popup chooses one row or several', async ({ page }) => {
  covers('ours: reports');
  const state = await openStates(page);
  const token = await admin(page);
  const body = {
    code: 'gallery_goods',
    name: '弹窗商品',
    source: 'catalog:sku',
    items: JSON.stringify([{ fieldName: 'skuCode', isSearch: 1 }, { fieldName: 'name' }]),
    returnType: '2',
  };
  const { id } = await api<{ id: string }>(page, '/online/cgreport/head/add', body, token);
  try {
    await state('报表自己说选几行').getByRole('combobox', { name: '报表' }).click();
    const dialog = page.getByRole('dialog', { name: '弹窗商品' });
    const rows = dialog.locator('tbody').getByRole('checkbox');
    await rows.nth(0).check();
    await rows.nth(1).check();
    await noSeriousFault(page);
    await dialog.getByRole('button', { name: '确定（2）' }).click();
    await expect(value(state('报表自己说选几行'))).toHaveText(/^[^,]+,[^,]+$/);
  } finally {
    const headers = { 'x-access-token': token };
    await page.request.delete(`${CONSOLE_URL()}/api/online/cgreport/head/delete?id=${id}`, { headers });
  }
});
