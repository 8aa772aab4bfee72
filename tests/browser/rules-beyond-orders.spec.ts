import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, clerkToken, post, type Answer } from './channel-orders.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { act, returnScene, stockedGoods } from './return-steps.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** 自动化规则 about returns, requests for parts and feeds: what is offered, what is refused, what is seen. */

test.afterEach(async ({ context }) => {
  await closeOthers(context);
  const token = await clerkToken();
  for (const status of ['active', 'dry_run']) {
    const response = await fetch(`${api()}/automation/rule/list?status=${status}`, {
      headers: { 'x-access-token': token },
    });
    const { result } = (await response.json()) as Answer<{ records: { id: string }[] }>;
    for (const { id } of result.records) await post(`${api()}/automation/rule/${id}/pause`, {}, token);
  }
});

/** The words that an open select offers. */
const offered = (page: Page): Promise<string[]> =>
  page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-item-option-content')
    .allTextContents();

async function choose(page: Page, label: string, text: string): Promise<void> {
  // What is required has a star before its name.
  await page.getByLabel(new RegExp(`^\\*?${label}$`)).click();
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: new RegExp(`^${text}$`), visible: true })
    .click();
}

const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  退货收货完成: ['给订单打标签', '设订单优先级', '写订单备注', '通知', '建待办'],
  收到配件申请: ['请补资料', '给订单打标签', '设订单优先级', '写订单备注', '通知', '建待办'],
  回款单导入: ['通知', '建待办'],
  库存推送失败: ['通知', '建待办'],
};

test('each trigger offers what fits it, says itself in a sentence, and keeps what does not fit', async ({ page }) => {
  covers('ours: rules beyond orders');
  test.setTimeout(180_000);
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, '/rules/new');
  const message = page.getByRole('region', { name: '读一遍' });
  for (const [trigger, actions] of Object.entries(ACTIONS)) {
    await choose(page, '触发', trigger);
    await page.getByRole('button', { name: '添加动作' }).click();
    await page.getByLabel('动作 1', { exact: true }).click();
    await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toBeVisible();
    expect(await offered(page)).toEqual(actions);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '删除动作 1' }).click();
  }
  await page.getByRole('button', { name: /添加条件$/ }).click();
  await choose(page, '条件 1 值', '部分差异');
  await page.getByRole('button', { name: '添加动作' }).click();
  await choose(page, '动作 1', '建待办');
  await page.getByLabel('动作 1 要做什么').fill('检查推送');
  await page.getByLabel('动作 1 小时').fill('2');
  await expect(message).toContainText(
    '库存推送失败时，如果 推送结果 是其中之一 部分差异，就 建待办“检查推送”，2 小时内。',
  );
  await expect(page.getByRole('region', { name: '规则预览' })).toContainText('规则预览：一次库存推送');
  await noSeriousFault(page);

  // Another trigger keeps what was typed, and says what of it does not fit.
  await choose(page, '触发', '退货收货完成');
  await expect(message).toContainText('条件 1：“推送结果”不能用于退货单，请换一个条件');
  await page.getByLabel('名称').fill(`退货核对${String(Date.now()).slice(-5)}`);
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: '推送结果' })).toContainText('不能用于退货单');
  await expect(page.getByLabel('动作 1 要做什么')).toHaveValue('检查推送');
  await page.getByLabel('条件 1', { exact: true }).click();
  await page.keyboard.type('责任方');
  await page.keyboard.press('Enter');
  await choose(page, '条件 1 值', '承运商');
  await expect(message).toContainText('退货收货完成时，如果 责任方 是 承运商，就 建待办');
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page.getByText('第 1 版，还没有回测')).toBeVisible();
  await page.getByRole('button', { name: '先回测' }).click();
  await expect(page.getByText('张退货单回测第 1 版')).toBeVisible();
  await page.getByRole('button', { name: '开始回测' }).click();
  await expect(page.getByText('第 1 版，已回测')).toBeVisible();
  await noSeriousFault(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: '规则', exact: true }).click();
  await fitsWidth(page);
  await goWithin(page, '/rules/runs');
  await fitsWidth(page);
  await goWithin(page, '/rules/tasks');
  await fitsWidth(page);
  // What was refused to be saved, once.
  expect(heard).toEqual([expect.stringContaining('422')]);
});

test('a request for parts is judged, and its page shows by which rule', async ({ page }) => {
  covers('ours: rules beyond orders');
  test.setTimeout(180_000);
  const token = await clerkToken();
  const name = `补件先看${String(Date.now()).slice(-5)}`;
  const { id: rule } = await act<{ id: string }>(
    page,
    '/automation/rule/add',
    {
      code: `P${String(Date.now()).slice(-8)}`,
      name,
      trigger: 'partCreated',
      conditions: JSON.stringify({
        join: 'and',
        of: [{ fact: 'partUnlisted', op: 'eq', value: true }],
      }),
      actions: JSON.stringify([{ kind: 'createTask', title: '查是哪个配件', hours: 4 }]),
    },
    token,
  );
  await act(page, `/automation/rule/${rule}/test`, {}, token);
  await act(page, `/automation/rule/${rule}/activate`, { acceptAll: true }, token);
  const at = await returnScene(page);
  const skuId = await stockedGoods(page, `RULE-${String(Date.now()).slice(-6)}`, at);
  const { id } = await act<{ id: string }>(
    page,
    '/aftersales/partOrder/add',
    {
      accountId: at.accountId,
      warehouseId: at.warehouseId,
      shipToName: 'Ann Lee',
      shipToAddress1: '1 Main St',
      shipToCity: 'Austin',
      shipToState: 'TX',
      shipToPostalCode: '78701',
      shipToCountry: 'US',
      lines: [{ parentSkuId: skuId, description: '左前腿', qty: 1, cause: 'damaged' }],
    },
    at.token,
  );
  await act(page, `/aftersales/partOrder/${id}/submit`, {}, at.token);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await expect(async () => {
    await goWithin(page, `/orders/part/${id}`);
    await page.reload();
    await expect(
      page.getByRole('region', { name: '执行结果' }).getByRole('listitem').filter({ hasText: name }),
    ).toContainText('已执行', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  const trace = page.getByRole('region', { name: '执行结果' });
  await trace.getByRole('button', { name: '为什么' }).first().click();
  const why = page.getByRole('dialog').filter({ visible: true });
  await expect(why).toContainText('有清单外配件：是');
  await expect(why.getByRole('button', { name: '看配件补发单' })).toBeVisible();
  await page.keyboard.press('Escape');
  await goWithin(page, `/rules/tasks?partOrderId=${id}`);
  await expect(inFront(page, '规则待办').getByRole('row').filter({ hasText: '查是哪个配件' })).toContainText(
    '配件补发单',
  );
});
