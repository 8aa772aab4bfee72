import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { enterConsole, forgetSession, inFront, openPage, signIn } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';
const LIST = '**/api/catalog/product/list*';

test.beforeEach(async ({ page }) => {
  await enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
});

/** Answers the next lists of products like this, and asks for one. */
async function answerLists(page: Page, status: number, message: string): Promise<void> {
  await page.route(LIST, (route) =>
    route.fulfill({ status, json: { success: false, code: status, message, result: null } }),
  );
}

/** With its rows: a refresh before they came asks for nothing more. */
async function openProducts(page: Page): Promise<void> {
  const front = await openPage(page, '产品管理', '产品');
  await expect(front.locator('.wb-row-name').first()).toBeVisible();
}

const refresh = (page: Page): Promise<void> =>
  inFront(page, '产品').getByRole('button', { name: '刷新', exact: true }).click();

test('a session that was ended elsewhere says so, and leads back after the sign-in', async ({ page }) => {
  covers('§4 session expiry', '§8 401');
  forgetSession('yunying');
  await openProducts(page);
  await page.evaluate(async () => {
    const { session } = JSON.parse(localStorage.getItem('waybill.session') ?? '{}') as {
      session: { token: string };
    };
    await fetch('/api/sys/logout', {
      method: 'POST',
      headers: { 'X-Access-Token': session.token },
    });
  });
  await refresh(page);
  await expect(page.getByText('很抱歉，登录已过期，请重新登录')).toBeVisible();
  // After a moment the page is reloaded, at the sign-in.
  await expect(page).toHaveURL(/\/user\/login\?redirect=%2Fbase%2Fproduct/);
  await expect(page.getByText('很抱歉，登录已过期，请重新登录')).toBeVisible();
  await page.getByLabel('账号', { exact: true }).fill('yunying');
  await page.getByLabel('密码', { exact: true }).fill(PEOPLE_PASSWORD);
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await expect(inFront(page, '产品')).toBeVisible();
});

test('the old refusal of a token asks first, then signs in again', async ({ page }) => {
  covers('§8 token expired');
  forgetSession('yunying');
  await openProducts(page);
  await answerLists(page, 500, 'Token失效，请重新登录');
  await refresh(page);
  const modal = page.getByRole('dialog', { name: '登录已过期' });
  await noSeriousFault(page);
  await modal.getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/\/user\/login/);
});

test('each status has its words', async ({ page }) => {
  covers('§8 statuses', '§8 lists');
  await openProducts(page);
  for (const [status, answers, shown] of [
    [404, '', '很抱歉，资源未找到!'],
    [504, '', '网络超时'],
    [422, '服务器自己的话', '服务器自己的话'],
    [500, '操作失败（编号 1a2b3c4d）', '操作失败（编号 1a2b3c4d）'],
    [403, '没有权限', '拒绝访问'],
  ] as const) {
    await answerLists(page, status, answers);
    await refresh(page);
    await expect(page.getByText(shown).first()).toBeVisible();
    await page.unroute(LIST);
  }
  await expect(page.getByText('系统提示')).toBeVisible();
});

test('an export that brings nothing says so', async ({ page }) => {
  covers('§8 downloads');
  await openProducts(page);
  await page.route('**/api/catalog/product/exportXls*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/vnd.ms-excel', body: '' }),
  );
  const products = inFront(page, '产品');
  // Some dozens, however many another test has imported: no question comes first.
  await products.getByRole('button', { name: /^在售/ }).click();
  await products.getByRole('button', { name: '导出', exact: true }).click();
  await expect(page.getByText('文件下载失败')).toBeVisible();
});

