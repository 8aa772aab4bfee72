import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { choose, openPage, rowOf } from './console-steps.ts';
import { BED } from './first-day-goods.ts';
import type { Host } from './first-day-host.ts';

/** Accepts the order of the beds and hands it to the warehouse. */
export async function startPicking(page: Page, orders: Locator, po: string, host: Host): Promise<void> {
  await rowOf(orders, po).getByRole('button', { name: '接单' }).click();
  await expect(rowOf(orders, po)).toBeHidden();
  await host.settled();
  const shipping = await openPage(page, '订单', '待发货');
  await shipping.getByRole('button', { name: '重置' }).click();
  await shipping.getByPlaceholder('PO号、订单号、SKU、收件人').fill(po);
  await shipping.getByRole('button', { name: '查询', exact: true }).click();
  await rowOf(shipping, po).getByRole('button', { name: '开始配货' }).click();
  const dialog = page.getByRole('dialog', { name: /^开始配货/ });
  await dialog.getByRole('button', { name: '确认开始配货' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(shipping, po).getByText('打单配货中')).toBeVisible();
}

const boxOf = (desk: Locator, number: number): Locator => desk.getByRole('region', { name: `第 ${number} / 6 箱` });

async function seal(desk: Locator, number: number): Promise<void> {
  await boxOf(desk, number).getByRole('button', { name: '封箱', exact: true }).click();
  await expect(boxOf(desk, number).getByText('已封箱')).toBeVisible();
}

/** The packing desk of an order's shipment, by the list of shipments. */
async function openDesk(page: Page, po: string): Promise<Locator> {
  const shipments = await openPage(page, '订单/仓库作业', '发货单');
  await rowOf(shipments, po).getByRole('button', { name: '装箱发货' }).click();
  return page.getByRole('article').filter({ hasText: po });
}

/** Two beds make six boxes; one is bigger than it was said to be, which makes it freight. */
export async function packSixBoxes(page: Page, po: string): Promise<void> {
  const desk = await openDesk(page, po);
  await desk.getByRole('button', { name: '按箱规装箱', exact: true }).click();
  await expect(desk.getByRole('region', { name: /^第 \d \/ 6 箱$/ })).toHaveCount(6);
  await expect(desk.getByText('全部 6 箱在小包裹限制内')).toBeVisible();
  await boxOf(desk, 1).getByLabel(/高$/).fill('22.5');
  for (const number of [1, 2, 3, 4, 5]) await seal(desk, number);
  await expect(desk.getByText('零担', { exact: true })).toBeVisible();
  await expect(desk.getByText(/第 1 箱长加围长 165(\.\d+)? in，达到 165 in/)).toBeVisible();

  const shipments = await openPage(page, '订单/仓库作业', '发货单');
  // Among what waits to be packed there is nothing to ship: that stands where all shipments do.
  await shipments.getByRole('group', { name: '状态' }).getByRole('button', { name: /^全部/ }).click();
  await rowOf(shipments, po).getByRole('checkbox').check();
  // What no chosen row can do yet stands behind the others.
  const bar = shipments.getByRole('toolbar', { name: '批量操作' });
  await bar.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '批量发货' }).click();
  const batch = page.getByRole('dialog', { name: '批量发货' });
  await expect(batch).toContainText('0 条会成功，1 条会失败');
  await expect(batch).toContainText('缺 3/3 床尾');
  await batch.getByRole('button', { name: '关闭' }).last().click();

  await seal(await openDesk(page, po), 6);
}

/** The channel's label comes by itself; printing opens it. */
export async function printLabels(page: Page, po: string): Promise<void> {
  const desk = page.getByRole('article').filter({ hasText: po });
  await desk.getByRole('button', { name: '申请面单' }).click();
  await expect(desk.getByText('待出库')).toBeVisible({ timeout: 30_000 });
  await expect(desk.getByRole('button', { name: '提单 1页' })).toBeVisible();
  await noSeriousFault(page);
  await desk.getByRole('button', { name: '打印' }).click();
  const opening = page.context().waitForEvent('page');
  // A browser without a viewer of its own saves it: in the name of the window that opened the
  // new one, when that was not yet up.
  const saved = page.waitForEvent('download');
  const seen = Promise.any([
    saved,
    opening.then((paper) => paper.waitForEvent('download')),
    opening.then((paper) => paper.waitForURL(/^blob:/, { waitUntil: 'commit' })),
  ]);
  const answering = page.waitForResponse(/\/printLabels/);
  await page.getByRole('menuitem', { name: '打印面单' }).click();
  expect((await answering).headers()['content-type']).toContain('application/pdf');
  await seen;
  const paper = await opening;
  await paper.close();
}

const DAY = 86_400_000;

/** Not on the Friday before the truck comes on Monday; then the beds leave and the channel is notified. */
export async function ship(page: Page, po: string, host: Host): Promise<void> {
  const desk = page.getByRole('article').filter({ hasText: po });
  await desk.getByRole('button', { name: '发货', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^发货/ });
  await dialog.getByRole('button', { name: '确认发货' }).click();
  await expect(dialog.getByRole('alert')).toContainText('提货日为 2026-11-30（仓库当地日期），最早 2026-11-29 发货');
  await host.pass(2 * DAY);
  await dialog.getByRole('button', { name: '确认发货' }).click();
  await expect(dialog).toBeHidden();
  for (let number = 1; number <= 6; number++) await expect(boxOf(desk, number).getByText('已出库')).toBeVisible();
  await expect(desk.getByText('已确认')).toBeVisible({ timeout: 30_000 });
}

/** 库存 of the beds in New Jersey: on hand, reserved. */
export async function seeBeds(page: Page, onHand: number, reserved: number): Promise<void> {
  const stock = await openPage(page, '库存管理', '库存');
  const { partNumber } = BED;
  await choose(stock.getByRole('search').getByLabel('SKU', { exact: true }), partNumber, partNumber);
  await page.keyboard.press('Escape');
  await stock.getByRole('button', { name: '刷新', exact: true }).click();
  const row = rowOf(stock, '新泽西爱迪生仓').filter({ hasText: partNumber });
  const heads = await stock.getByRole('columnheader').allInnerTexts();
  const good = row.getByRole('cell').nth(heads.findIndex((head) => head.startsWith('良品')));
  // What is held stands below, where anything is.
  const held = reserved > 0 ? `预占 ${reserved}` : '';
  await expect(good).toHaveText(new RegExp(`^\\s*${onHand}\\s*${held}\\s*$`));
}

/** Six boxes left with the one order. */
export async function seeShipped(packer: Page, clerk: Page, po: string): Promise<void> {
  const boxes = await openPage(packer, '订单/仓库作业', '箱子');
  await expect(boxes.getByRole('button', { name: /^已出库\s*6$/ })).toBeVisible();
  await noSeriousFault(packer);
  const orders = await openPage(clerk, '订单', '已发货');
  await expect(rowOf(orders, po)).toContainText('WB-BED-HALDEN-QN ×2');
  await expect(rowOf(orders, po).getByText('6 箱')).toBeVisible();
  await expect(rowOf(orders, po).getByText('已同步')).toBeVisible();
  await noSeriousFault(clerk);
}
