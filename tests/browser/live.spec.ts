import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import {
  closeOthers,
  complaints,
  enterConsole,
  fill,
  forgetSession,
  goWithin,
  inFront,
  openPage,
  rowOf,
  save,
} from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { hears, joined, open, shown, socketsOf, watchSockets } from './socket-steps.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

const consoleUrl = (): string => process.env['CONSOLE_URL'] ?? '';

test.afterEach(({ context }) => closeOthers(context));

const colleague = async (browser: Browser): Promise<Page> => (await browser.newContext({ locale: 'zh-CN' })).newPage();

async function addShipMethod(methods: Locator, code: string, name: string): Promise<void> {
  await methods.getByRole('button', { name: '新增', exact: true }).click();
  const form = methods.page().getByRole('dialog', { name: '新增物流渠道' });
  await fill(form, { 渠道编码: code, 渠道名称: name, 承运商: 'UPS' });
  await save(form);
}

async function rename(methods: Locator, old: string, name: string): Promise<void> {
  await rowOf(methods, old).getByRole('button', { name: '编辑' }).click();
  const form = methods.page().getByRole('dialog', { name: /^编辑物流渠道/ });
  await fill(form, { 渠道名称: name });
  await save(form);
}

/** New rows would push those in sight: they are one key away. */
async function takeNewRows(list: Locator): Promise<void> {
  const waiting = list.getByRole('status').getByRole('button', { name: /^\d+ 条新数据 · 刷新$/ });
  await waiting.press('Enter');
  await expect(waiting).toBeHidden();
}

test('a list follows what a colleague does, and moves nothing', async ({ page, browser }) => {
  const heard = complaints(page);
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const methods = await openPage(page, '仓储物流', '物流渠道');
  const reader = await colleague(browser);
  const readerHeard = complaints(reader);
  await watchSockets(reader);
  await enterConsole(reader, consoleUrl(), 'yunying', PEOPLE_PASSWORD);
  const read = await openPage(reader, '仓储物流', '物流渠道');
  await hears(reader);
  await joined(reader);

  await addShipMethod(methods, 'LIVE1', '同步甲');
  await takeNewRows(read);
  await expect(rowOf(read, '同步甲')).toBeVisible();

  const standsOut = shown(reader, 'tr.wb-renewed', '同步乙');
  await rename(methods, '同步甲', '同步乙');
  await standsOut;
  await expect(rowOf(read, '同步乙')).toHaveAttribute('title', /^已由 管理员 更改 · \d\d:\d\d$/);
  await expect(read.locator('tr.wb-renewed')).toHaveCount(0);
  await expect(rowOf(read, '同步乙')).toBeVisible();
  // The saver's own list shows it as a matter of course.
  await expect(methods.locator('tr.wb-renewed')).toHaveCount(0);
  await noSeriousFault(reader);
  expect([heard, readerHeard]).toEqual([[], []]);
});

test('a row that a colleague leads away stays to be seen, until the list is asked again', async ({ page, browser }) => {
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  await goWithin(page, '/base/product?tab=active');
  const acting = inFront(page, '产品');
  const reader = await colleague(browser);
  await watchSockets(reader);
  await enterConsole(reader, consoleUrl(), 'yunying', PEOPLE_PASSWORD);
  await goWithin(reader, '/base/product?tab=active');
  const list = inFront(reader, '产品');
  await hears(reader);
  await joined(reader);
  const names = list.locator('tbody .wb-row-name');
  const before = await names.allTextContents();
  const [, name = ''] = before;
  const tab = list.getByRole('group', { name: '状态' }).getByRole('button', { name: /^已停/ });
  await expect(tab).toHaveText('已停0');
  const requested: string[] = [];
  reader.on('request', (request) => {
    if (request.url().includes('/catalog/product/list')) requested.push(request.url());
  });

  const own = rowOf(acting, name);
  await own.hover();
  await own.getByRole('button', { name: '暂停销售' }).click();
  await expect(own).toBeHidden();
  const gone = rowOf(list, name);
  await expect(gone).toContainText(/已由 管理员 暂停销售 · \d\d:\d\d/);
  await expect(tab).toHaveText('已停1');
  expect(await names.allTextContents()).toEqual(before);
  await expect(gone.getByRole('checkbox')).toBeDisabled();
  await expect(gone.locator('.wb-cell-acts').getByRole('button')).toHaveText(['详情']);
  expect(requested).toHaveLength(1);
  await noSeriousFault(reader);
  await list.getByRole('button', { name: '刷新', exact: true }).click();
  await expect(gone).toBeHidden();

  await acting.getByRole('group', { name: '状态' }).getByRole('button', { name: /^已停/ }).click();
  await rowOf(acting, name).getByRole('button', { name: '上架销售' }).click();
  await expect(rowOf(acting, name)).toBeHidden();
  await takeNewRows(list);
  expect(await names.allTextContents()).toEqual(before);
});

