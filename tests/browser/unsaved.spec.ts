import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { complaints, enterConsole, fitsWidth, forgetSession, inFront, openPage, signIn } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { cellAt } from './grid-steps.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** What somebody typed and did not store, whatever would take it away. */

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';
const tab = (page: Page, title: string): Locator =>
  page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name: title, exact: true });
const form = (page: Page): Locator => page.getByRole('dialog', { name: '新增产品' });

// Each with a session of its own, which it may end.
async function enter(page: Page): Promise<void> {
  forgetSession('yunying');
  await enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
}

async function typeProduct(page: Page, spu: string): Promise<void> {
  const front = await openPage(page, '产品管理', '产品');
  await front.getByRole('button', { name: '新增', exact: true }).click();
  await form(page).getByLabel('SPU').fill(spu);
}

/** Another window of the same browser, on an address that starts no console. */
async function otherWindow(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(`${CONSOLE()}/favicon.ico`);
  return other;
}

async function signInHere(page: Page, username = 'yunying'): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(username);
  await page.getByLabel('密码', { exact: true }).fill(PEOPLE_PASSWORD);
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await page.locator('.wb-page').first().waitFor();
}

const offer = (page: Page): Locator => page.getByRole('alert').filter({ hasText: '上次登录结束时有未保存的内容' });

test('refreshing its tab asks first', async ({ page }) => {
  await enter(page);
  await typeProduct(page, '未保存-刷新');
  await page.getByRole('button', { name: '页面操作' }).dispatchEvent('click');
  await page.getByRole('menuitem', { name: '刷新', exact: true }).dispatchEvent('click');
  const question = page.getByRole('dialog', { name: '放弃“产品”中未保存的修改？' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect(form(page).getByLabel('SPU')).toHaveValue('未保存-刷新');
  await page.getByRole('button', { name: '页面操作' }).dispatchEvent('click');
  await page.getByRole('menuitem', { name: '刷新', exact: true }).dispatchEvent('click');
  await question.getByRole('button', { name: '放弃修改' }).click();
  await expect(form(page)).toBeHidden();
});

test('with one page at a time, what was typed waits behind the next page', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('waybill.settings', JSON.stringify({ multipage: false })));
  await enter(page);
  await typeProduct(page, '未保存-单页');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/test\/home$/);
  await expect(form(page)).toBeHidden();
  await openPage(page, '产品管理', '产品');
  await expect(form(page).getByLabel('SPU')).toHaveValue('未保存-单页');
});

test('signing out names what would be lost', async ({ page }) => {
  await enter(page);
  await typeProduct(page, '未保存-退出');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('dialog', { name: '退出登录' });
  await expect(question).toContainText('“产品”中未保存的修改将丢失');
  await question.getByRole('button', { name: '取消' }).click();
  await tab(page, '产品').click();
  await expect(form(page).getByLabel('SPU')).toHaveValue('未保存-退出');
});

