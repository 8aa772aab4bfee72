import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { atChannel, pulled } from './channel-orders.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

const CHAIR = 'WB-DCH-HOLM-S2';

test.afterEach(({ context }) => closeOthers(context));

/** The dialog says what follows before anything is done. */
async function applySome(page: Page, left: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^应用变更/ });
  await expect(dialog.getByRole('row').filter({ hasText: '数量' })).toContainText('21');
  await expect(dialog).toContainText('减少的数量会取消并释放预占');
  await expect(dialog).toContainText('物流渠道按新的渠道服务重新匹配');
  await expect(dialog).not.toContainText('单价');
  await dialog.getByRole('row').filter({ hasText: left }).getByRole('checkbox').uncheck();
  await expect(dialog).not.toContainText('物流渠道按新的渠道服务重新匹配');
  await noSeriousFault(page);
  await dialog.getByRole('button', { name: '应用变更 1 项' }).click();
  await expect(dialog).toBeHidden();
}

test('what the channel changed stands before and after, and is taken over or refused', async ({ page }) => {
  covers('ours: order changes');
  test.setTimeout(180_000);
  const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
    orders: [{ warehouseId: '31842', shipSpeed: 'GROUND', lines: [{ partNumber: CHAIR, quantity: 2 }] }],
  });
  const po = orders[0]?.poNumber as string;
  await pulled(po, () => true);
  await atChannel(`/orders/${po}`, {
    shipSpeed: 'NEXT_DAY',
    products: [{ from: 0, quantity: 1, price: 12.5 }],
  });
  const { id } = await pulled(po, ({ holds }) => holds.includes('channelChange'));

  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, `/orders/${id}`);
  const order = inFront(page, `订单 ${po}`);
  const holds = order.getByRole('list', { name: '未处理的挂起' });
  await expect(holds).toContainText('平台变更');
  await expect(holds).toContainText('价格异常');
  await holds.getByRole('button', { name: '看变更' }).click();
  const priced = order.getByRole('row').filter({ hasText: '单价' });
  await expect(priced).toContainText('12.50');
  await expect(priced).toContainText('待处理');
  await expect(order).toContainText('有 3 项平台变更待处理');
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await holds.getByRole('button', { name: '应用变更' }).click();
  await applySome(page, '渠道服务');
  await expect(order.getByRole('row').filter({ hasText: '数量' })).toContainText('已应用');
  await holds.getByRole('button', { name: '拒绝变更' }).first().click();
  const refusal = page.getByRole('dialog', { name: /^拒绝变更/ });
  await refusal.getByRole('button', { name: '拒绝变更 2 项' }).click();
  await expect(refusal).toContainText('请输入拒绝原因');
  await refusal.getByLabel('拒绝原因').fill('已与平台确认');
  await refusal.getByRole('button', { name: '拒绝变更 2 项' }).click();
  await expect(refusal).toBeHidden();
  await expect(order.getByRole('row').filter({ hasText: '渠道服务' })).toContainText('已拒绝：已与平台确认');
  await expect(holds).toBeHidden();
  expect(heard).toEqual([]);
});
