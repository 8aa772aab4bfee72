import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { chooseFilledIn, openPage, enter } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';
import { png } from '../../harness/pictures.ts';

useConsole();

/** Files in forms, cells and pop-ups, on the real server. */

test.describe.configure({ mode: 'serial' });

let page: Page;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  page = await context.newPage();
  const url = process.env['CONSOLE_URL'] ?? '';
  await enter(page, url, 'admin', ADMIN_PASSWORD);
  await page.goto(`${url}/dev/gallery/upload`);
});
test.afterAll(() => page.context().close());

const part = (title: string): Locator => page.getByRole('region', { name: title, exact: true });
const value = (title: string): Locator => part(title).locator('output');

const file = (name: string, bytes: Buffer | string = png(8, 8), mimeType = 'image/png') => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
});
const choose = (within: Locator, ...files: ReturnType<typeof file>[]): Promise<void> =>
  within.getByLabel('选择文件').setInputFiles(files);
const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

const UPLOAD = '**/sys/common/upload';
const PARTS = '**/sys/common/upload/parts/**';
const answer = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { success: false, code: status, message, result: null } });

test('files are sent each for itself; what fails says why and goes again when asked', async () => {
  covers('§8 uploads');
  const files = part('文件');
  await choose(files, file('商品图.png'), file('库存.csv', 'a,b\n', 'text/csv'), file('坏.svg'));
  await expect(files.getByText('上传失败，非法文件类型：svg')).toBeVisible();
  await expect(page.getByText('坏.svg 上传失败.')).toBeVisible();
  await expect(value('文件')).toHaveText(/^temp\/商品图_\w+\.png,temp\/库存_\w+\.csv$/);
  await button(files, '删除 坏.svg').click();
  await button(files, '删除 商品图.png').click();
  await expect(value('文件')).toHaveText(/^temp\/库存_\w+\.csv$/);

  const failures: [(route: Route) => Promise<void>, string][] = [
    [(route) => route.abort(), '网络连接失败，请检查网络后重试'],
    [answer(200, ''), '未知错误'],
    // The session is over: the file stays, and the page with it.
    [answer(401, 'Token失效，请重新登录!'), '很抱歉，登录已过期，请重新登录'],
  ];
  for (const [fail, words] of failures) {
    await page.route(UPLOAD, fail, { times: 1 });
    const line = files.getByRole('listitem').filter({ hasText: '合同.pdf' });
    if ((await line.count()) === 0) await choose(files, file('合同.pdf', '%PDF-1.7\n%%EOF\n'));
    else await button(files, '重试 合同.pdf').click();
    await expect(line.getByRole('alert')).toHaveText(words);
  }
  await button(files, '重试 合同.pdf').click();
  await expect(value('文件')).toHaveText(/,temp\/合同_\w+\.pdf$/);

  const downloading = page.waitForEvent('download');
  await button(files, '下载 库存.csv').click();
  expect((await downloading).suggestedFilename()).toBe('库存.csv');
});

test('a large file shows how far it is, goes on after a lost connection, and can be given up', async () => {
  const files = part('至多两个文件，按列表取值');
  const large = file('大图.png', png(3000, 2000, 4.3 * 1024 * 1024));
  const offsets: string[] = [];
  let hold: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (hold = resolve));
  await page.route(PARTS, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    offsets.push(new URL(route.request().url()).searchParams.get('offset') ?? '');
    if (offsets.length === 2) return route.abort();
    if (offsets.length === 4) await held;
    return route.continue();
  });
  await choose(files, large);
  const progress = files.getByRole('progressbar', { name: '大图.png 上传进度' });
  await expect(progress).toHaveAttribute('aria-valuenow', '46');
  await expect(value('至多两个文件，按列表取值')).toHaveText('null');
  hold();
  const stored = /^\[\{"fileName":"大图\.png","filePath":"temp\/大图_\w+\.png","fileSize":\d+\}\]$/;
  await expect(value('至多两个文件，按列表取值')).toHaveText(stored);
  const mb = 1024 * 1024;
  expect(offsets.map(Number).slice(0, 4)).toEqual([0, mb, mb, 2 * mb]);
  await page.unroute(PARTS);

  await page.route(UPLOAD, () => undefined);
  await choose(files, file('a.png'), file('b.png'));
  await expect(page.getByText('最多上传 2 个文件').first()).toBeVisible();
  await button(files, '取消 a.png').click();
  await expect(files.getByRole('listitem')).toHaveCount(1);
  await expect(value('至多两个文件，按列表取值')).toHaveText(stored);
  await page.unroute(UPLOAD);
});

