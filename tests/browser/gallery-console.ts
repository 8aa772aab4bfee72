import { expect, type Page } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { inFront } from './console-steps.ts';
import { LONG_TITLE, type Picture, type Scene, type Viewer } from './gallery-scene.ts';
import { answerAccess, changeAccess, entry } from './served-menu.ts';

type Steps = (page: Page, scene: Scene) => Promise<unknown>;

const HOME = '/dashboard/analysis';

/** A state of a page that somebody opened by its address. */
const at = (name: string, path: string, more: Steps = () => Promise.resolve(), viewer: Viewer = 'admin'): Picture => ({
  name,
  viewer,
  steps: async (page, scene) => {
    await page.goto(CONSOLE() + path);
    await page.getByRole('main').first().waitFor();
    await page.waitForLoadState('networkidle');
    await more(page, scene);
  },
});

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();

/** What a person chose in 系统设置 before. */
const liking = (name: string, settings: object, path = '/orders/pending'): Picture => {
  const { steps, ...picture } = at(name, path);
  return {
    ...picture,
    steps: async (page, scene) => {
      await page.addInitScript((stored) => localStorage.setItem('waybill.settings', stored), JSON.stringify(settings));
      await steps(page, scene);
    },
  };
};

const userMenu = async (page: Page, item: string): Promise<void> => {
  await press(page, /^用户菜单/);
  await page.getByRole('menuitem', { name: item }).click();
};

/** Unfolds the menu, which is a drawer on a phone. */
async function seeMenu(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 1000) await press(page, '展开菜单');
}

const withMenu = (name: string, menu: Record<string, unknown>[], path: string): Picture => {
  const { steps, ...picture } = at(name, path, seeMenu);
  return {
    ...picture,
    steps: async (page, scene) => {
      await changeAccess(page, (access) => access.menu.push(...menu));
      await steps(page, scene);
    },
  };
};

const layoutPictures: readonly Picture[] = [
  at('home', HOME),
  at('home-long-name', HOME, undefined, 'longName'),
  at('orders', '/orders/pending', undefined, 'clerk'),
  at('orders-nothing-found', '/orders/pending?po=NOTHING-LIKE-IT', undefined, 'clerk'),
  at('user-menu', HOME, (page) => press(page, /^用户菜单/), 'longName'),
  at('menu-open', '/isystem/user', seeMenu),
  at('menu-collapsed', '/orders/pending', async (page) => {
    if ((page.viewportSize()?.width ?? 0) >= 1000) await press(page, '收起菜单');
  }),
  withMenu(
    'menu-long-title',
    [entry('/x', '很长的菜单标题'.repeat(43).slice(0, 300), { component: 'test/home' })],
    '/x',
  ),
  liking('menu-on-top', { layout: 'topmenu', contentWidth: 'Fixed' }),
  liking('menu-on-top-dark', { layout: 'topmenu', contentWidth: 'Fluid', navTheme: 'dark' }),
  liking('menu-dark', { navTheme: 'dark' }),
  liking('colour-volcano', { primaryColor: '#FA541C', navTheme: 'dark' }),
  liking('colour-purple', { primaryColor: '#722ED1' }),
  at('settings', '/orders/pending', (page) => userMenu(page, '系统设置')),
  at('menu-search', HOME, async (page) => {
    if ((page.viewportSize()?.width ?? 0) < 1000) {
      await press(page, '搜索菜单');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    } else await page.keyboard.press('Control+k');
    await page.keyboard.type('单');
  }),
  at('tabs', '/isystem/user', async (page) => {
    for (const path of ['/isystem/roleUserList', '/isystem/depart', '/isystem/position']) await visit(page, path);
    for (const path of ['/orders/shipped', '/base/product', '/base/inventory', '/tasks']) await visit(page, path);
    for (const path of ['/isystem/log', '/isystem/online', '/account/center', '/orders/pending'])
      await visit(page, path);
    // A phone has no tabs: there the picture shows that it does well without.
    if ((page.viewportSize()?.width ?? 0) > 1088) await press(page, '页面操作');
  }),
];

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(CONSOLE() + path);
  await page.waitForLoadState('networkidle');
}

