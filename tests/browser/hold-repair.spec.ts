import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, atChannel, clerkToken, post, pulled, type Answer } from './channel-orders.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { counted } from './counted.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/** Every kind of hold is cleared from its row in the list, and by how many clicks. */

const CHAIR = 'WB-DCH-HOLM-S2';
const CALIFORNIA = '31843';
const OTTOMAN = 'WB-ACH-NELL-OTM';
/** Journeys of other files live on these: nearly all of what runs short here is taken. */
const OTHERS = new Set([OTTOMAN, CHAIR, 'WB-MIR-ARCH-65', 'WB-BED-HALDEN-QN', 'WB-OUT-PLNT-S3']);

test.afterEach(({ context }) => closeOthers(context));

interface Held {
  id: string;
  channelOrderNo: string;
  holds: string[];
}

const read = async <T>(path: string): Promise<T[]> => {
  const headers = { 'x-access-token': await clerkToken() };
  const response = await fetch(`${api()}${path}`, { headers });
  return ((await response.json()) as Answer<{ records: T[] }>).result.records;
};

/** One of the demo seller's orders that nothing else holds: two reasons of one order would be one row fewer. */
async function heldBy(type: string): Promise<string> {
  const orders = await read<Held>(`/orders/salesOrder/list?tab=pending&holds=${type}&pageSize=100`);
  const order = orders.find(({ holds }) => holds.length === 1);
  expect(order, type).toBeDefined();
  return order?.channelOrderNo as string;
}

async function placed(
  ...expected: { partNumber: string; quantity: number; warehouseId?: string }[]
): Promise<string[]> {
  const { orders } = await atChannel<{ orders: { poNumber: string }[] }>('/orders', {
    orders: expected.map(({ warehouseId = '31842', ...line }) => ({ warehouseId, lines: [line] })),
  });
  return orders.map(({ poNumber }) => poNumber);
}

/** One order for each reason that is repaired in a way of its own. */
async function heldOrders(): Promise<Record<string, string>> {
  const stock = await read<{
    available: number;
    warehouseId_dictText: string;
    skuId_dictText: string;
  }>('/inventory/stockLevel/list?pageSize=200&condition=good');
  const of = (sku: string, warehouse: string): number =>
    stock.find((one) => one.skuId_dictText === sku && one.warehouseId_dictText.includes(warehouse))?.available ?? 0;
  const short = [...new Set(stock.map((one) => one.skuId_dictText))].find(
    (sku) => !OTHERS.has(sku) && of(sku, '新泽西') > of(sku, '加州'),
  ) as string;
  const [outOfStock, changed, plain] = (await placed(
    { partNumber: short, quantity: of(short, '加州') + 1, warehouseId: CALIFORNIA },
    { partNumber: CHAIR, quantity: 2 },
    { partNumber: OTTOMAN, quantity: 1 },
  )) as [string, string, string];
  await pulled(outOfStock, ({ holds }) => holds.includes('outOfStock'));
  const { id } = await pulled(plain, () => true);
  await pulled(changed, () => true);
  const held = await post<Answer<unknown>>(
    `${api()}/orders/salesOrder/${id}/hold`,
    { reason: '等买家回复' },
    await clerkToken(),
  );
  expect(held, held.message).toMatchObject({ success: true });
  await atChannel(`/orders/${changed}`, { products: [{ from: 0, quantity: 1 }] });
  await pulled(changed, ({ holds }) => holds.includes('channelChange'));
  return {
    outOfStock,
    channelChange: changed,
    manual: plain,
    address: await heldBy('address'),
    priceMismatch: await heldBy('priceMismatch'),
    unmapped: await heldBy('unmapped'),
    cancelRequest: await heldBy('cancelRequest'),
  };
}

const dialog = (page: Page, name: RegExp): Locator => page.getByRole('dialog', { name });

/** What is done in the panel, with the keyboard where it stands when it opens. */
const REPAIRS: Record<string, { most: [number, number]; deed: (page: Page) => Promise<void> }> = {
  address: {
    most: [1, 2],
    async deed(page) {
      await page.keyboard.press('Enter');
      const form = dialog(page, /^修正地址/);
      // The cursor stands in the part that is wrong.
      await expect(form.getByLabel('邮编', { exact: true })).toBeFocused();
      await form.getByLabel('邮编', { exact: true }).fill('53703');
      await form.getByLabel('邮编', { exact: true }).press('Enter');
    },
  },
  priceMismatch: {
    most: [1, 2],
    async deed(page) {
      await page.keyboard.press('Enter');
      const form = dialog(page, /^接受价格/);
      await expect(form.getByLabel('说明')).toBeFocused();
      await page.keyboard.press('Enter');
    },
  },
  manual: {
    most: [1, 2],
    async deed(page) {
      await page.keyboard.press('Enter');
      const form = dialog(page, /^解除挂起/);
      await expect(form.getByLabel('处理说明')).toBeFocused();
      await page.keyboard.press('Enter');
    },
  },
  unmapped: {
    most: [1, 2],
    async deed(page) {
      // By its name: nobody knows codes by heart.
      await page.getByRole('combobox', { name: '本地SKU' }).fill('霍尔姆');
      await expect(page.getByTitle(CHAIR, { exact: true })).toBeVisible();
      await page.keyboard.press('Enter');
      const form = dialog(page, /^配对/);
      await expect(form.getByLabel('供货价')).toBeFocused();
      await page.keyboard.press('Enter');
    },
  },
  channelChange: {
    most: [2, 1],
    async deed(page) {
      const panel = page.getByRole('dialog', { name: '处理挂起' });
      await panel.getByRole('button', { name: '应用变更' }).press('Enter');
      await dialog(page, /^应用变更/)
        .getByRole('button', { name: '应用变更 1 项' })
        .click();
    },
  },
  cancelRequest: {
    most: [2, 1],
    async deed(page) {
      await page.keyboard.press('Enter');
      await dialog(page, /^同意取消/)
        .getByRole('button', { name: '确认同意取消' })
        .click();
    },
  },
  outOfStock: {
    most: [3, 1],
    async deed(page) {
      await page.keyboard.press('Enter');
      const form = dialog(page, /^换仓/);
      const choice = form.getByRole('list', { name: '各仓库存' });
      await choice.getByRole('button', { name: /新泽西/ }).click();
      await form.getByRole('button', { name: '确认换仓' }).click();
    },
  },
};

