import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE, person, PASSWORD } from './account-steps.ts';
import { complaints, enter, signIn } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { joined, watchSockets } from './socket-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* Two people at the lines of one row: presence, changes and conflicts, and nothing typed is lost. */

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
  await watchSockets(page);
  await page.goto(`${CONSOLE()}/detail/catalog/sku/${skuId}`);
  await page.getByRole('button', { name: '编辑箱规' }).click();
  const form = page.getByRole('form', { name: '箱规' });
  await expect(await cellAt(form, 2, '箱名')).toHaveText('桌腿');
  await joined(page, encodeURIComponent('catalog:skuCarton'));
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
    await expect(hand).toBeVisible({ timeout: 5000 });
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
  await expect(note).toContainText('我的值我的桌面李同事的值他的桌面原值桌面');
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

test('lines that a colleague adds and takes away come and go; one typed into is kept by choice', async ({
  page,
  browser,
}) => {
  covers('§3 rows of others');
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const skuId = await addSku(page, 'LINES-COME-AND-GO');
  const other = await colleague(browser, page);
  const heard = [complaints(page), complaints(other)];
  const [mine, theirs] = [await edit(page, skuId), await edit(other, skuId)];
  await type(mine, 2, '箱名', '我的桌腿');
  await mine.getByRole('button', { name: '新增', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(await cellAt(mine, 3, '箱序')).toHaveText('3');
  await type(mine, 3, '箱名', '我的新箱');

  await theirs.locator('.wb-grid-row[aria-rowindex="3"] input[type="checkbox"]').check();
  await theirs.getByRole('button', { name: '删除', exact: true }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await theirs.getByRole('button', { name: '新增', exact: true }).click();
  await other.keyboard.press('Escape');
  for (const [title, text] of Object.entries({ 箱序: '3', 箱名: '他的新箱' })) await type(theirs, 2, title, text);
  for (const title of ['长', '宽', '高', '毛重']) await type(theirs, 2, title, '20');
  await theirs.getByRole('button', { name: '保存' }).click();
  await expect(other.getByText('箱规已保存')).toBeVisible();

  const gone = mine.getByRole('region', { name: '与他人的修改不同' });
  await expect(gone).toContainText('1 行已被他人删除');
  await expect(gone).toContainText('我的桌腿');
  await expect(mine.getByText('已被他人删除', { exact: true })).toBeVisible();
  // The number that nobody typed here gives way to theirs.
  const lines = async (): Promise<string[][]> => {
    const count = await mine.locator('.wb-grid-row[aria-rowindex]:visible').count();
    const rows: string[][] = [];
    for (let at = 1; at <= count; at += 1)
      rows.push([
        await (await cellAt(mine, at, '箱序')).innerText(),
        await (await cellAt(mine, at, '箱名')).innerText(),
      ]);
    return rows;
  };
  await expect
    .poll(async () => (await lines()).filter(([, name]) => name !== '').map((one) => one.join(' ')))
    .toEqual(['1 桌面', '3 他的新箱', '2 我的桌腿', '4 我的新箱']);
  await noSeriousFault(page);
  await mine.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('校验未通过，请修改标红的单元格')).toBeVisible();
  await page.keyboard.press('Escape');
  await gone.getByRole('button', { name: /：作为新行保留$/ }).click();
  await expect(gone).toBeHidden();
  for (const title of ['长', '宽', '高', '毛重']) await type(mine, 4, title, '30');
  await mine.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('箱规已保存')).toBeVisible();
  for (const name of ['他的新箱', '我的桌腿', '我的新箱'])
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  // Who only reads them sees them as well.
  await expect(other.getByRole('row').filter({ hasText: '我的新箱' })).toBeVisible();
  await other.context().close();
  expect(heard).toEqual([[], []]);
});

/** The edit form of a draft of a document, with its lines. */
async function editDraft(page: Page, id: string): Promise<Locator> {
  await page.goto(`${CONSOLE()}/base/adjustment/${id}`);
  await page.getByRole('button', { name: '编辑', exact: true }).click();
  const form = page.getByRole('dialog', { name: /^编辑调整单/ });
  await expect(await cellAt(form, 3, '数量')).toHaveText('30');
  return form;
}

test('two people at one adjustment see each other; head and lines are settled field by field', async ({
  page,
  browser,
}) => {
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const productId = await add(page, '/catalog/product', { spuCode: 'ADJ-TWO', name: 'ADJ-TWO' });
  const skuId = await add(page, '/catalog/sku', { skuCode: 'ADJ-TWO', productId, name: '双人' });
  const place = { address1: '1 Dock', city: 'Reno', state: 'NV', country: 'US' };
  const named = { code: 'ADJ-TWO', name: '双人仓' };
  const warehouseId = await add(page, '/base/warehouse', { ...named, ...place });
  const lines = [10, 20, 30].map((qty) => ({ skuId, qty, unitCost: '1', condition: 'good' }));
  const head = { kind: 'adjust', warehouseId, reason: '盘点' };
  const id = await add(page, '/inventory/stockAdjustment', { ...head, lines });
  const other = await colleague(browser, page);
  const heard = [complaints(page), complaints(other)];
  const [mine, theirs] = [await editDraft(page, id), await editDraft(other, id)];
  const reason = (form: Locator): Locator => form.getByLabel('原因', { exact: true });

  await type(mine, 1, '数量', '11');
  await type(mine, 2, '数量', '21');
  await reason(mine).fill('我的原因');
  const hand = mine.getByTitle('李同事正在编辑数量，第 3 行');
  await expect(async () => {
    await (await cellAt(theirs, 2, '数量')).click();
    await (await cellAt(theirs, 3, '数量')).click();
    await expect(hand).toBeVisible({ timeout: 5000 });
  }).toPass();
  await other.keyboard.press('Escape');
  await type(theirs, 1, '数量', '12');
  await theirs.locator('.wb-grid-row[aria-rowindex="3"] input[type="checkbox"]').check();
  await theirs.getByRole('button', { name: '删除', exact: true }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .last()
    .click();
  await reason(theirs).fill('他的原因');
  await theirs.getByRole('button', { name: '保存', exact: true }).click();
  await expect(theirs).toBeHidden();

  const note = mine.getByRole('region', { name: '与他人的修改不同' });
  await expect(note).toContainText('我的值11李同事的值12原值10');
  await expect(note).toContainText('1 行已被他人删除');
  const stale = mine.getByRole('alert').filter({ hasText: '数据已被他人修改，请刷新' });
  await expect(stale).toContainText('我的值我的原因李同事的值他的原因原值盘点');
  await noSeriousFault(page);
  await stale.getByRole('button', { name: '原因：采用对方' }).click();
  await stale.getByRole('button', { name: '按以上选择合并，继续' }).click();
  await expect(stale).toBeHidden();
  await expect(reason(mine)).toHaveValue('他的原因');
  await note.getByRole('button', { name: /^数量，第 1 行：保留我的/ }).click();
  await note.getByRole('button', { name: /：作为新行保留$/ }).click();
  await expect(note).toBeHidden();
  await mine.getByRole('button', { name: '保存', exact: true }).click();
  await expect(mine).toBeHidden();
  const headers = { 'x-access-token': await admin(page) };
  const url = `${CONSOLE()}/api/inventory/stockAdjustment/queryById?id=${id}`;
  const { result } = (await (await page.request.get(url, { headers })).json()) as {
    result: { reason: string; lines: { stockAdjustmentLine: { qty: number }[] } };
  };
  expect(result.reason).toBe('他的原因');
  expect(result.lines.stockAdjustmentLine.map(({ qty }) => qty).sort()).toEqual([11, 21, 30]);
  await other.context().close();
  expect(heard).toEqual([[], []]);
});