test('two people edit one record: the second chooses field by field, and loses nothing', async ({ page, browser }) => {
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const methods = await openPage(page, '仓储物流', '物流渠道');
  await addShipMethod(methods, 'LIVE4', '两人同改');
  const other = await colleague(browser);
  await enterConsole(other, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const list = await openPage(other, '仓储物流', '物流渠道');
  await rowOf(list, '两人同改').getByRole('button', { name: '编辑' }).click();
  const form = other.getByRole('dialog', { name: /^编辑物流渠道/ });
  await fill(form, { 渠道名称: '我起的名', 承运商: '我的承运商' });

  await rowOf(methods, '两人同改').getByRole('button', { name: '编辑' }).click();
  const first = page.getByRole('dialog', { name: /^编辑物流渠道/ });
  await fill(first, { 渠道名称: '同事起的名', 承运商: '同事的承运商', 渠道编码: 'LIVE4B' });
  await save(first);

  await form.getByRole('button', { name: '保存', exact: true }).click();
  const note = form.getByRole('alert');
  await expect(note).toContainText('数据已被他人修改，请刷新');
  const names = note.getByRole('listitem').filter({ hasText: '渠道名称' });
  await expect(names).toContainText('我的值我起的名');
  await expect(names).toContainText('管理员的值同事起的名');
  await expect(names).toContainText('原值两人同改');
  // What only the other has changed is no question.
  await expect(note.getByRole('listitem')).toHaveCount(2);
  const goOn = note.getByRole('button', { name: '按以上选择合并，继续' });
  await expect(goOn).toBeDisabled();
  await noSeriousFault(other);
  await note.getByRole('button', { name: '渠道名称：保留我的' }).click();
  await note.getByRole('button', { name: '承运商：采用对方' }).click();
  await goOn.click();
  await expect(note).toBeHidden();
  await expect(form.getByLabel('渠道名称', { exact: true })).toHaveValue('我起的名');
  await expect(form.getByLabel('承运商', { exact: true })).toHaveValue('同事的承运商');
  await expect(form.getByLabel('渠道编码', { exact: true })).toHaveValue('LIVE4B');
  await save(form);
  await expect(rowOf(list, '我起的名')).toContainText('同事的承运商');
});

test('nothing moves under an open form; closed, the list catches up', async ({ page, browser }) => {
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const methods = await openPage(page, '仓储物流', '物流渠道');
  const other = await colleague(browser);
  const sockets = socketsOf(other);
  await watchSockets(other);
  await enterConsole(other, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const list = await openPage(other, '仓储物流', '物流渠道');
  await hears(other);
  await list.getByRole('button', { name: '新增', exact: true }).click();
  const form = other.getByRole('dialog', { name: '新增物流渠道' });
  await fill(form, { 渠道名称: '写到一半' });
  const reported = sockets
    .find((socket) => socket.url().includes('/websocket/'))
    ?.waitForEvent('framereceived', ({ payload }) => String(payload).includes('base:shipMethod'));
  await addShipMethod(methods, 'LIVE3', '表单之外');
  await reported;
  await rename(methods, '表单之外', '表单之外改');
  await expect(rowOf(methods, '表单之外改')).toBeVisible();
  await expect(rowOf(list, '表单之外')).toHaveCount(0);
  await expect(form.getByLabel('渠道名称', { exact: true })).toHaveValue('写到一半');
  await form.getByRole('button', { name: '取消' }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /放弃|离开|确定/ })
    .last()
    .click();
  await expect(form).toBeHidden();
  await takeNewRows(list);
  await expect(rowOf(list, '表单之外改')).toBeVisible();
});

test('switched off, a list stays as it is; the choice outlives a reload', async ({ page, browser }) => {
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const methods = await openPage(page, '仓储物流', '物流渠道');
  const reader = await colleague(browser);
  await enterConsole(reader, consoleUrl(), 'yunying', PEOPLE_PASSWORD);
  await reader.goto(`${consoleUrl()}/account/settings/notification`);
  const refresh = reader.getByRole('switch', { name: '列表自动刷新' });
  await expect(refresh).toBeChecked();
  await refresh.click();
  await reader.reload();
  await expect(refresh).not.toBeChecked();
  await noSeriousFault(reader);

  const sockets = socketsOf(reader);
  await watchSockets(reader);
  await reader.goto(`${consoleUrl()}/base/ship-method`);
  const read = inFront(reader, '物流渠道');
  await expect(read.getByRole('row').nth(1)).toBeVisible();
  await hears(reader);
  const reported = sockets
    .find((socket) => socket.url().includes('/websocket/'))
    ?.waitForEvent('framereceived', ({ payload }) => String(payload).includes('base:shipMethod'));
  const requests: string[] = [];
  reader.on('request', (request) => requests.push(request.url()));
  await addShipMethod(methods, 'LIVE2', '不刷新');
  await reported;
  // Whatever was on its way has arrived once a second change was reported, which is after the pause.
  await rename(methods, '不刷新', '仍不刷新');
  await expect(rowOf(methods, '仍不刷新')).toBeVisible();
  await expect(rowOf(read, '不刷新')).toHaveCount(0);
  expect(requests.filter((url) => url.includes('/base/shipMethod/list'))).toEqual([]);
});

test('a refused socket leaves a working console, and the bell asks', async ({ page }) => {
  covers('§7 sockets');
  const heard = complaints(page);
  await page.routeWebSocket(/\/(websocket|vxeSocket)\//, (socket) => socket.close());
  await enterConsole(page, consoleUrl(), 'caiwu', PEOPLE_PASSWORD);
  const isBell = (request: { url(): string }): boolean => request.url().includes('/listByUser');
  await page.waitForRequest(isBell);
  await page.waitForRequest(isBell);
  const orders = await openPage(page, '任务与对账', '任务');
  await expect(orders.getByRole('table').first()).toBeVisible();
  expect(heard).toEqual([]);
});

test('signing out closes every socket', async ({ page }) => {
  const sockets = socketsOf(page);
  await enterConsole(page, consoleUrl(), 'yunying', PEOPLE_PASSWORD);
  forgetSession('yunying');
  await openPage(page, '仓储物流', '物流渠道');
  await expect.poll(() => open(sockets, '/vxeSocket/')).toBe(1);
  await openPage(page, '仓储物流', '仓库');
  // The page behind another needs no socket.
  await expect.poll(() => sockets.map((socket) => socket.url()).join()).toContain('warehouse');
  await expect.poll(() => open(sockets, '/vxeSocket/')).toBe(1);
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/user/login**');
  await expect.poll(() => open(sockets, '/')).toBe(0);
});

test('a new notice is read aloud where that is switched on', async ({ page, browser }) => {
  covers('§7 sockets');
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const list = await openPage(page, '系统管理', '系统通告');
  const reader = await colleague(browser);
  await reader.addInitScript(() => {
    const spoken: string[] = [];
    const voice = {
      speak: ({ text }: SpeechSynthesisUtterance) => spoken.push(text),
      cancel: () => undefined,
    };
    Object.defineProperty(window, 'speechSynthesis', { value: voice });
    Object.assign(window, { spoken });
  });
  await watchSockets(reader);
  await enterConsole(reader, consoleUrl(), 'cangku', PEOPLE_PASSWORD);
  await reader.goto(`${consoleUrl()}/account/settings/notification`);
  await reader.getByRole('switch', { name: '语音播报新消息' }).click();
  await hears(reader);

  await list.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增通告' });
  await fill(form, { 标题: '今晚停电', 内容: '请保存' });
  await save(form);
  await rowOf(list, '今晚停电').getByRole('button', { name: '发布', exact: true }).click();
  await page
    .getByRole('dialog', { name: /^发布“/ })
    .getByRole('button', { name: '发布' })
    .click();
  const spoken = (): Promise<string> =>
    reader.evaluate(() => (window as unknown as { spoken: string[] }).spoken.join());
  await expect.poll(spoken).toContain('今晚停电');
});
