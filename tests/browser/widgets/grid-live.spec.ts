import { expect, type Browser, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { CONSOLE, PASSWORD, person } from '../account-steps.ts';
import { complaints, enter, fitsWidth, signIn } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

/** Two people at one grid, each in their own browser. */
let boss: Page;
let clerk: Page;
let heard: string[][];

const at = (page: Page, title = '多人同改'): Locator => page.getByRole('region', { name: title, exact: true }).first();
const COLUMNS = ['编码', '品名', '级别', '数量', '金额', '备注'];
/** Rows from 1; the first column holds their numbers. */
const cellAt = (grid: Locator, row: number, title: string): Locator =>
  grid.locator(`.wb-grid-row[aria-rowindex="${row + 1}"]`).locator(`[aria-colindex="${COLUMNS.indexOf(title) + 2}"]`);
const conflicts = (grid: Locator): Locator => grid.getByRole('region', { name: '与他人的修改不同' });

async function newPage(browser: Browser): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  return (await browser.newContext({ locale: 'zh-CN', viewport })).newPage();
}

/** Opens the grid again and waits until it hears what others say. */
async function join(page: Page): Promise<void> {
  await page.goto(`${CONSOLE()}/dev/gallery/grid-live`);
  const grid = at(page);
  const hand = grid.getByTitle(/正在编辑品名，第 2 行$/);
  await expect(async () => {
    await grid.getByRole('button', { name: '同事正在编辑' }).click();
    await expect(hand).toBeVisible({ timeout: 5000 });
  }).toPass();
  await grid.getByRole('button', { name: '同事离开了单元格' }).click();
  await expect(hand).toBeHidden();
}

/** Types into a cell and leaves it. */
async function type(grid: Locator, row: number, title: string, text: string): Promise<void> {
  await cellAt(grid, row, title).click();
  const editor = grid.getByLabel(`${title}，第 ${row} 行`, { exact: true });
  await expect(editor).toBeFocused();
  await editor.fill(text);
  await editor.press('Tab');
  await expect(editor).toBeHidden();
  await expect(cellAt(grid, row, title)).toContainText(text);
  await grid.page().keyboard.press('Escape');
}

