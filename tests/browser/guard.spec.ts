import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { complaints, enterConsole, enterHome, forgetSession, goWithin, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { answerAccess, changeAccess, entry } from './served-menu.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';
import { IS_LONG, someOf } from '../harness/long.ts';

useConsole();

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';
const enter = (page: Page): Promise<void> => enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);

const fillIn = async (page: Page): Promise<void> => {
  await page.getByLabel('账号', { exact: true }).fill('yunying');
  await page.getByLabel('密码', { exact: true }).fill(PEOPLE_PASSWORD);
  await page.getByLabel('密码', { exact: true }).press('Enter');
};

const EVIL = ['/\\evil.example', '//evil.example', '/%09/evil.example', '/.//evil.example'];

test('the guard remembers the wanted page, and leads nobody to another site', async ({ page }) => {
  covers('§2 wanted path');
  const heard = complaints(page);
  await page.goto(`${CONSOLE()}/orders/shipped?po=A%261`);
  await expect(page).toHaveURL(/\/user\/login\?redirect=%2Forders%2Fshipped%3Fpo%3DA%25261$/);
  await fillIn(page);
  await expect(page).toHaveURL(`${CONSOLE()}/orders/shipped?po=A%261`);
  await page.evaluate(() => localStorage.clear());
  // Every spelling of them: console/session/redirect.test.ts.
  for (const evil of someOf(EVIL, 1)) {
    await page.goto(`${CONSOLE()}/user/login?redirect=${evil}`);
    await fillIn(page);
    await expect(page).toHaveURL(`${CONSOLE()}/dashboard/analysis`);
    await page.evaluate(() => localStorage.clear());
  }
  expect(heard).toEqual([]);
});

test('static routes lead where they should, with a session and without', async ({ page }) => {
  covers('§1 page title', '§2 home', '§2 error pages', '§2 test page', '§2 guard with a token');
  for (const [from, to] of [
    ['/user', '/user/login'],
    ['/nowhere', '/user/login?redirect=%2Fnowhere'],
  ] as const) {
    await page.goto(CONSOLE() + from);
    await expect(page).toHaveURL(CONSOLE() + to);
  }
  await enterHome(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  await expect(page).toHaveTitle('首页 - 供应链管理平台');
  for (const [from, to, title] of [
    ['/', '/dashboard/analysis', '首页'],
    ['/user/login', '/dashboard/analysis', '首页'],
    ['/user/login?redirect=%2Ftasks', '/tasks', '任务'],
    ['/nowhere/at/all', '/404', '404'],
    // Pages that the product has and a clerk has no right to.
    ['/isystem/user', '/403', '403'],
    ['/isystem/nobody', '/404', '404'],
    ['/403', '/403', '403'],
    ['/500', '/500', '500'],
    ['/test', '/test/home', '测试页'],
    ['/orders', '/orders/pending', '待处理'],
  ] as const) {
    // A reload asks the same guard: at length for all, in the gate where a sign-in is asked for.
    if (IS_LONG || from.startsWith('/user')) await page.goto(CONSOLE() + from);
    else await goWithin(page, from);
    await expect(page).toHaveURL(CONSOLE() + to);
    await expect(page).toHaveTitle(`${title} - 供应链管理平台`);
  }
  await page.goto(`${CONSOLE()}/403`);
  await noSeriousFault(page);
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/dashboard\/analysis$/);
});

test('a menu that cannot be had logs out, one that is late can be asked for again', async ({ page }) => {
  covers('§2 menu load fails', '§6 menu and buttons', '§8 empty menu');
  await enter(page);
  forgetSession('yunying');
  await answerAccess(page, 503, { success: false, code: 503, message: '服务暂时不可用' });
  await page.goto(`${CONSOLE()}/orders/pending`);
  await expect(page.getByRole('heading', { name: '菜单加载失败' })).toBeVisible();
  await page.unroute('**/sys/permission/getUserPermissionByToken*');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '待处理', level: 1 })).toBeVisible();

  await answerAccess(page, 200, { success: true, code: 200, message: '', result: { menu: [] } });
  await page.reload();
  await expect(page).toHaveURL(`${CONSOLE()}/user/login?redirect=%2Forders%2Fpending`);
  await expect(page.getByText('没有可用的菜单，请联系管理员授权')).toBeVisible();
  await page.unroute('**/sys/permission/getUserPermissionByToken*');
});

