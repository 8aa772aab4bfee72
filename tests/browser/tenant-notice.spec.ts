import { expect } from '@playwright/test';
import { admin, api, CONSOLE, PASSWORD, signIn } from './account-steps.ts';
import { complaints, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';

useConsole();

test('people of a suspended tenant read why nothing can be changed, on every page', async ({ page }) => {
  covers('ours: read-only tenants');
  const token = await admin(page);
  const username = 'boss_quiet';
  const { id, adminPassword } = await api<{ id: number; adminPassword: string }>(
    page,
    '/sys/tenant/add',
    { code: 'quiet', name: '安静家居', adminUsername: username, adminRealname: '老板' },
    token,
  );
  const send = async (path: string, data: object, by: string): Promise<void> => {
    const headers = { 'x-access-token': by };
    const answer = await page.request.put(`${CONSOLE()}/api${path}`, { headers, data });
    expect(await answer.json(), path).toMatchObject({ success: true });
  };
  const first = await api<{ token: string }>(page, '/sys/login', {
    username,
    password: adminPassword,
  });
  await send(
    '/sys/user/updatePassword',
    {
      username,
      oldpassword: adminPassword,
      password: PASSWORD,
      confirmpassword: PASSWORD,
    },
    first.token,
  );
  const heard = complaints(page);
  await signIn(page, username);
  await page.waitForURL('**/dashboard/analysis');
  const message = page.getByText('租户已停用，仅可查看，请续费或联系平台。原因：欠费');
  await expect(inFront(page, '首页')).toBeVisible();
  await expect(message).toHaveCount(0);
  await send('/sys/tenant/freeze', { id, status: 0, reason: '欠费' }, token);
  await page.reload();
  await expect(message).toBeVisible();
  await page.goto(`${CONSOLE()}/base/warehouse`);
  await expect(inFront(page, '仓库')).toBeVisible();
  await expect(message).toBeVisible();
  await send('/sys/tenant/freeze', { id, status: 1 }, token);
  await page.reload();
  await expect(inFront(page, '仓库')).toBeVisible();
  await expect(message).toHaveCount(0);
  expect(heard).toEqual([]);
});
