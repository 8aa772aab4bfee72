import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { complaints, fitsWidth } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { openAgain, openPart, openWindow } from './gallery-page.ts';
import { cellAt, noSeriousFaultIn, stored } from './grid-steps.ts';

useConsole();

let page: Page;
let heard: string[];

test.beforeAll(async ({ browser }) => {
  page = await openWindow(browser, { width: 1920 });
  heard = complaints(page);
  await openPart(page, 'grid-types');
});

test.beforeEach(async () => {
  await openAgain(page);
  await expect((await cell(1, '单号')).first()).toHaveText('T-001');
});
test.afterAll(() => page.context().close());

const state = (title: string): Locator => page.getByRole('region', { name: title, exact: true });
const grid = (): Locator => state('单元格类型');
const cell = (row: number, title: string): Promise<Locator> => cellAt(grid(), row, title);
const editor = (): Locator => grid().locator('.wb-grid-editor');
/** What the grid holds in a row, from 1. */
const held = async (row: number): Promise<Record<string, unknown>> => (await stored(grid())).tableData[row - 1] ?? {};

/** Puts the cursor into a cell without a mouse on it: its neighbour is painted only. */
async function goTo(row: number, title: string): Promise<Locator> {
  await (await cell(row, '单号')).click();
  const to = await cell(row, title);
  const steps = Number(await to.getAttribute('aria-colindex')) - 2;
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight');
  await expect(to).toBeFocused();
  return to;
}

/** By search: other tests add people, and a page shows few. */
async function pick(dialog: Locator, account: string): Promise<void> {
  await dialog.getByRole('textbox', { name: '用户账号', exact: true }).fill(account);
  await dialog.getByRole('button', { name: '查询', exact: true }).click();
  await dialog.getByRole('row', { name: account }).click();
}

test('all are painted as texts, a share as a bar too; a hidden one is not shown', async () => {
  await expect(await cell(1, '进度')).toHaveText('45%');
  await expect(await cell(1, '级别')).toHaveText('中');
  await expect(await cell(1, '负责人')).toHaveText('管理员');
  await expect(await cell(1, '部门')).toHaveText('gone-1');
  const bar = async (row: number): Promise<string> =>
    (await cell(row, '进度')).evaluate((element) => getComputedStyle(element, '::before').backgroundSize);
  expect(await bar(1)).toContain('45%');
  expect(await bar(3)).toContain('0%');
  await expect(grid().getByRole('columnheader', { name: '内部编号' })).toHaveCount(0);
  expect(await held(1)).toMatchObject({ inner: 'x-1', at: '08:30:00', done: 45 });
  await noSeriousFaultIn(page, '单元格类型', '单元格类型，始终编辑', '单元格类型，只读');
});

test('a time is typed or chosen', async () => {
  await goTo(2, '时间');
  await page.keyboard.type('12:34:56');
  await expect(page.getByLabel('时间，第 2 行')).toBeFocused();
  await expect(page.getByLabel('时间，第 2 行')).toHaveValue('12:34:56');
  await page.keyboard.press('Enter');
  await expect(await cell(2, '时间')).toHaveText('12:34:56');
  await expect(page.getByLabel('时间，第 3 行')).toBeFocused();
  await page.keyboard.press('Escape');
  await (await cell(1, '时间')).click();
  const panel = page.locator('.ant-picker-dropdown').filter({ visible: true });
  await panel.locator('ul').first().getByText('09', { exact: true }).click();
  await noSeriousFault(page, '.wb-grid-editor');
  await page.keyboard.press('Enter');
  await expect(await cell(1, '时间')).toHaveText('09:30:00');
  expect(await held(2)).toMatchObject({ at: '12:34:56' });
});

test('tags get their semicolons, a progress is not written into', async () => {
  await goTo(2, '标签');
  await page.keyboard.type('加急易碎品');
  await page.keyboard.press('Enter');
  await expect(await cell(2, '标签')).toHaveText('加急;易碎;品');
  await page.keyboard.press('Escape');
  const done = await goTo(2, '进度');
  await page.keyboard.type('5');
  await expect(editor()).toHaveCount(0);
  await expect(done).toHaveText('100%');
  expect(await held(2)).toMatchObject({ tags: '加急;易碎;品', done: 100 });
});

