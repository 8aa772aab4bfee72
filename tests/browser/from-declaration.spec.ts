import { expect, type Locator, type Page } from '@playwright/test';
import { complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { nothingMoved, watchShifts } from './layout-shift.ts';
import { IS_LONG } from '../harness/long.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/**
 * What every list and every detail has from its declaration alone (docs/style.md, A list and Rows), seen on
 * a document and two registers. That their cells are changed in place and in bulk: list-cells.spec.ts.
 */
interface Declared {
  menu: string;
  title: string;
  /** Heading of the first column by its upper line, and of one that may be hidden. */
  columns: [first: string, hidden: string];
  /** What `?` says besides the keys of every list. */
  keys: string[];
  /** What two chosen rows come to. */
  sums: RegExp;
  /** Whether its document goes through states: a path of them on its detail. */
  hasStages: boolean;
  /** What is asked of it that nothing answers. */
  nowhere: string;
}

const DECLARED: readonly Declared[] = [
  {
    menu: '/orders/pending',
    title: '待处理',
    columns: ['商品', '金额'],
    keys: ['接单', '挂起', '备注'],
    sums: /金额 USD [\d,]+\.\d\d/,
    hasStages: true,
    nowhere: 'channelOrderNo=NOWHERE',
  },
  {
    menu: '/base/product',
    title: '产品',
    columns: ['产品名称', '分类'],
    keys: ['修改当前行，Tab 到下一格', '删除所勾选'],
    sums: /已选 2 条/,
    hasStages: false,
    nowhere: 'spuCode=NOWHERE',
  },
  {
    menu: '/base/sku',
    title: 'SKU',
    columns: ['SKU', 'UPC'],
    keys: ['修改当前行，Tab 到下一格', '删除所勾选'],
    sums: /安全库存 \d/,
    hasStages: false,
    nowhere: 'skuCode=NOWHERE',
  },
];

const rowsOf = (list: Locator): Locator => list.locator('tbody tr[data-row-key]');

const heads = async (list: Locator): Promise<string[]> =>
  (await list.locator('th').allInnerTexts())
    .map((text) => text.split('\n')[0] ?? '')
    .filter((text) => text !== '' && text !== '操作');

/** Two lines a row, eleven of them in sight, nothing sideways. */
async function seeRows(page: Page, list: Locator): Promise<void> {
  await expect(rowsOf(list).nth(10)).toBeVisible();
  for (const at of [0, 10]) {
    const box = await rowsOf(list).nth(at).boundingBox();
    expect(box?.height).toBe(56);
    expect((box?.y ?? 0) + 56).toBeLessThanOrEqual(900 - 45);
  }
  await expect(list.locator('.wb-wide-over')).toHaveCount(0);
  await fitsWidth(page);
}

async function seeKeys(page: Page, keys: readonly string[]): Promise<void> {
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: '按键' });
  for (const one of ['到查找框', '下一行', ...keys]) await expect(dialog.getByText(one, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function seeSelection(list: Locator, sums: RegExp): Promise<void> {
  // Parts of products come and go without a safety stock to add up.
  const goods = rowsOf(list).filter({ hasNotText: '配件' });
  for (const at of [0, 1]) await goods.nth(at).getByRole('checkbox').check();
  const bar = list.getByRole('toolbar', { name: '批量操作' });
  await expect(bar.getByRole('status')).toContainText('已选 2 条');
  await expect(bar.getByRole('status')).toContainText(sums);
  await bar.getByRole('button', { name: '取消选择' }).click();
  await expect(bar).toBeHidden();
}

/** Cells of two rows, dragged over: what a spreadsheet takes. A drag that begins on a link drags the link. */
async function seeCopy(page: Page, list: Locator): Promise<void> {
  const cells = (row: number): Locator => rowsOf(list).nth(row).locator('td.wb-cell');
  await cells(0).nth(2).hover();
  await page.mouse.down();
  await cells(1).nth(3).hover();
  await page.mouse.up();
  await expect(list.getByRole('status').filter({ hasText: /已选 \d+ 格/ })).toBeVisible();
  await page.evaluate(() => {
    const take = ({ clipboardData: data }: ClipboardEvent): void => {
      document.body.dataset['copied'] = data?.getData('text/plain') ?? '';
    };
    addEventListener('copy', take, { once: true });
  });
  await page.keyboard.press('ControlOrMeta+c');
  const copied = (await page.locator('body').getAttribute('data-copied')) ?? '';
  const [headings = [], ...lines] = copied
    .replace(/\r\n$/, '')
    .split('\r\n')
    .map((line) => line.split('\t'));
  expect(lines).toHaveLength(2);
  expect(headings.length).toBeGreaterThanOrEqual(2);
  for (const line of lines) expect(line).toHaveLength(headings.length);
  expect(headings).toContain((await heads(list))[2]);
  await page.keyboard.press('Escape');
}

/** A column is hidden and the list kept as a view; without either all is as it was. */
async function seeView(page: Page, list: Locator, hidden: string): Promise<void> {
  const before = await heads(list);
  expect(before).toContain(hidden);
  await list.getByRole('button', { name: '列设置' }).click();
  const columns = page.getByRole('list', { name: '列', exact: true });
  await columns.getByRole('checkbox', { name: hidden, exact: true }).uncheck();
  await page.keyboard.press('Escape');
  const choice = list.getByRole('button', { name: /^视图/ });
  await choice.click();
  await page.locator('.wb-view-menu').getByRole('button', { name: '另存为' }).click();
  const naming = page.getByRole('textbox', { name: '视图名称' });
  await naming.fill(`少一列`);
  await naming.press('Enter');
  await expect(choice).toContainText('少一列');
  expect(await heads(list)).not.toContain(hidden);
  await page.reload();
  await expect(choice).toContainText('少一列');
  await expect(rowsOf(list).first()).toBeVisible();
  expect(await heads(list)).not.toContain(hidden);
  await choice.click();
  const menu = page.locator('.wb-view-menu');
  await menu.getByRole('button', { name: '删除', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(choice).not.toContainText('少一列');
  await list.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '恢复默认' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => heads(list)).toEqual(before);
}

/** On paper: what the columns say, and nothing to press. */
async function seePaper(page: Page, list: Locator): Promise<void> {
  const titles = await heads(list);
  await page.emulateMedia({ media: 'print' });
  for (const one of titles) await expect(list.locator('th').filter({ hasText: one }).first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(list.getByRole('button', { name: '列设置' })).toBeHidden();
  await page.emulateMedia({ media: null });
}

/** The row on its own: number to copy, its states, and the way through the list. */
async function seeDetail(page: Page, list: Locator, { hasStages }: Declared): Promise<void> {
  await rowsOf(list).first().locator('.wb-row-name').click();
  const detail = page.locator('.wb-detail').filter({ visible: true });
  const place = detail.getByRole('navigation', { name: '列表中的位置' });
  await expect(place).toContainText(/^1\/\d+/);
  await expect(detail.getByRole('button', { name: /^复制/ }).first()).toBeVisible();
  await expect(detail.locator('[aria-current="step"]')).toHaveCount(hasStages ? 1 : 0);
  const name = await detail.getByRole('heading').first().innerText();
  await place.getByRole('button', { name: '下一条' }).click();
  await expect(place).toContainText(/^2\/\d+/);
  await expect(detail.getByRole('heading').first()).not.toHaveText(name);
  await expect(place.getByRole('button', { name: '上一条' })).toBeEnabled();
}

/** A card of five lines at most, one thing to do on it that a thumb finds. */
async function seeCards(page: Page, list: Locator): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const card = list.getByRole('list', { name: /列表$/ }).getByRole('listitem').first();
  await expect(card).toBeVisible();
  await fitsWidth(page);
  expect(await card.locator('> .wb-card-top, > .wb-card-line').count()).toBeGreaterThanOrEqual(3);
  expect(await card.locator('> *').count()).toBeLessThanOrEqual(5);
  const more = card.getByRole('button', { name: /更多/ });
  expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** In the gate a document and a register: the second of these only repeats the first. */
for (const declared of IS_LONG ? DECLARED : DECLARED.slice(0, 2)) {
  const { menu, title, columns, keys, sums, nowhere } = declared;
  test(`${title} has from its declaration what every list and detail has`, async ({ page }) => {
    const heard = complaints(page);
    const consoleUrl = process.env['CONSOLE_URL'] ?? '';
    await enterConsole(page, consoleUrl, 'yunying', PEOPLE_PASSWORD);
    await goWithin(page, menu);
    const list = inFront(page, title);
    const step = (what: string, operation: () => Promise<void>): Promise<void> => test.step(what, operation);
    await step('rows', () => seeRows(page, list));
    expect((await heads(list))[0]).toBe(columns[0]);
    await step('keys', () => seeKeys(page, keys));
    await step('selection', () => seeSelection(list, sums));
    await step('copy', () => seeCopy(page, list));
    await step('view', () => seeView(page, list, columns[1]));
    await step('paper', () => seePaper(page, list));
    await step('cards', () => seeCards(page, list));
    await step('nothing there', async () => {
      await goWithin(page, `${menu}?${nowhere}`);
      await expect(list.getByText('没有查询到任何数据')).toBeVisible();
      await list.getByRole('button', { name: '清空条件' }).click();
      await expect(rowsOf(list).first()).toBeVisible();
    });
    await step('detail', () => seeDetail(page, list, declared));
    await step('nothing moves', async () => {
      const fresh = await page.context().newPage();
      await watchShifts(fresh);
      await enterConsole(fresh, consoleUrl, 'yunying', PEOPLE_PASSWORD);
      await fresh.goto(`${consoleUrl}${menu}`);
      await expect(rowsOf(inFront(fresh, title)).first()).toBeVisible();
      await nothingMoved(fresh);
      await fresh.close();
    });
    expect(heard).toEqual([]);
  });
}

test('rows of one line: eighteen are asked for', async ({ page }) => {
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  const asking = page.waitForRequest(/\/base\/paymentTerm\/list/);
  await goWithin(page, '/base/payment-term');
  expect(new URL((await asking).url()).searchParams.get('pageSize')).toBe('18');
});
