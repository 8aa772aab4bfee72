import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { choose, complaints, enter, fill, fitsWidth, inFront, rowOf } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { pasteInto } from './grid-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* A warehouse's calendar by clicks, its bins by a pattern, and what shipping from it would cost. */

const PHONE = { width: 390, height: 844 };

test.beforeEach(({ page }) => enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD));

/** A warehouse of its own in New York. */
async function addWarehouse(page: Page, code: string): Promise<string> {
  const body = {
    code,
    name: `仓库 ${code}`,
    type: 'self',
    address1: '1 Main St',
    city: 'Albany',
    country: 'US',
    timezone: 'America/New_York',
    cutoffTime: '14:00',
    priority: 500,
    status: 'enabled',
    allowNegative: false,
  };
  return (await api<{ id: string }>(page, '/base/warehouse/add', body, await admin(page))).id;
}

async function storedCalendar(page: Page, id: string): Promise<unknown> {
  const headers = { 'x-access-token': await admin(page) };
  const path = `${CONSOLE()}/api/base/warehouse/queryById?id=${id}`;
  const { result } = (await (await page.request.get(path, { headers })).json()) as {
    result: { calendar: unknown };
  };
  return result.calendar;
}

test('days are clicked, filled in and pasted; examples follow what is typed', async ({ page }) => {
  covers('ours: calendars of warehouses');
  const heard = complaints(page);
  const id = await addWarehouse(page, 'CLICK');
  await page.goto(`${CONSOLE()}/base/warehouse?code=CLICK`);
  const list = inFront(page, '仓库');
  await rowOf(list, 'CLICK').getByRole('button', { name: '日历' }).click();
  const form = page.getByRole('dialog', { name: /编辑仓库/ });
  const examples = form.getByRole('list', { name: '截止时间的例子' }).getByRole('listitem');
  await expect(examples).toHaveCount(3);
  // Friday before the cut-off: Monday; after it: Tuesday (domain.md §4).
  await expect(examples.nth(1)).toContainText(/周五 13:00到.*周一 结束前/);
  await expect(examples.nth(2)).toContainText(/周五 15:30到.*周二 结束前/);
  await form.getByLabel('截单时间').fill('12:00');
  await expect(examples.nth(1)).toContainText(/周五 13:00到.*周二 结束前/);
  await form.getByLabel('截单时间').fill('14:00');

  await form.getByRole('button', { name: '周六' }).click();
  await expect(examples.nth(2)).toContainText(/周五 15:30到.*周一 结束前/);
  await form.getByRole('button', { name: '周六' }).click();
  await form.getByRole('button', { name: '填入节假日' }).click();
  await form.getByLabel('粘贴日期').fill('2031/10/1 2031年10月2日 国庆');
  await form.getByRole('button', { name: '设为节假日' }).click();
  await expect(form.getByRole('alert')).toContainText('国庆');
  await noSeriousFault(page);
  await form.getByRole('button', { name: '下个月' }).click();
  const day = form.getByRole('button', { name: /工作日$/ }).first();
  const clicked = /\d{4}-\d{2}-\d{2}/.exec((await day.textContent()) ?? '')?.[0] ?? '';
  await day.click();
  await expect(form.getByRole('button', { name: `${clicked} 节假日` })).toBeVisible();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toBeHidden();
  const stored = (await storedCalendar(page, id)) as { workdays: number[]; holidays: string[] };
  expect(stored.workdays).toEqual([1, 2, 3, 4, 5]);
  expect(stored.holidays).toEqual(expect.arrayContaining([clicked, '2031-10-01', '2031-10-02']));
  expect(heard).toEqual([]);
});

test('on a phone a calendar is copied from another warehouse', async ({ page }) => {
  const from = await addWarehouse(page, 'FROM');
  const token = await admin(page);
  const calendar = { workdays: [1, 2, 3], holidays: ['2031-01-06'], makeups: ['2031-01-11'] };
  const headers = { 'x-access-token': token };
  await page.request.put(`${CONSOLE()}/api/base/warehouse/edit`, {
    headers,
    data: { id: from, version: 1, calendar },
  });
  const id = await addWarehouse(page, 'COPY');
  await page.setViewportSize(PHONE);
  await page.goto(`${CONSOLE()}/base/warehouse?code=COPY`);
  await page.getByRole('button', { name: '日历' }).first().click();
  const form = page.getByRole('dialog', { name: /编辑仓库/ });
  await choose(form.getByLabel('从其他仓库复制', { exact: true }), '仓库 FROM', 'FROM');
  await expect(form.getByRole('button', { name: '周四' })).toHaveAttribute('aria-pressed', 'false');
  await fitsWidth(page);
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toBeHidden();
  expect(await storedCalendar(page, id)).toEqual(calendar);
});

