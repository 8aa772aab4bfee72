import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { CONSOLE } from './account-steps.ts';
import { complaints, enter, fitsWidth, scan as scanned } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { act, comingReturn, returnScene, sentOrder, stockedGoods, type ReturnScene } from './return-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* S9 退货 in the browser: at the PC from the request to the credit, at the dock with a scanner alone. */

test.beforeEach(async ({ page }) => {
  test.setTimeout(150_000);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
});

const tracking = (): string => `7946${String(Date.now() % 100_000_000).padStart(8, '0')}`;

/** What a scanner types, and the Enter behind it, while the keyboard is nowhere. */
async function scan(page: Page, code: string): Promise<void> {
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await scanned(page, code);
}

/** A scanner is heard once the desk stands. */
async function openDesk(page: Page): Promise<void> {
  await page.goto(`${CONSOLE()}/returns`);
  await page.locator('input[aria-label="扫码"]').waitFor();
}

const message = (page: Page) => page.locator('.wb-page:visible .wb-scan-said').first();

async function pickOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await pickOptionShown(page, option);
}

const pickOptionShown = (page: Page, option: string): Promise<void> =>
  page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();

/** A form that asks whether the box is whole. */
async function formOfQuestions(page: Page, { token }: ReturnScene): Promise<string> {
  const options = ['是', '否'].map((text) => ({ value: text, text }));
  const question = { key: 'box', label: '外箱完好', type: 'radio', required: true, options, badValue: '否' };
  const name = `质检 ${Date.now()}`;
  const design = { code: `QC-${Date.now()}`, name, entityType: 'returnQuestion', fields: [question] };
  const form = await act<{ id: string }>(page, '/base/dynamicForm/add', design, token);
  await act(page, `/base/dynamicForm/${form.id}/publish`, {}, token);
  return (await act<{ id: string }>(page, '/aftersales/inspectionForm/add', { name, formId: form.id }, token)).id;
}