const named = (...names: string[]): RegExp =>
  new RegExp(`^${names.map((name) => `temp/${name}_\\w+\\.png`).join(',')}$`);

test('pictures are looked at and put in order, by buttons and by dragging', async () => {
  covers('§4 upload', '§8 uploads');
  const pictures = part('多张图片');
  await choose(pictures, file('甲.png'), file('乙.png'), file('丙.png'));
  await expect(value('多张图片')).toHaveText(named('甲', '乙', '丙'));
  await button(pictures, '左移 甲.png').click();
  await expect(page.getByText('未知的操作')).toBeVisible();
  await button(pictures, '右移 丙.png').click();
  await expect(page.getByText('已到最后~')).toBeVisible();
  await button(pictures, '右移 甲.png').press('Enter');
  await expect(value('多张图片')).toHaveText(named('乙', '甲', '丙'));
  const cards = pictures.getByRole('listitem');
  await cards.filter({ has: page.getByRole('button', { name: '预览 丙.png' }) }).dragTo(cards.first());
  await expect(value('多张图片')).toHaveText(named('丙', '乙', '甲'));
  await choose(pictures, file('合同.pdf', '%PDF-1.7\n%%EOF\n', 'application/pdf'));
  await expect(page.getByText('请上传图片')).toBeVisible();

  await button(pictures, '预览 乙.png').press('Enter');
  await expect(page.getByText('2 / 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('3 / 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 / 3')).toBeHidden();

  // One picture alone: the new one takes the place of the old.
  const single = part('单张图片');
  for (const name of ['旧', '新']) {
    await choose(single, file(`${name}.png`));
    await expect(value('单张图片')).toHaveText(named(name));
  }
  await choose(single, file('假.png', '<html>'));
  const fault = page.getByRole('dialog').filter({ hasText: '上传出错' });
  await expect(fault).toContainText('错误信息：上传失败，非法文件类型：png');
  await button(fault, '确定').click();
  await expect(value('单张图片')).toHaveText(named('新'));
});

test('a cell shows the first five signs, and all its files in a pop-up', async () => {
  const cell = part('图片单元格');
  const fetching = page.waitForResponse(/\/sys\/common\/static\/temp\//);
  await choose(cell, file('正面照片大图.png'));
  await expect(cell.getByText('正面照片大…')).toBeVisible();
  await expect(value('图片单元格')).toHaveText(/"status":"done","percent":100,"path":"temp\//);
  // The picture itself, by the cookie: an image asks without a header.
  expect((await fetching).status()).toBe(200);
  await button(cell, '全部文件 正面照片大图.png').click();
  const pop = page.getByRole('dialog', { name: '图片上传' });
  await choose(pop, file('侧面.png'));
  await expect(button(pop, '预览 侧面.png')).toBeVisible();
  await noSeriousFault(page);
  await button(pop, '确定').click();
  await expect(pop).toBeHidden();
  await expect(cell.getByText('+1')).toBeVisible();
});

test('a configured address learns who uploads only when its column says so', async () => {
  covers('§6 upload cells');
  const reported: (string | undefined)[] = [];
  await page.route('**/elsewhere/upload', (route) => {
    reported.push(route.request().headers()['x-access-token']);
    const result = { path: 'temp/说明.pdf' };
    return route.fulfill({ json: { success: true, code: 200, message: '', result } });
  });
  for (const title of ['别处的地址', '别处的地址，告知身份']) {
    await choose(part(title), file('说明.pdf', '%PDF-1.7\n%%EOF\n', 'application/pdf'));
    await expect(value(title)).toHaveText(/"status":"done","percent":100,"path":"temp\/说明.pdf"/);
  }
  expect(reported).toEqual([undefined, expect.stringMatching(/^\S{20,}$/)]);
});

test('a pop-up holds with 确定 alone, and says when nothing was uploaded', async () => {
  covers('§2.4 upload pop-up', '§8 uploads', '§5 picker messages');
  await button(part('文件弹窗'), '打开').click();
  const pop = page.getByRole('dialog', { name: '文件上传' });
  await button(pop, '确定').click();
  await expect(page.getByText('未上传任何文件')).toBeVisible();
  await page.route(UPLOAD, () => undefined);
  await choose(pop, file('合同.pdf', '%PDF-1.7\n%%EOF\n'));
  await expect(button(pop, '上传中...')).toBeDisabled();
  await button(pop, '取消').click();
  await button(page.getByRole('dialog').filter({ hasText: '关闭后将取消上传' }), '关闭').click();
  await expect(pop).toBeHidden();
  await expect(value('文件弹窗')).toHaveText('');
  await page.unroute(UPLOAD);

  const text = part('文本弹窗');
  await button(text, '展开备注').click();
  const large = page.getByLabel('备注（多行）');
  const small = text.getByLabel('备注', { exact: true });
  await large.fill('第一行');
  await expect(small).toHaveValue('第一行');
  await page.locator('h1').first().click();
  await expect(large).toBeHidden();
  await expect(small).toHaveValue('第一行');
  await button(text, '展开备注').click();
  await large.fill('改坏了');
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(small).toHaveValue('第一行');
  await expect(button(text, '展开备注')).toBeFocused();
});

test('a pop-up opens below its button where there is room, else above', async () => {
  covers('§9 popovers');
  const open = button(part('文本弹窗'), '展开备注');
  const large = page.getByLabel('备注（多行）');
  for (const [block, isBelow] of [
    ['center', true],
    ['end', false],
  ] as const) {
    const room = await open.evaluate((element, at) => {
      // The last of its page could not be brought to the top.
      const section = element.closest<HTMLElement>('section, [role=region]');
      if (section) section.style.marginBottom = '900px';
      element.scrollIntoView({ block: at });
      return innerHeight - element.getBoundingClientRect().bottom;
    }, block);
    expect(room > 350).toBe(isBelow);
    await open.click();
    await expect(large).toBeVisible();
    const isUnder = async (): Promise<boolean> => {
      const [button, box] = [await open.boundingBox(), await large.boundingBox()];
      return (box?.y ?? 0) > (button?.y ?? 0);
    };
    await expect.poll(isUnder).toBe(isBelow);
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
  }
});

test('an import goes on while its dialog is closed, and is found again', async () => {
  covers('§4 import dialog');
  const front = await openPage(page, '产品管理', '产品');
  const open = (): Promise<void> => button(front, '导入').click();
  const dialog = page.getByRole('dialog', { name: '导入产品' });
  await open();
  await dialog.getByRole('switch', { name: '是否开启校验' }).click();
  await chooseFilledIn(dialog, '产品', [{ SPU: 'UP-1', 产品名称: '上传的产品' }]);
  let requested = '';
  let hold: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (hold = resolve));
  await page.route('**/importExcel**', async (route) => {
    requested = new URL(route.request().url()).search;
    await held;
    await route.continue();
  });
  await button(dialog, '开始上传').click();
  await expect(dialog.getByRole('progressbar', { name: '上传进度' })).toBeVisible();
  await button(dialog, '取消上传').or(dialog.getByText('可以关闭窗口')).waitFor();
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await expect(dialog).toBeHidden();
  await open();
  await expect(dialog.getByRole('progressbar', { name: '上传进度' })).toBeVisible();
  await expect(dialog.getByText('产品.xlsx')).toBeVisible();
  hold();
  await expect(dialog.getByRole('alert')).toContainText('共1行数据全部导入成功！');
  expect(requested).toBe('?validateStatus=1&partial=0&ask=1&background=1');
});
