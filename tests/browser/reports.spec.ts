import { expect } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { choose, complaints, enter, enterHome, fill, fitsWidth, inFront, rowOf, save } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

test('a report with two parameters and a chart is designed, and opened from the menu by who may', async ({
  page,
  browser,
}) => {
  covers('ours: reports', '§2 online reports');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/online/cgreport`);
  const list = inFront(page, '在线报表');
  await expect(rowOf(list, '店铺销售')).toContainText('系统报表');
  await expect(rowOf(list, 'SKU利润')).toContainText('等待财务的利润核算');
  await list.getByRole('button', { name: '新增', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: '新增在线报表' });
  await fill(form, { 报表名称: '仓库周销量', 报表编码: 'week_sales' });
  await choose(form.getByLabel('数据', { exact: true }), '销售明细', '销售明细');
  await choose(form.getByLabel('添加列'), '仓库', '仓库');
  await choose(form.getByLabel('添加列'), '件数', '件数');
  await choose(form.getByLabel('件数汇总'), '求和');
  await form.getByRole('group', { name: '件数', exact: true }).getByLabel('合计').check();
  await choose(form.getByLabel('添加参数'), '下单日期', '下单日期');
  await choose(form.getByLabel('添加参数'), '店铺', '店铺');
  await choose(form.getByLabel('图表', { exact: true }), '柱状图');
  await choose(form.getByLabel('可看的角色'), '运营', '运营');
  await page.keyboard.press('Escape');
  await choose(form.getByLabel('菜单位置'), '报表');
  const preview = form.getByRole('region', { name: '预览' });
  await expect(preview.getByRole('img')).toBeVisible();
  await expect(preview.getByRole('columnheader', { name: '件数' })).toBeVisible();
  await expect(preview.getByText('合计')).toBeVisible();
  await save(form);
  await rowOf(list, '仓库周销量').getByRole('button', { name: '打开' }).click();
  const shown = inFront(page, '仓库周销量');
  await expect(shown.getByRole('img', { name: /仓库周销量图表/ })).toBeVisible();
  await expect(shown.getByText('合计')).toBeVisible();

  const trader = await (await browser.newContext()).newPage();
  await enterHome(trader, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
  await trader.getByRole('menuitem', { name: '报表', exact: true }).click();
  await trader.getByRole('menuitem', { name: '仓库周销量' }).click();
  const own = inFront(trader, '仓库周销量');
  await expect(own.getByText('合计')).toBeVisible();
  await trader.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(trader);

  const packer = await (await browser.newContext()).newPage();
  await enterHome(packer, CONSOLE(), 'cangku', PEOPLE_PASSWORD);
  await packer.getByRole('menuitem', { name: '报表', exact: true }).click();
  await expect(packer.getByRole('menuitem', { name: '在线报表' })).toBeVisible();
  await expect(packer.getByRole('menuitem', { name: '仓库周销量' })).toHaveCount(0);
  await packer.goto(`${CONSOLE()}/online/cgreport/week_sales`);
  await expect(inFront(packer, '报表').getByText('拒绝访问')).toBeVisible();
  await trader.context().close();
  await packer.context().close();
  expect(heard).toEqual([]);
});

test('a report that comes along is copied into one of its own, and that one again as it is typed', async ({ page }) => {
  covers('ours: reports');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/online/cgreport`);
  const list = inFront(page, '在线报表');
  await expect(rowOf(list, '店铺销售').getByRole('button', { name: '编辑' })).toHaveCount(0);
  await expect(rowOf(list, 'SKU利润').getByRole('button', { name: '复制' })).toHaveCount(0);
  await rowOf(list, '店铺销售').getByRole('button', { name: '复制' }).click();
  const copy = page.getByRole('dialog', { name: '复制在线报表' });
  await expect(copy.getByLabel('报表编码')).toHaveValue('sales_by_shop_copy');
  await expect(copy.getByRole('region', { name: '预览' }).getByRole('columnheader', { name: '销售额' })).toBeVisible();
  await fill(copy, { 报表名称: '我的店铺销售' });
  await save(copy);
  await rowOf(list, '我的店铺销售').getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: /编辑在线报表/ });
  await fill(form, { 报表名称: '另一张' });
  await form.getByRole('button', { name: '复制为新报表' }).click();
  const second = page.getByRole('dialog', { name: '复制在线报表' });
  await expect(second.getByLabel('报表名称')).toHaveValue('另一张 副本');
  await save(second);
  await expect(rowOf(list, '另一张 副本')).toContainText('自建');
  await expect(rowOf(list, '我的店铺销售')).toBeVisible();
  expect(heard).toEqual([]);
});

test('a first day that is cleared stays cleared: the report is asked from the beginning', async ({ page }) => {
  covers('ours: reports');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/online/cgreport/sales_by_shop`);
  const shown = inFront(page, '店铺销售');
  const begin = shown.getByLabel('从', { exact: true });
  await expect(begin).not.toHaveValue('');
  const asked = page.waitForRequest((request) => /getData.*[?&]begin=(\*|%2A)(&|$)/.test(request.url()));
  await begin.fill('');
  await shown.getByRole('button', { name: '查询', exact: true }).click();
  await asked;
  await page.reload();
  await expect(shown.getByText('合计')).toBeVisible();
  await expect(begin).toHaveValue('');
  await expect(shown.getByLabel('到', { exact: true })).not.toHaveValue('');
  expect(heard).toEqual([]);
});
