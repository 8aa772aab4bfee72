import { expect, type Locator, type Page } from '@playwright/test';
import { encodePng } from '../../db/seed/png.ts';
import { painted } from '../harness/drawn-pictures.ts';
import { noSeriousFault } from './accessibility.ts';
import { closeOthers, complaints, inFront, scan, signIn as signInAt } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { bring } from './paste.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

const consoleUrl = (): string => process.env['CONSOLE_URL'] ?? '';
const simulatorUrl = (): string => process.env['SIMULATOR_URL'] ?? '';

const signIn = (page: Page, username: string): Promise<void> => signInAt(page, consoleUrl(), username, PEOPLE_PASSWORD);

test.afterEach(({ context }) => closeOthers(context));

/** The first order without a hold, accepted, started, packed, labelled and shipped by clicking. */
test('a clerk and a packer take an order from 待处理 to 已发货', async ({ page, browser }) => {
  covers('§2 order screens');
  test.setTimeout(240_000);
  // An own truck ships it: whatever the weekday, no pickup has to be waited for.
  await fetch(`${simulatorUrl()}/__sim/config`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requireRegister: false }),
  });
  const heard = complaints(page);
  await signIn(page, 'yunying');
  await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible();
  await noSeriousFault(page);

  await page.getByRole('menuitem', { name: '订单', exact: true }).click();
  await page.getByRole('menuitem', { name: '待处理' }).click();
  await page.getByPlaceholder('PO号、订单号、SKU、收件人').fill('WB-MIR-ARCH-65');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'WB-MIR-ARCH-65 ×1' }).first();
  await expect(row).toBeVisible();
  await noSeriousFault(page);
  const name = row.getByRole('button', { name: /^[A-Z]{2}\d{9}$/ });
  const number = (await name.textContent()) ?? '';
  await name.click();
  await noteWithPhoto(page.getByRole('region', { name: `订单 ${number}` }));
  await page.getByRole('menuitem', { name: '待处理' }).click();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量接单' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview).toContainText('1 条可提交');
  await preview.getByRole('button', { name: /接单/ }).last().click();
  await expect(preview).toContainText('已提交 1 条，平台确认中');
  await page.keyboard.press('Escape');

  await page.getByRole('menuitem', { name: '待发货' }).click();
  // The page that is left behind keeps its own refresh button until it is hidden.
  const shipping = page.getByRole('region', { name: '待发货' });
  const shippingRow = shipping.getByRole('row').filter({ hasText: number });
  await expect(async () => {
    await shipping.getByRole('button', { name: '刷新', exact: true }).click({ timeout: 5000 });
    await expect(shippingRow.getByText('待发货')).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 100_000 });
  await shippingRow.getByRole('button', { name: '开始配货' }).click();
  const start = page.getByRole('dialog');
  await start.getByLabel('物流渠道').click();
  await page.getByTitle('自有车队').click();
  await start.getByRole('button', { name: '确认开始配货' }).click();
  await expect(start).toBeHidden();
  await shippingRow.getByRole('button', { name: '看发货单' }).click();
  const shipments = page.getByRole('region', { name: '发货单', exact: true });
  await expect(shipments.getByRole('row').filter({ hasText: number })).toHaveCount(1);
  await expect(shipments.getByText('共1条')).toBeVisible();

  const packerPage = await (await browser.newContext()).newPage();
  const packerHeard = complaints(packerPage);
  await signIn(packerPage, 'cangku');
  await packerPage.goto(`${consoleUrl()}/orders/shipment`);
  await packerPage.getByRole('row').filter({ hasText: number }).getByRole('button', { name: '装箱发货' }).click();
  await expect(packerPage.getByRole('heading', { name: /^SH\d+/ })).toBeVisible();
  await seesWhatIsPacked(packerPage.getByRole('article'), number);
  await packerPage.getByRole('button', { name: '按箱规装箱', exact: true }).click();
  const box = packerPage.getByRole('region', { name: '第 1 / 1 箱' });
  await expect(box).toBeVisible();
  await scan(packerPage, 'WB-NOT-OF-THIS-ONE');
  // The toast of the packing is an alert as well, as long as it stands.
  await expect(packerPage.getByRole('region', { name: '扫码' }).getByRole('alert')).toContainText(
    'WB-NOT-OF-THIS-ONE 不属于这张发货单',
  );
  // Read into a measure, a code is a scan; the measure stays.
  const weight = await box.getByLabel(/重量/).inputValue();
  await box.getByLabel(/重量/).focus();
  await scan(packerPage, number);
  await expect(packerPage.getByText(`${number} 就是这张发货单`)).toBeVisible();
  await expect(box.getByLabel(/重量/)).toHaveValue(weight);
  await bring(box.getByLabel(/重量/), 'paste', { text: '61.5 lb\t70.2\t20\t9\n' });
  await expect(packerPage.getByText('已粘贴 1 箱')).toBeVisible();
  await sealsByPhone(packerPage);
  await expect(box).toContainText('61.5 lb');
  await expect(box).toContainText('70.2');
  await packerPage.getByRole('button', { name: '录入运单', exact: true }).click();
  const label = packerPage.getByRole('dialog');
  await label.getByLabel('承运商代码').fill('OWN');
  await label.getByLabel('运单号').fill('TRUCK-0001');
  await label.getByRole('button', { name: '确认录入运单' }).click();
  await expect(label).toBeHidden();
  await noSeriousFault(packerPage);
  // All is sealed: it is the page of a shipment now, and no desk.
  await expect(packerPage.getByRole('navigation', { name: '已打开的页面' })).toContainText(/发货单 SH/);
  await expect(packerPage.getByRole('region', { name: '扫码' })).toHaveCount(0);
  await expect(packerPage.getByRole('button', { name: '复制运单号' }).first()).toBeVisible();
  await packerPage.getByRole('button', { name: '发货', exact: true }).click();
  await packerPage.getByRole('dialog').getByRole('button', { name: '确认发货' }).click();
  await expect(packerPage.getByText('已出库').filter({ visible: true }).first()).toBeVisible();
  const goods = packerPage.getByRole('list', { name: '发货明细' });
  await goods.getByRole('link', { name: '已出库 1 件' }).click();
  const ledger = inFront(packerPage, '库存流水');
  await expect(ledger.getByRole('row').filter({ hasText: 'WB-MIR-ARCH-65' })).toHaveCount(1);

  await page.getByRole('menuitem', { name: '已发货' }).click();
  const left = page.getByRole('row').filter({ hasText: number });
  await expect(left).toContainText('TRUCK-0001');
  await followsWhatLeft(page, left, number);
  expect(heard).toEqual([]);
  expect(packerHeard).toEqual([]);
});

