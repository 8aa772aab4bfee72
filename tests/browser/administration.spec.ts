import { expect, type Locator, type Page } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { closeOthers, complaints, enter, fill, inFront, rowOf, save } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* Two administrators at the roles and at the people of one tenant. */

test.afterEach(({ context }) => closeOthers(context));

const STALE = '数据已被他人修改，请刷新';

async function openList(page: Page, path: string, title: string): Promise<Locator> {
  await page.goto(`${CONSOLE()}${path}`);
  const list = inFront(page, title);
  await expect(list.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  return list;
}

const edit = async (list: Locator, name: string, form: RegExp): Promise<Locator> => {
  await rowOf(list, name).getByRole('button', { name: '编辑', exact: true }).click();
  const drawer = list.page().getByRole('dialog', { name: form });
  await expect(drawer.getByRole('button', { name: '保存' })).toBeVisible();
  return drawer;
};

test('a role is given rights, edited by two, and stays while somebody has it', async ({ page, browser }) => {
  covers('§2 administration screens');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const colleague = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await enter(colleague, CONSOLE(), 'admin', ADMIN_PASSWORD);

  const roles = await openList(page, '/isystem/roleUserList', '角色管理');
  await roles.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增角色' });
  await fill(form, { 角色名称: '打单员', 角色编码: 'printer' });
  await save(form);
  await rowOf(roles, '打单员').getByRole('button', { name: '授权', exact: true }).click();
  const grants = page.getByRole('dialog', { name: '角色授权：打单员' });
  const right = grants.getByRole('treeitem', { name: '职务管理' }).getByRole('checkbox');
  // Only rows in sight are drawn.
  await grants.getByLabel('查找权限').fill('职务管理');
  await right.click();
  await grants.getByRole('button', { name: '保存' }).click();
  const message = page.getByRole('dialog', { name: '保存“打单员”的权限？' });
  await expect(message.getByRole('region', { name: '新授予' })).toContainText('系统管理 / 职务管理');
  await message.getByRole('button', { name: '保存' }).click();
  await expect(grants).toBeHidden();
  await rowOf(roles, '打单员').getByRole('button', { name: '授权', exact: true }).click();
  await grants.getByLabel('查找权限').fill('职务管理');
  await expect(right).toBeChecked();
  await grants.getByRole('button', { name: '取消' }).click();

  const mine = await edit(roles, '打单员', /^编辑角色/);
  const theirList = await openList(colleague, '/isystem/roleUserList', '角色管理');
  const theirs = await edit(theirList, '打单员', /^编辑角色/);
  await fill(theirs, { 描述: '夜班' });
  await save(theirs);
  await fill(mine, { 角色名称: '面单员' });
  await mine.getByRole('button', { name: '保存' }).click();
  await expect(mine.getByRole('alert').filter({ hasText: STALE })).toContainText('描述');
  await mine.getByRole('button', { name: '保留我的修改，基于最新数据继续' }).click();
  await expect(mine.getByLabel('描述', { exact: true })).toHaveValue('夜班');
  await save(mine);
  await expect(rowOf(roles, '面单员')).toContainText('夜班');

  // By name: colleagues that other tests made may fill the first page.
  const users = await openList(page, '/isystem/user?username=kefu', '用户管理');
  const person = await edit(users, 'kefu', /^编辑用户/);
  await person.getByRole('combobox', { name: '角色' }).press('Enter');
  const picker = page.getByRole('dialog', { name: '选择角色' });
  await rowOf(picker, '面单员').getByRole('checkbox').check();
  await picker.getByRole('button', { name: /^确定/ }).click();
  await expect(picker).toBeHidden();
  const theirUsers = await openList(colleague, '/isystem/user?username=kefu', '用户管理');
  const same = await edit(theirUsers, 'kefu', /^编辑用户/);
  await fill(same, { 工号: 'K-7' });
  await save(same);
  await person.getByRole('button', { name: '保存' }).click();
  await expect(person.getByRole('alert').filter({ hasText: STALE })).toContainText('工号');
  await person.getByRole('button', { name: '保留我的修改，基于最新数据继续' }).click();
  await expect(person.getByLabel('工号', { exact: true })).toHaveValue('K-7');
  await save(person);
  await expect(rowOf(users, 'kefu')).toContainText('面单员');

  const back = await openList(page, '/isystem/roleUserList', '角色管理');
  for (const name of ['面单员', '仓库']) await rowOf(back, name).getByRole('checkbox').check();
  await back.getByRole('button', { name: '批量删除' }).click();
  const question = page.getByRole('dialog', { name: /^删除选中的 2 条角色/ });
  await question.getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByText('仓库：预置角色不能删除', { exact: false })).toContainText(
    /面单员：角色仍被.+使用，不能删除/,
  );
  await expect(rowOf(back, '面单员')).toBeVisible();
  expect(heard).toEqual([]);
});

test('the parameters of a fill rule follow its kind, while it is added as when it is edited', async ({ page }) => {
  covers('§2 administration screens');
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const rules = await openList(page, '/isystem/fillRule', '填值规则');
  await rules.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增填值规则' });
  await fill(form, { 规则名称: '树形编号', 规则编码: 'tree_code' });
  await expect(form.getByRole('group', { name: '规则参数' })).toBeVisible();
  await form.getByLabel('规则实现').click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasNotText: '流水' })
    .first()
    .click();
  await expect(form.getByText('按表单中的上级（parentId）接着编，没有参数')).toBeVisible();
  await expect(form.getByRole('group', { name: '规则参数' })).toHaveCount(0);
  await save(form);
  await expect(rowOf(rules, '树形编号')).toContainText('tree_code');
  const again = await edit(rules, '树形编号', /^编辑填值规则/);
  await expect(again.getByText('按表单中的上级（parentId）接着编，没有参数')).toBeVisible();
});