test('bins are made by a pattern that is shown first', async ({ page }) => {
  covers('ours: bins');
  const warehouseId = await addWarehouse(page, 'SHELF');
  const zone = { warehouseId, code: 'G', name: '良品区', purpose: 'good' };
  await api(page, '/base/warehouseZone/add', zone, await admin(page));
  await page.goto(`${CONSOLE()}/base/warehouse-bin?warehouseId=${warehouseId}`);
  await inFront(page, '库位').getByRole('button', { name: '批量生成' }).click();
  const dialog = page.getByRole('dialog', { name: '批量生成库位' });
  await choose(dialog.getByLabel('仓库', { exact: true }), '仓库 SHELF', 'SHELF');
  await choose(dialog.getByLabel('库区', { exact: true }), 'SHELF/G', 'SHELF/G');
  await fill(dialog, { 首个编码: 'A-01-01', 末个编码: 'A-01' });
  await dialog.getByRole('button', { name: '预览' }).click();
  await expect(dialog.getByText('末个编码须和首个 A-01-01 的段数相同')).toBeVisible();
  await fill(dialog, { 末个编码: 'A-03-12' });
  await dialog.getByRole('button', { name: '预览' }).click();
  await expect(dialog.getByText('将新增 36 个库位')).toBeVisible();
  await dialog.getByRole('button', { name: '生成 36 个' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(inFront(page, '库位'), 'A-01-02')).toBeVisible();
});

test('a price list is pasted from a spreadsheet, and a shipment is priced by it', async ({ page }) => {
  covers('ours: what shipping costs');
  const heard = complaints(page);
  const token = await admin(page);
  await addWarehouse(page, 'RATED');
  const table = { code: 'PASTED', name: '粘贴的价表', currency: 'USD', weightUnit: 'lb' };
  const { id: priceTableId } = await api<{ id: string }>(page, '/base/freightTable/add', table, token);
  const method = { code: 'PASTED', name: '粘贴快递', carrier: 'UPS', class: 'parcel' };
  const rest = { accountOwner: 'own', dimDivisor: 139, status: 'enabled', priceTableId };
  await api(page, '/base/shipMethod/add', { ...method, ...rest }, token);

  await page.goto(`${CONSOLE()}/base/freight-version`);
  await inFront(page, '价表版本').getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增价表版本' });
  await choose(form.getByLabel('运费价表', { exact: true }), '粘贴的价表', '粘贴的价表');
  await fill(form, { 生效日: '2026-01-01' });
  await pasteCells(page, '价格 第1行第1格', '重量\t2\t8\n1\t8.50\t12\n58\t四十五\t90');
  await expect(form.getByText('第 3 行：分区 2 的价格“四十五”不是数字')).toBeVisible();
  await form.getByLabel('价格 第3行第2格').fill('45');
  await pasteCells(page, '邮编分区 第1行第1格', 'US\t0\t3\t2\t2\t\nUS\t9\t\t8\t5\t');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toBeHidden();

  await page.goto(`${CONSOLE()}/base/ship-quote`);
  const quote = inFront(page, '运费试算');
  await choose(quote.getByLabel('发货仓', { exact: true }), '仓库 RATED', 'RATED');
  await fill(quote, { 邮编: '10001' });
  await pasteInto([quote.getByRole('grid', { name: '箱子' }), 1, '长'], '40\t20\t10\t38.2\t1');
  await quote.getByRole('button', { name: '试算', exact: true }).click();
  const offer = quote
    .getByRole('list', { name: '能运的渠道', exact: true })
    .getByRole('listitem')
    .filter({ hasText: '粘贴快递' });
  await expect(offer).toContainText('USD 45.00');
  await expect(offer).toContainText('2 天');
  await offer.getByText('粘贴快递').click();
  await expect(offer).toContainText('材积重 58 lb');
  await expect(quote.getByRole('list', { name: '不能运的渠道' })).toContainText('无价格');
  await noSeriousFault(page);
  await page.setViewportSize(PHONE);
  await fitsWidth(page);
  expect(heard).toEqual([]);
});

/** Pastes into a cell of a plain sheet as a spreadsheet copies it. */
async function pasteCells(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).evaluate((cell, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}
