import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { choose, complaints, enter, fill, fitsWidth } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { cellAt, chooseIn, editorAt, pasteInto, rowAt, typeInto } from './grid-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

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

test.beforeEach(async ({ page }) => {
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/test/home`);
  await expect(page.locator('.wb-page').first()).toBeVisible();
});

test('cartons are pasted with their titles, refused as a whole and mended', async ({ page }) => {
  covers('§2.5 lines in grids');
  const heard = complaints(page);
  const skuId = await addSku(page, 'LINES-BED');
  await page.goto(`${CONSOLE()}/detail/catalog/sku/${skuId}`);
  await page.getByRole('button', { name: '录入箱规' }).click();
  const grid = page.getByRole('grid', { name: '箱规' });
  await expect(rowAt(grid, 1)).toBeVisible();
  const text = ['箱名\t长\t宽\t高\t毛重\t每箱件数', '床头\t63\t46\t6\t82\t1', '床尾\t66\t0\t12\t128\t4'];
  await pasteInto([grid, 1, '箱名'], text.join('\n'));
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
  await typeInto([grid, 2, '宽'], '26');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: '多箱SKU的每箱件数必须为 1' })).toHaveText(/第 [12] 行：/);
  const cartons = async (): Promise<unknown[]> => {
    const { lines } = await read<{ lines: { skuCarton: Record<string, unknown>[] } }>(
      page,
      `/catalog/sku/queryById?id=${skuId}`,
    );
    return lines.skuCarton.map((one) => [one['cartonNo'], one['label'], one['unitsPerCarton']]);
  };
  expect(await cartons()).toEqual([]);

  await typeInto([grid, 2, '每箱件数'], '1');
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

test('a removed carton can be taken back; what is typed is not discarded unasked', async ({ page }) => {
  const skuId = await addSku(page, 'LINES-DESK');
  const carton = { skuId, lengthMm: 500, widthMm: 400, heightMm: 300, grossWeightG: 9000 };
  const lines = ['桌面', '桌腿'].map((label, index) => ({ ...carton, label, cartonNo: index + 1 }));
  await api(page, '/catalog/skuCarton/saveLines', { lines }, await admin(page));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${CONSOLE()}/detail/catalog/sku/${skuId}`);
  await page.getByRole('button', { name: '编辑箱规' }).click();
  const form = page.getByRole('form', { name: '箱规' });
  // On a phone lines are cards; what was deleted comes back by 撤销 until it is saved.
  const cards = form.getByRole('listitem');
  await expect(cards.nth(1)).toContainText('桌腿');
  await fitsWidth(page);
  await form.getByRole('button', { name: '删除 桌腿' }).click();
  await form.getByRole('button', { name: '撤销' }).click();
  await form.getByRole('button', { name: '删除 桌面' }).click();
  await expect(cards).toHaveText(/桌腿/);
  await form.getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('箱规已保存')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByText('桌面')).toBeHidden();
  await expect(page.getByText('桌腿')).toBeVisible();
});

test('lines of an adjustment are pasted, one unknown SKU is found and mended, the server holds them', async ({
  page,
}) => {
  covers('§2.5 lines in grids', 'ours: pasted codes become links');
  const heard = complaints(page);
  const skuIds = [await addSku(page, 'LINES-LAMP'), await addSku(page, 'LINES-RUG')];
  const { records } = await read<{ records: { name: string }[] }>(page, '/base/warehouse/list');
  await page.goto(`${CONSOLE()}/base/adjustment`);
  await page.getByRole('button', { name: '新增调整单' }).first().click();
  const draft = page.getByRole('dialog', { name: '新增调整单' });
  await choose(draft.getByLabel('仓库', { exact: true }), records[0]?.name ?? '');
  await fill(draft, { 原因: '盘点' });
  const grid = draft.getByRole('grid', { name: '调整明细' });

  const lookups: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/lookup')) lookups.push(request.url());
  });
  const many = Array.from({ length: 197 }, (_, index) => `LINES-LAMP\t${index + 1}\t1.5`);
  const lines = ['LINES-LAMP\t1,200\t$3.50', 'ABC\t5\t', 'LINES-RUG\t-4\t', ...many];
  await pasteInto([grid, 1, 'SKU'], lines.join('\n'));
  const unknown = await cellAt(grid, 2, 'SKU');
  await expect(unknown).toHaveAttribute('title', '找不到 SKU“ABC”');
  await expect(draft.getByText('共 200 行')).toBeVisible();
  expect(lookups).toHaveLength(1);
  await expect(grid.locator('[aria-invalid=true]')).toHaveCount(1);
  await expect(grid.getByRole('row').filter({ hasText: '合计' })).toContainText('20,704');

  await draft.getByRole('button', { name: '保存为草稿' }).click();
  await expect(page.getByText('校验未通过，请修改标红的单元格')).toBeVisible();
  await expect(editorAt(grid, 2, 'SKU')).toHaveAccessibleDescription('找不到 SKU“ABC”');
  await expect(page.locator('.wb-grid-editor')).toContainText('ABC');
  await chooseIn([grid, 2, 'SKU'], 'LINES-RUG');
  await expect(grid.locator('[aria-invalid=true]')).toHaveCount(0);
  await noSeriousFault(page);
  await draft.getByRole('button', { name: '保存为草稿' }).click();
  await expect(draft).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: /^ST\d+/ })).toBeVisible();

  const id = page.url().split('/').at(-1);
  const stored = await read<{
    totalQty: number;
    lines: { stockAdjustmentLine: Record<string, unknown>[] };
  }>(page, `/inventory/stockAdjustment/queryById?id=${id}`);
  expect(stored.totalQty).toBe(20_704);
  const rows = stored.lines.stockAdjustmentLine;
  expect(rows).toHaveLength(200);
  expect(rows.slice(0, 3).map((row) => [row['skuId'], row['qty'], row['unitCost']])).toEqual([
    [skuIds[0], 1200, '3.5000'],
    [skuIds[1], 5, null],
    [skuIds[1], -4, null],
  ]);
  expect(heard).toEqual([]);
});

test('what is pasted can be undone in one step, from the text to the rows it named', async ({ page }) => {
  await addSku(page, 'LINES-SOFA');
  await page.goto(`${CONSOLE()}/base/adjustment`);
  await page.getByRole('button', { name: '新增调整单' }).first().click();
  const draft = page.getByRole('dialog', { name: '新增调整单' });
  const grid = draft.getByRole('grid', { name: '调整明细' });
  const text = 'SKU\t数量\nLINES-SOFA\t7\nLINES-SOFA\t0';
  await pasteInto([grid, 1, 'SKU'], text);
  await expect(await cellAt(grid, 2, '数量')).toHaveAttribute('title', '数量不能为0');
  await expect(draft.getByText('共 2 行')).toBeVisible();
  await expect(grid.locator('[aria-invalid=true]')).toHaveCount(1);
  await draft.getByRole('button', { name: '撤销' }).click();
  await expect(draft.getByText('尚未填写')).toBeVisible();
  await draft.getByRole('button', { name: '重做' }).click();
  await expect(await cellAt(grid, 1, 'SKU')).toHaveText('LINES-SOFA');
  await draft.getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃', exact: true }).click();
  await expect(draft).toBeHidden();
});
