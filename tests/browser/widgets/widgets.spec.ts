import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { complaints, enter, fitsWidth } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

let page: Page;
let heard: string[];

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/dev/gallery/widgets`);
  await page.getByRole('heading', { name: '小组件', level: 1 }).waitFor();
});

test.afterAll(async () => {
  expect(heard).toEqual([]);
  await page.context().close();
});

const state = (title: string): Locator => page.getByRole('region', { name: title, exact: true });
const shows = (title: string, value: unknown): Promise<void> =>
  expect(state(title).locator('output').first()).toHaveText(JSON.stringify(value));

test('a search wraps the words as its mode has it, and keeps them when the mode changes', async () => {
  const search = state('搜索输入');
  const input = search.getByRole('textbox', { name: '编码' });
  await input.fill('A-1');
  await shows('搜索输入', { value: '*A-1*', searched: '' });
  for (const [mode, value] of [
    ['ne', '!A-1'],
    ['ge', '>=A-1'],
    ['le', '<=A-1'],
    ['eq', 'A-1'],
  ] as const) {
    await search.getByText(mode, { exact: true }).click();
    await shows('搜索输入', { value, searched: '' });
    await expect(input).toHaveValue('A-1');
  }
  await input.press('Enter');
  await shows('搜索输入', { value: 'A-1', searched: 'A-1' });
  await input.fill('  ');
  await shows('搜索输入', { value: '', searched: 'A-1' });
});

test('tags get their semicolons while typing, and backspace takes characters', async () => {
  const input = state('标签，空白').getByRole('textbox');
  await input.pressSequentially('abcd');
  await expect(input).toHaveValue('ab;cd;');
  await shows('标签，空白', 'ab;cd');
  await input.press('Backspace');
  await expect(input).toHaveValue('ab;c');
  await input.press('Home');
  await input.press('x');
  await input.press('y');
  await expect(input).toHaveValue('xy;ab;c');
  await shows('标签，空白', 'xy;ab;c');
});

test('a cut text tells the whole of it', async () => {
  const texts = state('省略');
  await expect(texts.getByRole('listitem')).toHaveCount(5);
  await texts.getByText('装箱清单-...').hover();
  await expect(page.getByRole('tooltip', { name: '装箱清单-20261121.xlsx' })).toBeVisible();
});

test('an empty switch is off at once; in a search it is a choice that may stay open', async () => {
  covers('§2.13 slider and switch');
  await shows('开关，空值', 'N');
  await state('开关，空值').getByRole('switch').press('Space');
  await shows('开关，空值', 'Y');
  await state('开关，自定值').getByRole('switch').click();
  await shows('开关，自定值', 0);
  await shows('开关，查询', null);
  await state('开关，查询').locator('.ant-select').click();
  await page.getByTitle('否', { exact: true }).click();
  await shows('开关，查询', 'N');
});

test('a slider let go early slips back, dragged across it stays locked', async () => {
  covers('§2.13 slider and switch', '§4 slider');
  const slider = state('滑块验证');
  const handle = slider.getByRole('slider');
  await handle.scrollIntoViewIfNeeded();
  const [from, track] = [await handle.boundingBox(), await slider.locator('.wb-slide').boundingBox()];
  if (!from || !track) throw new Error('no slider');
  const y = from.y + from.height / 2;
  const drag = async (to: number): Promise<void> => {
    await page.mouse.move(from.x + 20, y);
    await page.mouse.down();
    await page.mouse.move(to, y, { steps: 4 });
  };
  await drag(track.x + track.width / 2);
  await expect(handle).not.toHaveAttribute('aria-valuenow', '0');
  await page.mouse.up();
  await expect(handle).toHaveAttribute('aria-valuenow', '0');
  await expect(slider.locator('output')).toHaveText('验证 0 次');
  await drag(track.x + track.width + 30);
  await page.mouse.up();
  await expect(slider.getByText('验证通过', { exact: true })).toBeVisible();
  await handle.press('Home');
  await expect(handle).toHaveAttribute('aria-valuenow', '100');
  await expect(slider.locator('output')).toHaveText('验证 1 次');

  // By keys: leaving it early is letting go.
  await slider.getByRole('button', { name: '重新验证' }).click();
  await handle.press('ArrowRight');
  await expect(handle).toHaveAttribute('aria-valuenow', '10');
  await handle.press('Tab');
  await expect(handle).toHaveAttribute('aria-valuenow', '0');
  await handle.press('End');
  await expect(slider.getByText('验证通过', { exact: true })).toBeVisible();
  await expect(slider.locator('output')).toHaveText('验证 2 次');
});

test('ranges are typed as the wire writes them', async () => {
  covers('§2.6 tree selectors');
  const days = state('日期范围').getByRole('textbox');
  await days.first().fill('2026-11-01');
  await days.first().press('Enter');
  await days.last().fill('2026-11-21');
  await days.last().press('Enter');
  await shows('日期范围', ['2026-11-01', '2026-11-21']);
  const times = state('时间范围').getByRole('textbox');
  await times.first().fill('09:15:00');
  await times.first().press('Enter');
  await times.last().press('Enter');
  await shows('时间范围', ['09:15:00', '18:30:00']);
});

test('a number has separators at rest, reads what is pasted and keeps what is none', async () => {
  const input = state('千分位数字').getByRole('textbox');
  await expect(input).toHaveValue('1,234,567.5');
  await input.press('Home');
  await input.press('ArrowRight');
  await input.press('9');
  await expect(input).toHaveValue('19234567.5');
  await input.press('0');
  await expect(input).toHaveValue('190234567.5');
  await input.press('Backspace');
  await input.blur();
  await expect(input).toHaveValue('19,234,567.5');
  await input.fill('');
  await input.pressSequentially('+1,234.50');
  await input.blur();
  await expect(input).toHaveValue('1,234.50');
  await shows('千分位数字', '1234.50');
  await input.fill('９８，７６５．');
  await input.blur();
  await expect(input).toHaveValue('98,765');
  await input.fill('12x');
  await input.blur();
  await expect(input).toHaveValue('12x');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await shows('千分位数字', null);
});

test('the rules of a form speak at their fields', async () => {
  const form = state('表单规则');
  await form
    .getByRole('button', { name: '提 交' })
    .or(form.getByRole('button', { name: '提交' }))
    .click();
  for (const message of ['请输入手机号', '请输入称呼', '请选择启用'])
    await expect(form.getByText(message, { exact: true })).toBeVisible();
  await form.getByLabel('手机号').fill('12345678901');
  await expect(form.getByText('请输入正确手机号')).toBeVisible();
  await form.getByLabel('称呼').fill('王');
  await expect(form.getByText('最小长度2位字符')).toBeVisible();
  await form.getByLabel('称呼').fill('王小明先生');
  await expect(form.getByText('最大长度4位字符')).toBeVisible();
  await form.getByLabel('手机号').fill('19912345678');
  await expect(form.getByText('请输入正确手机号')).toBeHidden();
  await form.getByLabel('编码').fill('1号床');
  await form.getByLabel('称呼').fill('王小明');
  await expect(form.getByText('第一位只能是字母')).toBeVisible();
  await form.getByLabel('编码').fill('bed_1');
  await expect(form.getByText('第一位只能是字母')).toBeHidden();
});

test('a table of a page is pasted with its joined cells, lines and nothing that runs', async () => {
  const html =
    '<table><tr><td rowspan="2">甲\n  乙</td><td>1<br>2</td></tr>' +
    '<tr><td><b>&lt;3&gt;</b><script>window.ran = true</script></td></tr></table>';
  await state('粘贴表格')
    .getByRole('textbox')
    .evaluate((box, markup) => {
      const data = new DataTransfer();
      data.setData('text/plain', '甲 乙\t1');
      data.setData('text/html', markup);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);
  await shows('粘贴表格', [
    ['甲 乙', '1\n2'],
    ['', '<3>'],
  ]);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('nothing is hidden from readers of the screen, nor too wide for a phone', async () => {
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
});
