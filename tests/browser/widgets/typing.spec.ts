import { expect, type Locator, type Page } from '@playwright/test';
import { complaints } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { bring } from '../paste.ts';
import { openAgain, openPart, openWindow } from './gallery-page.ts';
import { cellAt, rowAt, stored } from './grid-steps.ts';

useConsole();

let page: Page;
let heard: string[];

test.beforeAll(async ({ browser }) => {
  page = await openWindow(browser);
  heard = complaints(page);
  await openPart(page, 'grid');
});

test.beforeEach(async () => {
  await openAgain(page);
  await expect(rowAt(grid(), 2)).toBeVisible();
});
test.afterAll(() => page.context().close());

const grid = (): Locator => page.getByRole('region', { name: '点击编辑', exact: true });

/** Puts the cursor on a cell without opening its input: what is typed then takes the place of it. */
async function stand(row: number, title: string): Promise<void> {
  const name = await cellAt(grid(), row, '品名');
  await name.click({ force: true });
  await page.keyboard.press('Escape');
  const cell = await cellAt(grid(), row, title);
  const [from, to] = await Promise.all(
    [name, cell].map(async (one) => Number(await one.getAttribute('aria-colindex'))),
  );
  for (let step = from ?? 0; step < (to ?? 0); step++) await page.keyboard.press('ArrowRight');
  await expect(cell).toBeFocused();
}

const HOW = {
  'on the cell': stand,
  'in its input': async (row: number, title: string) => {
    // Its input may stand over it already.
    await (await cellAt(grid(), row, title)).click({ force: true });
    await expect(page.getByLabel(`${title}，第 ${row} 行`)).toBeFocused();
  },
} as const;

for (const [how, begin] of Object.entries(HOW))
  test(`a number typed ${how} takes the place of the one that was there`, async () => {
    for (const [title, typed, shown] of [
      ['数量', '+5', '5'],
      ['数量', '1,234', '1,234'],
      ['金额', '$15', '15'],
      ['金额', '.5', '0.5'],
      ['金额', 'USD 1,234.50', '1,234.50'],
      ['重量', '2 kg', '4.41 lb'],
    ] as const) {
      await begin(2, title);
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(await cellAt(grid(), 2, title), typed).toContainText(shown);
      await expect(await cellAt(grid(), 2, title)).not.toHaveAttribute('aria-invalid', 'true');
    }
    expect((await stored(grid())).tableData[1]).toMatchObject({
      count: 1234,
      amount: '1234.50',
      weight: 2000,
    });
  });

for (const [how, begin] of Object.entries(HOW))
  test(`what cannot be read stays where it was typed ${how}, and says why`, async () => {
    covers('§5 typed values');
    for (const [title, typed, message] of [
      ['数量', '12x', '数量必须是数字'],
      ['数量', '1.5', '数量必须是整数'],
      ['金额', '€15', '金额的币种不是 USD，请换算后填写'],
      ['到货日期', '2026/13/45', '到货日期不是有效的日期'],
      ['级别', '极高', '级别不在可选范围内'],
    ] as const) {
      await begin(2, title);
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
      const cell = await cellAt(grid(), 2, title);
      await page.keyboard.press('Escape');
      await expect(cell).toHaveText(typed);
      await expect(cell).toHaveAttribute('aria-invalid', 'true');
      await expect(cell).toHaveAttribute('title', message);
    }
    await grid().getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('校验未通过，请修改标红的单元格')).toBeVisible();
  });

for (const [how, begin] of Object.entries(HOW))
  test(`a day typed ${how} is read as it is pasted, and loses no digit`, async () => {
    for (const [typed, day] of [
      ['2026/12/27', '2026-12-27'],
      ['20261229', '2026-12-29'],
      ['2026年12月3日', '2026-12-03'],
      ['２０２６－１１－０５', '2026-11-05'],
      ['2027-1-2', '2027-01-02'],
    ] as const) {
      await begin(3, '到货日期');
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(await cellAt(grid(), 3, '到货日期'), typed).toHaveText(day);
    }
  });

