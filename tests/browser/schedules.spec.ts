import { expect, type Page } from '@playwright/test';
import { admin, CONSOLE } from './account-steps.ts';
import { complaints, enter, inFront, rowOf, save } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/** An account that signs in no more. */
async function freeze(page: Page, username: string): Promise<void> {
  const headers = { 'x-access-token': await admin(page) };
  const found = await page.request.get(`${CONSOLE()}/api/sys/user/list?username=${username}`, { headers });
  const { result } = (await found.json()) as { result: { records: { id: string }[] } };
  const frozen = await page.request.put(`${CONSOLE()}/api/sys/user/frozenBatch`, {
    headers,
    data: { ids: result.records[0]?.id, status: 2 },
  });
  expect(((await frozen.json()) as { success: boolean }).success).toBe(true);
}

test('a schedule is made with the editor, runs, and is read of; what the product does stands beside it', async ({
  page,
}) => {
  covers('ours: schedules', '§2 administration screens');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/isystem/QuartzJobList`);
  const list = inFront(page, '定时任务');
  // What the product does by itself is there before anything is made, and cannot be changed.
  const own = rowOf(list, '分摊安全库存');
  await expect(own).toContainText('系统任务');
  await expect(own).toContainText('每 1 小时');
  await own.getByRole('button', { name: '更多' }).click();
  await expect(page.getByRole('menuitem', { name: '停止' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '编辑' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await list.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增定时任务' });
  await form.getByLabel('任务', { exact: true }).click();
  await page.locator('.ant-select-dropdown').getByText('站内提醒', { exact: true }).click();
  await expect(form).toContainText('到点给一位同事或全体用户发一条站内消息。');
  // Hours that cannot be are named while they are typed.
  const cron = form.getByLabel('cron表达式', { exact: true });
  await cron.fill('0/5 * * * * ? *');
  await expect(form).toContainText('两次执行至少间隔 1 分钟');
  await cron.fill('0 30 8 * * ? *');
  await form.getByRole('button', { name: '设置cron表达式' }).click();
  const editor = page.getByRole('dialog', { name: 'cron表达式' });
  await expect(editor.getByRole('region', { name: '执行预览，会忽略年份参数' }).getByRole('listitem')).toHaveCount(10);
  await expect(editor.getByRole('listitem').first()).toContainText('08:30:00');
  await editor.getByRole('button', { name: /^确\s?定$/ }).click();
  await expect(form).toContainText('每天 08:30');
  await form.getByLabel('标题').fill('盘点提醒');
  await form.getByLabel('内容').fill('今天下午盘点');
  // A name that nobody has is refused before it could only fail at its hour.
  await form.getByLabel('接收人账号').fill('nobody_here');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('没有可用的用户账号“nobody_here”');
  await form.getByLabel('接收人账号').fill('fuhe');
  await save(form);
  // Whoever has left since is not reminded: the run fails and says so.
  await freeze(page, 'fuhe');

  const row = rowOf(list, '站内提醒');
  await expect(row).toContainText('每天 08:30');
  await expect(row).toContainText('正常');
  await row.getByRole('button', { name: '执行一次' }).click();
  await page.getByRole('dialog', { name: '立即执行一次“站内提醒”？' }).getByRole('button', { name: '执行' }).click();
  await expect(page.getByText('执行成功!')).toBeVisible();
  await expect(async () => {
    await list.getByRole('button', { name: '刷新' }).click();
    await expect(row).toContainText('失败', { timeout: 1000 });
  }).toPass();
  await expect(row).toContainText('没有可用的用户账号“fuhe”');

  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '编辑' }).click();
  const edit = page.getByRole('dialog', { name: /^编辑定时任务/ });
  await edit.getByLabel('接收人账号').fill('admin');
  await save(edit);
  await row.getByRole('button', { name: '执行一次' }).click();
  await page.getByRole('dialog', { name: '立即执行一次“站内提醒”？' }).getByRole('button', { name: '执行' }).click();
  await expect(async () => {
    await list.getByRole('button', { name: '刷新' }).click();
    await expect(row).toContainText('成功', { timeout: 1000 });
  }).toPass();

  await row.hover();
  await row.getByRole('button', { name: '执行记录' }).click();
  const log = page.getByRole('dialog', { name: '执行记录：站内提醒' });
  await expect(log.getByRole('row')).toHaveCount(3);
  await expect(log.getByRole('row').nth(1)).toContainText('成功');
  await expect(log.getByRole('row').nth(2)).toContainText('失败');
  await page.keyboard.press('Escape');
  expect(heard).toEqual([]);
});
