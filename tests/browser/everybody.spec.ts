import { expect, type Locator, type Page } from '@playwright/test';
import { noFaultInEitherTheme, noSeriousFault } from './accessibility.ts';
import { api, post, type Answer } from './channel-orders.ts';
import { complaints, enterHome, fitsWidth, goWithin } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { nothingMoved, watchShifts } from './layout-shift.ts';
import { IS_LONG } from '../harness/long.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();
test.beforeAll(() => addLongest());

// What takes longest is done by all hands, each with a product of its own.
test.describe.configure({ mode: 'parallel' });

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

/** Pages that go with the shell and its administration; the others are those of the business. */
const SYSTEM = /^\/(isys|isps|monitor|account|test|base\/file-job|\d{3}$)/;

/** Those whose rows have texts as long as they may be. */
const ADMINISTRATION = /^\/(isys|sys\/)/;

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** Pages that no menu names. */
const OWN_PAGES = [
  '/403',
  '/404',
  '/500',
  '/test/home',
  '/account/center',
  '/account/settings/base',
  '/account/settings/security',
  '/account/settings/notification',
  '/account/settings/devices',
  '/orders/new',
  '/scan',
  '/isps/userAnnouncement',
];

/** What is opened many times a day. */
const OFTEN = [
  '/dashboard/analysis',
  '/orders/pending',
  '/orders/shipment',
  '/base/inventory',
  '/base/product',
  '/tasks',
];

interface MenuNode {
  path: string;
  hidden?: boolean;
  children?: MenuNode[];
  meta?: { url?: string | null };
}

/** Who is signed in on the page, for questions of the test's own. */
async function headersOf(page: Page): Promise<Record<string, string>> {
  const stored = await page.evaluate(() => localStorage.getItem('waybill.session'));
  const { session } = JSON.parse(stored ?? '') as { session: { token: string; tenantId: string } };
  return { 'X-Access-Token': session.token, 'tenant-id': session.tenantId };
}

/** Asks the server as whoever is signed in on the page. */
async function ask<T>(page: Page, path: string): Promise<T> {
  const headers = await headersOf(page);
  const answer = await page.request.get(`${CONSOLE()}/api${path}`, { headers });
  return ((await answer.json()) as { result: T }).result;
}

const LONG = '很长的名称'.repeat(60);
const long = (length: number): string => LONG.slice(0, length);

/** A row of each register of the administration, with texts as long as they may be. */
const LONGEST: Readonly<Record<string, Record<string, unknown>>> = {
  role: { roleName: long(100), roleCode: 'longest', description: long(255) },
  sysDepart: { departName: long(100), memo: long(300) },
  position: { name: long(100), code: 'longest', postRank: '1' },
  dict: { dictName: long(100), dictCode: 'longest', description: long(255) },
  category: { name: long(100) },
  checkRule: {
    ruleName: long(100),
    ruleCode: 'longest',
    ruleDescription: long(300),
    ruleJson: JSON.stringify([{ digits: '1', pattern: '[A-Z]', message: '首位', priority: '1' }]),
  },
  // sic
  annountCement: {
    titile: long(100),
    msgAbstract: long(300),
    msgContent: long(300),
    msgCategory: '1',
    priority: 'M',
    msgType: 'ALL',
  },
  'message/sysMessageTemplate': {
    templateName: long(100),
    templateCode: 'longest',
    templateContent: long(300),
    templateType: '1',
    useStatus: '1',
  },
  'message/sysMessage': {
    esTitle: long(200),
    esReceiver: 'admin',
    esContent: long(300),
    esType: '1',
    kind: 'system',
  },
};

async function addLongest(): Promise<void> {
  const login = { username: 'admin', password: ADMIN_PASSWORD };
  const { result } = await post<Answer<{ token: string }>>(`${api()}/sys/login`, login);
  for (const [of, row] of Object.entries(LONGEST)) {
    const answer = await post<Answer<unknown>>(`${api()}/sys/${of}/add`, row, result.token);
    expect(answer, of).toMatchObject({ success: true });
  }
}

/** Texts of a page that are cut off, and say no more when they are pointed at. */
const lostTexts = (page: Page, front: string): Promise<string[]> =>
  page.locator(front).evaluate((node) =>
    [...node.querySelectorAll<HTMLElement>('*')]
      .filter((part) => {
        const isCut = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0;
        return isCut && getComputedStyle(part).textOverflow === 'ellipsis';
      })
      .filter((part) => {
        part.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
        return !part.closest('[title]') && !part.querySelector('[title]');
      })
      .map((part) => `${part.className}: ${part.textContent.slice(0, 20)}`),
  );

/** What stands out of the window at a side, or is called for and too small for a finger. */
const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      return false;
    };
    const front = [...document.querySelectorAll('.wb-page')].find((one) => one.getBoundingClientRect().height > 0);
    return [...(front?.querySelectorAll('*') ?? [])].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) return [];
      const name = `${element.className} ${element.textContent?.slice(0, 20)}`;
      const isOut = (left < -1 || right > innerWidth + 1) && !isCut(element);
      const isSmall = innerWidth < 768 && element.matches('.ant-btn-primary') && height < 40;
      return [...(isOut ? [`out: ${name}`] : []), ...(isSmall ? [`small: ${name}`] : [])];
    });
  });

/** Addresses of every page of the menu, of the business and of the system. */
async function menuPages(page: Page): Promise<string[]> {
  const { menu } = await ask<{ menu: MenuNode[] }>(page, '/sys/permission/getUserPermissionByToken');
  const leaves = (nodes: MenuNode[]): string[] =>
    nodes.flatMap(({ path, hidden, children = [] }) => {
      if (children.length > 0) return leaves(children);
      return hidden || path.includes(':') ? [] : [path];
    });
  const paths = leaves(menu);
  expect(paths.length).toBeGreaterThan(30);
  return paths;
}

