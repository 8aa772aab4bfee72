import { expect } from '@playwright/test';
import { closeOthers, enterConsole, openPage, rowOf } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

const consoleUrl = (): string => process.env['CONSOLE_URL'] ?? '';

test.afterEach(({ context }) => closeOthers(context));

test('a department names its members by what was just saved of them', async ({ page }) => {
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const rename = async (from: string, to: string): Promise<void> => {
    const users = await openPage(page, '系统管理', '用户管理');
    const request = users.getByRole('search', { name: '查询条件' });
    await request.getByLabel('用户账号').fill('kefu');
    await request.getByRole('button', { name: '查询', exact: true }).click();
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
  await expect(await members()).toContainText('吴晓客');
  await rename('吴晓客', '吴客服');
});

test('who is made a superior of a department leads it, until they are ordinary again', async ({ page }) => {
  await enterConsole(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const makeThem = async (identity: string, lead?: string): Promise<void> => {
    const users = await openPage(page, '系统管理', '用户管理');
    const request = users.getByRole('search', { name: '查询条件' });
    await request.getByLabel('用户账号').fill('cangku');
    await request.getByRole('button', { name: '查询', exact: true }).click();
    await rowOf(users, 'cangku').getByRole('button', { name: '编辑', exact: true }).click();
    const form = page.getByRole('dialog', { name: /^编辑用户：/ });
    await form.getByText(identity, { exact: true }).click();
    const leads = form.getByRole('combobox', { name: '负责部门' });
    if (lead) {
      await leads.press('Enter');
      const departs = page.getByRole('dialog', { name: '选择部门' });
      await departs.getByText(lead, { exact: true }).click();
      await departs.getByRole('button', { name: '确定' }).click();
      await expect(departs).toBeHidden();
    } else await expect(leads).toBeHidden();
    await form.getByRole('button', { name: /^保\s*存$/ }).click();
    await expect(form).toBeHidden();
  };
  const leader = async (): Promise<string | null> => {
    const departs = await openPage(page, '系统管理', '部门管理');
    const facts = departs.getByRole('region', { name: '部门详情' });
    return facts.locator('dt:text-is("负责人") + dd').textContent();
  };
  const own = await openPage(page, '系统管理', '部门管理');
  const name = await own.getByRole('region', { name: '部门详情' }).locator('h2').textContent();
  await makeThem('上级', name ?? '');
  await expect.poll(leader).toBe('陈仓管');
  await makeThem('普通用户');
  await expect.poll(leader).toBe('—');
});
