import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { buffer } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { readSheet } from '#platform/sheets/sheet-reader.ts';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';
import { CONSOLE } from './account-steps.ts';
import { choose, closeOthers, enter, fill, inFront, rowOf, save, signIn } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/* What an administrator decides, as those see it whom it concerns, in browsers of their own. */

// Each goes on where the one before it ended.
test.describe.configure({ mode: 'serial' });
test.afterEach(({ context }) => closeOthers(context));

const admin = (page: Page): Promise<void> => enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);

/** A call of the page's own session: what a journey needs and is not about. */
const api = (page: Page, method: string, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async ([verb, address, sent]) => {
      const { session } = JSON.parse(localStorage.getItem('waybill.session') ?? '{}') as {
        session: { token: string };
      };
      const answer = await fetch(`/api${address}`, {
        method: verb as string,
        headers: { 'x-access-token': session.token, 'content-type': 'application/json' },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      });
      const { success, message, result } = (await answer.json()) as Record<string, unknown>;
      if (!success) throw new Error(`${String(address)}: ${String(message)}`);
      return result;
    },
    [method, path, body ?? null] as const,
  );

async function openList(page: Page, path: string, title: string): Promise<Locator> {
  await page.goto(`${CONSOLE()}${path}`);
  const list = inFront(page, title);
  await expect(list.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  return list;
}

const other = async (browser: Browser): Promise<Page> => (await browser.newContext({ locale: 'zh-CN' })).newPage();
const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: '菜单' });

/** Somebody with one role, or none. */
const addPerson = (page: Page, username: string, realname: string, role = ''): Promise<unknown> =>
  api(page, 'POST', '/sys/user/add', {
    username,
    realname,
    password: PEOPLE_PASSWORD,
    selectedroles: role,
    confirmpassword: PEOPLE_PASSWORD,
    selecteddeparts: '',
    mustChangePassword: false,
  });

async function addRule(page: Page): Promise<void> {
  const menus = await openList(page, '/isystem/newPermissionList', '权限管理');
  await menus.getByLabel('查找菜单').fill('用户管理');
  await menus.getByRole('button', { name: '用户管理 的更多操作' }).click();
  await page.getByRole('menuitem', { name: '数据规则' }).click();
  const rules = page.getByRole('dialog', { name: '数据规则：用户管理' });
  await rules.getByRole('button', { name: '新增规则' }).click();
  const form = page.getByRole('dialog', { name: '新增数据规则' });
  await form.getByLabel('规则名称').fill('只看本人');
  await choose(form.getByRole('combobox', { name: '规则字段' }), '用户账号');
  await choose(form.getByRole('combobox', { name: '规则条件' }), '等于');
  await form.getByLabel('规则值').fill('#{sys_user_code}');
  await save(form);
  await expect(rules.getByRole('region', { name: '只看本人' })).toBeVisible();
}

async function grant(page: Page, role: string): Promise<void> {
  const roles = await openList(page, '/isystem/roleUserList', '角色管理');
  await roles.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增角色' });
  await fill(form, { 角色名称: role, 角色编码: 'squad_leader' });
  await save(form);
  await rowOf(roles, role).getByRole('button', { name: '授权', exact: true }).click();
  const grants = page.getByRole('dialog', { name: `角色授权：${role}` });
  await grants.getByRole('checkbox', { name: '父子联动' }).uncheck();
  const tick = async (name: string): Promise<void> => {
    await grants.getByLabel('查找权限').fill(name);
    const item = grants.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) });
    await item.last().getByRole('checkbox').first().click();
  };
  for (const name of ['系统管理', '用户管理', '职务管理', '日志管理', '新增职务', '编辑职务']) await tick(name);
  await grants.getByRole('button', { name: '保存' }).click();
  const shown = page.getByRole('dialog', { name: `保存“${role}”的权限？` });
  await shown.getByRole('button', { name: '保存' }).click();
  await expect(grants).toBeHidden();
  await rowOf(roles, role).getByRole('button', { name: '授权', exact: true }).click();
  // Rows below the window are not drawn.
  await grants.getByLabel('查找权限').fill('用户管理');
  await grants.getByRole('button', { name: '用户管理 的数据规则' }).click();
  const rules = page.getByRole('dialog', { name: '数据规则：用户管理' });
  await rules.getByRole('checkbox', { name: '只看本人' }).check();
  await rules.getByRole('button', { name: '保存' }).click();
  await expect(rules).toBeHidden();
}