const someOrder = async (page: Page): Promise<string> => {
  const path = '/orders/salesOrder/list?pageSize=1';
  const { records } = await ask<{ records: { id: string }[] }>(page, path);
  return `/orders/${records[0]?.id ?? ''}`;
};

/** The page of an address is there, whole. */
async function standsAt(page: Page, path: string): Promise<void> {
  const front = await pageAt(page, path);
  const title = front.locator('h1').filter({ visible: true }).first();
  await expect(title).toBeVisible();
  if (!isError(path)) await expect(title).not.toHaveText('页面不存在');
  await expect(front.locator('.ant-skeleton, .ant-spin-spinning, [role=status][aria-label="加载中…"]')).toHaveCount(0);
}

const isError = (path: string): boolean => /^\/\d{3}$/.test(path);

/** Where the page of an address stands; the pages of errors are of no tab. */
const frontOf = (path: string): string => (isError(path) ? '.wb-main' : `.wb-page[data-path="${path}"]`);

/** The one in front, once it is. */
async function pageAt(page: Page, path: string): Promise<Locator> {
  const front = page.locator(frontOf(path));
  if (isError(path)) await expect(page.locator('.wb-page').filter({ visible: true })).toHaveCount(0);
  else await expect(front).toBeVisible();
  return front;
}

/** There are sixty pages: as many tests share those of one kind, each with a product of its own. */
const PARTS = IS_LONG ? 4 : 3;

/** In the gate one page in so many is looked at this closely: neighbours in the menu are much alike. */
const EVERY = { tablet: 3, fault: 2, theme: 6 } as const;
/** So many neighbours go to one part, with their share of every look. */
const ROUND = 6;
const isDue = (look: keyof typeof EVERY, at: number): boolean => IS_LONG || at % EVERY[look] === 0;

for (let part = 0; part < PARTS; part += 1)
  for (const of of ['business', 'system'] as const)
    test(`pages of the ${of}, part ${part + 1} of ${PARTS}, fit and can be read by everybody`, async ({ page }) => {
      test.setTimeout(300_000);
      const heard = complaints(page);
      // One page at a time: those behind it would be drawn, and looked through, again and again.
      await page.addInitScript(() =>
        localStorage.setItem('waybill.settings', JSON.stringify({ scheme: 'system', multipage: false })),
      );
      await enterHome(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
      const all = [...(await menuPages(page)), ...OWN_PAGES, await someOrder(page)];
      const own = all.filter((path) => SYSTEM.test(path) === (of === 'system'));
      expect(own.length).toBeGreaterThan(15);
      // Header and menu stand around all of them: once is enough.
      if (part === 0) await noFaultInEitherTheme(page);
      for (const [at, path] of own.entries())
        if (Math.floor(at / ROUND) % PARTS === part) await test.step(path, () => seePage(page, path, at));
      expect(heard).toEqual([]);
    });

/**
 * The page of an address as it is opened on a phone, then wider and wider, down to its single texts.
 * @param at its place among those of its kind
 */
async function seePage(page: Page, path: string, at: number): Promise<void> {
  await page.setViewportSize(PHONE);
  await goWithin(page, path);
  await expect(page).toHaveURL(CONSOLE() + path);
  await standsAt(page, path);
  await fitsWidth(page);
  if (!ADMINISTRATION.test(path))
    for (const size of isDue('tablet', at) ? [PHONE, TABLET] : [PHONE]) {
      await page.setViewportSize(size);
      await fitsWidth(page);
      await expect.poll(() => misplaced(page)).toEqual([]);
    }
  await page.setViewportSize(DESKTOP);
  await standsAt(page, path);
  await fitsWidth(page);
  if (ADMINISTRATION.test(path)) expect(await lostTexts(page, frontOf(path)), path).toEqual([]);
  if (isDue('theme', at)) await noFaultInEitherTheme(page, frontOf(path));
  else if (isDue('fault', at)) await noSeriousFault(page, frontOf(path));
}

for (const [turn, width] of [1440, 390].entries())
  test(`nothing moves after the first paint, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await page.goto(`${CONSOLE()}/user/login`);
    await expect(page.getByLabel('账号', { exact: true })).toBeVisible();
    await nothingMoved(page);
    await enterHome(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
    const opened = [...OFTEN, await someOrder(page)];
    // In the gate each of them at one of the widths.
    for (const path of opened.filter((_, at) => IS_LONG || at % 2 === turn))
      await test.step(path, async () => {
        await page.goto(CONSOLE() + path);
        await standsAt(page, path);
        await nothingMoved(page);
      });
  });

test('dialogs of the header open, are used and close by keyboard', async ({ page }) => {
  covers('§2 user menu');
  await enterHome(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const menu = page.getByRole('button', { name: /^用户菜单/ });
  for (const [entry, dialog] of [
    ['系统设置', '系统设置'],
    ['修改密码', '修改密码'],
    ['切换部门', /部门切换（当前部门 : .+）/],
  ] as const) {
    await test.step(entry, async () => {
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: entry }).focus();
      await page.keyboard.press('Enter');
      const opened = page.getByRole('dialog', { name: dialog });
      await expect(opened).toBeVisible();
      await noSeriousFault(page);
      // Tab stays inside, Escape leads out.
      for (let step = 0; step < 5; step++) await page.keyboard.press('Tab');
      expect(await opened.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
    });
  }
});