test.beforeAll(async ({ browser }) => {
  [boss, clerk] = [await newPage(browser), await newPage(browser)];
  await enter(boss, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const { username } = await person(boss, { realname: '李同事', role: 'TADM' });
  await signIn(clerk, CONSOLE(), username, PASSWORD);
  heard = [complaints(boss), complaints(clerk)];
});
test.beforeEach(async () => {
  await join(boss);
  await join(clerk);
});
test.afterAll(async () => {
  await boss.context().close();
  await clerk.context().close();
});

test('who edits a cell is seen by the others, until they leave it or close the page', async ({ browser }) => {
  const [mine, theirs] = [at(boss), at(clerk)];
  await cellAt(theirs, 3, '品名').click();
  await expect(theirs.getByLabel('品名，第 3 行', { exact: true })).toBeFocused();
  const hand = mine.getByTitle('李同事正在编辑品名，第 3 行');
  await expect(hand).toBeVisible();
  await cellAt(mine, 3, '品名').click();
  await expect(mine.getByText('李同事正在编辑此单元格')).toBeVisible();
  await expect(theirs.getByTitle('管理员正在编辑品名，第 3 行')).toBeVisible();
  await clerk.keyboard.press('Escape');
  await expect(hand).toBeHidden();

  const third = await newPage(browser);
  await enter(third, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await join(third);
  await cellAt(at(third), 5, '数量').click();
  const last = theirs.getByTitle('管理员正在编辑数量，第 5 行');
  await expect(last).toBeVisible();
  await third.context().close();
  await expect(last).toBeHidden();
});

test('saved rows come in; what both have changed is settled by choice, then saved', async () => {
  covers('§3 rows of others');
  const [mine, theirs] = [at(boss), at(clerk)];
  await type(mine, 1, '品名', '我的品名');
  await type(theirs, 1, '品名', '他的品名');
  await type(theirs, 1, '数量', '88');
  await theirs.getByRole('button', { name: '保存', exact: true }).click();
  await expect(cellAt(mine, 1, '数量')).toHaveText('88');
  await expect(cellAt(mine, 1, '品名')).toHaveText('我的品名');
  await expect(cellAt(mine, 1, '品名')).toHaveClass(/wb-cell-conflict/);
  await expect(mine.getByRole('row').filter({ hasText: '合计' })).toContainText('193');
  const note = conflicts(mine);
  await expect(note).toContainText('我的值我的品名李同事的值他的品名原值不锈钢保温杯 1');
  await expect(mine.getByRole('status').filter({ hasText: '1 处您和他人都改过' })).toHaveCount(1);

  await mine.getByRole('button', { name: '保存', exact: true }).click();
  await expect(boss.getByText('1 处您和他人都改过，请先选择保留哪个值')).toBeVisible();
  await expect(cellAt(mine, 1, '品名')).toBeFocused();
  await boss.keyboard.press('Alt+Enter');
  const keep = note.getByRole('button', { name: '品名，第 1 行：保留我的' });
  await expect(keep).toBeFocused();
  await boss.keyboard.press('Escape');
  await expect(cellAt(mine, 1, '品名')).toBeFocused();
  await boss.keyboard.press('Alt+Enter');
  await boss.keyboard.press('Enter');
  await expect(note).toBeHidden();
  await mine.getByRole('button', { name: '保存', exact: true }).click();
  await expect(cellAt(theirs, 1, '品名')).toHaveText('我的品名');
  await expect(cellAt(theirs, 1, '数量')).toHaveText('88');
});

test('nothing comes in under an open editor; left, both values stand side by side', async () => {
  const [mine, theirs] = [at(boss), at(clerk)];
  await cellAt(mine, 4, '备注').click();
  const editor = mine.getByLabel('备注，第 4 行', { exact: true });
  await expect(editor).toBeFocused();
  await editor.fill('写到一半');
  await type(theirs, 4, '备注', '同事的备注');
  await type(theirs, 5, '备注', '旁边的行');
  await theirs.getByRole('button', { name: '保存', exact: true }).click();
  await expect(cellAt(mine, 5, '备注')).toHaveText('旁边的行');
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue('写到一半');
  await expect(conflicts(mine)).toBeHidden();
  await editor.press('Escape');
  // Called off, there is nothing of one's own to keep.
  await expect(cellAt(mine, 4, '备注')).toHaveText('同事的备注');
  await expect(conflicts(mine)).toBeHidden();
});

test('a save that came too late is compared cell by cell and sent with the version seen', async () => {
  const grid = at(boss, '保存冲突');
  await type(grid, 1, '品名', '我的品名');
  await type(grid, 2, '备注', '我的备注');
  await grid.getByRole('button', { name: '保存', exact: true }).click();
  await expect(conflicts(grid)).toContainText('对方的值同事先存的名称');
  await expect(cellAt(grid, 1, '备注')).toHaveText('同事的备注');
  await expect(cellAt(grid, 2, '备注')).toHaveText('我的备注');
  await conflicts(grid).getByRole('button', { name: '品名，第 1 行：保留我的' }).click();
  await expect(conflicts(grid)).toBeHidden();
  await grid.getByRole('button', { name: '保存', exact: true }).click();
  await expect(grid.locator('output')).toContainText('"version":2');
  await expect(grid.locator('output')).toContainText('"name":"我的品名"');
});

test('a flood, giants and nonsense change nothing but the cells they are about', async ({ browser }) => {
  const page = await newPage(browser);
  const faults = complaints(page);
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/vxeSocket\//, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await join(page);
  const grid = at(page);
  await cellAt(grid, 2, '备注').click();
  const editor = grid.getByLabel('备注，第 2 行', { exact: true });
  await expect(editor).toBeFocused();
  await editor.fill('打到一半');
  const row = (n: number, more: object = {}): object => ({
    id: 'live1',
    version: n,
    code: 'LV0001',
    name: `第${n}次`,
    level: 'low',
    count: n,
    amount: '1.00',
    remark: '\u202eابجد👩‍👩‍👧‍👦',
    ...more,
  });
  const say = (args: unknown): void => {
    const text = JSON.stringify({ type: 'update_vxe_table', data: { socketKey: 'gallery', args } });
    for (const socket of sockets) socket.send(text);
  };
  for (let n = 2; n <= 1001; n++) say([row(n), 'flood']);
  for (const args of [null, [], 'x', [null, 'c'], [row(2000, { id: 7 }), 'c'], [{ id: 'live1' }]]) say(args);
  say([row(3000, { count: 'viele', name: { $$typeof: 'x' }, code: ['x'] }), 'c']);
  say([row(4000, { name: 'x'.repeat(2 * 1024 * 1024) }), 'c']);
  say([{ id: 'live3', name: '长'.repeat(10_000) }, 'c']);
  for (const socket of sockets)
    socket.send(
      '{"type":"update_vxe_table","data":{"socketKey":"gallery","args":[{"id":"live1","__proto__":{"name":"x"},"constructor":{"prototype":{"isAdmin":true}}},"c"]}}',
    );
  await expect(cellAt(grid, 3, '品名')).toContainText('长长长');
  await expect(cellAt(grid, 1, '品名')).toHaveText('第1001次');
  await expect(cellAt(grid, 1, '数量')).toHaveText('4,000');
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue('打到一半');
  await editor.press('Tab');
  await expect(cellAt(grid, 2, '备注')).toHaveText('打到一半');
  expect(await page.evaluate(() => ({}) as { isAdmin?: boolean })).toEqual({});
  await fitsWidth(page);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('without serious faults, at a desk and on a phone', async () => {
  const grid = at(boss);
  await type(grid, 1, '品名', '我的品名');
  await grid.getByRole('button', { name: '同事改了这一行' }).click();
  await expect(conflicts(grid)).toBeVisible();
  await grid.getByRole('button', { name: '同事正在编辑' }).click();
  await expect(grid.getByTitle(/正在编辑品名，第 2 行$/)).toBeVisible();
  for (const width of [1440, 390]) {
    await boss.setViewportSize({ width, height: 900 });
    await fitsWidth(boss);
    await noSeriousFault(boss);
  }
  await boss.setViewportSize({ width: 1440, height: 900 });
  expect(heard).toEqual([[], []]);
});
