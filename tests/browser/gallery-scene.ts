import { expect, type Browser, type Page } from '@playwright/test';
import { admin, api, CONSOLE, person, signIn } from './account-steps.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

/** Whose browser a picture is taken in. */
export type Viewer = 'nobody' | 'admin' | 'clerk' | 'longName' | 'leaver';

/** One state of the console, drawn at each width. */
export interface Picture {
  name: string;
  viewer: Viewer;
  /** Leads to the state; the page is blank before. */
  steps: (page: Page, scene: Scene) => Promise<void>;
  /** Complaints that this state brings about by itself. */
  expected?: RegExp;
}

export type BrowserState = Awaited<ReturnType<ReturnType<Browser['contexts']>[number]['storageState']>>;

/** People with their signed-in browsers, and what they see. */
export interface Scene {
  states: Readonly<Record<Viewer, BrowserState | undefined>>;
  /** Still has the password that an administrator chose. */
  newcomer: string;
}

const LONG_NAME = '欧阳上官司马诸葛'.repeat(13).slice(0, 100);
export const LONG_TITLE = '关于双十一大促期间仓库作业时间调整与面单打印顺序的通知'.repeat(4).slice(0, 100);

/** Writes what the pictures show and signs its people in. */
export async function prepareScene(browser: Browser): Promise<Scene> {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  const token = await admin(page);
  for (const title of ['周五下午盘点，16:00 起暂停出库', LONG_TITLE, '面单接口恢复正常'])
    await publish(page, token, title);
  await api(page, '/sys/sysDepart/add', { departName: '华东仓储部' }, token);
  const longName = await person(page, { realname: LONG_NAME });
  const leaver = await person(page);
  const newcomer = await person(page, { mustChangePassword: true });
  await context.close();
  return {
    newcomer: newcomer.username,
    states: {
      nobody: undefined,
      admin: await signedIn(browser, 'admin', ADMIN_PASSWORD),
      leaver: await signedIn(browser, leaver.username, PEOPLE_PASSWORD),
      clerk: await signedIn(browser, 'yunying', PEOPLE_PASSWORD),
      longName: await signedIn(browser, longName.username, PEOPLE_PASSWORD),
    },
  };
}

async function publish(page: Page, token: string, title: string): Promise<void> {
  const { id } = await api<{ id: string }>(
    page,
    '/sys/annountCement/add',
    {
      titile: title,
      priority: title === LONG_TITLE ? 'H' : 'M',
      msgAbstract: '请各组提前安排',
      msgContent:
        '<h3>安排</h3><p>请各组<b>提前</b>完成当日发货。</p><ul><li>15:30 停止拣货</li>' +
        '<li>16:00 开始盘点</li></ul><table><tr><th>仓库</th><th>负责人</th></tr>' +
        '<tr><td>美西一仓</td><td>李仓库</td></tr></table>',
      openType: 'url',
      openPage: '/orders/pending',
    },
    token,
  );
  const released = await page.request.get(`${CONSOLE()}/api/sys/annountCement/doReleaseData?id=${id}`, {
    headers: { 'x-access-token': token },
  });
  expect(released.ok()).toBe(true);
}

async function signedIn(browser: Browser, username: string, password: string) {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, username, password);
  await page.waitForURL('**/dashboard/analysis');
  // It shows itself once, and would cover a corner of every picture.
  await page.getByText('紧急消息').first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
