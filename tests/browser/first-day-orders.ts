import { expect, type Locator, type Page } from '@playwright/test';
import { choose, fill, inFront, openPage, rowOf } from './console-steps.ts';
import { counted } from './counted.ts';
import { LEGACY_PART_NUMBERS, SHOP } from './first-day-goods.ts';
import type { Host } from './first-day-host.ts';

/** 拉单 by its button, followed to its end; answers the list of what came. */
export async function pullOrders(page: Page, host: Host, expected: number): Promise<Locator> {
  const shops = await openPage(page, '渠道', '店铺账号');
  const pulling = rowOf(shops, SHOP).getByRole('button', { name: '拉单' });
  const more = rowOf(shops, SHOP).getByRole('button', { name: '更多' });
  await expect(pulling.or(more).first()).toBeVisible();
  if (await pulling.isVisible()) await pulling.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: '拉单', exact: true }).click();
  }
  const pull = page.getByRole('dialog', { name: `拉单：${SHOP}` });
  await expect(pull.getByRole('status')).toContainText('状态：');
  await host.settled();
  await expect(pull.getByRole('status')).toContainText('状态：已完成');
  await expect(pull.getByText(/^新增\d+$/)).toHaveText(`新增${expected}`);
  await pull.getByRole('button', { name: '查看待处理订单' }).click();
  return inFront(page, '待处理');
}

/** A reason of holds with its count, to be clicked. */
export const holdChip = (orders: Locator, name: string | RegExp): Locator =>
  orders.getByRole('group', { name: '挂起', exact: true }).getByRole('button', { name });

/** The three old part numbers find their SKUs; the orders that waited for them are let go. */
export async function mapListings(page: Page): Promise<void> {
  const listings = await openPage(page, '渠道', '渠道产品');
  await listings.getByRole('group', { name: '配对状态' }).getByText('未配对').click();
  for (const [code, part] of Object.entries(LEGACY_PART_NUMBERS)) {
    const sku = listings.getByRole('group', { name: `${code} 的本地SKU` });
    await choose(sku.getByRole('combobox'), part, part);
    const confirm = page.getByRole('dialog', { name: `配对：${code}` });
    await expect(confirm.getByRole('group', { name: '本地SKU' })).toContainText(part);
    await confirm.getByRole('button', { name: '确认配对' }).click();
    await expect(sku).toBeHidden();
  }
  await expect(listings.getByText('没有查询到任何数据')).toBeVisible();
  const orders = await openPage(page, '订单', '待处理');
  await expect(holdChip(orders, '缺货2')).toBeVisible();
  await expect(holdChip(orders, /未配对/)).toBeHidden();
}

/** Opens the one order that is held for a reason. */
async function openHeld(page: Page, chip: string): Promise<Locator> {
  const orders = await openPage(page, '订单', '待处理');
  await holdChip(orders, chip).click();
  // One order may stand there already, held for another reason until a moment ago.
  const row = orders.getByRole('row').filter({ hasText: chip.replace(/\d+$/, '') });
  const number = row.getByRole('button', { name: /^[A-Z]{2}\d{9}$/ });
  const po = await number.textContent();
  await number.click();
  await holdChip(orders, chip).waitFor({ state: 'hidden' });
  return inFront(page, `订单 ${po}`);
}

const openHolds = (order: Locator): Locator => order.getByRole('list', { name: '未处理的挂起' });

/** A postcode that is none is refused at its field; what was typed stays; a good one clears it. */
export async function correctAddress(page: Page): Promise<void> {
  const order = await openHeld(page, '地址异常1');
  await expect(openHolds(order)).toContainText('邮编不正确');
  await openHolds(order).getByRole('button', { name: '修正地址' }).click();
  const form = page.getByRole('dialog', { name: /^修正地址/ });
  await fill(form, { 邮编: '537', 地址2: 'Unit 5' });
  await form.getByRole('button', { name: '确认修正地址' }).click();
  const postcode = form.getByLabel('邮编', { exact: true });
  await expect(postcode).toHaveAccessibleDescription('邮编不正确：537');
  await expect(form.getByLabel('地址2')).toHaveValue('Unit 5');
  await postcode.fill('53703');
  await form.getByRole('button', { name: '确认修正地址' }).click();
  await expect(form).toBeHidden();
  await expect(openHolds(order)).toBeHidden();
  await expect(order.getByText('Unit 5')).toBeVisible();
}

/** The clerk sees what holds the order but may not let the price pass; finance may. */
export async function acceptPrice(clerk: Page, finance: Page): Promise<void> {
  const seen = await openHeld(clerk, '价格异常1');
  await expect(openHolds(seen)).toContainText('由财务确认接受');
  await expect(seen.getByRole('button', { name: '接受价格' })).toHaveCount(0);
  const order = await openHeld(finance, '价格异常1');
  await openHolds(order).getByRole('button', { name: '接受价格' }).click();
  const form = finance.getByRole('dialog', { name: /^接受价格/ });
  await fill(form, { 说明: '促销价，已确认' });
  await form.getByRole('button', { name: '确认接受价格' }).click();
  await expect(openHolds(order)).toBeHidden();
}

/** Three pages of orders take as many clicks as thirty: 300 are accepted by the same. */
const ACCEPTING = {
  what: 'accept all that is found (as 300 orders)',
  before: { clicks: 5, keys: 0, way: '全选本页、选择全部、批量接单、接单 n 条、完成' },
  most: { clicks: 3, keys: 2 },
};

/** Everything found is accepted at once: the preview says what will fail, the result what did. */
export async function acceptAll(page: Page): Promise<void> {
  const orders = await openPage(page, '订单', '待处理');
  await orders.getByRole('button', { name: '重置' }).click();
  await expect(orders.getByText('共28条')).toBeVisible();
  await counted(page, ACCEPTING, async () => {
    await orders.getByRole('checkbox', { name: '全选本页' }).check();
    await orders.getByRole('button', { name: '选择全部 28 条' }).click();
    await page.keyboard.press('a');
    const batch = page.getByRole('dialog', { name: /^批量接单/ });
    await expect(batch).toContainText('26 条可提交，2 条会失败');
    await expect(batch).toContainText('订单有未处理的挂起：缺货');
    await expect(batch.getByRole('button', { name: '接单 26 条' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(batch).toContainText('已提交 26 条，平台确认中；失败 2 条');
    await expect(rowOf(batch, '订单有未处理的挂起：缺货')).toHaveCount(2);
    await batch.getByRole('button', { name: '完成' }).click();
    await expect(orders.getByText('共2条')).toBeVisible();
  });
}

/** All of them are acknowledged in the end, the one whose first try failed too. */
export async function seeAcknowledged(page: Page, host: Host, count: number): Promise<void> {
  const orders = await openPage(page, '订单', '待发货');
  await orders.getByRole('button', { name: '筛选' }).click();
  const filters = page.getByRole('dialog', { name: '筛选' });
  await choose(filters.getByLabel('状态', { exact: true }), '待发货');
  await filters.getByRole('button', { name: '查询' }).click();
  await expect(filters).toBeHidden();
  await host.settled();
  await orders.getByRole('button', { name: '刷新', exact: true }).click();
  await expect(orders.getByText(`共${count}条`)).toBeVisible();
}
