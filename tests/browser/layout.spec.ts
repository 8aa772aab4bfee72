import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { complaints, enterConsole, fitsWidth, forgetSession, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';
import {
  choose,
  close,
  group,
  headerTop,
  stored,
  lengthen,
  menuOf,
  openSettings,
  PRESETS,
  scrollTo,
  shows,
} from './layout-steps.ts';
import { IS_LONG, someOf } from '../harness/long.ts';

useConsole();
// As most people see it, with all that moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

test.beforeEach(({ page }) => enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD));

test('each setting shows at once and is there at the next visit', async ({ page }) => {
  covers('§2 without tabs', '§2 side menu', '§2.1 settings drawer', '§8 theme', '§9 breakpoints and widths');
  const heard = complaints(page);
  await openPage(page, '订单', '待处理');
  const side = menuOf(page);
  expect((await side.boundingBox())?.width).toBe(200);
  const drawer = await openSettings(page);
  await choose(drawer, '暗色菜单');
  await expect(side).toHaveCSS('width', '208px');
  await choose(drawer, '暗色');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const compiling = shows(page, '正在编译主题！');
  await drawer.getByLabel('酱紫').click();
  await compiling;
  await expect(page.getByText('正在编译主题！')).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('--wb-accent', '#722ED1');
  await expect(drawer.getByLabel('下滑时隐藏 Header')).toBeDisabled();
  await drawer.getByLabel('固定 Header').click();
  await drawer.getByLabel('下滑时隐藏 Header').click();
  await drawer.getByLabel('固定侧边菜单').click();
  await drawer.getByLabel('色弱模式').click();
  await expect(page.locator('html')).toHaveCSS('filter', 'invert(0.8)');
  await drawer.getByLabel('多页签模式').click();
  await expect(page.getByRole('navigation', { name: '已打开的页面' })).toHaveCount(0);
  const liked = {
    navTheme: 'dark',
    scheme: 'dark',
    layout: 'sidemenu',
    contentWidth: 'Fixed',
    fixedHeader: true,
    fixSiderbar: true,
    autoHideHeader: true,
    colorWeak: true,
    primaryColor: '#722ED1',
    multipage: false,
  };
  expect(await stored(page)).toEqual(liked);
  await page.reload();
  await expect(inFront(page, '待处理')).toBeVisible();
  await expect(side).toHaveCSS('width', '208px');
  await expect(page.locator('html')).toHaveCSS('filter', 'invert(0.8)');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('navigation', { name: '已打开的页面' })).toHaveCount(0);
  const again = await openSettings(page);
  await again.getByLabel('固定 Header').click();
  expect(await stored(page)).toEqual({ ...liked, fixedHeader: false, autoHideHeader: false });
  await again.getByRole('button', { name: '恢复默认' }).click();
  await expect(side).toHaveCSS('width', '200px');
  await expect(page.locator('html')).toHaveCSS('filter', 'none');
  await expect(page.getByRole('navigation', { name: '已打开的页面' })).toBeVisible();
  expect(heard).toEqual([]);
});

