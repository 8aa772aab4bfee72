import { expect, test, type Locator, type Page } from '@playwright/test';
import { admin, api, CONSOLE } from './account-steps.ts';
import { complaints, enter, fitsWidth, noSeriousFault } from './console-steps.ts';
import { bring } from './paste.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

/* Lines of a row and of a document: typed in a grid, pasted from a spreadsheet. */

/** What the server holds now. */
async function read<T>(page: Page, path: string): Promise<T> {
  const headers = { 'x-access-token': await admin(page) };
  const response = await page.request.get(`${CONSOLE()}/api${path}`, { headers });
  return ((await response.json()) as { result: T }).result;
}

const add = async (page: Page, path: string, body: object): Promise<string> =>
  (await api<{ id: string }>(page, `${path}/add`, body, await admin(page))).id;

/** A SKU of its own product: nobody else's test counts on it. */
async function addSku(page: Page, skuCode: string): Promise<string> {
  const productId = await add(page, '/catalog/product', { spuCode: skuCode, name: skuCode });
  return add(page, '/catalog/sku', { skuCode, productId, name: skuCode });
}

const rowAt = (grid: Locator, row: number): Locator =>
  grid.locator(`.wb-grid-row[aria-rowindex="${row + 1}"]`);
/** By the title of its column, rows from 1. */
async function cellAt(grid: Locator, row: number, title: string): Promise<Locator> {
  const head = grid.getByRole('columnheader', { name: title, exact: true }).first();
  return rowAt(grid, row).locator(`[aria-colindex="${await head.getAttribute('aria-colindex')}"]`);
}

/** Puts the cursor on a cell without editing it. */
async function stand(page: Page, cell: Locator): Promise<void> {
  await cell.click();
  await expect(page.locator('.wb-grid-editor :focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cell).toBeFocused();
}

/** Types into a cell and leaves it. */
async function type(page: Page, cell: Locator, text: string): Promise<void> {
  await cell.click();
  await page.locator('.wb-grid-editor input:focus').fill(text);
  await page.keyboard.press('Tab');
  await expect(cell).not.toBeFocused();
}

test.beforeEach(async ({ page }) => {
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/dashboard/analysis`);
  await expect(page.locator('.wb-page').first()).toBeVisible();
});

test('cartons are pasted with their titles, refused as a whole and mended', async ({ page }) => {
  const heard = complaints(page);
  const skuId = await addSku(page, 'LINES-BED');
  await page.goto(`${CONSOLE()}/detail/catalog/sku/${skuId}`);
  await page.getByRole('button', { name: '录入箱规' }).click();
  const grid = page.getByRole('grid', { name: '箱规' });
  await expect(rowAt(grid, 1)).toBeVisible();
  await stand(page, await cellAt(grid, 1, '箱名'));
  const text = [
    '箱名\t长\t宽\t高\t毛重\t每箱件数',
    '床头\t63\t46\t6\t82\t1',
    '床尾\t66\t0\t12\t128\t4',
  ];
  await bring(page.locator(':focus'), 'paste', { text: text.join('\n') });
  await expect(await cellAt(grid, 1, '箱名')).toHaveText('床头');
  await expect(await cellAt(grid, 2, '箱序')).toHaveText('2');
  await expect(grid.getByRole('row').filter({ hasText: '合计' })).toContainText('210 lb');
  await expect(page.getByText('共 2 行')).toBeVisible();
  const width = await cellAt(grid, 2, '宽');
  await expect(width).toHaveAttribute('title', '宽不能小于1');

  const save = page.getByRole('form', { name: '箱规' }).getByRole('button', { name: '保存' });
  await save.click();
  await expect(page.getByText('校验未通过，请修改标红的单元格')).toBeVisible();
  await page.keyboard.press('Escape');
  await type(page, width, '26');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: '多箱SKU的每箱件数必须为 1' })).toHaveText(
    /第 [12] 行：/,
  );
  const cartons = async (): Promise<unknown[]> => {
    const { lines } = await read<{ lines: { skuCarton: Record<string, unknown>[] } }>(
      page,
      `/catalog/sku/queryById?id=${skuId}`,
    );
    return lines.skuCarton.map((one) => [one['cartonNo'], one['label'], one['unitsPerCarton']]);
  };
  expect(await cartons()).toEqual([]);

  await type(page, await cellAt(grid, 2, '每箱件数'), '1');
  await noSeriousFault(page);
  await save.click();
  await expect(page.getByText('箱规已保存')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '床尾' })).toContainText('2/2');
  expect(await cartons()).toEqual([
    [1, '床头', 1],
    [2, '床尾', 1],
  ]);
  // The refusal itself is heard.
  expect(heard.filter((text) => !text.includes('422'))).toEqual([]);
});

test('a removed carton is asked about; what is typed is not thrown away unasked', async ({
  page,
}) => {
  const skuId = await addSku(page, 'LINES-DESK');
  const carton = { skuId, lengthMm: 500, widthMm: 400, heightMm: 300, grossWeightG: 9000 };
  const lines = ['桌面', '桌腿'].map((label, index) => ({ ...carton, label, cartonNo: index + 1 }));
  await api(page, '/catalog/skuCarton/saveLines', { lines }, await admin(page));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${CONSOLE()}/detail/catalog/sku/${skuId}`);
  await page.getByRole('button', { name: '编辑箱规' }).click();
  const form = page.getByRole('form', { name: '箱规' });
  const grid = form.getByRole('grid');
  await expect(rowAt(grid, 2)).toContainText('桌腿');
  await fitsWidth(page);
  await grid.getByLabel('选择第 1 行').check();
  await form.getByRole('button', { name: '删除', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*[定认]/ })
    .click();
  await expect(rowAt(grid, 1)).toContainText('桌腿');
  await form.getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('箱规已保存')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByText('桌面')).toBeHidden();
  await expect(page.getByText('桌腿')).toBeVisible();
});
