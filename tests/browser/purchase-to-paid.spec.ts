import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { closeOthers, complaints, enter, fitsWidth } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/* One order from 提交 to the last payment, by clicking; only master data and drafts are laid out. */

test.afterEach(({ context }) => closeOthers(context));

interface Laid {
  supplierId: string;
  warehouseId: string;
  skuId: string;
}

const SKU = 'BUY-BENCH';

async function layOut(page: Page): Promise<Laid> {
  const token = await admin(page);
  const add = async (path: string, body: object): Promise<string> =>
    (await api<{ id: string }>(page, `${path}/add`, body, token)).id;
  const supplier = { code: 'BENCH', name: '长椅厂', type: 'factory', currency: 'USD' };
  const supplierId = await add('/base/supplier', supplier);
  await add('/base/supplierContact', { supplierId, name: '王工', email: 'wang@bench.example' });
  await add('/purchasing/payingAccount', { code: 'BOC', name: '中行美元户' });
  const productId = await add('/catalog/product', { spuCode: SKU, name: SKU });
  const skuId = await add('/catalog/sku', { skuCode: SKU, productId, name: SKU });
  const headers = { 'x-access-token': token };
  const answer = await page.request.get(`${CONSOLE()}/api/base/warehouse/list`, { headers });
  const { result } = (await answer.json()) as { result: { records: { id: string }[] } };
  return { supplierId, skuId, warehouseId: result.records[0]?.id ?? '' };
}

const draft = async (page: Page, path: string, body: object): Promise<string> =>
  (await api<{ id: string }>(page, `/purchasing/${path}/add`, body, await admin(page))).id;

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Presses a move and confirms its dialog. */
async function confirm(page: Page, title: string): Promise<Locator> {
  await press(page, title);
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await expect(dialog).toContainText(title);
  return dialog;
}

const shows = (page: Page, state: string): Promise<void> =>
  expect(page.locator('.wb-detail-head').first()).toContainText(state);

test('bought, come in two parts, landed, billed 3 % dearer, checked and paid in two parts', async ({
  page,
  browser,
}) => {
  covers('ours: payments of bills in parts');
  test.setTimeout(240_000);
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const laid = await layOut(page);
  const { supplierId, warehouseId, skuId } = laid;

  const poId = await draft(page, 'purchaseOrder', {
    supplierId,
    warehouseId,
    currency: 'USD',
    lines: [{ skuId, qty: 100, unitPrice: '10' }],
  });
  await page.goto(`${CONSOLE()}/purchase/order/${poId}`);
  await press(page, '提交');
  await shows(page, '待下单');
  await press(page, '发邮件');
  await expect(page.getByRole('dialog')).toContainText('没有配置邮件服务器');
  await page.getByRole('dialog').getByRole('button', { name: '返回' }).click();
  const ordering = await confirm(page, '下单');
  await ordering.getByRole('button', { name: '确认下单' }).click();
  await shows(page, '待收货');

  // The receipt that the order has led to: 60 first, the other 40 later.
  await page.getByRole('link', { name: /^GR\d+$/ }).click();
  await press(page, '到仓');
  const here = page.locator('.wb-page').filter({ visible: true }).last();
  const quantity = here.getByRole('group', { name: `${SKU} 本次收到` }).getByLabel('本次收到', { exact: true });
  await quantity.fill('60');
  await quantity.blur();
  await here.locator('.iv-foot').getByRole('button').click();
  await expect(here.getByText('已收 60 / 100')).toBeVisible();
  await here.getByRole('button', { name: '未到的全部填入' }).click();
  await here.locator('.iv-foot').getByRole('button').click();
  await expect(here.getByText('已到齐')).toBeVisible();
  const receiptId = /inbound\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  await page.goto(`${CONSOLE()}/purchase/order/${poId}`);
  await shows(page, '已收货');

  const costId = await draft(page, 'landedCost', {
    warehouseId,
    currency: 'USD',
    basis: 'qty',
    freight: '50',
    lines: [{ receiptId }],
  });
  await page.goto(`${CONSOLE()}/purchase/landed-cost/${costId}`);
  await press(page, '过账');
  await shows(page, '已过账');
  await expect(page.getByRole('list', { name: '费用分摊' })).toContainText('50.00 USD');
  await expect(page.getByRole('heading', { name: /^凭证/ })).toBeVisible();

  const billId = await draft(page, 'supplierBill', {
    supplierId,
    invoiceNo: 'INV-3',
    currency: 'USD',
    billDate: '2026-11-01',
    lines: [{ purchaseOrderId: poId, skuId, qty: 100, unitPrice: '10.30' }],
  });
  await page.goto(`${CONSOLE()}/purchase/bill/${billId}`);
  await press(page, '提交匹配');
  await shows(page, '待复核');
  const faults = page.getByRole('region', { name: '匹配差异' });
  await expect(faults).toContainText('单价 +3.00%');
  await noSeriousFault(page);

  // Who made it cannot approve it; somebody else does.
  const context = await browser.newContext();
  const other = await context.newPage();
  await enter(other, CONSOLE(), 'fuhe', PEOPLE_PASSWORD);
  await other.goto(`${CONSOLE()}/purchase/bill/${billId}`);
  await press(other, '审核通过');
  await shows(other, '已审核');

  await page.reload();
  await press(page, '过账');
  await shows(page, '待付款');
  for (const [amount, state, left] of [
    ['530', '部分付款', '未付 500.00'],
    ['', '已付款', null],
  ] as const) {
    const paying = await confirm(page, '付款');
    if (left !== null) await expect(paying).toContainText('1,030.00 USD');
    if (amount) await paying.getByLabel('付款金额').fill(amount);
    await paying.getByLabel('银行流水号').fill(`TT-${amount || 'rest'}`);
    await paying.getByRole('button', { name: '确认付款' }).click();
    await shows(page, state);
  }
  await expect(page.getByRole('list', { name: '付款' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('list', { name: '付款' })).toContainText('TT-530');
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  expect(heard).toEqual([]);
});

test('settings are saved twice in a row; what a colleague saved meanwhile is said, what was typed stays', async ({
  page,
}) => {
  covers('ours: settings of purchasing');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/purchase/settings`);
  const days = page.getByLabel('默认交期(天)');
  for (const typed of ['31', '32']) {
    await days.fill(typed);
    await press(page, '保存');
    await expect(page.getByRole('button', { name: '保存', exact: true })).toBeDisabled();
    await expect(page.locator('.wb-setting-changes li').first()).toContainText(`→ ${typed}`);
  }
  await days.fill('33');
  const headers = { 'x-access-token': await admin(page) };
  const path = `${CONSOLE()}/api/purchasing/purchaseSettings`;
  const now = (await (await page.request.get(path, { headers })).json()) as { result: object };
  const data = { ...now.result, leadDays: 40 };
  expect((await page.request.put(path, { headers, data })).status()).toBe(200);
  await press(page, '保存');
  await expect(page.getByText('设置已被他人修改')).toBeVisible();
  await expect(days).toHaveValue('33');
  await page.getByRole('button', { name: '刷新', exact: true }).last().click();
  await expect(days).toHaveValue('40');
  expect(heard.filter((one) => !one.includes('409'))).toEqual([]);
});