test('arrows go on from the radio that is chosen; letters do it no harm', async () => {
  await goTo(2, '级别');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: '高' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: '中' })).toBeChecked();
  await noSeriousFault(page, '.wb-grid-editor');
  await page.keyboard.press('Enter');
  await expect(await cell(2, '级别')).toHaveText('中');
  await page.keyboard.press('Escape');
  await goTo(3, '级别');
  await page.keyboard.type('a');
  await page.getByRole('radio', { name: '低' }).check();
  expect(await held(2)).toMatchObject({ level: 'middle' });
  expect(await held(3)).toMatchObject({ level: 'low' });
});

test('a text opens to a larger one of 300 by 210; Escape there gives it up', async () => {
  covers('§2.4 upload pop-up');
  await goTo(2, '说明');
  await page.keyboard.type('轻');
  await expect(page.getByLabel('说明，第 2 行')).toBeFocused();
  await page.keyboard.press('Alt+Enter');
  const large = page.getByLabel('说明（多行）');
  await expect(large).toBeFocused();
  expect(await large.boundingBox()).toMatchObject({ width: 300, height: 210 });
  await noSeriousFault(page, '.wb-grid-editor', '.ant-popover');
  await large.fill('第一行\n第二行');
  await page.locator('h1').first().click();
  await expect(large).toBeHidden();
  await expect(await cell(2, '说明')).toHaveText('第一行 第二行');
  await (await cell(1, '说明')).click();
  await page.getByRole('button', { name: '展开说明' }).click();
  await large.fill('不要了');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '展开说明' })).toBeFocused();
  expect(await held(1)).toMatchObject({ note: '外箱加固，轻拿轻放' });
  expect(await held(2)).toMatchObject({ note: '第一行\n第二行' });
});

test('people are chosen at once by Enter and named in the cell', async () => {
  await goTo(3, '负责人');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '根据部门选择用户' });
  await pick(dialog, 'cangku');
  await pick(dialog, 'yunying');
  await dialog.getByRole('button', { name: '确定（2）' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('负责人，第 3 行')).toBeFocused();
  await noSeriousFault(page, '.wb-grid-editor');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(await cell(3, '负责人')).toHaveText('');
  expect(await held(3)).not.toHaveProperty('owner');

  await (await cell(1, '负责人')).click();
  await expect(dialog.getByRole('region', { name: /^已选/ }).getByRole('listitem')).toHaveCount(1);
  await pick(dialog, 'cangku');
  await dialog.getByRole('button', { name: '确定（2）' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(await cell(1, '负责人')).toHaveText('管理员、陈仓管');
  expect(await held(1)).toMatchObject({ owner: 'admin,cangku', owner_dictText: '管理员、陈仓管' });
});

test('one person, one department', async () => {
  await goTo(2, '采购员');
  await page.keyboard.press('Enter');
  const people = page.getByRole('dialog', { name: '根据部门选择用户' });
  await pick(people, 'yunying');
  await people.getByRole('button', { name: '确定（1）' }).click();
  await expect(people).toBeHidden();
  await page.keyboard.press('Tab');
  const departs = page.getByRole('dialog', { name: '选择部门' });
  await expect(page.getByLabel('部门，第 2 行')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await departs.getByRole('treeitem').first().click();
  await departs.getByRole('button', { name: '确定' }).click();
  await expect(departs).toBeHidden();
  await page.keyboard.press('Enter');
  const row = await held(2);
  expect(row['buyer']).toBe('yunying');
  expect(row['depart']).toMatch(/^[\w-]{36}$/);
  await expect(await cell(2, '部门')).toHaveText(String(row['depart_dictText']));
});

test('a row of a report fills two cells, and one step takes both back', async () => {
  await (await cell(1, '账号')).click();
  const dialog = page.getByRole('dialog', { name: '用户' });
  await pick(dialog, 'yunying');
  await dialog.getByRole('button', { name: '确定（1）' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(await cell(1, '账号')).toHaveText('yunying');
  const named = await held(1);
  expect(named).toMatchObject({ account: 'yunying' });
  expect(named['accountName']).not.toBe('陈仓管');
  await (await cell(1, '单号')).click();
  await page.keyboard.press('Control+z');
  expect(await held(1)).toMatchObject({ account: 'cangku', accountName: '陈仓管' });
});

test('on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(await cell(1, '单号')).toHaveText('T-001');
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