/** Who holds the role of three menus, in a browser of their own. */
async function holder(browser: Browser): Promise<Page> {
  const page = await other(browser);
  await enter(page, CONSOLE(), 'banzhang', PEOPLE_PASSWORD);
  return page;
}

test('a role of three menus, two buttons and a rule is exactly what its holder sees', async ({ page, browser }) => {
  covers('§2 administration screens');
  await admin(page);
  await page.goto(`${CONSOLE()}/isystem/user`);
  await api(page, 'POST', '/sys/position/add', { code: 'squad_1', name: '班长', postRank: '1' });
  await addRule(page);
  await grant(page, '带班');
  const role = (await api(page, 'GET', '/sys/role/list?roleCode=squad_leader')) as {
    records: { id: string }[];
  };
  await addPerson(page, 'banzhang', '钱班长', role.records[0]?.id);

  const person = await holder(browser);
  const people = await openList(person, '/isystem/user', '用户管理');
  await expect(rowOf(people, 'banzhang')).toBeVisible();
  await expect(rowOf(people, 'kefu')).toHaveCount(0);
  await expect(people.getByRole('button', { name: /新增|导入|回收站/ })).toHaveCount(0);
  const positions = await openList(person, '/isystem/position', '职务管理');
  await expect(positions.getByRole('button', { name: '新增', exact: true })).toBeVisible();
  await expect(rowOf(positions, 'squad_1').getByRole('button', { name: '编辑' })).toBeVisible();
  await expect(positions.getByRole('button', { name: /删除|导入/ })).toHaveCount(0);
  const pages = menuOf(person).getByRole('menuitem');
  for (const name of ['用户管理', '职务管理', '日志管理']) await expect(pages.filter({ hasText: name })).toBeVisible();
  for (const name of ['角色管理', '数据字典', '订单']) await expect(pages.filter({ hasText: name })).toHaveCount(0);
  await person.goto(`${CONSOLE()}/isystem/dict`);
  await expect(inFront(person, '数据字典')).toHaveCount(0);
});

test('a menu that is renamed arrives with the next page of whoever has it', async ({ page, browser }) => {
  covers('§2 administration screens');
  await admin(page);
  const menus = await openList(page, '/isystem/newPermissionList', '权限管理');
  await menus.getByLabel('查找菜单').fill('日志管理');
  await menus.getByRole('button', { name: '编辑 日志管理' }).click();
  const form = page.getByRole('dialog', { name: '编辑：日志管理' });
  await form.getByLabel('名称', { exact: true }).fill('操作记录');
  const person = await holder(browser);
  await save(form);
  await openList(person, '/isystem/position', '职务管理');
  await menuOf(person).getByRole('menuitem', { name: '操作记录' }).click();
  await expect(inFront(person, '操作记录')).toBeVisible();
  await menus.getByLabel('查找菜单').fill('操作记录');
  await menus.getByRole('button', { name: '操作记录 的更多操作' }).click();
  await page.getByRole('menuitem', { name: '恢复默认' }).click();
  const sure = page.getByRole('dialog', { name: /恢复/ });
  await sure.getByRole('button', { name: /恢复/ }).click();
  await expect(sure).toBeHidden();
});

test('a new item of a dictionary is offered in another browser without a reload', async ({ page, browser }) => {
  covers('§2 administration screens');
  await admin(page);
  await page.goto(`${CONSOLE()}/isystem/dict`);
  const person = await holder(browser);
  await openList(person, '/isystem/position', '职务管理');
  const before = person.url();
  await api(page, 'POST', '/sys/dict/add', { dictName: '班次', dictCode: 'shift_kind' });
  const found = (await api(page, 'GET', '/sys/dict/list?dictCode=shift_kind')) as {
    records: { id: string }[];
  };
  const dictId = found.records[0]?.id;
  await api(page, 'POST', '/sys/dictItem/add', {
    dictId,
    itemText: '夜班',
    itemValue: 'night',
    sortOrder: 1,
    status: 1,
  });
  await expect.poll(() => person.evaluate(() => localStorage.getItem('waybill.session') ?? '')).toContain('夜班');
  expect(person.url()).toBe(before);
  // A closed one offers nothing to be added; its names are changed where they stand.
  const dicts = await openList(page, '/isystem/dict?code=sex', '数据字典');
  await rowOf(dicts, 'sex').getByRole('button', { name: '字典项' }).first().click();
  const items = page.getByRole('dialog', { name: /^字典项：/ });
  await expect(rowOf(items, '男')).toBeVisible();
  await expect(items.getByRole('button', { name: '新增', exact: true })).toHaveCount(0);
});

