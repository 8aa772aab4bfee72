import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import {
  choose,
  closeOthers,
  complaints,
  enterConsole,
  fill,
  inFront,
  openPage,
  rowOf,
  save,
} from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { bring } from './paste.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

const consoleUrl = (): string => process.env['CONSOLE_URL'] ?? '';

test.afterEach(({ context }) => closeOthers(context));

const HOSTILE = [
  '<p>周五<b>盘点</b><script>document.title = "run"</script></p>',
  '<svg><style><img src=x onerror="document.title = 1"></style></svg>',
  '<a href="javascript:document.title = 2">不安全</a>',
  '<a href="/orders/shipped">已发货</a>',
].join('');

const bellOf = (page: Page): Locator => page.getByRole('button', { name: /^通知/ });
const unread = (page: Page): Promise<number> =>
  bellOf(page)
    .getAttribute('aria-label')
    .then((label) => Number(/\d+/.exec(label ?? '')?.[0] ?? 0));
const noticeDialog = (page: Page): Locator => page.getByRole('dialog', { name: '通知消息' });

/** Says yes to the question that stands open. */
async function agree(page: Page, title: RegExp, answer: string): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await question.getByRole('button', { name: answer, exact: true }).click();
  await expect(question).toBeHidden();
}

async function write(list: Locator, values: Record<string, string>, page: string): Promise<void> {
  await list.getByRole('button', { name: '新增', exact: true }).click();
  const form = list.page().getByRole('dialog', { name: '新增通告' });
  await fill(form, values);
  if (page) {
    await choose(form.getByRole('combobox', { name: '打开方式' }), '链接');
    await fill(form, { 链接地址: page });
  }
  await save(form);
}

async function publish(list: Locator, title: string): Promise<void> {
  await rowOf(list, title).getByRole('button', { name: '发布', exact: true }).click();
  await agree(list.page(), /^发布“/, '发布');
  await expect(rowOf(list, title)).toContainText('已发布');
}

test('a notice reaches a colleague at once, is read, leads on, and runs nothing', async ({ page, browser }) => {
  covers('§2 my announcements', '§2 administration screens', '§2.2 announcement dialog');
  const heard = complaints(page);
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const list = await openPage(page, '系统管理', '系统通告');

  const reader = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  const readerHeard = complaints(reader);
  const counted = reader.waitForResponse(/annountCement\/listByUser/);
  await enterConsole(reader, consoleUrl(), 'kefu', PEOPLE_PASSWORD);
  const { result } = (await (await counted).json()) as {
    result: { anntMsgTotal: number; sysMsgTotal: number };
  };
  const before = result.anntMsgTotal + result.sysMsgTotal;
  await expect.poll(() => unread(reader)).toBe(before);

  await list.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增通告' });
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('请输入标题');
  await fill(form, { 标题: '仓库盘点' });
  const content = form.getByLabel('内容', { exact: true });
  await content.click();
  await bring(content, 'paste', { html: HOSTILE });
  await expect(content).toContainText('周五盘点');
  await choose(form.getByRole('combobox', { name: '打开方式' }), '链接');
  await fill(form, { 链接地址: '//evil.example' });
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('链接必须是 http(s) 地址或以 / 开头的站内路径');
  await fill(form, { 链接地址: '/orders/pending' });
  await noSeriousFault(page);
  await save(form);
  await publish(list, '仓库盘点');
  await noSeriousFault(page);

  // Nobody reloaded the reader's page.
  await expect.poll(() => unread(reader)).toBe(before + 1);
  await bellOf(reader).click();
  const panel = reader.getByRole('dialog', { name: '未读通知' });
  await expect(panel.getByRole('tab', { name: `通知(${before + 1})` })).toBeVisible();
  await noSeriousFault(reader);
  await panel.getByRole('button', { name: /仓库盘点/ }).click();
  const dialog = noticeDialog(reader);
  await expect(dialog).toContainText('发布人：管理员');
  await expect(dialog).toContainText('周五盘点');
  await expect(dialog.getByRole('article').locator('script, img, svg, style')).toHaveCount(0);
  await expect(dialog.getByText('不安全')).not.toHaveAttribute('href', /./);
  await noSeriousFault(reader);
  await expect.poll(() => unread(reader)).toBe(before);
  await dialog.getByRole('link', { name: '已发货' }).click();
  await expect(inFront(reader, '已发货')).toBeVisible();

  await bellOf(reader).click();
  await panel.getByRole('button', { name: '查看更多' }).click();
  const mine = inFront(reader, '我的通知');
  await expect(rowOf(mine, '仓库盘点')).toContainText('已读');
  await noSeriousFault(reader);
  await mine.getByRole('button', { name: '仓库盘点' }).click();
  await dialog.getByRole('button', { name: '去处理' }).click();
  await expect(inFront(reader, '待处理')).toBeVisible();
  await expect(reader).toHaveURL(/\/orders\/pending$/);
  await expect(reader).toHaveTitle(/^待处理/);
  expect([heard, readerHeard]).toEqual([[], []]);
});

test('an urgent notice shows itself once; all are read at one click; a withdrawn one is gone', async ({
  page,
  browser,
}) => {
  covers('§2.3 bell');
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const list = await openPage(page, '系统管理', '系统通告');
  const reader = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  const heard = complaints(reader);
  await enterConsole(reader, consoleUrl(), 'caiwu', PEOPLE_PASSWORD);
  await expect(bellOf(reader)).toBeVisible();

  await list.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增通告' });
  await fill(form, { 标题: '面单接口异常', 内容: '暂停打单' });
  await choose(form.getByRole('combobox', { name: '优先级' }), '高');
  await form.getByRole('radio', { name: '指定用户' }).check();
  await choose(form.getByRole('combobox', { name: '指定用户' }), '周财务（caiwu）', 'caiwu');
  await save(form);
  await publish(list, '面单接口异常');
  const urgent = reader.getByRole('alert').filter({ hasText: '紧急消息：面单接口异常' });
  await expect(urgent).toBeVisible();
  await reader.reload();
  await expect.poll(() => unread(reader)).toBeGreaterThan(0);
  await expect(urgent).toHaveCount(0);

  await bellOf(reader).click();
  const panel = reader.getByRole('dialog', { name: '未读通知' });
  await expect(panel.getByRole('button', { name: /面单接口异常.*紧急消息/ })).toBeVisible();
  await panel.getByRole('button', { name: '全部已读' }).click();
  await expect.poll(() => unread(reader)).toBe(0);
  await expect(panel).toContainText('没有未读消息');
  await reader.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bellOf(reader)).toBeFocused();

  await reader.goto(`${consoleUrl()}/isps/userAnnouncement`);
  const mine = inFront(reader, '我的通知');
  await expect(rowOf(mine, '面单接口异常')).toBeVisible();
  await rowOf(list, '面单接口异常').getByRole('button', { name: '撤销' }).click();
  await agree(page, /^撤销“/, '撤销');
  await expect(rowOf(list, '面单接口异常')).toContainText('已撤销');
  await mine.getByRole('button', { name: '刷新', exact: true }).click();
  await expect(rowOf(mine, '面单接口异常')).toHaveCount(0);

  // A published notice takes its readers along when it is deleted; the draft goes quietly.
  await write(list, { 标题: '临时草稿', 内容: 'x' }, '');
  await rowOf(list, '临时草稿').getByRole('checkbox').check();
  await list.getByRole('button', { name: '批量删除' }).click();
  await agree(page, /^删除选中的 1 条通告/, '删除');
  await expect(rowOf(list, '临时草稿')).toHaveCount(0);
  expect(heard).toEqual([]);
});
