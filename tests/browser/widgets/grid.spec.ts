import { expect, type Locator, type Page } from '@playwright/test';
import { choose, complaints, fitsWidth } from '../console-steps.ts';
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
  await openPart(page, 'grid');
  await expect(rowAt(state('一万行'), 1)).toBeVisible();
});

test.beforeEach(async () => {
  await openAgain(page);
  await expect(rowAt(state('一万行'), 1)).toBeVisible();
});
test.afterAll(() => page.context().close());

const state = (title: string): Locator => page.getByRole('region', { name: title, exact: true });
const focused = (): Locator => page.locator(':focus');

test('a click edits, Enter and Tab lead on, Escape restores, undo goes back', async () => {
  const grid = state('点击编辑');
  await (await cellAt(grid, 1, '品名')).click();
  await expect(page.getByLabel('品名，第 1 行')).toBeFocused();
  await page.getByLabel('品名，第 1 行').fill('');
  await expect(page.getByLabel('品名，第 1 行')).toHaveAttribute('placeholder', '请输入品名');
  await page.keyboard.type('新品');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('品名，第 2 行')).toBeFocused();
  await page.keyboard.type('不要');
  await page.keyboard.press('Escape');
  await expect(await cellAt(grid, 1, '品名')).toHaveText('新品');
  await expect(await cellAt(grid, 2, '品名')).toHaveText('折叠收纳箱 2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(await cellAt(grid, 2, '数量')).toBeFocused();
  await page.keyboard.type('1,234.');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('金额，第 2 行')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(await cellAt(grid, 2, '数量')).toHaveText('1,234');
  await expect(grid.getByRole('row').filter({ hasText: '合计' })).toContainText('1,332');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(await cellAt(grid, 1, '品名')).toHaveText('不锈钢保温杯 1');
  await page.keyboard.press('Control+Shift+z');
  await expect(await cellAt(grid, 1, '品名')).toHaveText('新品');
  await choose(await cellAt(grid, 1, '级别'), '高');
  await (await cellAt(grid, 1, '到货日期')).click();
  await expect(page.getByLabel('到货日期，第 1 行')).toBeFocused();
  await page.keyboard.type('2026-12-25');
  await (await cellAt(grid, 3, '品名')).click();
  await expect(rowAt(grid, 1)).toContainText('高');
  await expect(rowAt(grid, 1)).toContainText('2026-12-25');
});

test('an input method begins in the cell and loses no letter', async () => {
  const grid = state('点击编辑');
  await (await cellAt(grid, 1, '品名')).click();
  await page.keyboard.press('Escape');
  const client = await page.context().newCDPSession(page);
  for (const text of ['n', 'ni', 'ni h'])
    await client.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 });
  await client.send('Input.insertText', { text: '你好' });
  await expect(page.getByLabel('品名，第 1 行')).toHaveValue('你好');
  await page.keyboard.type('！');
  await page.keyboard.press('Enter');
  await expect(await cellAt(grid, 1, '品名')).toHaveText('你好！');
});

test('letters typed before the inputs are fetched are kept, and go on in them', async () => {
  let letCome = (): void => undefined;
  const isLetCome = new Promise<void>((come) => (letCome = come));
  await page.route(/kind-editor/, async (route) => {
    await isLetCome;
    await route.continue();
  });
  await page.reload();
  const grid = state('点击编辑');
  await (await cellAt(grid, 1, '品名')).click();
  await page.keyboard.type('新品');
  await page.keyboard.press('Tab');
  await expect(await cellAt(grid, 1, '品名')).toHaveText('新品');
  await (await cellAt(grid, 2, '品名')).click();
  await page.keyboard.type('半');
  await expect(grid.locator('.wb-grid-editor')).toContainText('半');
  letCome();
  await expect(page.getByLabel('品名，第 2 行')).toBeFocused();
  await page.keyboard.type('句');
  await page.keyboard.press('Escape');
  await expect(await cellAt(grid, 2, '品名')).toHaveText('折叠收纳箱 2');
  await page.keyboard.type('整句');
  await page.keyboard.press('Enter');
  await expect(await cellAt(grid, 2, '品名')).toHaveText('整句');
  await page.unroute(/kind-editor/);
});