test('digits typed into a day before its calendar is there are kept', async () => {
  let letCome = (): void => undefined;
  const isLetCome = new Promise<void>((come) => (letCome = come));
  await page.route(/kind-editor|moment-calendar/, async (route) => {
    await isLetCome;
    await route.continue();
  });
  await page.reload();
  await (await cellAt(grid(), 3, '到货日期')).click();
  await page.keyboard.type('20261229');
  await page.keyboard.press('Tab');
  await expect(await cellAt(grid(), 3, '到货日期')).toHaveText('2026-12-29');
  letCome();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a calendar opens with a click, follows what is typed and gives a day', async () => {
  await (await cellAt(grid(), 3, '到货日期')).click();
  await expect(page.getByLabel('到货日期，第 3 行')).toBeFocused();
  const panel = page.locator('.ant-picker-dropdown').filter({ visible: true });
  await expect(panel).toHaveCount(1);
  await page.keyboard.type('20270215');
  await panel.locator('td[title="2027-02-20"]').click();
  await expect(page.getByLabel('到货日期，第 3 行')).toHaveValue('2027-02-20');
  await expect(page.getByLabel('到货日期，第 3 行')).toBeFocused();
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(await cellAt(grid(), 3, '到货日期')).toHaveText('2027-02-20');
});

for (const [how, begin] of Object.entries(HOW))
  test(`letters typed ${how} of a choice open its list and leave what fits`, async () => {
    await begin(1, '级别');
    await page.keyboard.type('高');
    const list = page.locator('.ant-select-dropdown').filter({ visible: true });
    await expect(list.locator('.ant-select-item-option')).toHaveText(['高']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(await cellAt(grid(), 1, '级别')).toHaveText('高');
    // Left without choosing: what is typed counts all the same, by its code too.
    await begin(2, '级别');
    await page.keyboard.type('低');
    await page.keyboard.press('Tab');
    await expect(await cellAt(grid(), 2, '级别')).toHaveText('低');
    await begin(2, '级别');
    await page.keyboard.type('high');
    await (await cellAt(grid(), 4, '品名')).click();
    await expect(await cellAt(grid(), 2, '级别')).toHaveText('高');
    await page.keyboard.press('Escape');
    expect((await stored(grid())).tableData[1]).toMatchObject({ level: 'high' });
  });

test('an input method types into numbers, days and choices', async () => {
  const client = await page.context().newCDPSession(page);
  const compose = async (steps: readonly string[], text: string): Promise<void> => {
    for (const step of steps)
      await client.send('Input.imeSetComposition', {
        text: step,
        selectionStart: 0,
        selectionEnd: 0,
      });
    await client.send('Input.insertText', { text });
  };
  for (const begin of Object.values(HOW)) {
    await begin(2, '数量');
    await compose(['４', '４２'], '４２');
    await page.keyboard.press('Enter');
    await expect(await cellAt(grid(), 2, '数量')).toHaveText('42');
    await begin(2, '到货日期');
    await compose(['２０２６１２２９'], '２０２６１２２９');
    await page.keyboard.press('Enter');
    await expect(await cellAt(grid(), 2, '到货日期')).toHaveText('2026-12-29');
    await begin(2, '级别');
    await compose(['z', 'zh'], '中');
    await expect(
      page.locator('.ant-select-dropdown').filter({ visible: true }).locator('.ant-select-item-option'),
    ).toHaveText(['中']);
    await page.keyboard.press('Tab');
    await expect(await cellAt(grid(), 2, '级别')).toHaveText('中');
    await begin(2, '级别');
    await page.keyboard.insertText('低');
    await page.keyboard.press('Tab');
    await expect(await cellAt(grid(), 2, '级别')).toHaveText('低');
    // Tab has opened the next input, which a click would not mark as a whole.
    await page.keyboard.press('Escape');
  }
});

test('names pasted into linked columns are found, and so is what is typed there', async () => {
  const linked = page.getByRole('region', { name: '联动', exact: true });
  await (await cellAt(linked, 1, '省份')).click();
  await page.keyboard.press('Escape');
  await bring(page.locator(':focus'), 'paste', { text: '浙江\t杭州\n广东\t杭州' });
  await expect(rowAt(linked, 1)).toHaveText('浙江杭州');
  await expect(await cellAt(linked, 2, '城市')).toHaveAttribute('title', '城市不在可选范围内');
  await (await cellAt(linked, 2, '城市')).click();
  await page.keyboard.type('深');
  await page.keyboard.press('Tab');
  await expect(rowAt(linked, 2)).toHaveText('广东深圳');
  await expect(linked.locator('[aria-invalid=true]')).toHaveCount(0);
  expect(heard).toEqual([]);
});
