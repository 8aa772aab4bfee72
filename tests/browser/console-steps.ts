import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SESSION_RETENTION_MS } from '#kit/model/limits.ts';
import { readSheet } from '#platform/sheets/sheet-reader.ts';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';

/** Signs in and waits for the home page. */
export async function signIn(page: Page, consoleUrl: string, username: string, password: string): Promise<void> {
  await page.goto(`${consoleUrl}/user/login`);
  await page.getByLabel('账号', { exact: true }).fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await page.waitForURL('**/dashboard/analysis');
  // The address is there before the page that it names.
  await page.locator('.wb-page').first().waitFor();
}

/** By product and person: what the console keeps of a session in its browser. */
const sessions = new Map<string, string>();

/**
 * Opens the console to a person without typing: the next page that is gone to is shown at once. For
 * tests of what comes behind the sign-in.
 */
export async function enter(page: Page, consoleUrl: string, username: string, password: string): Promise<void> {
  const key = `${consoleUrl} ${username}`;
  const session = sessions.get(key) ?? (await sessionOf(consoleUrl, username, password));
  sessions.set(key, session);
  // Once in this window: a test may sign out, or in as somebody else, and go on.
  await page.addInitScript((text) => {
    if (location.protocol === 'about:' || sessionStorage.getItem('entered')) return;
    sessionStorage.setItem('entered', 'yes');
    localStorage.setItem('waybill.session', text);
  }, session);
}

interface SignedIn {
  token: string;
  userInfo: { tenantId: number | string } & Record<string, unknown>;
  tenantList?: readonly object[];
  sysAllDictItems?: object;
}