test('a return from the request of an order to the credit: S9 at a PC', async ({ page }) => {
  covers('ours: returns from request to credit');
  const heard = complaints(page);
  const at = await returnScene(page);
  const code = `BACK-${Date.now() % 1_000_000}`;
  const skuId = await stockedGoods(page, code, at);
  const order = await sentOrder(page, at, skuId, 2);
  const formId = await formOfQuestions(page, at);
  await page.goto(`${CONSOLE()}/orders/${order.id}`);
  await page.getByRole('button', { name: '申请退货' }).click();
  const drawer = page.getByRole('dialog', { name: /申请退货/ });
  await drawer.getByRole('button', { name: '应退（可退 2）加一' }).click();
  await expect(drawer.getByText('共 2 件')).toBeVisible();
  await drawer.getByRole('button', { name: '提交' }).click();
  await expect(drawer.getByText('请选择退货原因')).toBeVisible();
  await pickOption(page, '退货原因', '质量问题');
  await page.getByRole('combobox', { name: '类型' }).click();
  await expect(page.locator('.ant-select-dropdown:visible')).not.toContainText('非本单退回');
  await pickOptionShown(page, '退货退款');
  await noSeriousFault(page);
  await drawer.getByRole('button', { name: '提交' }).click();
  await page.waitForURL(/\/orders\/return\//);
  const id = page.url().split('/').at(-1) ?? '';
  const front = page.locator('.wb-page:visible');
  await front.getByRole('button', { name: '审核通过' }).click();
  await page.getByRole('button', { name: '确认审核通过' }).click();
  await expect(front.getByText('待退回').first()).toBeVisible();
  await receiveAtDesk(page, code);
  await page.goto(`${CONSOLE()}/orders/return/${id}`);
  await inspect(page, code);
  await disposeAndCredit(page, code);
  await expect(front.getByText('已退款').first()).toBeVisible();
  await expect(front.getByRole('region', { name: '退款单（红字）' })).toContainText('50.00 USD');
  await expect(front.getByRole('region', { name: '库存变动' })).toContainText('报废');
  await expect(front.getByText('外箱完好：否')).toBeVisible();
  await fitsWidth(page);
  await noSeriousFault(page);
  // On the order stands what came of it, and nothing more can be asked for.
  await page.goto(`${CONSOLE()}/orders/${order.id}`);
  await expect(page.getByRole('list', { name: '退货' })).toContainText('已退 50.00 USD');
  await expect(page.getByRole('button', { name: '申请退货' })).toHaveCount(0);
  await page.request.delete(`${CONSOLE()}/api/aftersales/inspectionForm/delete?id=${formId}`, {
    headers: { 'x-access-token': at.token },
  });
  expect(heard).toEqual([]);
});

async function receiveAtDesk(page: Page, code: string): Promise<void> {
  const front = page.locator('.wb-page:visible');
  await front.getByRole('button', { name: '收货', exact: true }).click();
  await page.waitForURL(/\/returns\?ids=/);
  await expect(front.getByText('已收 0 / 应退 2')).toBeVisible();
  await scan(page, code);
  await scan(page, code);
  await expect(front.getByText('本次共 2 件')).toBeVisible();
  await noSeriousFault(page);
  await front.locator('.as-foot').getByRole('button', { name: '收货' }).click();
  await expect(message(page)).toContainText('已收货 2 件');
  await expect(front.getByText('待质检').first()).toBeVisible();
}

async function inspect(page: Page, code: string): Promise<void> {
  const front = page.locator('.wb-page:visible');
  await front.getByRole('button', { name: '质检', exact: true }).click();
  await page.waitForURL(/\/inspect$/);
  const line = front.getByRole('listitem', { name: code });
  await front.getByRole('button', { name: '质检完成' }).click();
  await expect(line.getByText('请回答：外箱完好')).toBeVisible();
  await line.getByText('否', { exact: true }).click();
  await expect(line.getByText('“外箱完好”不合格，不能按良品收')).toBeVisible();
  await line.getByRole('button', { name: '不良品加一' }).click();
  await line.getByRole('button', { name: '不良品加一' }).click();
  await line.locator('input[type="file"]').setInputFiles({
    name: '边角.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(line.locator('.wb-upload-pictures img')).toHaveCount(1);
  await noSeriousFault(page);
  await front.getByRole('button', { name: '质检完成' }).click();
  await page.waitForURL(/\/orders\/return\/[^/]+$/);
  await expect(front.getByText('待处置').first()).toBeVisible();
}

async function disposeAndCredit(page: Page, code: string): Promise<void> {
  const front = page.locator('.wb-page:visible');
  await front.getByRole('button', { name: '处置', exact: true }).click();
  const disposal = page.getByRole('dialog', { name: /处置/ });
  await expect(disposal.getByText('退供应商')).toBeVisible();
  await pickOption(page, `${code} 不良品处置`, '报废');
  await expect(disposal.getByText(/放弃的货成本约 12\.00 USD/)).toBeVisible();
  await noSeriousFault(page);
  await disposal.getByRole('button', { name: '确认处置' }).click();
  await expect(front.getByText('待退款').first()).toBeVisible();
  await front.getByRole('button', { name: '退款', exact: true }).click();
  const credit = page.getByRole('dialog', { name: /退款/ });
  const amount = credit.getByLabel(`${code} 退款金额`);
  await expect(amount).toHaveValue('50.00');
  await amount.fill('50.01');
  await expect(credit.getByText('最多还能退 50.00 USD')).toBeVisible();
  await expect(credit.getByRole('button', { name: '确认退款' })).toBeDisabled();
  // Typed amounts are given up only by somebody who says so.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '继续编辑' }).click();
  await expect(amount).toHaveValue('50.01');
  await amount.fill('50.00');
  await noSeriousFault(page);
  await credit.getByRole('button', { name: '确认退款' }).click();
}

test('a parcel with goods of three orders, by the keys of a scanner on a phone', async ({ page }) => {
  covers('ours: returns at the dock');
  const at = await returnScene(page);
  const stem = Date.now() % 1_000_000;
  const [bed, lamp] = [`RBED-${stem}`, `RLMP-${stem}`];
  const [bedId, lampId] = [await stockedGoods(page, bed, at), await stockedGoods(page, lamp, at)];
  const no = tracking();
  const orders = [
    await sentOrder(page, at, bedId, 1),
    await sentOrder(page, at, lampId, 2),
    await sentOrder(page, at, bedId, 2),
  ];
  for (const [index, order] of orders.entries()) await comingReturn(page, at, order, no, index === 1 ? 2 : 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await openDesk(page);
  await scan(page, `NOBODY-${stem}`);
  await expect(message(page)).toContainText('没有找到');
  await expect(page.getByRole('region', { name: '没有退货单' })).toContainText(`NOBODY-${stem}`);
  await fitsWidth(page);
  // As the label of FedEx has it.
  await scan(page, `96220019000000000000${no.padStart(14, '0')}`);
  await expect(message(page)).toContainText('3 张退货单，还要收 4 件');
  await losesOneAnswer(page);
  await scan(page, bed);
  await scan(page, lamp);
  await scan(page, lamp);
  await scan(page, bed);
  await expect(page.getByText('本次共 4 件')).toBeVisible();
  await expect(page.getByText('保存中')).toHaveCount(0);
  await fitsWidth(page);
  await noSeriousFault(page);
  // One more of the third order, which sent two: a reason, the first by the code that confirms.
  await scan(page, bed);
  await expect(page.getByRole('group', { name: '多退的原因' })).toBeVisible();
  await scan(page, lamp);
  await expect(message(page)).toContainText('没有记下');
  await fitsWidth(page);
  await scan(page, 'WB-OK');
  await expect(page.getByText('买家多退')).toBeVisible();
  await expect(page.getByText('本次共 5 件')).toBeVisible();
  // More than an order sent came from elsewhere: it is taken in apart, or not at all.
  await scan(page, lamp);
  const question = page.getByRole('group', { name: '多退的原因' });
  await expect(question).toContainText('1 记为非本单退回');
  await scan(page, 'WB-UNDO');
  await expect(question).toHaveCount(0);
  await scan(page, lamp);
  await scan(page, 'WB-OK');
  await expect(page.getByText('本次共 6 件')).toBeVisible();
  await scan(page, no);
  await expect(message(page)).toContainText('已收货 6 件');
  await expect(page.getByText('待质检', { exact: true })).toHaveCount(3);
  await fitsWidth(page);
});

/** The next step reaches the server, and its answer never comes back. */
async function losesOneAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route('**/returnDesk/step', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test('two receivers at one parcel see what the other counts', async ({ page, browser }) => {
  const at = await returnScene(page);
  const code = `RTWO-${Date.now() % 1_000_000}`;
  const order = await sentOrder(page, at, await stockedGoods(page, code, at), 2);
  const no = tracking();
  await comingReturn(page, at, order, no, 2);
  const context = await browser.newContext({ locale: 'zh-CN' });
  const other = await context.newPage();
  await enter(other, CONSOLE(), 'admin', ADMIN_PASSWORD);
  for (const one of [page, other]) {
    await openDesk(one);
    await scan(one, no);
    await expect(message(one)).toContainText('还要收 2 件');
  }
  await scan(page, code);
  await expect(message(page)).toContainText('本次 1');
  await expect(other.getByText('本次共 1 件')).toBeVisible();
  await scan(other, code);
  await expect(page.getByText('本次共 2 件')).toBeVisible();
  await scan(other, 'WB-OK');
  await expect(message(other)).toContainText('已收货 2 件');
  await expect(page.getByText('待质检').first()).toBeVisible();
  await context.close();
});

test('goods without a return go into quarantine from the desk', async ({ page }) => {
  const at = await returnScene(page);
  const code = `RBARE-${Date.now() % 1_000_000}`;
  await stockedGoods(page, code, at);
  await page.setViewportSize({ width: 390, height: 844 });
  await openDesk(page);
  const no = tracking();
  await scan(page, no);
  await page.getByRole('button', { name: '登记为无单退货' }).click();
  const dialog = page.getByRole('dialog', { name: '登记无单退货' });
  await expect(dialog.getByLabel('退货运单号')).toHaveValue(no);
  await dialog.locator('input[aria-label="扫商品"]').fill(code);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: '商品' })).toContainText(code);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '继续编辑' }).click();
  await expect(dialog.getByRole('list', { name: '商品' })).toContainText(code);
  await dialog.getByRole('button', { name: '收货 1 件' }).click();
  await expect(dialog.getByText('请选择收货仓')).toBeVisible();
  await dialog.getByRole('combobox', { name: '收货仓' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await noSeriousFault(page);
  await dialog.getByRole('button', { name: '收货 1 件' }).click();
  await page.waitForURL(/\/orders\/return\//);
  await expect(page.getByText('非本单退回').first()).toBeVisible();
  await fitsWidth(page);
});