test('a pasted block is read, judged and one step; what cannot be read stays and is marked', async () => {
  const grid = state('点击编辑');
  await (await cellAt(grid, 5, '级别')).click();
  await page.keyboard.press('Escape');
  const text = '高\t1,200\tabc\n低\t七\t5.5\n中\t3\t8';
  await bring(focused(), 'paste', { text });
  await expect(rowAt(grid, 5)).toContainText('1,200');
  await expect(await cellAt(grid, 6, '数量')).toHaveText('七');
  await expect(await cellAt(grid, 7, '级别')).toHaveText('中');
  await expect(await cellAt(grid, 6, '数量')).toHaveAttribute('aria-invalid', 'true');
  await expect(await cellAt(grid, 6, '数量')).toHaveAttribute('title', '数量必须是数字');
  await grid.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('校验未通过，请修改标红的单元格')).toBeVisible();
  await expect(page.getByLabel('金额，第 5 行')).toBeFocused();
  await expect(focused()).toHaveAccessibleDescription('金额必须是数字');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(rowAt(grid, 7)).toHaveCount(0);
  await expect(grid.locator('[aria-invalid=true]')).toHaveCount(0);
});

test('a block is drawn, copied, filled down and emptied', async () => {
  const grid = state('点击编辑');
  await (await cellAt(grid, 1, '级别')).hover();
  await page.mouse.down();
  await (await cellAt(grid, 3, '数量')).hover();
  await page.mouse.up();
  await expect(grid.locator('.wb-cell[aria-selected=true]')).toHaveCount(6);
  await expect(grid.getByText('已选 6 格 · 计数 6 · 求和 21 · 平均 7.00')).toBeVisible();
  const copied = await focused().evaluate((cell) => {
    const clipboardData = new DataTransfer();
    cell.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
  expect(copied.split(/\r?\n/).slice(0, 3)).toEqual(['低\t0', '中\t7', '高\t14']);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+d');
  await expect(await cellAt(grid, 3, '级别')).toHaveText('低');
  await page.keyboard.press('Delete');
  await expect(await cellAt(grid, 2, '数量')).toHaveText('');
  await page.keyboard.press('Control+End');
  await expect(await cellAt(grid, 6, '备注')).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(await cellAt(grid, 1, '编码')).toBeFocused();
  await (await cellAt(grid, 1, '级别')).hover();
  await page.mouse.down();
  await (await cellAt(grid, 6, '级别')).hover();
  await page.mouse.up();
  await page.keyboard.press('Control+v');
  await expect(await cellAt(grid, 4, '级别')).toHaveText('低');
  await expect(await cellAt(grid, 6, '级别')).toHaveText('高');
  await expect(await cellAt(grid, 6, '数量')).toHaveText('14');
});

test('the handle fills on: series, copies with Ctrl, as far as the column beside, by keys too', async () => {
  const grid = state('点击编辑');
  const drawTo = async (row: number, title: string): Promise<void> => {
    await grid.locator('.wb-grid-fill').hover();
    await page.mouse.down();
    await (await cellAt(grid, row, title)).hover();
    await page.mouse.up();
  };
  await (await cellAt(grid, 1, '品名')).click();
  await page.keyboard.type('杯-09');
  await drawTo(3, '品名');
  await expect(await cellAt(grid, 3, '品名')).toHaveText('杯-11');
  await expect(await cellAt(grid, 1, '品名')).toBeFocused();
  await expect(grid.locator('.wb-cell[aria-selected=true]')).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await expect(await cellAt(grid, 3, '品名')).toHaveText('儿童雨衣 3');
  await expect(await cellAt(grid, 1, '品名')).toHaveText('杯-09');
  await (await cellAt(grid, 2, '级别')).click();
  await page.keyboard.press('Escape');
  await grid.locator('.wb-grid-fill').dblclick();
  await expect(await cellAt(grid, 6, '级别')).toHaveText('中');
  await (await cellAt(grid, 1, '数量')).click();
  await page.keyboard.down('Control');
  await drawTo(3, '数量');
  await page.keyboard.up('Control');
  await expect(await cellAt(grid, 3, '数量')).toHaveText('2');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+r');
  await expect(await cellAt(grid, 1, '金额')).toHaveText('USD 0');
});

test('the menu does what this user may do, by mouse and by keys, and gives the keyboard back', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const item = (name: string | RegExp): Locator => page.getByRole('menuitem', { name });
  const grid = state('点击编辑');
  await (await cellAt(grid, 2, '级别')).click({ button: 'right' });
  await expect(item('剪切')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(item('剪切')).toHaveCount(0);
  await expect(await cellAt(grid, 2, '级别')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await item('复制带表头').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^级别\r?\n中/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+F10');
  await item('粘贴').click();
  await expect(await cellAt(grid, 3, '级别')).toHaveText('中');
  await expect(await cellAt(grid, 3, '级别')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await item('在上方插入 1 行').click();
  await expect(page.getByLabel('编码，第 3 行')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+F10');
  await item('删除所选行').click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(rowAt(grid, 7)).toHaveCount(0);
  await expect(await cellAt(grid, 3, '编码')).toHaveText('SP00003');
  await (await cellAt(state('只读'), 1, '品名')).click({ button: 'right' });
  await expect(item('复制带表头')).toBeVisible();
  await expect(item('粘贴')).toHaveCount(0);
  await expect(item(/插入|删除/)).toHaveCount(0);
  await page.keyboard.press('Escape');
});

test('rows are sorted and filtered for the eyes alone; what is hidden is judged, saved and found again', async () => {
  const grid = state('点击编辑');
  const head = grid.getByRole('columnheader', { name: '数量', exact: true });
  await head.click();
  await head.click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(rowAt(grid, 1)).toContainText('SP00006');
  await (await cellAt(grid, 1, '编码')).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await (await cellAt(grid, 2, '级别')).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '筛选此值' }).click();
  await expect(grid.getByText('显示 2 / 6 行，其余照常保存')).toBeVisible();
  await expect(grid.getByText('其中 1 处在筛选隐藏的行中')).toBeVisible();
  await page.keyboard.press('Control+f');
  await page.getByLabel('查找', { exact: true }).fill('sp0000');
  await expect(grid.getByText('2 处')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(grid.getByText('2 / 2')).toBeVisible();
  await page.getByLabel('替换为').fill('AB-');
  await noSeriousFaultIn(page, '点击编辑');
  await page.getByRole('button', { name: '全部替换' }).click();
  await expect(rowAt(grid, 1)).toContainText('AB-5');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(rowAt(grid, 1)).toContainText('SP00005');
  await grid.getByRole('button', { name: '显示', exact: true }).click();
  await expect(rowAt(grid, 1)).toHaveAttribute('aria-rowindex', '2');
  await expect(rowAt(grid, 3)).toBeVisible();
  await grid.getByRole('button', { name: '级别：中，取消' }).click();
  await grid.getByRole('button', { name: '按数量降序，取消' }).click();
  await expect(rowAt(grid, 1)).toContainText('SP00001');
  const { tableData } = await stored(grid);
  expect(tableData.map(({ count }) => count)).toEqual([0, 7, 14, 21, 28, 35]);
});

test('columns are put in another order, hidden and shown; frozen ones stay frozen, all is remembered', async () => {
  const grid = state('列顺序');
  const titles = (): Promise<string[]> => grid.getByRole('columnheader').allTextContents();
  const before = await titles();
  await grid.getByRole('columnheader', { name: '数量', exact: true }).hover();
  await page.mouse.down();
  const name = await grid.getByRole('columnheader', { name: '级别', exact: true }).boundingBox();
  await page.mouse.move((name?.x ?? 0) + 4, (name?.y ?? 0) + 10, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await titles()).indexOf('数量')).toBe(before.indexOf('级别'));
  await (await cellAt(grid, 1, '级别')).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '隐藏列' }).click();
  await page.reload();
  await expect(rowAt(grid, 1)).toBeVisible();
  await expect.poll(titles).toEqual(before.filter((title) => title !== '级别'));
  await grid.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '全部显示' }).click();
  await page.getByRole('button', { name: '上移级别' }).click();
  await expect.poll(titles).toEqual(before);
  await page.getByRole('button', { name: '恢复列序' }).click();
  await expect.poll(titles).toEqual(before);
  await page.keyboard.press('Escape');
});

