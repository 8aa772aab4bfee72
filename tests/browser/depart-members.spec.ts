import { expect, test } from '@playwright/test';
import { closeOthers, enterHome, openPage, rowOf } from './console-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

const consoleUrl = (): string => process.env['CONSOLE_URL'] ?? '';

test.afterEach(({ context }) => closeOthers(context));

test('a department names its members by what was just saved of them', async ({ page }) => {
  await enterHome(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const rename = async (from: string, to: string): Promise<void> => {
    const users = await openPage(page, '系统管理', '用户管理');
    const asked = users.getByRole('search', { name: '查询条件' });
    await asked.getByLabel('用户账号').fill('kefu');
    await asked.getByRole('button', { name: '查询', exact: true }).click();
    await rowOf(users, from).getByRole('button', { name: '编辑', exact: true }).click();
    const form = page.getByRole('dialog', { name: /^编辑用户：/ });
    await form.getByLabel('用户姓名').fill(to);
    await form.getByRole('button', { name: /^保\s*存$/ }).click();
    await expect(form).toBeHidden();
  };
  const members = async () => {
    const departs = await openPage(page, '系统管理', '部门管理');
    return departs.getByRole('region', { name: '部门详情' });
  };

  await expect(await members()).toContainText('吴客服');
  await rename('吴客服', '吴晓客');
  await expect(await members()).toContainText('吴晓客', { timeout: 3_000 });
  await rename('吴晓客', '吴客服');
});
