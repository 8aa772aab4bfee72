import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { choose, complaints, enter, fill, fitsWidth, inFront, scan } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { cellAt, chooseIn, pasteInto, rowAt } from './grid-steps.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/* An order typed by hand: head, lines pasted from a spreadsheet, submitted. */

const ADDRESS = {
  收件人: 'Mia Moon',
  地址: '9 Pine Rd',
  城市: 'Austin',
  州省: 'TX',
  邮编: '78701',
};

test.beforeEach(async ({ page }) => {
  await enter(page, CONSOLE(), 'kefu', PEOPLE_PASSWORD);
  await page.goto(`${CONSOLE()}/orders/pending`);
  await inFront(page, '待处理').getByRole('button', { name: '新增订单' }).click();
  await expect(page.getByRole('heading', { name: '新增订单', level: 1 })).toBeVisible();
});

/** A SKU of its own product, which nobody has in stock. */
async function addSku(page: Page, skuCode: string): Promise<string> {
  const add = async (path: string, body: object): Promise<string> =>
    (await api<{ id: string }>(page, `${path}/add`, body, await admin(page))).id;
  const productId = await add('/catalog/product', { spuCode: skuCode, name: skuCode });
  return add('/catalog/sku', { skuCode, productId, name: skuCode });
}

const typeAddress = ({ 州省, ...rest }: typeof ADDRESS, form: Locator): Promise<void> =>
  fill(form, { ...rest, '州/省': 州省 });

test('lines are pasted, what is refused is mended where it stands, the order is submitted', async ({ page }) => {
  covers('§2.5 lines in grids', 'ours: manual orders');
  const heard = complaints(page);
  const goneId = await addSku(page, 'TYPED-GONE');
  const draft = inFront(page, '新增订单');
  await choose(draft.getByLabel('店铺', { exact: true }), 'Wayfair 美国站');
  await fill(draft, { PO号: 'TYPED-1' });
  await typeAddress({ ...ADDRESS, 邮编: '00000' }, draft);
  const grid = draft.getByRole('grid', { name: '商品明细' });
  const rows = ['WB-DCH-HOLM-S2\t2\t$158.00', 'ABC\t1\t5', 'TYPED-GONE\t3\t0.005'];
  await pasteInto([grid, 1, 'SKU'], rows.join('\n'));
  await expect(await cellAt(grid, 2, 'SKU')).toHaveAttribute('title', '找不到 SKU“ABC”');
  await expect(draft.getByLabel('合计')).toHaveText('6 件，321.02 USD');
  await expect(grid.getByRole('row').filter({ hasText: '合计' })).toContainText('6');

  const handIn = draft.getByRole('button', { name: '提交', exact: true });
  await handIn.click();
  await expect(page.getByText('校验未通过，请修改标红的单元格')).toBeVisible();
  await chooseIn([grid, 2, 'SKU'], 'WB-DCH-BRAM-CTR');
  await noSeriousFault(page);

  // Between the pasting and the saving somebody takes a SKU away: only the server knows.
  const headers = { 'x-access-token': await admin(page) };
  await page.request.delete(`${CONSOLE()}/api/catalog/sku/delete?id=${goneId}`, { headers });
  await handIn.click();
  await expect(draft.getByText('1 处商品有误，见标红的单元格')).toBeVisible();
  await expect(await cellAt(grid, 3, 'SKU')).toHaveAttribute('title', 'SKU不存在');
  await chooseIn([grid, 3, 'SKU'], 'WB-DCH-HOLM-S2');

  await handIn.click();
  await expect(page.getByText('草稿已保存，尚未提交')).toBeVisible();
  const stored = inFront(page, '编辑 TYPED-1');
  await expect(stored.getByText('邮编不正确：00000')).toBeVisible();
  await expect(rowAt(stored.getByRole('grid', { name: '商品明细' }), 3)).toContainText('0.005');
  await fill(stored, { 邮编: '78701' });
  await stored.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText('订单已提交')).toBeVisible();
  const order = inFront(page, '订单 TYPED-1');
  await expect(order.getByText('待审核')).toBeVisible();
  await expect(order.getByText('USD 321.02').or(order.getByText('321.02')).first()).toBeVisible();

  await page.goto(`${CONSOLE()}/orders/pending?channelOrderNo=TYPED-1`);
  await expect(inFront(page, '待处理').getByRole('row').filter({ hasText: 'TYPED-1' })).toContainText(
    'WB-DCH-HOLM-S2 ×2',
  );
  // The refusals themselves are heard.
  expect(heard.filter((text) => !text.includes('422'))).toEqual([]);
});