/** The token of the session that the browser keeps. */
const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('waybill.session') ?? '{}') as {
      session: { token: string };
    };
    return stored.session.token;
  });

for (const [how, status, code, answers] of [
  ['in the way of the base', 200, 500, '菜单被拒绝'],
  ['by its status', 403, 403, '拒绝访问'],
] as const)
  test(`a refused menu ends the session here and on the server: ${how}`, async ({ page }) => {
    covers('§2 refused menu', '§2 menu load fails');
    forgetSession('yunying');
    await enter(page);
    forgetSession('yunying');
    const token = await tokenOf(page);
    await answerAccess(page, status, { success: false, code, message: '菜单被拒绝', result: null });
    const ended = page.waitForResponse('**/api/sys/logout*');
    await page.goto(`${CONSOLE()}/orders/pending`);
    await expect(page).toHaveURL(`${CONSOLE()}/user/login?redirect=%2Forders%2Fpending`);
    await expect(page.getByText(answers)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('waybill.session'))).toBeNull();
    expect((await ended).status()).toBe(200);
    const after = await page.request.get(`${CONSOLE()}/api/sys/user/profile`, {
      headers: { 'X-Access-Token': token },
    });
    expect(after.status()).toBe(401);
  });

test('the menu is fetched once per start, however many pages are opened', async ({ page }) => {
  covers('§2 menu fetched once');
  await enter(page);
  let fetched = 0;
  page.on('request', (request) => {
    if (request.url().includes('/sys/permission/getUserPermissionByToken')) fetched += 1;
  });
  await page.reload();
  await openPage(page, '产品管理', '产品');
  await openPage(page, '订单', '待处理');
  await page.goBack();
  await expect(inFront(page, '产品')).toBeVisible();
  expect(fetched).toBe(1);
  await page.goto(`${CONSOLE()}/orders/shipped`);
  await expect(inFront(page, '已发货')).toBeVisible();
  expect(fetched).toBe(2);
});

test('a menu of the other client generation refuses to start', async ({ page }) => {
  covers('§2 refused start', '§8 startup refusal');
  await enter(page);
  await changeAccess(page, ({ menu }) => {
    menu.push(entry('/new', '新', { component: 'layouts/default/index' }));
  });
  await page.reload();
  forgetSession('yunying');
  await expect(page.getByRole('heading', { name: '启动失败' })).toBeVisible();
  await noSeriousFault(page);
  await page.unroute('**/sys/permission/getUserPermissionByToken*');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: '启动失败' })).toBeHidden();

  await changeAccess(page, ({ menu }) => {
    menu.push(entry('/new', '新', { component: 'layouts/default/index' }));
  });
  await page.reload();
  await page.getByRole('button', { name: '重新登录' }).click();
  await expect(page.getByLabel('账号', { exact: true })).toBeVisible();
});

