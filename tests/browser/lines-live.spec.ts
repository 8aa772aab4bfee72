import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { admin, api, CONSOLE, person, PASSWORD } from './account-steps.ts';
import { complaints, enter, noSeriousFault, signIn } from './console-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

/* Two people at the lines of one row: hands, changes and conflicts, and nothing typed is lost. */

const add = async (page: Page, path: string, body: object): Promise<string> =>
  (await api<{ id: string }>(page, `${path}/add`, body, await admin(page))).id;

/** A SKU of its own with two cartons. */
async function addSku(page: Page, skuCode: string): Promise<string> {
  const productId = await add(page, '/catalog/product', { spuCode: skuCode, name: skuCode });
  const skuId = await add(page, '/catalog/sku', { skuCode, productId, name: skuCode });
  const carton = { skuId, lengthMm: 500, widthMm: 400, heightMm: 300, grossWeightG: 9000 };
  const lines = ['桌面', '桌腿'].map((label, index) => ({ ...carton, label, cartonNo: index + 1 }));
  await api(page, '/catalog/skuCarton/saveLines', { lines }, await admin(page));
  return skuId;
}

async function cellAt(grid: Locator, row: number, title: string): Promise<Locator> {
  const head = grid.getByRole('columnheader', { name: title, exact: true }).first();
  const place = await head.getAttribute('aria-colindex');
  return grid.locator(`.wb-grid-row[aria-rowindex="${row + 1}"] [aria-colindex="${place}"]`);
}

/** Types into a cell and leaves it for the next one. */
async function type(form: Locator, row: number, title: string, text: string): Promise<void> {
  await (await cellAt(form, row, title)).click();
  const editor = form.getByLabel(`${title}，第 ${row} 行`, { exact: true });
  await expect(editor).toBeFocused();
  await editor.fill(text);
  await editor.press('Tab');
  await expect(editor).toBeHidden();
  await form.page().keyboard.press('Escape');
}

/** The lines of the SKU, opened to be typed, with a socket of their own. */
async function edit(page: Page, skuId: string): Promise<Locator> {
  const joined = page.waitForEvent('websocket', (socket) =>
    socket.url().includes(encodeURIComponent('catalog:skuCarton')),
  );
  await page.goto(`${CONSOLE()}/detail/catalog/sku/${skuId}`);
  await page.getByRole('button', { name: '编辑箱规' }).click();
  const form = page.getByRole('form', { name: '箱规' });
  await expect(await cellAt(form, 2, '箱名')).toHaveText('桌腿');
  await joined;
  return form;
}

async function colleague(browser: Browser, page: Page): Promise<Page> {
  const { username } = await person(page, { realname: '李同事', role: 'TADM' });
  const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await signIn(other, CONSOLE(), username, PASSWORD);
  return other;
}

test('two people at one set of cartons see each other, and settle what both have changed', async ({
  page,
  browser,
}) => {
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const skuId = await addSku(page, 'LINES-TWO');
  const other = await colleague(browser, page);
  const heard = [complaints(page), complaints(other)];
  const [mine, theirs] = [await edit(page, skuId), await edit(other, skuId)];
  await type(mine, 1, '箱名', '我的桌面');

  const hand = mine.getByTitle('李同事正在编辑箱名，第 2 行');
  await expect(async () => {
    await (await cellAt(theirs, 1, '箱名')).click();
    await (await cellAt(theirs, 2, '箱名')).click();
    await expect(hand).toBeVisible({ timeout: 2000 });
  }).toPass();
  await other.keyboard.press('Escape');
  await expect(hand).toBeHidden();

  await type(theirs, 1, '箱名', '他的桌面');
  await type(theirs, 2, '箱名', '他的桌腿');
  await theirs.getByRole('button', { name: '保存' }).click();
  await expect(other.getByText('箱规已保存')).toBeVisible();

  await expect(await cellAt(mine, 2, '箱名')).toHaveText('他的桌腿');
  await expect(await cellAt(mine, 1, '箱名')).toHaveText('我的桌面');
  const note = mine.getByRole('region', { name: '与他人的修改不同' });
  await expect(note).toContainText('我的值我的桌面对方的值他的桌面原值桌面');
  await noSeriousFault(page);
  await mine.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('校验未通过，请修改标红的单元格')).toBeVisible();
  await page.keyboard.press('Escape');
  await note.getByRole('button', { name: '箱名，第 1 行：保留我的' }).click();
  await expect(note).toBeHidden();
  await mine.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('箱规已保存')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '我的桌面' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '他的桌腿' })).toBeVisible();
  await other.context().close();
  expect(heard).toEqual([[], []]);
});