test('on a phone lines are cards: scanned, counted, and mended where they stand', async ({ page }) => {
  covers('ours: manual orders');
  const goneId = await addSku(page, 'CARD-GONE');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${CONSOLE()}/orders/new`);
  const draft = inFront(page, '新增订单');
  await choose(draft.getByLabel('店铺', { exact: true }), 'Wayfair 美国站');
  await fill(draft, { PO号: 'CARD-1' });
  await typeAddress(ADDRESS, draft);
  await draft.getByRole('heading', { name: '商品' }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const scanned = async (number: string, words: string): Promise<void> => {
    await scan(page, number);
    await expect(draft.getByText(words)).toBeVisible();
  };
  await scanned('WB-DCH-HOLM-S2', 'WB-DCH-HOLM-S2　数量 1');
  await scanned('WB-DCH-HOLM-S2', 'WB-DCH-HOLM-S2　数量 2');
  await scanned('NOT-OURS', '找不到 NOT-OURS');
  await scanned('CARD-GONE', 'CARD-GONE　数量 1');
  const card = (sku: string): Locator =>
    draft.getByRole('list', { name: '商品明细' }).getByRole('listitem').filter({ hasText: sku });
  await card('CARD-GONE').getByRole('button', { name: '数量加一' }).click();
  await expect(draft.getByLabel('合计')).toContainText('4 件');

  // What lacks is asked for in the sheet of its line.
  const handIn = draft.getByRole('button', { name: '提交', exact: true });
  for (const [sku, price] of [
    ['WB-DCH-HOLM-S2', '158'],
    ['CARD-GONE', '5'],
  ] as const) {
    await handIn.click();
    const sheet = page.getByRole('dialog', { name: sku });
    await expect(sheet.getByLabel('单价')).toBeFocused();
    await sheet.getByLabel('单价').fill(price);
    await sheet.getByRole('button', { name: '完成' }).click();
    await expect(sheet).toBeHidden();
  }
  await fitsWidth(page);
  await noSeriousFault(page);

  const headers = { 'x-access-token': await admin(page) };
  await page.request.delete(`${CONSOLE()}/api/catalog/sku/delete?id=${goneId}`, { headers });
  await handIn.click();
  await page.getByRole('dialog', { name: 'CARD-GONE' }).getByRole('button', { name: '完成' }).click();
  await expect(card('CARD-GONE')).toContainText('SKU：SKU不存在');
  await draft.getByRole('button', { name: '删除 CARD-GONE' }).click();
  await draft.getByRole('button', { name: '撤销' }).click();
  await expect(card('CARD-GONE').getByLabel('数量', { exact: true })).toHaveValue('2');
  await draft.getByRole('button', { name: '删除 CARD-GONE' }).click();
  await handIn.click();
  await expect(page.getByText('订单已提交')).toBeVisible();
});

test('what a colleague stores comes into a draft that was stored and not taken in', async ({ page }) => {
  const heard = complaints(page);
  const draft = inFront(page, '新增订单');
  await choose(draft.getByLabel('店铺', { exact: true }), 'Wayfair 美国站');
  await fill(draft, { PO号: 'TYPED-3' });
  await typeAddress({ ...ADDRESS, 邮编: '00000' }, draft);
  const typed = draft.getByRole('grid', { name: '商品明细' });
  await pasteInto([typed, 1, 'SKU'], 'WB-DCH-HOLM-S2\t2\t158.00');
  // What is typed while the stored draft is on its way stays.
  let bring = (): void => undefined;
  const isTyped = new Promise<void>((resolve) => (bring = resolve));
  await page.route('**/orders/salesOrder/queryById?*', async (route) => {
    await isTyped;
    await route.continue();
  });
  await draft.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText('草稿已保存，尚未提交')).toBeVisible();
  const stored = inFront(page, '编辑 TYPED-3');
  const grid = stored.getByRole('grid', { name: '商品明细' });
  await fill(stored, { 邮编: '78701' });
  bring();
  await expect(stored.getByRole('button', { name: '提交', exact: true })).toBeEnabled();
  await expect(stored.getByLabel('邮编')).toHaveValue('78701');

  const token = await admin(page);
  const ask = async <T>(path: string): Promise<T> => {
    const headers = { 'x-access-token': token };
    const response = await page.request.get(`${CONSOLE()}/api/orders/salesOrder${path}`, {
      headers,
    });
    return ((await response.json()) as { result: T }).result;
  };
  const { records } = await ask<{ records: { id: string }[] }>('/list?channelOrderNo=TYPED-3');
  const order = await ask<{ lines: { orderLine: { skuId: string }[] } }>(`/queryById?id=${records[0]?.id}`);
  const [line] = order.lines.orderLine;
  const lines = [
    { ...line, qty: 5 },
    { skuId: line?.skuId, qty: 1, unitPrice: '7' },
  ];
  await api(page, '/orders/salesOrder/edit', { ...order, note: '同事的说明', lines }, token);

  await expect(stored.getByLabel('合计')).toHaveText('6 件，797.00 USD');
  await expect(rowAt(grid, 1)).toContainText('5');
  await expect(rowAt(grid, 2)).toContainText('7');
  await expect(stored.getByLabel('订单说明')).toHaveValue('同事的说明');
  await expect(stored.getByLabel('邮编')).toHaveValue('78701');
  await stored.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText('订单已提交')).toBeVisible();
  await expect(inFront(page, '订单 TYPED-3').getByText('797.00').first()).toBeVisible();
  // The refusal itself is heard.
  expect(heard.filter((text) => !text.includes('422'))).toEqual([]);
});

test('a draft that was stored and cannot be read back is edited, not added again', async ({ page }) => {
  const draft = inFront(page, '新增订单');
  await choose(draft.getByLabel('店铺', { exact: true }), 'Wayfair 美国站');
  await fill(draft, { PO号: 'TYPED-4' });
  await typeAddress({ ...ADDRESS, 邮编: '00000' }, draft);
  const grid = draft.getByRole('grid', { name: '商品明细' });
  await pasteInto([grid, 1, 'SKU'], 'WB-DCH-HOLM-S2\t2\t158.00');
  await page.route('**/salesOrder/queryById**', (route) => route.abort());
  await draft.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText('草稿已保存，尚未提交')).toBeVisible();
  await page.unroute('**/salesOrder/queryById**');
  const stored = inFront(page, '编辑 TYPED-4');
  await expect(stored.getByText('邮编不正确：00000')).toBeVisible();
  await fill(stored, { 邮编: '78701' });
  await stored.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText('订单已提交')).toBeVisible();
  await expect(inFront(page, '订单 TYPED-4').getByText('316.00').first()).toBeVisible();
});

test('on a phone a draft is kept, edited from the list and discarded', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const draft = inFront(page, '新增订单');
  await choose(draft.getByLabel('店铺', { exact: true }), 'Wayfair 美国站');
  await fill(draft, { PO号: 'TYPED-2' });
  await draft.getByRole('button', { name: '从Excel粘贴' }).click();
  const dialog = page.getByRole('dialog', { name: '从Excel粘贴商品' });
  await dialog.getByLabel('粘贴的商品').fill('SKU\t数量\t单价\nWB-DCH-HOLM-S2\t2\t10');
  await dialog.getByRole('button', { name: '加入商品' }).click();
  await expect(draft.getByLabel('合计')).toHaveText('2 件，20.00 USD');
  await fitsWidth(page);
  await noSeriousFault(page);
  await draft.getByRole('button', { name: '保存草稿' }).click();
  const retained = inFront(page, '订单 TYPED-2');
  await expect(retained.getByText('草稿', { exact: true })).toBeVisible();
  await fitsWidth(page);

  await retained.getByRole('button', { name: '编辑' }).click();
  const edited = inFront(page, '编辑 TYPED-2');
  const card = edited.getByRole('list', { name: '商品明细' }).getByRole('listitem');
  await expect(card).toContainText('WB-DCH-HOLM-S2');
  await card.getByLabel('数量', { exact: true }).fill('5');
  await edited.getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click();
  await edited.getByRole('button', { name: '保存草稿' }).click();
  await expect(retained.getByText('50.00').first()).toBeVisible();

  await retained.getByRole('button', { name: '作废草稿' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /作废草稿/ })
    .last()
    .click();
  await expect(retained.getByText('已取消')).toBeVisible();
});