test('I8, J8: entries of every kind: window, frame, hidden, standing for its children', async ({ page, context }) => {
  covers('§2 menu url placeholders', '§2 menu entries of other kinds');
  await enter(page);
  await changeAccess(page, ({ menu }) => {
    const frame = { component: 'layouts/IframePageView' };
    menu.push(
      entry('a1', '外部手册', frame, {
        url: '{{ host }}/healthz?tenant={{ tenantId }}',
        internalOrExternal: true,
      }),
      entry('b2', '内嵌报表', frame, { url: 'http://127.0.0.1:9/report' }),
      entry('c3', '坏地址', frame, { url: '{{ constructor.constructor("alert(1)")() }}' }),
      entry('/secret', '看不见', { component: 'test/home', hidden: true }),
      entry('/group', '聚合', {
        alwaysShow: true,
        children: [entry('/group/one', '唯一', { component: 'test/home' })],
      }),
      entry('/x', '<img src=x onerror=alert(1)>'.padEnd(300, '长'), { component: 'test/home' }),
    );
  });
  await page.reload();
  const menu = page.getByRole('navigation', { name: '菜单' });
  await expect(menu.getByRole('menuitem', { name: '聚合' })).toBeVisible();
  await expect(menu.getByText('看不见')).toHaveCount(0);
  await menu.getByRole('menuitem', { name: '聚合' }).click();
  await expect(page).toHaveURL(`${CONSOLE()}/group/one`);

  const opening = context.waitForEvent('page');
  await menu.getByRole('menuitem', { name: '外部手册' }).click();
  const outside = await opening;
  await expect(outside).toHaveURL(`${CONSOLE()}/healthz?tenant=1`);
  expect(await outside.evaluate(() => window.opener)).toBeNull();
  await outside.close();

  await menu.getByRole('menuitem', { name: '内嵌报表' }).click();
  await expect(page.getByText('本平台不允许嵌入 http://127.0.0.1:9')).toBeVisible();
  await menu.getByRole('menuitem', { name: '坏地址' }).click();
  await expect(page.getByText('菜单中的地址无法识别')).toBeVisible();

  // A title is text, however long.
  await menu.getByRole('menuitem', { name: /^<img/ }).click();
  await expect(page).toHaveURL(`${CONSOLE()}/x`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('four levels and three hundred entries are walked by keyboard', async ({ page }) => {
  covers('§2 page header');
  await enter(page);
  await changeAccess(page, ({ menu }) => {
    const leaf = (at: string): Record<string, unknown> =>
      entry(`/deep/${at}`, `页面 ${at}`, { component: 'test/home' });
    const level = (at: string, depth: number): Record<string, unknown> =>
      depth === 1
        ? leaf(at)
        : entry(`/deep/${at}`, `第 ${at} 组`, {
            children: Array.from({ length: depth === 4 ? 3 : 10 }, (_, n) => level(`${at}-${n}`, depth - 1)),
          });
    menu.push(level('0', 4));
  });
  await page.reload();
  const menu = page.getByRole('navigation', { name: '菜单' });
  for (const group of ['第 0 组', '第 0-1 组', '第 0-1-4 组']) {
    await menu.getByRole('menuitem', { name: group, exact: true }).focus();
    await page.keyboard.press('Enter');
  }
  await menu.getByRole('menuitem', { name: '页面 0-1-4-7' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${CONSOLE()}/deep/0-1-4-7`);
  await expect(page.getByRole('navigation', { name: '面包屑' }).getByRole('listitem')).toHaveText([
    '首页',
    '第 0 组',
    '第 0-1 组',
    '第 0-1-4 组',
    '页面 0-1-4-7',
  ]);
});

test('buttons and columns follow the permission lists', async ({ page }) => {
  covers('§6 view-level permission', '§6 toolbar buttons');
  await enter(page);
  await changeAccess(page, (access) => {
    access.auth = access.auth.filter(({ action }) => action !== 'catalog:product:add');
    access.allAuth.push({ action: 'catalog:product:column:name', type: '1', status: '1' });
  });
  await page.goto(`${CONSOLE()}/base/product`);
  const front = page.getByRole('region', { name: '产品', exact: true });
  await expect(front.getByRole('columnheader', { name: 'SPU' })).toBeVisible();
  await expect(front.getByRole('button', { name: '新增' })).toHaveCount(0);
  await expect(front.getByRole('columnheader', { name: '产品名称' })).toHaveCount(0);
});

test('a browser that is too old shows that, and nothing else', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
  await page.goto(`${CONSOLE()}/user/login`);
  await expect(page.getByRole('alert')).toContainText('Chrome 119、Edge 119、Firefox 124、Safari 17.4');
  await expect(page.getByRole('alert')).toBeInViewport();
  await expect(page.getByLabel('账号', { exact: true })).toHaveCount(0);
});

test('bad escapes and a slash at the end of an address lead somewhere', async ({ page }) => {
  await enter(page);
  for (const [from, to] of [
    ['/orders/pending/', '/orders/pending'],
    ['/orders/pending//?po=A', '/orders/pending?po=A'],
    ['/detail/base/warehouse/%E0%A4%A', '/404'],
    ['/%E0%A4%A', '/404'],
    ['/orders/pending?po=%E0%A4%A', '/orders/pending?po=%E0%A4%A'],
  ] as const) {
    await page.goto(CONSOLE() + from);
    await expect(page).toHaveURL(CONSOLE() + to);
    await expect(page.locator('main')).toBeVisible();
  }
});