/** Signs in by a call, and says it as kit/web/session/session-store.ts keeps it. */
async function sessionOf(consoleUrl: string, username: string, password: string): Promise<string> {
  const response = await fetch(`${consoleUrl}/api/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const answer = (await response.json()) as { message: string; result: SignedIn | null };
  expect(answer.result, `${username}: ${answer.message}`).not.toBeNull();
  const { token, userInfo, tenantList, sysAllDictItems } = answer.result as SignedIn;
  const session = {
    token,
    tenantId: String(userInfo.tenantId),
    user: userInfo,
    tenants: tenantList ?? [],
    dicts: sysAllDictItems ?? {},
  };
  return JSON.stringify({ session, until: Date.now() + SESSION_RETENTION_MS });
}

/**
 * As {@link enter}, on the page that has nothing on it: whatever is gone to from there is not drawn
 * beside figures and charts of the home page.
 */
export const enterConsole = (...[page, consoleUrl, ...who]: Parameters<typeof enter>) =>
  enterAt(page, consoleUrl, '/test/home', ...who);

/** As {@link enter}, and waits for the home page. */
export const enterHome = (...[page, consoleUrl, ...who]: Parameters<typeof enter>) =>
  enterAt(page, consoleUrl, '/dashboard/analysis', ...who);

async function enterAt(
  page: Page,
  consoleUrl: string,
  path: string,
  username: string,
  password: string,
): Promise<void> {
  await enter(page, consoleUrl, username, password);
  await page.goto(consoleUrl + path);
  await page.locator('.wb-page').first().waitFor();
}

/** Another product stands at the address of the one before: it knows none of its sessions. */
export const forgetSessions = (): void => sessions.clear();

/** To be said before a test ends the session that others would enter with, in whichever product. */
export function forgetSession(username: string): void {
  for (const key of sessions.keys()) {
    if (key.endsWith(` ${username}`)) sessions.delete(key);
  }
}

/**
 * Closes the browsers of colleagues that a test opened: nothing else does, and they would follow
 * everything that later tests do.
 */
export async function closeOthers(own: BrowserContext): Promise<void> {
  const all = own.browser()?.contexts() ?? [];
  await Promise.all(all.filter((one) => one !== own).map((one) => one.close()));
}

/** Goes to an address as a link of the console does, without reloading the page. */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** Nothing stands out at the side, once what a change of width brings has come. */
export const fitsWidth = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);

/** Everything the browser complains about from now on. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(error.message));
  return heard;
}

/** The page in front: the ones behind it stay mounted, hidden. */
export const inFront = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/**
 * Opens a page by the side menu.
 * @param group the way to it: `订单`, or `订单/仓库作业` for a group within it
 */
export async function openPage(page: Page, group: string, title: string): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: '菜单' });
  const way = [...group.split('/'), title].map((name) => menu.getByRole('menuitem', { name, exact: true }));
  // What is open stays so: only what hides the next step is clicked.
  for (const [at, step] of way.entries()) {
    const next = way[at + 1];
    if (!next || !(await next.isVisible())) await step.click();
  }
  const front = inFront(page, title);
  await expect(front.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  return front;
}

/** Chooses an entry of a select; of a long list after typing a part of it. */
export async function choose(select: Locator, text: string, typed?: string): Promise<void> {
  await select.click();
  if (typed) await select.fill(typed);
  await select.page().getByTitle(text, { exact: true }).filter({ visible: true }).last().click();
}

/** Types into the inputs of a form by their labels. */
export async function fill(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
}

/** 保存, after which the form is gone. */
export async function save(form: Locator): Promise<void> {
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
}

/** A row of a sheet by the titles of its columns. */
export type SheetRow = Readonly<Record<string, string | number>>;

/** 导入 as a clerk does it: download the template, fill it in, try it, upload it. */
export async function importRows(front: Locator, resource: string, rows: readonly SheetRow[]): Promise<void> {
  const page = front.page();
  await front.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `导入${resource}` });
  await chooseFilledIn(dialog, resource, rows);
  await dialog.getByRole('button', { name: '试导入' }).click();
  const outcome = dialog.getByRole('alert');
  await expect(outcome).toContainText('试导入通过，尚未写入');
  await dialog.getByRole('button', { name: '开始上传' }).click();
  await expect(outcome).toContainText(`共${rows.length}行数据全部导入成功！`);
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await expect(dialog).toBeHidden();
}

/** Downloads the template of an import dialog, fills it in and chooses it there. */
export async function chooseFilledIn(dialog: Locator, name: string, rows: readonly SheetRow[]): Promise<void> {
  const downloading = dialog.page().waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  const template = await buffer(await (await downloading).createReadStream());
  const file = { name: `${name}.xlsx`, mimeType: XLSX, buffer: await filledIn(template, rows) };
  await dialog.getByLabel('选择导入文件').setInputFiles(file);
  await expect(dialog.getByText(file.name)).toBeVisible();
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A template with rows under its titles; what is required is marked there with a star. */
async function filledIn(template: Buffer, rows: readonly SheetRow[]): Promise<Buffer> {
  const titles: string[] = [];
  for await (const { cells } of readSheet(template)) {
    titles.push(...cells.map((cell) => cell ?? ''));
    break;
  }
  const plain = titles.map((title) => title.replace(/^\*/, ''));
  expect(plain).toEqual(expect.arrayContaining(Object.keys(rows[0] ?? {})));
  const out = new PassThrough();
  const bytes = buffer(out);
  await writeXlsx(out, {
    sheetName: '导入',
    columns: titles.map((title) => ({ title })),
    rows: rows.map((row) => plain.map((title) => row[title] ?? null)),
  });
  return bytes;
}

/** Rows of a table that hold a text. */
export const rowOf = (list: Locator, text: string): Locator => list.getByRole('row').filter({ hasText: text });

/** What a scanner sends, all at once: on a crowded machine real keys come as slowly as a person types. */
export const scan = (page: Page, number: string): Promise<void> =>
  page.evaluate((text) => {
    const place = document.activeElement ?? document.body;
    // By the scanner's clock, as the system stamps keys: however long the page needs for each.
    let at = performance.now();
    const press = (key: string): boolean => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: (at += 5) });
      return place.dispatchEvent(event);
    };
    for (const sign of text) {
      press(sign);
      if (place instanceof HTMLInputElement) document.execCommand('insertText', false, sign);
    }
    press('Enter');
  }, number);