/** By the page of the order, and back by the tab of the list. */
const BEFORE: Record<string, [number, string]> = {
  address: [4, '订单、修正地址、确认、回列表'],
  priceMismatch: [4, '订单、接受价格、确认、回列表'],
  manual: [4, '订单、解除挂起、确认、回列表'],
  unmapped: [5, '订单、选择框、SKU、确认、回列表'],
  channelChange: [4, '订单、应用变更、确认、回列表'],
  cancelRequest: [5, '订单、处理取消申请、同意、确认、回列表'],
  outOfStock: [6, '订单、换仓、选择框、仓库、确认、回列表'],
};

test('each kind of hold is cleared from its row, and the next one is a key away', async ({ page }) => {
  covers('ours: holds in the list');
  const orders = await heldOrders();
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'admin', ADMIN_PASSWORD);
  await goWithin(page, `/orders/pending?channelOrderNo=${Object.values(orders).join(',')}`);
  const list = inFront(page, '待处理');
  const panel = page.getByRole('dialog', { name: '处理挂起' });
  const tags = list.getByRole('button', { name: /^处理挂起：/ });
  await expect(tags).toHaveCount(7);

  await test.step('by keys alone, from one to the next', async () => {
    await tags.first().focus();
    await page.keyboard.press('f');
    await expect(panel.getByRole('list', { name: '未处理的挂起' })).toBeVisible();
    const first = await panel.getByRole('button').first().textContent();
    await noSeriousFault(page);
    await panel.getByRole('button', { name: /^下一单/ }).focus();
    await page.keyboard.press('j');
    await expect(panel.getByRole('button').first()).not.toHaveText(first ?? '');
    await expect(panel.getByRole('list', { name: '未处理的挂起' })).toBeVisible();
    await panel.getByRole('button', { name: /^关闭/ }).focus();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(tags.nth(1)).toBeFocused();
  });

  await test.step('a sheet on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await tags.first().click();
    await expect(panel.getByRole('list', { name: '未处理的挂起' })).toBeVisible();
    await fitsWidth(page);
    await panel.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(panel).toBeHidden();
    const card = list.getByRole('listitem').filter({ hasText: orders['address'] as string });
    await card.scrollIntoViewIfNeeded();
    for (const part of ['.wb-left', '.wb-zoned']) await expect(card.locator(part)).toBeInViewport({ ratio: 1 });
    await card.locator('[data-holds]').click();
    await panel.getByRole('button', { name: '修正地址' }).click();
    const form = dialog(page, /^修正地址/);
    for (const part of ['收件人', '电话', '地址', '地址2', '城市', '州/省', '邮编', '国家'])
      await expect(form.getByLabel(part, { exact: true })).toBeVisible();
    await expect(form.getByRole('button', { name: '确认修正地址' })).toBeInViewport({ ratio: 1 });
    await form.getByRole('button', { name: '返回' }).click();
    await panel.getByRole('button', { name: '关闭', exact: true }).click();
    await expect(panel).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  for (const [type, { most, deed }] of Object.entries(REPAIRS)) {
    const [clicks, way] = BEFORE[type] as [number, string];
    const tag = list
      .getByRole('row')
      .filter({ hasText: orders[type] as string })
      .locator('[data-holds]');
    await expect(tag).toBeVisible();
    await counted(
      page,
      {
        what: `hold ${type}`,
        before: { clicks, keys: 0, way },
        most: { clicks: most[0], keys: most[1] },
      },
      async () => {
        await tag.click();
        await expect(panel.locator(':focus')).toBeVisible();
        await expect(panel.locator('.or-open-holds :focus')).toBeVisible();
        await deed(page);
        await expect(panel).toBeHidden({ timeout: 60_000 });
        await expect(tag).toBeHidden();
      },
    );
    // One key away.
    if ((await tags.count()) > 0) await expect(list.locator('[data-holds]:focus')).toBeVisible();
  }
  expect(heard).toEqual([]);
});
