import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { closeOthers, complaints, enter, fitsWidth } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* 回款单 and 扣款 by clicking: matched, posted, and what was kept disputed with a photo. */

test.afterEach(({ context }) => closeOthers(context));

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

const shows = (page: Page, state: string): Promise<void> =>
  expect(page.locator('.wb-detail-head').first()).toContainText(state);

async function typedRemittance(page: Page): Promise<string> {
  const token = await admin(page);
  const headers = { 'x-access-token': token };
  const answer = await page.request.get(`${CONSOLE()}/api/base/channelAccount/list`, { headers });
  const { result } = (await answer.json()) as { result: { records: { id: string }[] } };
  const { id } = await api<{ id: string }>(
    page,
    '/finance/remittance/add',
    {
      accountId: result.records[0]?.id,
      channelRemitNo: 'RMT-CLICK',
      payDate: '2026-11-20',
      currency: 'USD',
      netAmount: '-45',
      lines: [
        { kind: 'deduction', poNo: 'CS100000001', description: 'Damage', stated: '-40' },
        { kind: 'ad', description: 'Sponsored', stated: '-12' },
        { kind: 'adjust', description: '不知道是什么', stated: '7' },
      ],
    },
    token,
  );
  return id;
}

test('a remittance is matched and posted; what it kept is disputed', async ({ page }) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const id = await typedRemittance(page);
  await page.goto(`${CONSOLE()}/finance/remittance/${id}`);
  await press(page, '匹配');
  await shows(page, '部分匹配');
  const lines = page.getByRole('region', { name: '回款明细' });
  await expect(lines).toContainText('新扣款');
  await expect(lines).toContainText('未匹配');
  await expect(page.getByText('1 行没有匹配：手工核销，或过账时转入待核销')).toBeVisible();
  await noSeriousFault(page);
  await press(page, '过账');
  await page.getByRole('dialog').getByRole('button', { name: '确认过账' }).click();
  await shows(page, '已过账');
  await expect(lines).toContainText('待核销');

  await page.goto(`${CONSOLE()}/finance/deduction`);
  const row = page.getByRole('row').filter({ hasText: 'CS100000001' });
  await expect(row).toContainText('货损');
  await row.getByText(/^DD/).click();
  await expect(page.getByRole('button', { name: '证据包' }).first()).toBeVisible();
  await shows(page, '待处理');
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await page.goto(`${CONSOLE()}/finance/remittance/${id}`);
  await shows(page, '已过账');
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