test('rows are added where wished, chosen, removed after a question and read', async () => {
  covers('§2.5 editable grid', '§5 add settings');
  const grid = state('点击编辑');
  await grid.getByRole('button', { name: '新增设置' }).click();
  await page.getByLabel('新增行数').fill('2');
  await page.getByLabel('新增位置').fill('1');
  await page.getByRole('tooltip').getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
  // Twice within one turn: a slow machine would be slow enough between two clicks of a mouse.
  await grid.getByRole('button', { name: '新增', exact: true }).evaluate((add: HTMLElement) => {
    add.click();
    add.click();
  });
  await expect(page.getByText('您点击得太快了，请慢一点！')).toBeVisible();
  await expect(page.getByLabel('编码，第 2 行')).toBeFocused();
  await page.keyboard.type('NEW');
  await grid.getByLabel('全选').check();
  await expect(grid.locator('output')).toContainText('已选：r1,');
  await grid.getByLabel('全选').uncheck();
  await expect(grid.locator('output')).toHaveText('已选：');
  for (const name of ['选择第 3 行', '选择第 4 行']) await grid.getByLabel(name).check();
  await grid.getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog', { name: '确定要删除这 2 项吗?' });
  await question.getByRole('button', { name: '确定' }).click();
  await expect(grid.getByText('SP00002')).toHaveCount(0);
  const { tableData, deleteData } = await stored(grid);
  expect(tableData.map(({ id, code }) => [id, code]).slice(0, 3)).toEqual([
    ['r1', 'SP00001'],
    [undefined, 'NEW'],
    ['r3', 'SP00003'],
  ]);
  expect(deleteData.map(({ id }) => id)).toEqual(['r2']);
  await grid.getByRole('button', { name: '收起' }).click();
  await expect(grid.getByRole('grid')).toHaveCount(0);
});

