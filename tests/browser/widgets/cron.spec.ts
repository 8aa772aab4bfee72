import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { choose, complaints, enter } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { testStart } from '../../harness/test-clock.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';
const state = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const chosen = (page: Page, title: string): Locator => state(page, title).getByRole('status');
const part = (dialog: Locator, title: string): Locator => dialog.getByRole('textbox', { name: title, exact: true });
const whole = (dialog: Locator): Locator => part(dialog, 'Cron表达式');

/** Opens the dialog of a state of the gallery. */
async function open(page: Page, title: string): Promise<Locator> {
  await state(page, title).getByRole('button', { name: '设置cron表达式' }).click();
  const dialog = page.getByRole('dialog', { name: 'cron表达式' });
  await expect(dialog.getByRole('tab').first()).toBeVisible();
  return dialog;
}

const panelFault = (dialog: Locator): Locator => dialog.getByRole('tabpanel').getByRole('alert');

/** Goes to a tab and takes one of its modes. */
async function take(dialog: Locator, tab: string, mode: string): Promise<void> {
  await dialog.getByRole('tab', { name: tab, exact: true }).click();
  await dialog.getByRole('radio', { name: mode, exact: true }).check();
}

test.beforeEach(async ({ page }) => {
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/dev/gallery/cron`);
});

test('every mode of a time, finer units go to their least, confirming hands the value over', async ({ page }) => {
  const heard = complaints(page);
  const dialog = await open(page, '空白');
  await expect(whole(dialog)).toHaveValue('* * * * * ? *');
  await take(dialog, '时', '区间');
  await expect(whole(dialog)).toHaveValue('0 0 0-23 * * ? *');
  // Whoever types a value means its mode.
  await dialog.getByRole('tab', { name: '分' }).click();
  await dialog.getByLabel('循环间隔').fill('15');
  await expect(dialog.getByRole('radio', { name: '循环' })).toBeChecked();
  await expect(whole(dialog)).toHaveValue('0 0/15 0-23 * * ? *');
  await take(dialog, '分', '指定');
  await dialog.getByRole('checkbox', { name: '30', exact: true }).check();
  await expect(part(dialog, '分')).toHaveValue('0,30');
  await take(dialog, '月', '区间');
  await dialog.getByLabel('区间结束').fill('3');
  await expect(whole(dialog)).toHaveValue('0 0,30 0-23 1 1-3 ? *');
  await take(dialog, '年', '指定');
  const year = testStart().getUTCFullYear();
  await choose(dialog.getByRole('combobox', { name: '指定年' }), `${year + 1}`);
  await expect(part(dialog, '年')).toHaveValue(`${year},${year + 1}`);
  await page.keyboard.press('Escape');
  await take(dialog, '秒', '每秒');
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await expect(dialog).toBeHidden();
  await expect(chosen(page, '空白')).toHaveText(`* 0,30 0-23 1 1-3 ? ${year},${year + 1}`);
  expect(heard).toEqual([]);
});

test('every mode of day and week; they exclude each other', async ({ page }) => {
  covers('§2.12 cron editor');
  const dialog = await open(page, '已有表达式');
  const days = dialog.getByRole('tabpanel', { name: '日' });
  await dialog.getByRole('tab', { name: '日' }).click();
  await expect(days.getByRole('radio', { name: '不设置' })).toBeChecked();
  await expect(days.getByRole('radio', { name: '最后一日' })).toBeDisabled();
  await noSeriousFault(page);
  for (const [mode, text] of [
    ['本月第几个', '2#1'],
    ['本月最后一个', '2L'],
    ['循环', '1/1'],
    ['区间', '1-7'],
    ['指定', '2,4'],
  ] as const) {
    await take(dialog, '周', mode);
    await expect(whole(dialog)).toHaveValue(`0 0 8 ? * ${text} *`);
  }
  await choose(dialog.getByLabel('最后一个星期'), '周五');
  await expect(whole(dialog)).toHaveValue('0 0 8 ? * 6L *');
  await expect(dialog.getByText('每月最后一个周五 08:00')).toBeVisible();

  await dialog.getByRole('tab', { name: '日' }).click();
  await days.getByRole('button', { name: '改为按日设置' }).click();
  await expect(whole(dialog)).toHaveValue('0 0 8 * * ? *');
  for (const [mode, text] of [
    ['区间', '1-31'],
    ['循环', '1/1'],
    ['工作日', '1W'],
    ['最后一日', 'L'],
    ['最后一个工作日', 'LW'],
    ['月末之前', 'L-1'],
    ['指定', '1'],
    ['每日', '*'],
  ] as const) {
    await take(dialog, '日', mode);
    await expect(whole(dialog)).toHaveValue(`0 0 8 ${text} * ? *`);
  }
  await take(dialog, '周', '每周');
  await expect(part(dialog, '日')).toHaveValue('?');
  await dialog.getByRole('button', { name: /取\s*消/ }).click();
  await expect(chosen(page, '已有表达式')).toHaveText('0 0 8 ? * MON,WED *');
});

test('the next ten runs without regard to the year, calculated here or asked for', async ({ page }) => {
  covers('§2.12 cron editor');
  const title = '执行预览，会忽略年份参数';
  let dialog = await open(page, '无执行时间');
  const preview = dialog.getByRole('region', { name: title });
  await expect(preview).toContainText('无执行时间');
  await whole(dialog).fill('0 30 8 29 2 ? 2020');
  await expect(preview.getByRole('listitem')).toHaveCount(10);
  await expect(preview.getByRole('listitem').first()).toHaveText(/^20\d\d-02-29 08:30:00$/);
  await page.keyboard.press('Escape');

  dialog = await open(page, '从指定时间预览');
  await expect(preview.getByRole('listitem').first()).toHaveText('2031-03-01 08:00:00');
  await expect(preview.getByRole('listitem').nth(9)).toHaveText('2031-03-10 08:00:00');
  await page.keyboard.press('Escape');

  dialog = await open(page, '服务器预览');
  await expect(preview.getByRole('listitem')).toHaveText(['0 0 9 LW * ? * 的第一次', '0 0 9 LW * ? * 的第二次']);
  await page.keyboard.press('Escape');
  await open(page, '预览失败');
  await expect(preview).toContainText('预览超时');
});

/** Inputs of a unit with the least and the most that they take (contract §5.2). */
const BOUNDS: readonly (readonly [tab: string, input: string, least: number, most: number])[] = [
  ['秒', '区间开始', 0, 59],
  ['秒', '循环间隔', 1, 59],
  ['分', '区间结束', 0, 59],
  ['时', '区间结束', 0, 23],
  ['时', '循环间隔', 1, 23],
  ['日', '区间开始', 1, 31],
  ['日', '工作日日期', 1, 31],
  ['日', '月末前天数', 1, 30],
  ['月', '区间开始', 1, 12],
  ['周', '第几个', 1, 5],
  ['年', '循环间隔', 1, 99],
];

test('no input takes a number outside its unit, nor a part of one', async ({ page }) => {
  covers('§5 cron bounds');
  const dialog = await open(page, '空白');
  for (const [tab, name, least, most] of BOUNDS) {
    // The one that has the focus is called by its number too.
    await dialog.getByRole('tab', { name: new RegExp(`${tab}$`) }).click();
    const panel = dialog.getByRole('tabpanel', { name: tab });
    const input = panel.getByRole('spinbutton', { name, exact: true });
    await expect(input, `${tab} ${name}`).toHaveAttribute('aria-valuemin', String(least));
    await expect(input, `${tab} ${name}`).toHaveAttribute('aria-valuemax', String(most));
  }
  await dialog.getByRole('tab', { name: /秒$/ }).click();
  const seconds = dialog.getByRole('tabpanel', { name: '秒' });
  const step = seconds.getByRole('spinbutton', { name: '循环间隔' });
  await step.fill('5');
  for (const [typed, reason] of [
    ['75', '循环间隔不能大于59'],
    ['0', '循环间隔不能小于1'],
    ['2.6', '循环间隔必须是整数'],
    ['五', '循环间隔必须是数字'],
  ] as const) {
    await step.fill(typed);
    await step.blur();
    await expect(step).toHaveValue(typed);
    await expect(panelFault(dialog)).toHaveText(reason);
    // The expression is as it was, and is not handed over as if it were what was typed.
    await expect(part(dialog, '秒')).toHaveValue('0/5');
    await dialog.getByRole('button', { name: /确\s*定/ }).click();
    await expect(step).toBeFocused();
  }
  await step.fill('１０');
  await step.blur();
  await expect(step).toHaveValue('10');
  await expect(part(dialog, '秒')).toHaveValue('0/10');
});

test('by keyboard alone, from the button and back to it', async ({ page }) => {
  const button = state(page, '无秒无年').getByRole('button', { name: '设置cron表达式' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'cron表达式' });
  await expect(dialog.getByRole('tab')).toHaveCount(5);
  await expect(dialog.getByRole('tab', { name: '分' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('tab', { name: '时' })).toHaveAttribute('aria-selected', 'true');
  await dialog.getByRole('radio', { name: '每时' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('区间开始')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('8');
  await whole(dialog).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(chosen(page, '无秒无年')).toHaveText('0 0 8-23 * * ?');
  await expect(button).toBeFocused();
});

test('what cannot be read is named, falls back to every, and is never handed over', async ({ page }) => {
  const wrong = state(page, '表达式有误');
  await expect(wrong.getByText('Cron表达式错误：[分] 61 超出范围 0-59')).toBeVisible();
  await noSeriousFault(page);
  const dialog = await open(page, '表达式有误');
  await expect(dialog.getByRole('alert')).toContainText('[分] 61 超出范围 0-59');
  await expect(whole(dialog)).toHaveValue('0 * 8 ? * 2,4 *');
  await part(dialog, '周').fill('9');
  await expect(dialog.getByText('[周] 9 超出范围 1-7')).toBeVisible();
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await expect(part(dialog, '周')).toBeFocused();
  await whole(dialog).fill('*,'.repeat(5000));
  await expect(dialog.getByText('不能超过2000个字符')).toBeVisible();
  await page.keyboard.press('Escape');

  const box = state(page, '空白').getByRole('textbox');
  await box.fill('1 2 3 4 5 6 7 8');
  await expect(state(page, '空白').getByText('Cron表达式最多7项！')).toBeVisible();
  await box.fill('0-'.repeat(5000));
  await expect(state(page, '空白').getByText('不能超过2000个字符')).toBeVisible();
  await expect(state(page, '不可用').getByRole('button')).toBeDisabled();
});
