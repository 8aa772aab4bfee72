import { expect, type Page } from '@playwright/test';
import { noFaultInEitherTheme } from './accessibility.ts';
import { complaints, fitsWidth, goWithin, inFront, openPage, signIn } from './console-steps.ts';
import { covers } from './covers.ts';
import { startHost, type Host } from './first-day-host.ts';
import { test } from './fixtures.ts';

let host: Host;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  host = await startHost('monday');
});
test.afterAll(() => host?.stop());

const MINUTE = 60_000;
const PAGES = [
  ['/monitor/Disk', '磁盘监控', '磁盘总量'],
  ['/monitor/JvmInfo', '运行时', '堆内存上限'],
  ['/monitor/redis/info', 'Redis 监控', '没有接通 Redis'],
  ['/monitor/SystemInfo', '服务器信息', '系统 CPU'],
  ['/monitor/TomcatInfo', 'HTTP 服务', '请求数/分钟'],
  ['/monitor/HttpTrace', 'HTTP 追踪', '来源地址'],
  ['/monitor/database', '数据库监控', '连接使用率'],
  ['/monitor/deliveries', '任务与投递', '失败待处理的任务'],
] as const;

test('a threshold rings by the bell, and every page of 监控 says how the installation is', async ({ browser }) => {
  covers('ours: monitoring', '§2 administration screens');
  test.setTimeout(180_000);
  const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const heard = complaints(page);
  await page.addInitScript(() => localStorage.setItem('waybill.settings', JSON.stringify({ scheme: 'system' })));
  await signIn(page, host.consoleUrl, 'admin', host.password);
  for (let minute = 0; minute < 3; minute++) await aMinute();

  const alarms = await openPage(page, '监控', '告警');
  await expect(alarms).toContainText('各项指标正常');
  const row = alarms.getByRole('region', { name: '阈值' }).getByRole('row').filter({ hasText: '登录失败' });
  await expect(row).toContainText('高于 50 次');
  await row.getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑阈值：登录失败（10 分钟内）' });
  await form.getByLabel('高于（次）').fill('1');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('请填写 5 到 1000000 次');
  await form.getByLabel('高于（次）').fill('5');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  await expect(row).toContainText('高于 5 次');

  for (let n = 0; n < 7; n++) await failToSignIn(`nobody-${n}`);
  await aMinute();
  await aMinute();
  await expect(alarms).toContainText('1 项告警：登录失败（10 分钟内） 7 次', { timeout: 30_000 });
  await expect(page.getByText('监控告警：登录失败（10 分钟内） 7 次').first()).toBeVisible({ timeout: 30_000 });
  await noFaultInEitherTheme(page);

  for (const [path, title, text] of PAGES) {
    await goWithin(page, path);
    const front = inFront(page, title);
    await expect(front).toContainText(text);
    await fitsWidth(page);
  }
  await goWithin(page, '/monitor/JvmInfo');
  await seeCharts(page);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, title, text] of [...PAGES, ['/monitor/alarms', '告警', '1 项告警'] as const]) {
    await goWithin(page, path);
    await expect(inFront(page, title)).toContainText(text);
    await fitsWidth(page);
  }
  // The form was refused once.
  expect(heard).toEqual([expect.stringContaining('422')]);
  await context.close();
});

async function seeCharts(page: Page): Promise<void> {
  const front = inFront(page, '运行时');
  await expect(front.locator('canvas').first()).toBeVisible();
  await expect(front.getByLabel('节点', { exact: true })).toBeVisible();
  const memory = front.getByRole('region', { name: '堆内存', exact: true });
  await memory.getByRole('button', { name: '看表' }).click();
  await expect(memory).toContainText(/\d+\.\d MB/);
  await expect(memory.getByRole('row')).not.toHaveCount(1);
}

/** Time passes, and the node does what is due. */
async function aMinute(): Promise<void> {
  await host.pass(MINUTE + 1000);
  await host.look();
}

const failToSignIn = (username: string): Promise<unknown> =>
  fetch(`${host.consoleUrl}/api/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'wrong-1234-word' }),
  });