test('who is frozen is out within five seconds', async ({ page, browser }) => {
  covers('§2 administration screens');
  await admin(page);
  const users = await openList(page, '/isystem/user?username=banzhang', '用户管理');
  const person = await holder(browser);
  await openList(person, '/isystem/position', '职务管理');
  await rowOf(users, 'banzhang').getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '冻结' }).click();
  const sure = page.getByRole('dialog', { name: /^冻结“/ });
  await sure.getByRole('button', { name: '冻结', exact: true }).click();
  await expect(sure).toBeHidden();
  await expect(person.getByLabel('密码', { exact: true })).toBeVisible({ timeout: 5000 });
});

test('an administrator lets a colleague act for somebody, and the log says who did', async ({ page, browser }) => {
  covers('ours: deputies');
  await admin(page);
  await page.goto(`${CONSOLE()}/isystem/user`);
  const role = (await api(page, 'GET', '/sys/role/list?roleCode=squad_leader')) as {
    records: { id: string }[];
  };
  await addPerson(page, 'zhangsan', '张三', role.records[0]?.id);
  await addPerson(page, 'lisi', '李四');
  const users = await openList(page, '/isystem/user?username=zhangsan', '用户管理');
  await rowOf(users, 'zhangsan').getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '代理人' }).click();
  const form = page.getByRole('dialog', { name: '代理人：张三（zhangsan）' });
  await expect(form.getByRole('button', { name: '保存' })).toBeVisible();
  await expect(form.getByLabel('代理开始时间')).toBeVisible();
  await form.getByRole('button', { name: '取消' }).click();
  // The picker has a test of its own (widgets); the days are those of the tests' clock.
  await api(page, 'POST', '/sys/sysUserAgent/add', {
    userName: 'zhangsan',
    agentUserName: 'lisi',
    status: '1',
    startTime: '2020-01-01 00:00:00',
    endTime: '2099-01-01 00:00:00',
  });

  const agent = await other(browser);
  await signIn(agent, CONSOLE(), 'lisi', PEOPLE_PASSWORD);
  await expect(menuOf(agent).getByRole('menuitem', { name: '职务管理' })).toHaveCount(0);
  await agent.getByRole('button', { name: /^用户菜单/ }).click();
  await agent.getByRole('menuitem', { name: '代 张三 处理' }).click();
  await expect(agent.getByText('现在是 李四（代 张三）')).toBeVisible();
  const own = agent.getByRole('button', { name: /^用户菜单/ });
  await expect(own).toContainText('李四（代 张三）');
  const positions = await openList(agent, '/isystem/position', '职务管理');
  await positions.getByRole('button', { name: '新增', exact: true }).click();
  const made = agent.getByRole('dialog', { name: '新增职务' });
  await fill(made, { 职务编码: 'by_deputy', 职务名称: '班长' });
  await save(made);
  await own.click();
  await expect(agent.getByRole('menuitem', { name: '修改密码' })).toHaveCount(0);
  await agent.getByRole('menuitem', { name: '结束代理' }).click();
  await expect(own).not.toContainText('代');

  const log = await openList(page, '/isystem/log', '日志管理');
  await log.getByText('操作日志', { exact: true }).click();
  const entry = rowOf(log, 'lisi（代 zhangsan）').filter({ hasText: '新增职务' });
  await entry.getByRole('button', { name: '详情' }).click();
  const detail = page.getByRole('dialog', { name: '日志详情' });
  await expect(detail).toContainText('/sys/position/add');
  await expect(detail).toContainText('lisi（代 zhangsan）');
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function sheet(titles: readonly string[], rows: readonly (string | null)[][]) {
  const out = new PassThrough();
  const bytes = buffer(out);
  await writeXlsx(out, {
    sheetName: '用户',
    columns: titles.map((title) => ({ title })),
    rows,
  });
  return { name: '用户.xlsx', mimeType: XLSX, buffer: await bytes };
}

