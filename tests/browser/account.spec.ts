import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE, onDevice, open, PASSWORD, person, picture, signIn } from './account-steps.ts';
import { complaints, enter, enterConsole, fitsWidth, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';

useConsole();

/** What a person does with their own account, in a real browser. */

test('a person writes their particulars and shows a picture', async ({ page }) => {
  covers('§2 account pages', '§2 account screens', '§2 page content');
  const heard = complaints(page);
  const { username } = await person(page);
  await enter(page, CONSOLE(), username, PASSWORD);
  const base = await open(page, '/account/settings/base', '账号设置');
  await base.getByLabel('用户姓名').fill('');
  await base.getByRole('button', { name: '保存' }).click();
  await expect(base.getByText('请输入用户姓名')).toBeVisible();
  await base.getByLabel('用户姓名').fill('王小明');
  await base.getByLabel('座机').fill('010-6655');
  await base.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(page.getByRole('button', { name: '用户菜单 王小明' })).toBeVisible();

  const input = base.getByLabel('选择头像图片');
  const text = { name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await input.setInputFiles(text);
  await expect(page.getByText('请上传图片')).toBeVisible();
  const buffer = await picture(page);
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const crop = page.getByRole('dialog', { name: '裁剪头像' });
  await crop.getByLabel('头像预览').press('ArrowRight');
  await noSeriousFault(page);
  await crop.getByRole('button', { name: '保存头像' }).click();
  await expect(crop).toBeHidden();
  const shown = base.getByRole('region', { name: '头像' }).locator('img');
  await expect(shown).toHaveJSProperty('naturalWidth', 256);
  await page.reload();
  await expect(shown).toHaveJSProperty('naturalWidth', 256);
  await expect(base.getByLabel('座机')).toHaveValue('010-6655');
  await base.getByRole('button', { name: '删除头像' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(shown).toBeHidden();
  await noSeriousFault(page);
  expect(heard).toEqual([]);
});

test('a new password signs the other device out', async ({ page, browser }) => {
  covers('§2 account screens', '§2.10 password dialog', '§5 password dialog');
  const { username } = await person(page);
  await enter(page, CONSOLE(), username, PASSWORD);
  const other = await onDevice(browser, username);
  const security = await open(page, '/account/settings/security', '安全设置');
  await security.getByRole('button', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  const agree = dialog.getByRole('button', { name: '确定' });
  await agree.click();
  for (const words of ['请输入旧密码!', '请输入新密码!', '请确认新密码!'])
    await expect(dialog.getByText(words)).toBeVisible();
  await dialog.getByLabel('旧密码').fill('wrong one');
  await dialog.getByLabel('新密码', { exact: true }).fill('Hongqi-4455-Shan');
  await dialog.getByLabel('确认新密码').fill('something else');
  await expect(dialog.getByText('两次输入的密码不一样！')).toBeVisible();
  await dialog.getByLabel('确认新密码').fill('Hongqi-4455-Shan');
  await expect(dialog.getByText('密码强度：强')).toBeVisible();
  await agree.click();
  await expect(dialog.getByText('旧密码输入错误!')).toBeVisible();
  await expect(dialog.getByLabel('新密码', { exact: true })).toHaveValue('Hongqi-4455-Shan');
  await noSeriousFault(page);
  await dialog.getByLabel('旧密码').fill(PASSWORD);
  await agree.click();
  await expect(page.getByText('密码重置成功! 其他设备上的登录已全部退出')).toBeVisible();
  await expect(dialog).toBeHidden();
  await other.goto(`${CONSOLE()}/account/center`);
  await other.waitForURL('**/user/login?**');
  await page.reload();
  await expect(inFront(page, '安全设置')).toBeVisible();
  await other.context().close();
});

test('a password that somebody else chose is changed before anything else', async ({ page }) => {
  covers('ours: own account');
  const { username } = await person(page, { mustChangePassword: true });
  await signIn(page, username);
  await expect(page.getByRole('heading', { name: '修改密码' })).toBeVisible();
  await expect(page.getByText('您的密码由管理员设置')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeHidden();
  await page.goto(`${CONSOLE()}/orders/pending`);
  await expect(page.getByRole('heading', { name: '修改密码' })).toBeVisible();
  await noSeriousFault(page);
  await page.getByLabel('旧密码').fill(PASSWORD);
  await page.getByLabel('新密码', { exact: true }).fill('Hongqi-4455-Shan');
  await page.getByLabel('确认新密码').fill('Hongqi-4455-Shan');
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/orders\/pending/);
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
});

test('another department is entered by a new token, at the same address', async ({ page }) => {
  covers('§2.11 department dialog');
  const token = await admin(page);
  const { orgCode } = await api<{ orgCode: string }>(page, '/sys/sysDepart/add', { departName: '华东仓储部' }, token);
  const { username } = await person(page, { departs: ['A01', orgCode] });
  await signIn(page, username);
  await page.getByRole('button', { name: '进入' }).click();
  await page.waitForURL('**/dashboard/analysis');
  const center = await open(page, '/account/center', '个人中心');
  const stored = () =>
    page.evaluate(
      () =>
        (
          JSON.parse(localStorage.getItem('waybill.session') ?? '{}') as {
            session: { token: string };
          }
        ).session.token,
    );
  const before = await stored();
  await center.getByRole('button', { name: '切换部门' }).click();
  const dialog = page.getByRole('dialog', { name: /^部门切换（当前部门 : .+）$/ });
  await dialog.getByLabel('部门').click();
  await page.getByTitle('华东仓储部', { exact: true }).last().click();
  await noSeriousFault(page);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已切换到部门：华东仓储部')).toBeVisible();
  await expect(center.getByText('当前')).toBeVisible();
  expect(page.url()).toContain('/account/center');
  expect(await stored()).not.toBe(before);
  await page.reload();
  await center.getByRole('button', { name: '切换部门' }).click();
  await expect(page.getByRole('dialog', { name: '部门切换（当前部门 : 华东仓储部）' })).toBeVisible();
});

test('without a current department one has to be chosen', async ({ page }) => {
  covers('§2.11 department dialog before a choice');
  const { username } = await person(page);
  await enter(page, CONSOLE(), username, PASSWORD);
  const center = await open(page, '/account/center', '个人中心');
  await page.route('**/sys/user/getCurrentUserDeparts*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { result: { orgCode: string | null } };
    json.result.orgCode = null;
    await route.fulfill({ response, json });
  });
  await center.getByRole('button', { name: '切换部门' }).click();
  const dialog = page.getByRole('dialog', { name: '部门选择' });
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog.locator('.ant-form-item-explain-error')).toHaveText('请选择部门');
  const chosen = page.waitForRequest('**/sys/selectDepart*');
  await dialog.getByLabel('部门').click();
  await page.locator('.ant-select-item-option').first().click();
  await dialog.getByRole('button', { name: '确定' }).click();
  expect((await chosen).postDataJSON()).toEqual({ orgCode: 'A01', username });
  await expect(page.getByText(/^已切换到部门：/)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('who belongs to no department sees that', async ({ page }) => {
  covers('§4 department switch without departments', '§8 no department');
  const { username } = await person(page, { departs: [] });
  await enter(page, CONSOLE(), username, PASSWORD);
  const center = await open(page, '/account/center', '个人中心');
  await center.getByRole('button', { name: '切换部门' }).click();
  await expect(page.getByText('您尚未设置部门信息!')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the cache is cleared: refreshed there, read again here', async ({ page }) => {
  covers('§2 account pages', '§8 clear cache');
  const { username } = await person(page);
  await enter(page, CONSOLE(), username, PASSWORD);
  const center = await open(page, '/account/center', '个人中心');
  const requests: string[] = [];
  page.on('request', (request) => {
    const name = /\/sys\/dict\/(\w+)/.exec(request.url())?.[1];
    if (name) requests.push(name);
  });
  const clear = center.getByRole('button', { name: '清理缓存' });
  await clear.click();
  await expect(page.getByText('刷新缓存完成！')).toBeVisible();
  expect(requests).toEqual(['refleshCache', 'queryAllDictItems']);
  await page.route('**/sys/dict/refleshCache*', (route) => route.abort());
  await clear.click();
  await expect(page.getByText('刷新缓存失败！')).toBeVisible();
});

test('a device is ended from another', async ({ page, browser }) => {
  const { username } = await person(page, { realname: '很长的名字'.repeat(20) });
  await enter(page, CONSOLE(), username, PASSWORD);
  const other = await onDevice(browser, username);
  await page.setViewportSize({ width: 390, height: 844 });
  const devices = await open(page, '/account/settings/devices', '登录设备');
  const rows = devices.getByRole('list', { name: '登录设备' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('本机');
  await noSeriousFault(page);
  await rows.last().getByRole('button', { name: /下线$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click();
  await expect(rows).toHaveCount(1);
  await expect(devices.getByRole('button', { name: '下线其他设备' })).toBeDisabled();
  await other.goto(`${CONSOLE()}/account/center`);
  await other.waitForURL('**/user/login?**');
  await other.context().close();
  await fitsWidth(page);
});

test('a window that shows somebody else’s work says so and is reloaded', async ({ page }) => {
  const [one, two] = [await person(page), await person(page, { realname: '李接班' })];
  await enterConsole(page, CONSOLE(), one.username, PASSWORD);
  const next = await api<{ token: string; userInfo: object }>(page, '/sys/login', {
    username: two.username,
    password: PASSWORD,
  });
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${CONSOLE()}/favicon.ico`);
  await elsewhere.evaluate(({ token, userInfo }) => {
    const session = { token, tenantId: '1', user: userInfo, dicts: {} };
    const stored = JSON.stringify({ session, until: Date.now() + 86_400_000 });
    localStorage.setItem('waybill.session', stored);
  }, next);
  await expect(page.getByText('已在其他窗口切换为 李接班，页面将重新加载')).toBeVisible();
  await expect(page.getByRole('button', { name: '用户菜单 李接班' })).toBeVisible();
});

test('a browser that stores nothing lets people in all the same', async ({ page }) => {
  const { username } = await person(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await signIn(page, username);
  await expect(page.getByRole('navigation', { name: '菜单' })).toBeVisible();
  await expect(page.getByText('浏览器不允许保存登录状态')).toBeVisible();
});
