import { expect, type Locator, type Page } from '@playwright/test';
import { complaints, fitsWidth } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { bring } from '../paste.ts';
import { openAgain, openPart, openWindow } from './gallery-page.ts';
import { cellAt, noSeriousFaultIn, rowAt, stored } from './grid-steps.ts';

useConsole();

let page: Page;
let heard: string[];

test.beforeAll(async ({ browser }) => {
  page = await openWindow(browser);
  heard = complaints(page);
  await openPart(page, 'grid-tree');
});

test.beforeEach(async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAgain(page);
  await expect(rowAt(state('一万行的树'), 1)).toBeVisible();
});
test.afterAll(() => page.context().close());

const state = (title: string): Locator => page.getByRole('region', { name: title, exact: true });
const named = (grid: Locator, text: string): Locator => grid.locator('.wb-grid-row').filter({ hasText: text });
/** Puts the cursor onto a cell without editing it. */
async function stand(grid: Locator, row: number, title: string): Promise<void> {
  await (await cellAt(grid, row, title)).click({ position: { x: 120, y: 20 } });
  await expect(page.locator('.wb-grid-editor :focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(await cellAt(grid, row, title)).toBeFocused();
}

test('the mouse opens and closes; what was open stays open over a reload', async () => {
  const grid = state('树');
  await expect(grid.getByRole('treegrid', { name: '类目' })).toBeVisible();
  await grid.getByRole('button', { name: '展开第 1 行' }).click();
  await expect(rowAt(grid, 1)).toHaveAttribute('aria-expanded', 'true');
  await expect(rowAt(grid, 2)).toContainText('厨房用品');
  await expect(rowAt(grid, 2)).toHaveAttribute('aria-level', '2');
  await expect(rowAt(grid, 3)).toHaveAttribute('aria-posinset', '2');
  await expect(rowAt(grid, 3)).not.toHaveAttribute('aria-expanded');
  await grid.getByRole('button', { name: '展开第 2 行' }).click();
  await expect(rowAt(grid, 3)).toContainText('不锈钢保温杯');
  await grid.getByRole('button', { name: '重新加载' }).click();
  await expect(rowAt(grid, 3)).toContainText('不锈钢保温杯');
  await grid.getByRole('button', { name: '收起第 1 行' }).click();
  await expect(rowAt(grid, 2)).toContainText('数码配件');
  // Every row is counted once, whether it is seen or not.
  await expect(grid.getByRole('row').filter({ hasText: '合计' })).toContainText('99');
  await noSeriousFaultIn(page, '树', '同级排序', '只读的树');
});

test('arrows open, go down, come up and close; beside the tree they go over cells', async () => {
  const grid = state('树');
  await stand(grid, 1, '类目');
  await page.keyboard.press('ArrowRight');
  await expect(rowAt(grid, 1)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(await cellAt(grid, 2, '类目')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(await cellAt(grid, 3, '类目')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(await cellAt(grid, 3, '编码')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(await cellAt(grid, 2, '类目')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(rowAt(grid, 2)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowLeft');
  await expect(await cellAt(grid, 1, '类目')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(rowAt(grid, 2)).toContainText('数码配件');
  // The cursor comes up to the row that was closed above it.
  await stand(grid, 2, '类目');
  await page.keyboard.press('ArrowRight');
  await expect(rowAt(grid, 2)).toHaveAttribute('aria-expanded', 'true');
  await stand(grid, 3, '编码');
  await grid.getByRole('button', { name: '收起第 2 行' }).click();
  await expect(grid.locator('.wb-cell-active')).toHaveText('DIGITAL');
});

test('children are read when first opened; a failure is shown and read again; none is no parent', async () => {
  const grid = state('逐级加载');
  await grid.getByRole('button', { name: '展开第 3 行' }).click();
  await expect(page.getByText('下级类目暂时读不到，请稍后再试')).toBeVisible();
  await expect(rowAt(grid, 3)).toHaveAttribute('aria-expanded', 'false');
  await grid.getByRole('button', { name: '第 3 行加载失败，重试' }).click();
  await expect(rowAt(grid, 4)).toContainText('鞋靴 1');
  await grid.getByRole('button', { name: '展开第 2 行' }).click();
  await expect(rowAt(grid, 2)).not.toHaveAttribute('aria-expanded');
  await expect(grid.getByRole('button', { name: /第 2 行/ })).toHaveCount(0);
  await stand(grid, 1, '类目');
  await page.keyboard.press('ArrowRight');
  await expect(rowAt(grid, 2)).toContainText('服装 1');
  await grid.getByRole('button', { name: '展开第 2 行' }).click();
  await expect(rowAt(grid, 3)).toHaveAttribute('aria-level', '3');
  // Read again with the rest, level by level.
  await grid.getByRole('button', { name: '重新加载' }).click();
  await expect(rowAt(grid, 3)).toHaveAttribute('aria-level', '3');
  await expect(grid.getByRole('row').filter({ hasText: '合计' })).toContainText('150');
});

test('rows are added below, edited, pasted, removed with what lies below, undone', async () => {
  const grid = state('树');
  await grid.getByRole('button', { name: '展开第 1 行' }).click();
  await stand(grid, 3, '类目');
  await grid.getByRole('button', { name: '新增下级' }).click();
  await expect(page.getByLabel('类目，第 4 行')).toBeFocused();
  await page.keyboard.type('收纳箱');
  await page.keyboard.press('Tab');
  await expect(await cellAt(grid, 4, '类目')).toHaveText('收纳箱');
  await expect(rowAt(grid, 4)).toHaveAttribute('aria-level', '3');
  await page.keyboard.press('Escape');
  await stand(grid, 2, '编码');
  await bring(page.locator(':focus'), 'paste', { text: 'K1\nK2\nK3' });
  await expect(await cellAt(grid, 3, '编码')).toHaveText('K2');
  await expect(await cellAt(grid, 4, '编码')).toHaveText('K3');
  const before = await stored(grid);
  expect(before.tableData.find(({ name }) => name === '收纳箱')).toMatchObject({
    parentId: 'store',
    code: 'K3',
  });
  expect(before.tableData.find(({ id }) => id === 'cup')).toMatchObject({ code: 'CUP' });
  await grid.getByLabel('选择第 1 行').check();
  await grid.getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog', { name: '确定要删除这 6 项吗?' });
  await question.getByRole('button', { name: '确定' }).click();
  await expect(rowAt(grid, 1)).toContainText('数码配件');
  const { deleteData } = await stored(grid);
  expect(deleteData.map(({ id }) => id)).toEqual(['home', 'kitchen', 'cup', 'rack', 'store']);
  await grid.getByRole('button', { name: '撤销' }).click();
  await expect(rowAt(grid, 4)).toContainText('收纳箱');
});

test('a check leads to the first wrong cell, however deep it is hidden', async () => {
  const grid = state('树');
  await grid.getByRole('button', { name: '展开第 1 行' }).click();
  await grid.getByRole('button', { name: '展开第 2 行' }).click();
  await stand(grid, 4, '类目');
  await page.keyboard.press('Delete');
  await expect(await cellAt(grid, 4, '类目')).toHaveText('');
  await grid.getByRole('button', { name: '收起第 1 行' }).click();
  await expect(rowAt(grid, 2)).toContainText('数码配件');
  await grid.getByRole('button', { name: '校验' }).click();
  await expect(page.getByLabel('类目，第 4 行')).toBeFocused();
  await expect(page.locator(':focus')).toHaveAccessibleDescription('请输入类目');
});

test('rows are dragged among their siblings with what lies below, nowhere else', async () => {
  const grid = state('同级排序');
  await grid.getByRole('button', { name: '展开第 1 行' }).click();
  await expect(rowAt(grid, 4)).toContainText('数码配件');
  const drag = async (row: number, to: number): Promise<void> => {
    const box = await rowAt(grid, to).boundingBox();
    await grid.getByRole('button', { name: `拖动第 ${row} 行` }).hover();
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 36, { steps: 4 });
    await page.mouse.up();
  };
  await drag(2, 4);
  await expect(page.getByText('只能在同一上级下移动')).toBeVisible();
  await expect(rowAt(grid, 2)).toContainText('厨房用品');
  await drag(1, 4);
  await expect(rowAt(grid, 1)).toContainText('数码配件');
  await expect(rowAt(grid, 3)).toContainText('厨房用品');
  await stand(grid, 4, '编码');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rowAt(grid, 3)).toContainText('收纳整理');
  const { tableData } = await stored(grid);
  const orders = tableData.map(({ id, orderNum }) => `${String(id)}:${String(orderNum)}`);
  for (const order of ['digital:1', 'home:2', 'toy:3', 'store:1', 'kitchen:2']) expect(orders).toContain(order);
});

test('ten thousand rows open at once stay few elements; an input method finds the text', async () => {
  const grid = state('一万行的树');
  await grid.getByRole('button', { name: '全部展开' }).click();
  await expect(grid.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '10003');
  await stand(grid, 2, '类目');
  await page.keyboard.press('Control+End');
  await expect(named(grid, '小类 100-99')).toBeVisible();
  expect(await grid.locator('.wb-grid-row').count()).toBeLessThan(20);
  await page.keyboard.press('Control+Home');
  await expect(await cellAt(grid, 1, '类目')).toBeFocused();
  const client = await page.context().newCDPSession(page);
  for (const text of ['n', 'ni', 'ni h'])
    await client.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 });
  await client.send('Input.insertText', { text: '你好' });
  await expect(page.getByLabel('类目，第 1 行')).toHaveValue('你好');
  await page.keyboard.press('Enter');
  await expect(await cellAt(grid, 1, '类目')).toHaveText('你好');
  await page.keyboard.press('Escape');
  await grid.getByRole('button', { name: '收起第 1 行' }).click();
  await expect(rowAt(grid, 2)).toContainText('大类 2');
});

test('on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const grid = state('逐级加载');
  await grid.getByRole('button', { name: '展开第 1 行' }).click();
  await expect(rowAt(grid, 2)).toContainText('服装 1');
  await fitsWidth(page);
  expect(heard).toEqual([]);
});

test('a read-only tree table asks level by level, and says what it does not understand', async () => {
  covers('§2.5 tree table');
  await page.goto(`${process.env['CONSOLE_URL'] ?? ''}/dev/gallery/tree-table`);
  const lazy = state('逐级展开');
  await lazy.getByRole('button', { name: '展开第 1 行' }).click();
  await expect(rowAt(lazy, 2)).toContainText('家居日用 1-1');
  await lazy.getByRole('button', { name: '展开第 4 行' }).click();
  await expect(rowAt(lazy, 4)).not.toHaveAttribute('aria-expanded');
  await lazy.getByRole('button', { name: '刷新', exact: true }).click();
  await expect(rowAt(lazy, 2)).toContainText('家居日用 1-1');
  await expect(lazy.getByRole('treegrid', { name: '类目' })).toHaveAttribute('aria-readonly', 'true');

  await expect(rowAt(state('部门'), 1)).toContainText('A01');

  const strange = state('看不懂的答复');
  await expect(strange.getByRole('alert')).toContainText('返回数据类型不识别');
  await strange.getByRole('button', { name: '重试' }).click();
  await strange.getByRole('button', { name: '展开第 1 行' }).click();
  await strange.getByRole('button', { name: '第 1 行加载失败，重试' }).click();
  await expect(rowAt(strange, 2)).toContainText('家居日用 1-1');
  await expect(state('没有应答').getByRole('alert')).toContainText('类目服务没有应答');
  await expect(state('没有数据').getByText('暂无数据')).toBeVisible();
  await noSeriousFaultIn(page, '逐级展开', '部门', '看不懂的答复', '没有数据');
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await page.goto(`${process.env['CONSOLE_URL'] ?? ''}/dev/gallery/grid-tree`);
});
