import { expect } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, atChannel, clerkToken, post, pulled, type Answer } from './channel-orders.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** 自动化规则 from an empty form to what it did to an order. */

const OTTOMAN = 'WB-ACH-NELL-OTM';

test.afterEach(async ({ context }) => {
  await closeOthers(context);
  // Left on by a journey that broke off, a rule would hold what others live on.
  const token = await clerkToken();
  const response = await fetch(`${api()}/automation/rule/list?status=active`, {
    headers: { 'x-access-token': token },
  });
  const { result } = (await response.json()) as Answer<{ records: { id: string }[] }>;
  for (const { id } of result.records) await post(`${api()}/automation/rule/${id}/pause`, {}, token);
});

test('a rule is written, tried on one order, tested on past ones, switched on, and seen on an order', async ({
  page,
}) => {
  covers('ours: automation rules');
  test.setTimeout(180_000);
  const heard = complaints(page);
  const name = `两件以上先核对${String(Date.now()).slice(-5)}`;
  const place = async (): Promise<string> => {
    const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
      orders: [{ warehouseId: '31842', lines: [{ partNumber: OTTOMAN, quantity: 2 }] }],
    });
    const po = orders[0]?.poNumber ?? '';
    await pulled(po, () => true);
    return po;
  };
  const past = await place();
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);

  await goWithin(page, '/rules/new');
  await page.getByLabel('名称').fill(name);
  await page.getByRole('button', { name: /添加条件$/ }).click();
  await page.getByLabel('条件 1', { exact: true }).click();
  await page.keyboard.type('件数');
  await page.keyboard.press('Enter');
  await page.getByLabel('条件 1 比较').click();
  await page.locator('.ant-select-item').filter({ hasText: '大于等于', visible: true }).click();
  await page.getByLabel('条件 1 值').fill('2');
  await page.getByRole('button', { name: '添加动作' }).click();
  await page.getByLabel('动作 1', { exact: true }).click();
  await page
    .locator('.ant-select-item')
    .filter({ hasText: /^挂起$/, visible: true })
    .click();
  await page.getByLabel('动作 1 原因').fill('请核对数量');
  await expect(page.getByRole('region', { name: '读一遍' })).toContainText(
    '如果 件数 大于等于 2，就 挂起（请核对数量）',
  );
  await page.getByLabel('规则预览的订单号或PO号').fill(past);
  await page.getByRole('button', { name: '规则预览', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: past })).toContainText('会命中');
  await noSeriousFault(page);
  await page.getByRole('button', { name: /^保\s*存$/ }).click();

  await expect(page.getByText('第 1 版，还没有回测')).toBeVisible();
  await expect(page.getByRole('button', { name: /^启\s*用$/ })).toBeDisabled();
  await page.getByRole('button', { name: '先回测' }).click();
  await page.getByRole('button', { name: '开始回测' }).click();
  await expect(page.getByText('第 1 版，已回测')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^第 1 版的回测.*林运营/ })).toBeVisible();
  const counts = page.getByRole('group', { name: '回测结果' });
  await expect(counts.getByRole('button', { name: /挂起/ })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: past })).toContainText('挂起（请核对数量）');
  await noSeriousFault(page);
  await page.getByRole('button', { name: /^启\s*用$/ }).click();
  await expect(page.locator('.wb-detail-head').first()).toContainText('启用');
  await expect(page.getByRole('button', { name: /^停\s*用$/ })).toBeVisible();

  const fresh = await place();
  await goWithin(page, `/orders/pending?channelOrderNo=${fresh}`);
  const orders = inFront(page, '待处理');
  await expect(orders.getByRole('row').filter({ hasText: fresh })).toContainText('人工');
  await orders.getByRole('row').filter({ hasText: fresh }).getByText(fresh).first().click();
  await page.getByRole('tab', { name: '全程记录' }).click();
  const trace = page.getByRole('region', { name: '执行结果' });
  await expect(trace.getByRole('listitem').filter({ hasText: name })).toContainText('已执行');
  await trace.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: '为什么' }).click();
  await expect(page.getByRole('dialog').filter({ visible: true })).toContainText('实际：2');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await goWithin(page, '/rules');
  await fitsWidth(page);
  await inFront(page, '自动化规则').getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name: '规则', exact: true })).toBeVisible();
  await fitsWidth(page);
  await page.getByRole('button', { name: /^停\s*用$/ }).click();
  await expect(page.getByText('停用', { exact: true }).first()).toBeVisible();
  expect(heard).toEqual([]);
});