test('the menu on top has the pages below it, 1200 px or the whole window', async ({ page }) => {
  covers('§2 global header');
  const drawer = await openSettings(page);
  await choose(drawer, '顶部栏导航');
  await expect(drawer.getByLabel('固定侧边菜单')).toBeDisabled();
  const work = page.locator('.wb-work');
  await expect(work).toHaveCSS('width', '1200px');
  await choose(drawer, '流式');
  await expect(work).toHaveCSS('width', '1440px');
  await close(drawer);
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(menuOf(page).getByText('更多')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await group(page, '订单').hover();
  await page.getByRole('menuitem', { name: '待处理', exact: true }).click();
  await expect(inFront(page, '待处理')).toBeVisible();
});

test('collapsed, the menu remembers what was open; one root is open at a time', async ({ page }) => {
  covers('§2 side menu', '§4 open submenus');
  const entry = menuOf(page).getByRole('menuitem', { name: '待处理', exact: true });
  await group(page, '订单').click();
  await expect(entry).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(entry).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(group(page, '订单')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(entry).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(entry).toBeVisible();
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect(menuOf(page)).toHaveCSS('width', '80px');
  await expect(entry).toBeHidden();
  // Two presses within 300 ms are one: a browser is quicker than a person.
  await expect(async () => {
    await page.getByRole('button', { name: '展开菜单' }).click({ timeout: 5000 });
    await expect(entry).toBeVisible({ timeout: 5000 });
  }).toPass();
  await group(page, '基础资料').click();
  await expect(entry).toBeHidden();
  await expect(async () => {
    await page.getByRole('button', { name: '收起菜单' }).click({ timeout: 5000 });
    await expect(menuOf(page)).toHaveCSS('width', '80px', { timeout: 5000 });
  }).toPass();
  await page.reload();
  await expect(menuOf(page)).toHaveCSS('width', '80px');
});

test('the header scrolls away, stays, or hides past 100 px and comes back', async ({ page }) => {
  covers('§2 global header', '§9 breakpoints and widths');
  await lengthen(page);
  await scrollTo(page, 400);
  await expect.poll(() => headerTop(page)).toBe(-400);
  await scrollTo(page, 0);
  const drawer = await openSettings(page);
  await drawer.getByLabel('固定 Header').click();
  await close(drawer);
  await scrollTo(page, 400);
  await expect.poll(() => headerTop(page)).toBe(0);
  expect(await page.getByRole('banner').boundingBox()).toMatchObject({ height: 59 });
  await scrollTo(page, 0);
  await (await openSettings(page)).getByLabel('下滑时隐藏 Header').click();
  await close(page.getByRole('dialog', { name: '系统设置' }));
  await page.mouse.click(700, 700);
  await scrollTo(page, 90);
  await expect.poll(() => headerTop(page)).toBe(0);
  await scrollTo(page, 500);
  await expect.poll(() => headerTop(page)).toBe(-59);
  await scrollTo(page, 450);
  await expect.poll(() => headerTop(page)).toBe(0);
  await scrollTo(page, 800);
  await expect.poll(() => headerTop(page)).toBe(-59);
  await page.keyboard.press('Control+k');
  await expect.poll(() => headerTop(page)).toBe(0);
});

test('a page comes back to the front where it was left', async ({ page }) => {
  await openPage(page, '订单', '待处理');
  await openPage(page, '订单', '已取消');
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  const scrolled = (): Promise<number> => page.evaluate(() => scrollY);
  await lengthen(page);
  await scrollTo(page, 300);
  await expect.poll(scrolled).toBe(300);
  await tabs.getByRole('button', { name: '待处理', exact: true }).click();
  await expect.poll(scrolled).toBe(0);
  await tabs.getByRole('button', { name: '已取消', exact: true }).click();
  await expect.poll(scrolled).toBe(300);
});

for (const width of IS_LONG ? [390, 1000] : [390])
  test(`at ${width} px the menu is a drawer`, async ({ page }) => {
    covers('§2 side menu');
    await page.setViewportSize({ width, height: 844 });
    await expect(menuOf(page)).toBeHidden();
    await expect(page.getByRole('link', { name: '供应链', exact: true })).toBeVisible();
    await page.getByRole('button', { name: '展开菜单' }).click();
    await group(page, '订单').click();
    await menuOf(page).getByRole('menuitem', { name: '待处理', exact: true }).click();
    await expect(inFront(page, '待处理')).toBeVisible();
    await expect(menuOf(page)).toBeHidden();
    await fitsWidth(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(menuOf(page)).toBeVisible();
  });

test('the menu is searched by keyboard, on a phone in a dialog', async ({ page }) => {
  covers('§2 menu search');
  await expect(page.getByRole('combobox', { name: '搜索菜单' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('订单 取消');
  await expect(page.getByRole('option', { name: '订单 / 已取消' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(inFront(page, '已取消')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '搜索菜单' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('没有这样的页面');
  await expect(page.getByText('没有匹配的菜单')).toBeVisible();
  await page.getByRole('dialog').getByRole('combobox').fill('待处理');
  await page.keyboard.press('Enter');
  await expect(inFront(page, '待处理')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the settings of one window are those of the other, and colour the sign-in page', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(`${CONSOLE()}/test/home`);
  await expect(menuOf(other)).toBeVisible();
  await (await openSettings(page)).getByLabel('火山').click();
  await expect(other.locator('html')).toHaveCSS('--wb-accent', '#FA541C');
  await close(page.getByRole('dialog', { name: '系统设置' }));
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  forgetSession('yunying');
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByText('真的要退出登录吗？')).toBeVisible();
  await page.getByRole('button', { name: '退出登录', exact: true }).last().click();
  await page.waitForURL('**/user/login**');
  await expect(page.locator('html')).toHaveCSS('--wb-accent', '#FA541C');
});

test('garbage in the store, or a store that refuses, costs nothing but memory', async ({ page }) => {
  await page.evaluate(() => localStorage.setItem('waybill.settings', '{"layout":9}}'));
  await page.reload();
  await expect(menuOf(page)).toHaveCSS('width', '200px');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await choose(await openSettings(page), '暗色菜单');
  await expect(menuOf(page)).toHaveCSS('width', '208px');
  await expect(page.getByText('浏览器不允许保存设置')).toBeVisible();
});

test('a theme that cannot be painted says so, and the old one stays', async ({ page }) => {
  covers('§8 theme failure');
  const drawer = await openSettings(page);
  await page.evaluate(() => {
    document.documentElement.style.setProperty = () => {
      throw new Error('no style may be set');
    };
  });
  await drawer.getByLabel('酱紫').click();
  await expect(page.getByText('主题更新失败')).toBeVisible();
  await expect(drawer.getByLabel('拂晓蓝(默认)')).toBeChecked();
  expect((await stored(page))['primaryColor']).not.toBe('#722ED1');
});

test('every colour can be read, with the menu dark on top and light beside', async ({ page }) => {
  await openPage(page, '订单', '待处理');
  // Four are one for each place and theme of the menu.
  for (const [at, name] of someOf(PRESETS, 4).entries()) {
    const drawer = await openSettings(page);
    await drawer.getByLabel(name).click();
    await choose(drawer, at % 2 === 0 ? '暗色菜单' : '亮色菜单');
    await choose(drawer, at % 4 < 2 ? '顶部栏导航' : '侧边栏导航');
    await expect(page.getByText('正在编译主题！')).toBeHidden();
    if (at === 0) await noSeriousFault(page);
    await close(drawer);
    await noSeriousFault(page);
  }
});

test('1088 px are a desktop and 1087 are not; 320 px hold the home page', async ({ page }) => {
  covers('§2 without tabs', '§4 devices', '§9 breakpoints and widths');
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await page.setViewportSize({ width: 1088, height: 800 });
  await expect(tabs).toBeVisible();
  await fitsWidth(page);
  await page.setViewportSize({ width: 1087, height: 800 });
  await expect(tabs).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${CONSOLE()}/dashboard/analysis`);
  const chart = page.getByRole('region', { name: '每日订单量' }).locator('canvas, svg, table');
  await expect(chart.first()).toBeVisible();
  await fitsWidth(page);
});
