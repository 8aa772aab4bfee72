import { expect, type Page } from '@playwright/test';
import { drawnJpeg, painted } from '../harness/drawn-pictures.ts';
import { poOf } from '../../db/seed/history/known.ts';
import { noSeriousFault } from './accessibility.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, importRows, openPage } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/* S7 and S8 (domain.md §8) by clicking: a file of the channel, its posting, and what was kept argued about. */

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

test.afterEach(({ context }) => closeOthers(context));

/** A button of the page in front. */
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();

const shows = (page: Page, state: string): Promise<void> =>
  expect(page.locator('.wb-detail-head').filter({ visible: true })).toContainText(state);

const REMITTANCE = 'R-S7-1';
/** What a remittance says of its lines: one of A, its damage, one of B that names the PO alone, an ad, an unknown. */
const head = { 平台回款号: REMITTANCE, 付款日: '2026-11-20', 净额: '335.65' };
const LINES = [
  { ...head, 类型: '货款', PO号: poOf('coming'), 金额: '316.00' },
  { ...head, 类型: 'Damage', PO号: poOf('coming'), 金额: '-40.00', 说明: 'Carton crushed' },
  { ...head, 类型: '货款', PO号: poOf('tripod'), 金额: '68.25' },
  { ...head, 类型: '广告费', PO号: '', 金额: '-15.60' },
  { ...head, 类型: '其他调整', PO号: '', 金额: '7.00', 说明: '不知道是什么' },
];

test('S7 and S8: a file of the channel is matched and posted; what it kept is disputed and won back in part', async ({
  page,
}) => {
  const heard = complaints(page);
  await enterConsole(page, CONSOLE(), 'caiwu', PEOPLE_PASSWORD);
  const list = await openPage(page, '财务', '回款单');
  await importRows(list, '回款单', LINES);
  const row = list.getByRole('row').filter({ hasText: REMITTANCE });
  await expect(row).toContainText('部分匹配');
  await row.getByText(/^RM/).click();
  await shows(page, '部分匹配');
  const lines = page.getByRole('region', { name: '回款明细' });
  await expect(lines).toContainText('PO号+金额');
  await expect(lines).toContainText('新扣款');
  await expect(page.getByText('1 行没有匹配：手工核销，或过账时转入待核销')).toBeVisible();
  await noSeriousFault(page);
  await press(page, '过账');
  await page.getByRole('dialog').getByRole('button', { name: '确认过账' }).click();
  await shows(page, '已过账');
  await expect(lines).toContainText('待核销');
  await expect(page.getByRole('heading', { name: /^凭证/ }).filter({ visible: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const invoices = await openPage(page, '财务', '发票');
  await invoices
    .getByRole('button', { name: /^已回款/ })
    .first()
    .click();
  await expect(invoices.getByRole('row').filter({ hasText: poOf('coming') })).toBeVisible();
  const tripod = invoices.getByRole('row').filter({ hasText: poOf('tripod') });
  await expect(tripod).toBeVisible();
  await tripod.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '登记平台发票号' }).click();
  await page.getByRole('dialog').getByLabel('平台发票号').last().fill('WF-77001');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^登\s*记$/ })
    .click();
  await expect(tripod).toContainText('WF-77001');

  const deductions = await openPage(page, '财务', '扣款');
  const kept = deductions.getByRole('row').filter({ hasText: poOf('coming') });
  await expect(kept).toContainText('货损');
  await kept.getByText(/^DD/).click();
  await shows(page, '待处理');
  await expect(page.getByRole('button', { name: '证据包' }).filter({ visible: true }).first()).toBeVisible();
  await press(page, '申诉');
  const dispute = page.getByRole('dialog');
  await dispute.getByLabel('申诉理由').fill('外箱完好，签收无异议');
  await dispute.locator('input[type=file]').setInputFiles({
    name: '外箱.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawnJpeg(painted(60, 40, () => [190, 150, 100, 255])),
  });
  // Until it is there the dialog does not send.
  await expect(dispute.getByRole('button', { name: '下载 外箱.jpg' })).toBeVisible();
  await dispute.getByRole('button', { name: '确认申诉' }).click();
  await shows(page, '申诉中');
  await press(page, '登记结果');
  const result = page.getByRole('dialog');
  await result.getByLabel('追回金额').fill('25');
  await result.getByRole('button', { name: '确认登记结果' }).click();
  await shows(page, '部分追回');
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