test('a session that is lost leaves a draft for the same person alone', async ({ page }) => {
  covers('ours: drafts of unsaved work');
  const heard = complaints(page);
  await enter(page);
  await typeProduct(page, '未保存-过期');
  await form(page).getByRole('textbox', { name: '产品名称' }).fill('断线的产品');
  await page.evaluate(async () => {
    const { session } = JSON.parse(localStorage.getItem('waybill.session') ?? '{}') as {
      session: { token: string };
    };
    await fetch('/api/sys/logout', {
      method: 'POST',
      headers: { 'X-Access-Token': session.token, 'Content-Type': 'application/json' },
      body: '{}',
    });
  });
  await form(page).getByRole('button', { name: '保存' }).click();
  await page.waitForURL('**/user/login?**');
  await expect(page.getByText('很抱歉，登录已过期，请重新登录')).toBeVisible();

  await signInHere(page, 'kefu');
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await page.evaluate(() => localStorage.removeItem('waybill.session'));
  await page.goto(`${CONSOLE()}/user/login`);

  await signInHere(page);
  await expect(offer(page)).toContainText('产品：新增产品');
  await noSeriousFault(page);
  for (const width of [1440, 1088, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await fitsWidth(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await offer(page).getByRole('button', { name: '继续编辑' }).click();
  await expect(form(page).getByLabel('SPU')).toHaveValue('未保存-过期');
  await expect(form(page).getByRole('textbox', { name: '产品名称' })).toHaveValue('断线的产品');
  await expect(offer(page)).toHaveCount(0);
  // It counts as typed: closing asks, and nothing of it is kept any more.
  expect(await page.evaluate(() => localStorage.getItem('waybill.drafts'))).toBeNull();
  await form(page).getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog', { name: '放弃未保存的修改？' }).waitFor();
  expect(heard.filter((text) => !text.includes('401'))).toEqual([]);
});

test('signing out in another window leaves a draft, lines of a table too', async ({ page }) => {
  await enter(page);
  await page.goto(`${CONSOLE()}/orders/new`);
  const draft = inFront(page, '新增订单');
  await draft.getByLabel('PO号', { exact: true }).fill('WB-KEPT-1');
  await draft.getByRole('button', { name: '从Excel粘贴' }).click();
  const paste = page.getByRole('dialog', { name: '从Excel粘贴商品' });
  await paste.getByRole('textbox').fill('WB-OUT-PLNT-S3\t7\t18.50');
  await paste.getByRole('button', { name: '加入商品' }).click();
  await expect(draft.getByLabel('合计')).toContainText('7 件');
  const other = await otherWindow(page);
  await other.evaluate(() => localStorage.removeItem('waybill.session'));
  await page.waitForURL('**/user/login?**');
  await other.close();

  await signInHere(page);
  await offer(page).first().getByRole('button', { name: '继续编辑' }).click();
  await expect(draft.getByLabel('PO号', { exact: true })).toHaveValue('WB-KEPT-1');
  await expect(draft.getByLabel('合计')).toContainText('7 件');
});

test('the draft of an adjustment opens the form it was typed into, with its lines', async ({ page }) => {
  await signIn(page, CONSOLE(), 'cangku', PEOPLE_PASSWORD);
  await page.goto(`${CONSOLE()}/base/adjustment`);
  await page.getByRole('button', { name: '新增调整单' }).first().click();
  const adjustment = page.getByRole('dialog', { name: '新增调整单' });
  await adjustment.getByLabel('原因').fill('盘点差异');
  await adjustment.getByRole('button', { name: '从Excel粘贴' }).click();
  const paste = page.getByRole('dialog', { name: '从Excel粘贴明细' });
  await paste.getByRole('textbox').fill('WB-OUT-PLNT-S3\t7\nWB-NO-SUCH\t1 2');
  await page.keyboard.press('Escape');
  // Pasted texts are asked for as well, and Enter takes nothing away.
  await page.getByRole('dialog', { name: '放弃未保存的修改？' }).waitFor();
  await page.keyboard.press('Enter');
  await paste.getByRole('button', { name: '加入明细' }).click();
  const lines = page.getByRole('grid', { name: '调整明细' });
  await expect(lines).toContainText('WB-NO-SUCH');
  const other = await otherWindow(page);
  await other.evaluate(() => localStorage.removeItem('waybill.session'));
  await page.waitForURL('**/user/login?**');
  await other.close();

  await signInHere(page, 'cangku');
  await offer(page).getByRole('button', { name: '继续编辑' }).click();
  await expect(adjustment.getByLabel('原因')).toHaveValue('盘点差异');
  await expect(lines).toContainText('WB-OUT-PLNT-S3');
  await expect(await cellAt(lines, 2, '数量')).toHaveText('1 2');
  await expect(adjustment.getByRole('button', { name: '保存为草稿' })).toBeVisible();
});

test('what is typed into a move is asked for, and its draft opens it again', async ({ page }) => {
  await enter(page);
  const front = await openPage(page, '订单', '待处理');
  const row = front.getByRole('row').filter({ has: page.getByRole('button', { name: '更多' }) });
  await row.first().getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '取消', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^取消：/ });
  const units = dialog.getByRole('spinbutton').first();
  for (const [typed, reason] of [
    ['五', '取消数量必须是数字'],
    ['999', /^取消数量不能大于\d+$/],
  ] as const) {
    await units.fill(typed);
    await units.blur();
    await expect(units).toHaveValue(typed);
    await expect(dialog.getByRole('alert').filter({ hasText: reason })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^取消 / })).toBeDisabled();
  }
  await units.fill('１');
  await units.blur();
  await expect(units).toHaveValue('1');
  await dialog.getByLabel('取消原因').fill('客户不要了');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: '放弃未保存的修改？' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  const other = await otherWindow(page);
  await other.evaluate(() => localStorage.removeItem('waybill.session'));
  await page.waitForURL('**/user/login?**');
  await other.close();

  await signInHere(page);
  await expect(offer(page)).toContainText('待处理：取消：');
  await offer(page).getByRole('button', { name: '继续编辑' }).click();
  await expect(dialog.getByLabel('取消原因')).toHaveValue('客户不要了');
  await expect(units).toHaveValue('1');
});

test('a window that is taken over by somebody else leaves a draft', async ({ page }) => {
  await enter(page);
  await typeProduct(page, '未保存-接班');
  const other = await otherWindow(page);
  await other.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('waybill.session') ?? '{}');
    stored.session.user = { ...stored.session.user, id: 'somebody-else', realname: '李接班' };
    localStorage.setItem('waybill.session', JSON.stringify(stored));
  });
  await page.waitForEvent('load');
  const drafts = await page.evaluate(() => localStorage.getItem('waybill.drafts'));
  expect(drafts).toContain('未保存-接班');
  await expect(offer(page)).toHaveCount(0);
});

test('stores that refuse everything keep nobody from working', async ({ page }) => {
  const heard = complaints(page);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  await signIn(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  const front = await openPage(page, '产品管理', '产品');
  await expect(front.locator('.wb-row-name').first()).toBeVisible();
  await openPage(page, '订单/仓库作业', '发货单');
  await page.getByRole('button', { name: '页面操作' }).click();
  await page.getByRole('menuitem', { name: '关闭其他' }).click();
  await expect(tab(page, '产品')).toHaveCount(0);
  expect(heard).toEqual([]);
});

test('tabs that a window kept are what the menu says', async ({ page }) => {
  await enter(page);
  await openPage(page, '产品管理', '产品');
  await page.evaluate(() => {
    const tabs = JSON.parse(sessionStorage.getItem('waybill.tabs') ?? '[]');
    for (const one of tabs)
      if (one.key === '/base/product') {
        one.title = '旧名字';
        one.route = { path: '/base/product', component: 'list/gone/away', title: '旧名字' };
      }
    tabs.push({ key: '/no/such/page', route: { component: 'test/home' } }, null, { key: 7 });
    sessionStorage.setItem('waybill.tabs', JSON.stringify(tabs));
  });
  await page.goto(`${CONSOLE()}/base/product/`);
  await expect(page).toHaveURL(`${CONSOLE()}/base/product`);
  await expect(inFront(page, '产品').locator('.wb-row-name').first()).toBeVisible();
  await expect(page.locator('.wb-tab-open')).toHaveText(['首页', '测试页', '产品']);
});
