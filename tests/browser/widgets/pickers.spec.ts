import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { complaints, enter, fill, inFront, rowOf, save } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

const CONSOLE_URL = (): string => process.env['CONSOLE_URL'] ?? '';

/** Six categories on two pages of five, one of them below another; a branch of departments. */
async function prepare(request: APIRequestContext): Promise<void> {
  const call = async (method: 'get' | 'post', path: string, data: object = {}, token = '') => {
    const headers = { 'X-Access-Token': token };
    const options = method === 'post' ? { headers, data } : { headers };
    return (await (await request[method](`${CONSOLE_URL()}/api${path}`, options)).json()) as {
      success: boolean;
      result: never;
    };
  };
  const login = await call('post', '/sys/login', { username: 'admin', password: ADMIN_PASSWORD });
  const { token } = login.result as { token: string };
  const add = async (path: string, data: object): Promise<string> => {
    const { success, result } = await call('post', path, data, token);
    expect(success).toBe(true);
    return (result as { id: string }).id;
  };
  const lamps = await add('/system/category/add', { name: '灯具', code: '01' });
  await add('/system/category/add', { name: '台灯', code: '01-1', parentId: lamps });
  for (const name of ['甲', '乙', '丙', '丁']) await add('/system/category/add', { name: `${name}类` });
  const tree = await call('get', '/sys/sysDepart/queryTreeList', {}, token);
  const [root] = tree.result as { id: string }[];
  // Beside the branch, so that ticking the branch does not tick its parent.
  await add('/sys/sysDepart/add', { departName: '运河部', parentId: root?.id });
  const branch = await add('/sys/sysDepart/add', { departName: '钱塘部', parentId: root?.id });
  for (const departName of ['钱塘一组', '钱塘二组']) await add('/sys/sysDepart/add', { departName, parentId: branch });
  for (const [code, name] of [
    ['P-BUYER', '采购员'],
    ['P-CLERK', '跟单员'],
  ])
    await add('/sys/position/add', { code, name, postRank: '1' });
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(({ request }) => prepare(request));

/** The gallery of a part; its states by title. */
async function openPart(page: Page, part: string): Promise<(title: string) => Locator> {
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/dev/gallery/${part}`);
  return (title) => page.getByRole('region', { name: title, exact: true });
}

const value = (state: Locator): Locator => state.locator('output').last();

test('records are chosen over pages, taken back, and named where they are stored', async ({ page }) => {
  covers('§2.8 record picker');
  const heard = complaints(page);
  const state = await openPart(page, 'picker');
  const several = state('多选记录');
  await several.getByRole('button', { name: '选择' }).click();
  const dialog = page.getByRole('dialog', { name: '选择分类' });
  const row = (name: string): Locator => dialog.getByRole('row', { name });
  await row('台灯').getByRole('checkbox').check();
  await row('甲类').click();
  await expect(dialog.getByText(/^1-5 共\d+条$/)).toBeVisible();
  const jumper = dialog.getByText('跳至').getByRole('textbox');
  await jumper.fill('2');
  await jumper.press('Enter');
  await expect(dialog.getByText(/^6-\d+ 共\d+条$/)).toBeVisible();
  await dialog.getByRole('row').last().getByRole('checkbox').check();
  const chosen = dialog.getByRole('region', { name: '已选分类' });
  await expect(chosen.getByRole('listitem')).toHaveCount(3);
  await noSeriousFault(page);
  await chosen.getByRole('button', { name: '删除甲类' }).click();
  await dialog.getByRole('button', { name: '确定（2）' }).click();
  await expect(dialog).toBeHidden();
  await expect(several.getByTitle('台灯')).toBeVisible();
  await expect(value(several)).toHaveText(/^[\w-]{36},[\w-]{36}$/);

  const one = state('单选记录');
  await one.getByRole('combobox', { name: '职务' }).press('Enter');
  const positions = page.getByRole('dialog', { name: '选择职务' });
  await expect(positions.getByLabel('职务编码')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(state('记录已删除').getByTitle('gone-2')).toBeVisible();
  await expect(state('长名称').getByText('家居与园艺用品事业部华东…')).toBeVisible();
  await expect(state('禁用').getByRole('button', { name: '选择' })).toBeDisabled();
  expect(heard).toEqual([]);
});

test('departments are searched, ticked with those below, and emptied', async ({ page }) => {
  covers('§2.7 department picker', '§4 department picker', '§8 empty list');
  const state = await openPart(page, 'people-pickers');
  const several = state('部门多选');
  await expect(state('部门已删除').getByTitle('gone-1')).toBeVisible();
  await several.getByRole('button', { name: '选择' }).click();
  const dialog = page.getByRole('dialog', { name: '选择部门' });
  await dialog.getByLabel('搜索部门').fill('钱塘');
  await expect(dialog.getByText('钱塘二组')).toBeVisible();
  await noSeriousFault(page);
  await dialog.getByText('钱塘部').click();
  await expect(dialog).toContainText('已选1个');
  await dialog.getByText('钱塘部').click();
  await dialog.getByRole('button', { name: '树操作' }).click();
  await page.getByRole('menuitem', { name: '父子关联' }).click();
  await dialog.getByText('钱塘部').click();
  await expect(dialog).toContainText('已选3个');
  await dialog.getByText('钱塘一组').click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(several.getByText('钱塘二组', { exact: true }).last()).toBeVisible();
  await expect(value(several)).toHaveText(/^[\w-]{36}$/);

  await several.getByRole('button', { name: '选择' }).click();
  await dialog.getByRole('button', { name: '树操作' }).click();
  await page.getByRole('menuitem', { name: '取消全选' }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(value(several)).toHaveText('空');

  // What a cross takes away is taken from what was brought back, too.
  await several.getByRole('button', { name: '选择' }).click();
  await dialog.getByLabel('搜索部门').fill('钱塘');
  for (const name of ['钱塘一组', '钱塘二组']) await dialog.getByText(name).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  const back = several.locator('output').first();
  await expect(back).toHaveText('钱塘一组,钱塘二组');
  await several.locator('[class*="-item-remove"]').first().click();
  await expect(back).toHaveText('钱塘二组');
  await expect(value(several)).toHaveText(/^[\w-]{36}$/);
  await expect(dialog).toBeHidden();
});

test('people are chosen by department and stored by account', async ({ page }) => {
  covers('§2.9 users by department');
  const state = await openPart(page, 'people-pickers');
  await expect(state('只读输入框打开').getByTitle('管理员')).toBeVisible();
  await expect(state('离开的用户').getByTitle('left_long_ago')).toBeVisible();
  const users = state('按部门选用户');
  await users.getByRole('button', { name: '选择用户' }).click();
  const dialog = page.getByRole('dialog', { name: '根据部门选择用户' });
  // Others of these tests add people: the list is long.
  const find = async (account: string): Promise<void> => {
    await dialog.getByLabel('用户账号').fill(account);
    await dialog.getByLabel('用户账号').press('Enter');
  };
  await find('cangku');
  await dialog.getByRole('row', { name: 'cangku' }).click();
  const departs = dialog.getByRole('region', { name: '部门' });
  // Nor is theirs the only tree of departments, and several stay closed.
  await departs.getByLabel('查找部门').fill('钱塘部');
  await departs.getByText('钱塘部').click();
  await expect(dialog.getByRole('row', { name: 'cangku' })).toBeHidden();
  await departs.getByRole('button', { name: '全部部门' }).click();
  await find('yunying');
  await dialog.getByRole('row', { name: 'yunying' }).click();
  await noSeriousFault(page);
  await dialog.getByRole('button', { name: '确定（2）' }).click();
  await expect(value(users)).toHaveText('cangku,yunying');
  await expect(users.getByTitle('陈仓管')).toBeVisible();
});

test('trees read their levels as they are opened; searching nothing asks for nothing', async ({ page }) => {
  covers('§2.6 tree selectors');
  const state = await openPart(page, 'tree-select');
  await expect(state('字典树条件有误')).toContainText('组件JTreeSelect-condition传值有误，需要一个json字符串!');
  await expect(state('分类条件有误')).toContainText('组件JTreeSelect-condition传值有误，需要一个json字符串!');
  await expect(state('分类条件有误').getByRole('combobox')).toBeDisabled();
  await expect(state('字典没有编码')).toContainText('字典Code不能为空!');
  await expect(state('已选的分类已删除').getByTitle('gone-1')).toBeVisible();
  await expect(state('搜索多选').getByTitle('nobody-anymore')).toBeVisible();

  const lazy = state('分类逐级加载');
  await lazy.getByRole('combobox').click();
  const lamps = page.locator('.ant-select-tree-treenode').filter({ hasText: '灯具' });
  const below = page.waitForResponse(/loadTreeChildren/);
  await lamps.locator('.ant-select-tree-switcher').click();
  await below;
  await page.getByTitle('台灯', { exact: true }).click();
  await expect(lazy.getByTitle('台灯')).toBeVisible();
  await expect(value(lazy)).toHaveText(/^[\w-]{36}$/);

  await narrowsByCondition(page, state('分类按条件'));

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/sys/dict/loadDict/')) requests.push(request.url());
  });
  const search = state('搜索选择').getByRole('combobox');
  await search.click();
  await expect(page.getByText('请输入搜索内容')).toBeVisible();
  await search.fill('cang');
  await page.getByTitle('陈仓管', { exact: true }).click();
  await expect(value(state('搜索选择'))).toHaveText('cangku');
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatch(/keyword=cang&pageSize=10/);
  await noSeriousFault(page);
});

/** Neither a level nor the search shows what the condition does not name. */
async function narrowsByCondition(page: Page, tree: Locator): Promise<void> {
  const nodes = page.locator('.ant-select-dropdown:visible .ant-select-tree-title');
  await tree.getByRole('combobox').click();
  await expect(nodes).toHaveText(['灯具']);
  await tree.getByRole('combobox').fill('类');
  await expect(page.getByText('没有查询到任何数据')).toBeVisible();
  await tree.getByRole('combobox').fill('灯');
  await expect(nodes).toHaveText(['灯具']);
  await page.keyboard.press('Escape');
}

/** The parts of a form in a drawer: where somebody belongs is chosen in dialogs. */
async function pick(
  form: Locator,
  label: string,
  dialogName: string,
  choose: (dialog: Locator) => Promise<void>,
): Promise<void> {
  const dialog = form.page().getByRole('dialog', { name: dialogName, exact: true });
  await form.getByRole('combobox', { name: label }).press('Enter');
  await expect(dialog).toBeVisible();
  await choose(dialog);
  await dialog.getByRole('button', { name: /^确定/ }).click();
  await expect(dialog).toBeHidden();
}

/** The roles stand on several pages of five. */
async function clickRole(dialog: Locator, code: string): Promise<void> {
  const input = dialog.getByLabel('角色编码');
  await input.fill(code);
  await input.press('Enter');
  await dialog.getByRole('row', { name: new RegExp(`\\s${code}\\s`) }).click();
}

test('a person is given roles, departments and positions in dialogs, and keeps them', async ({ page }) => {
  const heard = complaints(page);
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/isystem/user`);
  const front = inFront(page, '用户管理');
  await front.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增用户' });
  await fill(form, { 用户账号: 'picked_buyer', 登录密码: 'Yunhe-8821-Baita', 用户姓名: '柳采购' });
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('请选择角色').last()).toBeVisible();
  await pick(form, '角色', '选择角色', async (dialog) => {
    await clickRole(dialog, 'FIN');
    await clickRole(dialog, 'CS');
  });
  await pick(form, '部门', '选择部门', async (dialog) => {
    await dialog.getByLabel('搜索部门').fill('钱塘');
    await dialog.getByText('钱塘二组').click();
    await expect(dialog).toContainText('已选1个');
  });
  await pick(form, '职务', '选择职务', (dialog) => dialog.getByRole('row', { name: '采购员' }).click());
  await noSeriousFault(page);
  await save(form);

  await rowOf(front, 'picked_buyer').getByRole('button', { name: '编辑' }).click();
  const edited = page.getByRole('dialog', { name: '编辑用户：picked_buyer' });
  for (const name of ['财务', '客服', '钱塘二组', '采购员'])
    await expect(edited.getByTitle(name, { exact: true }).first()).toBeAttached();
  await pick(edited, '角色', '选择角色', (dialog) => dialog.getByRole('button', { name: '删除客服' }).click());
  await save(edited);
  await expect(rowOf(front, 'picked_buyer')).toContainText('财务');
  await expect(rowOf(front, 'picked_buyer')).not.toContainText('客服');
  expect(heard).toEqual([]);
});

test('an invitation names one role and one department, chosen in dialogs', async ({ page }) => {
  covers('§2.7 department picker');
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/isystem/invitation`);
  const front = inFront(page, '邀请成员');
  await front.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增邀请' });
  await pick(form, '角色', '选择角色', async (dialog) => {
    await clickRole(dialog, 'FIN');
    await clickRole(dialog, 'CS');
    await expect(dialog.getByRole('region', { name: '已选角色' }).getByRole('listitem')).toHaveText([/客服/]);
  });
  await pick(form, '部门', '选择部门', (dialog) => dialog.getByText('运河部').click());
  await save(form);
  await page.getByRole('button', { name: '我已保存' }).click();
  await expect(rowOf(front, '运河部')).toContainText('客服');
});