const failurePictures: readonly Picture[] = [
  ...['403', '404', '500'].map((status) => at(status, `/${status}`)),
  {
    name: 'start-failure',
    viewer: 'clerk',
    steps: async (page) => {
      await changeAccess(page, ({ menu }) => {
        menu.push(entry('/new', '新', { component: 'layouts/default/index' }));
      });
      await page.goto(CONSOLE() + HOME);
      await page.getByRole('heading', { name: '启动失败' }).waitFor();
    },
  },
  {
    name: 'menu-failure',
    viewer: 'clerk',
    expected: /status of 503/,
    steps: async (page) => {
      await answerAccess(page, 503, { success: false, code: 503, message: '服务暂时不可用' });
      await page.goto(CONSOLE() + HOME);
      await page.getByRole('heading', { name: '菜单加载失败' }).waitFor();
    },
  },
  at(
    'offline',
    '/orders/pending',
    async (page) => {
      await page.context().setOffline(true);
      await page.getByText('网络已断开').waitFor();
    },
    'clerk',
  ),
  {
    ...at('session-expired', '/base/product', async (page) => {
      await page.route('**/api/catalog/product/list*', (route) =>
        route.fulfill({
          status: 500,
          json: { success: false, code: 500, message: 'Token失效，请重新登录', result: null },
        }),
      );
      await inFront(page, '产品').getByRole('button', { name: '刷新', exact: true }).click();
      await page.getByRole('dialog', { name: '登录已过期' }).waitFor();
    }),
    expected: /status of 500/,
  },
  {
    name: 'frame-refused',
    viewer: 'admin',
    expected: /^Framing /,
    steps: async (page) => {
      await changeAccess(page, ({ menu }) => {
        const frame = { component: 'layouts/IframePageView' };
        menu.push(entry('report', '内嵌报表', frame, { url: 'http://127.0.0.1:9/report' }));
      });
      await page.goto(CONSOLE() + HOME);
      await seeMenu(page);
      await page.getByRole('menuitem', { name: '内嵌报表' }).click();
      await page.getByText(/本平台不允许嵌入/).waitFor();
    },
  },
];

const noticePictures: readonly Picture[] = [
  at('bell', HOME, (page) => press(page, /^通知/)),
  at(
    'notice',
    '/isps/userAnnouncement',
    async (page) => {
      await page.getByRole('button', { name: LONG_TITLE.slice(0, 10) }).click();
      await page.getByRole('dialog', { name: '通知消息' }).waitFor();
    },
    'longName',
  ),
  at('my-notices', '/isps/userAnnouncement'),
  at('notices', '/isystem/annountCement'),
  at('notice-form', '/isystem/annountCement', async (page) => {
    await press(page, '新增');
    const form = page.getByRole('dialog', { name: '新增通告' });
    await form.getByLabel('标题').fill(LONG_TITLE);
    await form.getByLabel('内容', { exact: true }).fill('周五盘点');
  }),
];

const accountPictures: readonly Picture[] = [
  at('account-center', '/account/center'),
  at('account-center-long-name', '/account/center', undefined, 'longName'),
  at('account-base', '/account/settings/base', undefined, 'longName'),
  at('account-security', '/account/settings/security'),
  at('account-notification', '/account/settings/notification'),
  at('account-devices', '/account/settings/devices'),
  at('password-dialog', HOME, async (page) => {
    await userMenu(page, '修改密码');
    await page.getByRole('button', { name: '确定' }).click();
  }),
  at('department-dialog', HOME, (page) => userMenu(page, '切换部门')),
];

const systemPictures: readonly Picture[] = [
  at('users', '/isystem/user'),
  at('invitations', '/isystem/invitation'),
  at('invitation-form', '/isystem/invitation', async (page) => {
    await press(page, '新增');
    await page.getByRole('dialog', { name: '新增邀请' }).waitFor();
  }),
  at('messages', '/isystem/message'),
];

/** What is behind the sign-in. */
export const consolePictures: readonly Picture[] = [
  ...layoutPictures,
  ...failurePictures,
  ...noticePictures,
  ...accountPictures,
  ...systemPictures,
];
