import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { choose, complaints } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { openPart, openWindow } from './gallery-page.ts';

useConsole();

let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await openWindow(browser);
});

test.afterEach(() => page.unrouteAll());
test.afterAll(() => page.context().close());

test('code knows twelve languages and lets the keyboard go; Markdown shows what it will be', async () => {
  covers('§2.13 editors');
  const heard = complaints(page);
  const state = await openPart(page, 'editors');
  const part = state('代码');
  const code = part.getByRole('textbox', { name: '代码' });
  const value = part.getByLabel('代码的值');
  await code.press('Control+Home');
  await page.keyboard.press('Tab');
  await expect(value).toHaveText(/^ {2}const sum/, { useInnerText: false });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(code).not.toBeFocused();
  const modes = ['css', 'javascript', 'html', 'java', 'objective-c', 'python', 'r', 'shell', 'sql'];
  for (const mode of [...modes, 'swift', 'vue', 'markdown']) {
    await choose(part.getByRole('combobox', { name: '语言' }), mode);
    await expect(part.locator('.wb-code-mode')).toHaveText(mode);
  }
  await choose(part.getByRole('combobox', { name: '语言' }), 'cobol');
  await expect(part.locator('.wb-code-mode')).toHaveText('纯文本');
  await expect(code).toContainText('return a + b;');
  const readOnly = state('代码，只读').getByRole('textbox', { name: '只读代码' });
  await readOnly.press('Control+End');
  await page.keyboard.insertText('x');
  await expect(readOnly).toHaveText('select 1;');

  const marked = state('Markdown');
  const source = marked.getByRole('textbox', { name: '说明' });
  await source.fill('**急** <img src=x onerror=alert(1)> [坏](javascript:alert(1)) [好](/orders/pending)');
  await expect(marked.locator('strong')).toHaveText('急');
  await expect(marked.locator('.wmde-markdown').locator('img, script')).toHaveCount(0);
  await expect(marked.getByText('坏', { exact: true })).not.toHaveAttribute('href', /./);
  await expect(marked.getByRole('link', { name: '好' })).toHaveAttribute('href', '/orders/pending');
  await source.selectText();
  await marked.getByRole('button', { name: /^添加斜体/ }).click();
  await expect(marked.getByLabel('说明的值')).toHaveText(/^\*\*\*急/);
  await noSeriousFault(page);
  expect(heard).toEqual([]);
});

test('an area is found by name or code; what nobody knows stays as it is', async () => {
  covers('§2.13 area selector');
  const heard = complaints(page);
  const state = await openPart(page, 'area');
  const empty = state('级联，空白');
  await empty.getByRole('combobox', { name: '地区' }).click();
  for (const name of ['广东省', '深圳市', '南山区']) await page.getByTitle(name, { exact: true }).click();
  await expect(empty.getByRole('status')).toHaveText('440305');
  await empty.getByRole('combobox', { name: '地区' }).fill('土默特右旗');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(empty.getByRole('status')).toHaveText('150221');
  await expect(state('级联，旧代码')).toContainText('广东省 / 深圳市 / 440399');
  await expect(state('未知类型')).toContainText('Bad type value: tree');

  const selects = state('三级下拉，空白');
  const level = (name: string): Locator => selects.getByRole('combobox', { name: `地区：${name}` });
  await choose(level('省'), '浙江省', '浙江');
  await choose(level('市'), '杭州市', '杭州');
  await choose(level('区'), '西湖区', '西湖');
  await expect(selects.getByRole('status')).toHaveText('330106');
  await choose(level('省'), '福建省', '福建');
  await expect(selects.getByRole('status')).toHaveText('350000');
  await expect(state('三级下拉，旧代码')).toContainText('999999');
  await noSeriousFault(page);
  expect(heard).toEqual([]);
});

test('a dialog is moved, made large, kept within reach, and closes as it is set up', async () => {
  covers('§2.13 modal');
  const heard = complaints(page);
  const state = await openPart(page, 'modal');
  const open = async (title: string): Promise<Locator> => {
    await state(title).getByRole('button', { name: '打开' }).click();
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await expect(dialog).toBeVisible();
    return dialog;
  };
  const movable = await open('可拖动可全屏');
  const head = movable.getByText('可拖动可全屏');
  const before = await head.boundingBox();
  await head.hover();
  await page.mouse.down();
  await page.mouse.move(4000, 4000);
  await page.mouse.up();
  const far = await head.boundingBox();
  expect(far?.y ?? 0).toBeGreaterThan(before?.y ?? 0);
  expect(far?.y ?? 0).toBeLessThan(900);
  await movable.getByRole('button', { name: '用方向键移动窗口' }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await head.boundingBox())?.y).toBe((far?.y ?? 0) - 60);
  await movable.getByRole('button', { name: '全屏', exact: true }).click();
  await expect.poll(async () => (await movable.boundingBox())?.width).toBe(1440);
  await noSeriousFault(page);
  await movable.getByRole('button', { name: '退出全屏' }).click();
  await movable.getByLabel('备注').fill('不要了');
  await movable.getByRole('button', { name: '确定' }).click();
  await expect(movable).toBeHidden();
  await expect((await open('可拖动可全屏')).getByLabel('备注')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(movable).toBeHidden();

  const stored = await open('关闭后保留内容');
  await stored.getByLabel('备注').fill('留着');
  await page.keyboard.press('Escape');
  await expect(stored).toBeHidden();
  await expect((await open('关闭后保留内容')).getByLabel('备注')).toHaveValue('留着');
  await page.keyboard.press('Escape');

  const stays = await open('确定后不关闭');
  await stays.getByRole('button', { name: '确定' }).click();
  await expect(state('确定后不关闭').locator('output')).toHaveText('确定 1 次');
  await expect(stays).toBeVisible();
  await page.keyboard.press('Escape');
  const refused = await open('保存被拒绝');
  await refused.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('库存不足，不能保存')).toBeVisible();
  await expect(refused).toBeVisible();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  const small = await open('内容很长');
  await expect.poll(async () => (await small.boundingBox())?.width).toBe(390);
  expect(heard).toEqual([]);
});