/** What has left is followed, and asked for again, from its row. */
async function followsWhatLeft(page: Page, row: Locator, po: string): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: '轨迹', exact: true }).click();
  const tracks = page.getByRole('dialog', { name: `物流轨迹：${po}` });
  await expect(tracks).toContainText('TRUCK-0001');
  await tracks.getByRole('button', { name: /关闭|Close/ }).click();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '建退货' }).click();
  await expect(page.getByRole('dialog', { name: `申请退货：${po}` })).toBeVisible();
}

/** Picture, own name and code of what is packed, what is next and by when there, and where it stands. */
async function seesWhatIsPacked(desk: Locator, po: string): Promise<void> {
  const goods = desk.getByRole('list', { name: '发货明细' }).getByRole('listitem');
  await expect(goods).toContainText('拱形');
  await expect(goods).toContainText('本地SKU WB-MIR-ARCH-65');
  await expect(goods).toContainText('×1');
  const picture = goods.getByRole('button', { name: /^查看图片/ }).locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const next = desk.getByRole('region', { name: '下一步' });
  await expect(next).toContainText('按箱规装箱');
  await expect(next).toContainText(/最晚发货.*仓库 \d\d-\d\d \d\d:\d\d [A-Z]{2,4}/);
  await expect(desk.getByRole('link', { name: po })).toHaveAttribute('href', /^\/orders\//);
  await expect(desk.getByRole('navigation', { name: '列表中的位置' })).toHaveText(/^\d+\/\d+$/);
  await expect(desk.getByRole('button', { name: '复制发货单号' })).toBeVisible();
  // What is not known yet is not there.
  await expect(desk.getByText('运单号', { exact: true })).toHaveCount(0);
}

/** With a phone in hand: Enter in the last measure leads to 全部封箱, and a further one presses it. */
async function sealsByPhone(page: Page): Promise<void> {
  const window = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel(/ 高$/).focus();
  await page.keyboard.press('Enter');
  const sealing = page.getByRole('button', { name: '全部封箱', exact: true });
  await expect(sealing).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sealing).toBeHidden();
  await page.setViewportSize(window);
}

/** A picture of what arrived broken, kept with the words about it. */
async function noteWithPhoto(order: Locator): Promise<void> {
  await order.getByRole('tab', { name: '备注' }).click();
  await order.getByLabel('新增备注').fill('客户来电：外箱有破损，见照片');
  const photo = encodePng(painted(400, 300, (x) => [x % 256, 120, 60, 255]));
  await order.locator('input[type=file]').setInputFiles({ name: '外箱破损.png', mimeType: 'image/png', buffer: photo });
  await expect(order.getByRole('button', { name: '下载 外箱破损.png' })).toBeVisible();
  await order.getByRole('button', { name: '新增', exact: true }).click();
  const note = order.getByRole('list', { name: '备注' }).getByRole('listitem');
  await expect(note).toContainText('外箱有破损');
  await expect(note).toContainText('林运营');
  const picture = note.getByRole('button', { name: '查看附件 外箱破损.png' }).locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
}
