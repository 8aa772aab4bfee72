import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { inFront } from './console-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';
import { AHEAD_VARIABLE } from '../harness/test-clock.ts';

export const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

/** This moment by the clock of the console. */
export const consoleNow = (): number => Date.now() + Number(process.env[AHEAD_VARIABLE] ?? 0);
export const PASSWORD = 'Qingshan-7734-Luqi';

let people = 0;

interface Wish {
  mustChangePassword?: boolean;
  departs?: string[];
  realname?: string;
  /** Code of their role; customer service by default. */
  role?: string;
}

/** A call beside the browser. @returns its result */
export async function api<T>(page: Page, path: string, body: object, token = ''): Promise<T> {
  const response = await page.request.post(`${CONSOLE()}/api${path}`, {
    data: body,
    headers: token ? { 'x-access-token': token } : {},
  });
  const answer = (await response.json()) as { success: boolean; message: string; result: T };
  expect(answer.message, path).not.toBe('');
  expect(answer.success, answer.message).toBe(true);
  return answer.result;
}

/** A token of the administrator. */
export const admin = async (page: Page): Promise<string> =>
  (
    await api<{ token: string }>(page, '/sys/login', {
      username: 'admin',
      password: ADMIN_PASSWORD,
    })
  ).token;

/** A person of their own for each test: nobody else's password is touched. */
export async function person(page: Page, wish: Wish = {}): Promise<{ username: string }> {
  people += 1;
  // A worker that is started again after a failure begins to count again.
  const username = `p${process.pid}_${people}`;
  const body = {
    username,
    realname: wish.realname ?? `账号${people}`,
    password: PASSWORD,
    mustChangePassword: wish.mustChangePassword === true,
    selecteddeparts: (wish.departs ?? ['A01']).join(','),
    selectedroles: wish.role ?? 'CS',
  };
  await api(page, '/sys/user/add', body, await admin(page));
  return { username };
}

/** Types name and password; what opens then is the test's business. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto(`${CONSOLE()}/user/login`);
  await page.getByRole('textbox', { name: '账号' }).fill(username);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('textbox', { name: '密码' }).press('Enter');
}

/** Signs in in a browser of its own. */
export async function onDevice(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await signIn(page, username);
  await page.waitForURL('**/dashboard/analysis');
  return page;
}

/** Opens a page by its address. */
export async function open(page: Page, path: string, title: string): Promise<Locator> {
  await page.goto(CONSOLE() + path);
  const front = inFront(page, title);
  await expect(front).toBeVisible();
  return front;
}

/** A real picture, drawn by the browser. */
export async function picture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 400;
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#2c6e62';
      context.fillRect(0, 0, 640, 400);
      context.fillStyle = '#ffd666';
      context.fillRect(240, 120, 160, 160);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}