test('a page that breaks shows an id that reaches the server', async ({ page }) => {
  covers('ours: error ids');
  const front = await openPage(page, '订单', '待处理');
  await page.route('**/api/orders/salesOrder/queryById*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { result: { lines: unknown } };
    json.result.lines = { orderLine: 'not a list' };
    await route.fulfill({ response, json });
  });
  const noted = page.waitForRequest('**/api/sys/clientError');
  await front.locator('.wb-row-name').first().click();
  const sent = (await noted).postDataJSON() as { errorId: string; page: string; message: string };
  expect(sent.errorId).toMatch(/^[0-9a-f]{8}$/);
  expect(sent.page).toMatch(/^\/orders\//);
  expect((await (await noted).response())?.status()).toBe(200);
  await expect(page.getByText(`错误编号 ${sent.errorId}`)).toBeVisible();
  await page.unroute('**/api/orders/salesOrder/queryById*');
  await page.getByRole('button', { name: '重新加载此页' }).click();
  await expect(page.getByRole('article').getByRole('tab', { name: '概览' })).toBeVisible();
});

test('a part that is gone after a new build reloads the page once, then shows an error', async ({ page }) => {
  covers('§8 chunk load');
  let requested = 0;
  await page.route('**/assets/role-list-*.js', (route) => {
    requested += 1;
    return requested === 1 ? route.abort() : route.continue();
  });
  await page.evaluate(() => localStorage.clear());
  await signIn(page, CONSOLE(), 'admin', 'Lantian-5821-Hongqi');
  await page.goto(`${CONSOLE()}/isystem/roleUserList`);
  await expect(inFront(page, '角色管理').getByRole('heading', { level: 1 })).toBeVisible();
  expect(requested).toBe(2);

  await page.route('**/assets/depart-list-*.js', (route) => route.abort());
  await page.goto(`${CONSOLE()}/isystem/depart`);
  await expect(page.getByText('页面出错了')).toBeVisible();
  await expect(page.getByText(/错误编号 [0-9a-f]{8}/)).toBeVisible();
});

test('a network that is gone is said; when it is back the page is requested again', async ({ page, context }) => {
  covers('ours: offline');
  await openProducts(page);
  const title = page.getByRole('heading', { name: '产品', level: 1 });
  const before = await title.boundingBox();
  await context.setOffline(true);
  await expect(page.getByText('网络已断开')).toBeVisible();
  // It says so over the page: nothing moves under the pointer.
  expect(await title.boundingBox()).toEqual(before);
  // Its code was never fetched: it is waited for, and nothing that is open is lost for it.
  const menu = page.getByRole('navigation', { name: '菜单' });
  await menu.getByRole('menuitem', { name: '基础资料', exact: true }).click();
  await menu.getByRole('menuitem', { name: '导入导出', exact: true }).click();
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await expect(tabs.getByRole('button', { name: '导入导出', exact: true })).toBeVisible();
  await tabs.getByRole('button', { name: '产品', exact: true }).click();
  const again = page.waitForResponse(LIST);
  await context.setOffline(false);
  expect((await again).status()).toBe(200);
  await expect(page.getByText('网络已断开')).toBeHidden();
  await tabs.getByRole('button', { name: '导入导出', exact: true }).click();
  await expect(page.getByRole('heading', { name: '导入导出', level: 1 })).toBeVisible();
});

test('a clock that is an hour wrong signs nobody out and moves no deadline', async ({ browser }) => {
  const texts: string[] = [];
  // Two hours apart: neither could be right were the other.
  for (const shift of [3_600_000, -3_600_000]) {
    const context = await browser.newContext({ locale: 'zh-CN' });
    const page = await context.newPage();
    await page.clock.install({ time: Date.now() + shift });
    await signIn(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
    const front = await openPage(page, '订单', '待处理');
    await page.reload();
    texts.push(await front.locator('time', { hasText: '剩' }).last().innerText());
    await context.close();
  }
  expect(texts[0]).toMatch(/天|时|分/);
  // A minute may pass between the looks, not an hour.
  const hours = texts.map((text) => {
    const [, days = '0'] = /(\d+)天/.exec(text) ?? [];
    const [, rest = '0'] = /(\d+)时/.exec(text) ?? [];
    return Number(days) * 24 + Number(rest);
  });
  expect(Math.max(...hours) - Math.min(...hours)).toBeLessThanOrEqual(1);
});