test('rows are dragged and numbered, linked cells follow, several grids are judged', async () => {
  const sorted = state('拖动排序');
  await sorted.getByRole('button', { name: '拖动第 1 行' }).hover();
  await page.mouse.down();
  const box = await rowAt(sorted, 3).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 36, { steps: 4 });
  await page.mouse.up();
  const { tableData } = await stored(sorted);
  expect(tableData.map(({ id, orderNum }) => `${String(id)}:${String(orderNum)}`)).toEqual([
    'r2:1',
    'r3:2',
    'r1:3',
    'r4:4',
  ]);

  const linked = state('联动');
  await expect(rowAt(linked, 1)).toHaveText('广东深圳');
  // Stored without names: they are asked for.
  await expect(rowAt(linked, 3)).toHaveText('浙江杭州');
  await choose(await cellAt(linked, 1, '省份'), '浙江');
  await expect(await cellAt(linked, 1, '城市')).toHaveText('');
  await choose(await cellAt(linked, 1, '城市'), '杭州');
  await page.keyboard.press('Tab');
  await expect(rowAt(linked, 1)).toHaveText('浙江杭州');

  const tabs = state('多个表格校验');
  await tabs.getByRole('button', { name: '全部校验' }).click();
  await expect(tabs.locator('output')).toHaveText('第 2 张：必填不能空着');
  await expect(tabs.getByLabel('必填，第 1 行')).toBeFocused();
});

