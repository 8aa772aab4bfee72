import type { Page } from '@playwright/test';

/** What the menu call answers, as far as tests change it. */
export interface ServedAccess {
  menu: Record<string, unknown>[];
  auth: { action: string; type: string }[];
  allAuth: { action: string; type: string; status: string }[];
}

const MENU_CALL = '**/sys/permission/getUserPermissionByToken*';

/** Lets the server answer the menu call and changes its answer on the way: menus no seed contains. */
export async function changeAccess(page: Page, change: (access: ServedAccess) => void): Promise<void> {
  await page.route(MENU_CALL, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { result: ServedAccess };
    change(json.result);
    await route.fulfill({ response, json });
  });
}

/** Answers the menu call by itself. */
export async function answerAccess(page: Page, status: number, body: object): Promise<void> {
  await page.route(MENU_CALL, (route) => route.fulfill({ status, json: body }));
}

/** An entry of the menu. */
export const entry = (
  path: string,
  title: string,
  more: Record<string, unknown> = {},
  meta: Record<string, unknown> = {},
): Record<string, unknown> => ({
  id: path,
  path,
  name: path.replace(/^\//, '').replaceAll('/', '-'),
  component: 'layouts/RouteView',
  route: '1',
  meta: { title, keepAlive: true, internalOrExternal: false, componentName: title, ...meta },
  ...more,
});