test('a thousand people are imported, the ten bad ones are mended and imported', async ({ page }) => {
  covers('§2.13 import dialog');
  await admin(page);
  const users = await openList(page, '/isystem/user', '用户管理');
  await users.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导入用户' });
  const rows = Array.from({ length: 1000 }, (_, n): (string | null)[] => [
    `bulk_${String(n).padStart(4, '0')}`,
    n % 100 === 7 ? null : `批量${n}`,
  ]);
  const outcome = dialog.getByRole('alert');
  await dialog.getByLabel('选择导入文件').setInputFiles(await sheet(['用户账号', '用户姓名'], rows));
  await dialog.getByRole('button', { name: '开始上传' }).click();
  await expect(outcome).toContainText('总上传行数：1000，已导入行数：990，错误行数：10', {
    timeout: 60_000,
  });
  const downloading = page.waitForEvent('download');
  await outcome.getByRole('button', { name: '下载错误数据' }).click();
  const wrong = await buffer(await (await downloading).createReadStream());
  const read: (string | null)[][] = [];
  for await (const { cells } of readSheet(wrong)) read.push([...cells]);
  const [head = [], ...broken] = read;
  expect(broken).toHaveLength(10);
  const nameAt = head.findIndex((title) => title?.includes('用户姓名'));
  const mended = broken.map((cells) => cells.map((cell, at) => (at === nameAt ? '补上的姓名' : cell)));
  await dialog.getByLabel('选择导入文件').setInputFiles(
    await sheet(
      head.map((title) => title ?? ''),
      mended,
    ),
  );
  await dialog.getByRole('button', { name: '开始上传' }).click();
  await expect(outcome).toContainText('共10行数据全部导入成功！', { timeout: 60_000 });
});

test('two versions of a person are compared and the older one is restored', async ({ page }) => {
  covers('§2 administration screens');
  await admin(page);
  await page.goto(`${CONSOLE()}/isystem/user`);
  const { id } = (await addPerson(page, 'versions', '王一')) as { id: string };
  for (const realname of ['王二', '王三']) await api(page, 'PUT', '/sys/user/edit', { id, realname });
  const log = await openList(page, `/sys/dataLog-list?dataId=${id}`, '数据日志');
  await rowOf(log, 'v1').getByRole('button', { name: '对比版本' }).click();
  const compare = page.getByRole('dialog', { name: '对比版本' });
  await expect(compare).toContainText('这是第一个版本');
  await compare.getByRole('button', { name: /关闭|Close/ }).click();
  await rowOf(log, 'v3').getByRole('button', { name: '对比版本' }).click();
  await expect(compare.getByRole('row', { name: /用户姓名/ })).toContainText('王二王三');
  await compare.getByRole('button', { name: '恢复到 v2' }).click();
  const sure = page.getByRole('dialog', { name: '恢复到 v2？' });
  await sure.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(page.getByText('已恢复到 v2', { exact: true })).toBeVisible();
  const users = await openList(page, '/isystem/user?username=versions', '用户管理');
  await expect(rowOf(users, 'versions')).toContainText('王二');
});

test('a notice to one department reaches its people, and says whom', async ({ page, browser }) => {
  covers('§2 administration screens');
  await admin(page);
  await page.goto(`${CONSOLE()}/isystem/annountCement`);
  const depart = (await api(page, 'POST', '/sys/sysDepart/add', { departName: '夜班组' })) as {
    id: string;
  };
  for (const [username, realname] of [
    ['night_a', '夜甲'],
    ['night_b', '夜乙'],
  ] as const)
    await api(page, 'POST', '/sys/user/add', {
      username,
      realname,
      password: PEOPLE_PASSWORD,
      confirmpassword: PEOPLE_PASSWORD,
      selecteddeparts: depart.id,
      selectedroles: '',
    });
  await api(page, 'POST', '/sys/annountCement/add', {
    titile: '夜班通知',
    msgContent: '<p>今晚盘点</p>',
    msgCategory: '1',
    priority: 'M',
    msgType: 'USER',
    departIds: depart.id,
  });
  const notices = await openList(page, '/isystem/annountCement', '系统通告');
  const notice = rowOf(notices, '夜班通知');
  await notice.getByRole('button', { name: '发布', exact: true }).click();
  const sure = page.getByRole('dialog', { name: /^发布“/ });
  await sure.getByRole('button', { name: '发布', exact: true }).click();
  await expect(notice).toContainText('已发布');
  await expect(notice).toContainText('夜班组');
  await notice.getByRole('button', { name: /0\/2 已读/ }).click();
  const readers = page.getByRole('dialog').last();
  for (const name of ['夜甲', '夜乙']) await expect(readers.getByText(name)).toBeVisible();
  const reader = await other(browser);
  await signIn(reader, CONSOLE(), 'night_a', PEOPLE_PASSWORD);
  await expect(reader.getByRole('button', { name: /^通知.*1/ })).toBeVisible();
});