test('ten thousand rows: the cursor keeps its record however far the wheel goes', async () => {
  const grid = state('一万行，始终编辑');
  await (await cellAt(grid, 2, '品名')).click();
  await page.keyboard.press('Escape');
  const scroller = grid.locator('.wb-grid-scroller');
  await scroller.evaluate((element) => element.scrollTo({ top: 200_000 }));
  await expect(rowAt(grid, 5003)).toBeVisible();
  await page.keyboard.type('改');
  await expect(page.getByLabel('品名，第 2 行')).toHaveValue('改');
  await page.keyboard.press('Tab');
  await expect(await cellAt(grid, 2, '品名')).toHaveText('改');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+End');
  await expect(rowAt(grid, 10_000)).toBeVisible();
  expect(await grid.locator('.wb-grid-row').count()).toBeLessThan(20);
});

test('the input of a frozen column stands over its cell, however far is scrolled', async () => {
  const grid = state('固定列');
  await grid.locator('.wb-grid-scroller').evaluate((element) => element.scrollTo({ top: 90 }));
  const cell = await cellAt(grid, 5, '编码');
  await cell.click();
  await expect(page.getByLabel('编码，第 5 行')).toBeFocused();
  const [over, under] = [await page.locator('.wb-grid-editor').boundingBox(), await cell.boundingBox()];
  expect([over?.x, over?.y]).toEqual([under?.x, under?.y]);
});

test('rules of permissions take columns and buttons away, or leave them to be read', async () => {
  const rule = (code: string, type: string): object => ({
    action: `gallery:grid:${code}`,
    type,
    status: '1',
  });
  await page.route('**/getUserPermissionByToken*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { allAuth: object[] } };
    body.result.allAuth.push(rule('level', '1'), rule('batch_delete', '1'), rule('count', '2'));
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  const grid = state('权限');
  await grid.getByLabel('选择第 1 行').check();
  await expect(grid.getByRole('button', { name: '清空选择' })).toBeVisible();
  await expect(grid.getByRole('button', { name: '删除' })).toHaveCount(0);
  await expect(grid.getByRole('columnheader', { name: '级别' })).toHaveCount(0);
  await (await cellAt(grid, 1, '数量')).click();
  await expect(await cellAt(grid, 1, '数量')).toBeFocused();
  await expect(page.locator('.wb-grid-editor')).toHaveCount(0);
  await page.unrouteAll();
});

test('nothing to edit where it is read only or disabled; all of it can be used without seeing', async () => {
  covers('§2.5 editable grid');
  // A disabled row says so; people click it all the same.
  await (await cellAt(state('禁用行'), 2, '品名')).click({ force: true });
  await (await cellAt(state('只读'), 1, '品名')).click();
  await expect(page.locator('.wb-grid-editor')).toHaveCount(0);
  await page.keyboard.type('x');
  await expect(await cellAt(state('只读'), 1, '品名')).toHaveText('不锈钢保温杯 1');
  const sending = state('提交时只读');
  const add = sending.getByRole('button', { name: '新增', exact: true });
  await sending.getByRole('button', { name: '提交' }).click();
  await expect(add).toBeHidden();
  await sending.getByRole('button', { name: '收到答复' }).click();
  await expect(add).toBeVisible();
  await (await cellAt(sending, 1, '品名')).click();
  await page.keyboard.type('改');
  await page.keyboard.press('Enter');
  await expect(await cellAt(sending, 1, '品名')).toHaveText('改');
  await (await cellAt(state('单选'), 2, '级别')).click();
  await page.keyboard.press('Escape');
  await expect(state('单选').locator('output')).toHaveText('已选：r2');
  await noSeriousFaultIn(page, '点击编辑', '始终编辑', '拖动排序', '空表');
  await page.setViewportSize({ width: 390, height: 844 });
  await (await cellAt(state('点击编辑'), 1, '品名')).click();
  await page.keyboard.type('手机');
  await page.keyboard.press('Enter');
  await expect(await cellAt(state('点击编辑'), 1, '品名')).toHaveText('手机');
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
