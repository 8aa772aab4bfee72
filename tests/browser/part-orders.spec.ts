import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { admin, api, CONSOLE } from './account-steps.ts';
import { complaints, enter, fitsWidth } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/*
 * S10 by clicking: parts are pointed at, a whole unit is taken apart for want of them, one of six is
 * refused, and the rate of the month says how many more reach its goal.
 */

const MARK = `PB${Date.now()}`;
const LEG = `${MARK}-LEG`;
const BAG = `${MARK}-BAG`;
const CHAIR = `${MARK}-CHAIR`;
const SHOP = `${MARK} 店`;
const STREET = '7 Journey Lane';

interface Laid {
  accountId: string;
  warehouseId: string;
  parent: string;
  leg: string;
  bag: string;
}

async function firstIn<T>(page: Page, path: string): Promise<T> {
  const headers = { 'x-access-token': await admin(page) };
  const answer = await page.request.get(`${CONSOLE()}/api${path}`, { headers });
  const { result } = (await answer.json()) as { result: { records: T[] } };
  return result.records[0] as T;
}

/** A move beside the browser; it answers without words. */
async function move(page: Page, path: string): Promise<void> {
  const headers = { 'x-access-token': await admin(page) };
  const answer = await page.request.post(`${CONSOLE()}/api${path}`, { headers, data: {} });
  expect(await answer.json(), path).toMatchObject({ success: true });
}

/** A chair of four legs and a bag of screws; three chairs stand in a warehouse, no part does. */
async function layOut(page: Page): Promise<Laid> {
  const token = await admin(page);
  const add = async (path: string, body: object): Promise<string> =>
    (await api<{ id: string }>(page, `${path}/add`, body, token)).id;
  // A shop of its own: its month has these requests and no others.
  const accountId = await add('/base/channelAccount', {
    code: MARK,
    name: SHOP,
    channelCode: 'wayfair',
    environment: 'live',
    currency: 'USD',
    settings: { clientId: MARK },
    clientSecret: 'second-secret',
  });
  const { id: warehouseId } = await firstIn<{ id: string }>(page, '/base/warehouse/list?code=NJ01');
  const productId = await add('/catalog/product', { spuCode: MARK, name: '餐椅' });
  const sku = (skuCode: string, name: string, more: object = {}): Promise<string> =>
    add('/catalog/sku', { skuCode, name, productId, ...more });
  const parent = await sku(CHAIR, '餐椅', { standardCost: '60' });
  const leg = await sku(LEG, '椅腿', { type: 'part', standardCost: '5' });
  const bag = await sku(BAG, '五金包', { type: 'part', standardCost: '2' });
  const part = { parentSkuId: parent, partClass: 'component' };
  await add('/catalog/skuPart', {
    ...part,
    ordinal: 1,
    partSkuId: leg,
    qtyPerUnit: 4,
    isHarvestable: true,
  });
  await add('/catalog/skuPart', { ...part, ordinal: 2, partSkuId: bag, qtyPerUnit: 1 });
  const adjustment = await api<{ id: string }>(
    page,
    '/inventory/stockAdjustment/add',
    {
      warehouseId,
      kind: 'adjust',
      reason: 'found',
      note: '到货',
      lines: [{ skuId: parent, condition: 'good', qty: 3, unitCost: '60' }],
    },
    token,
  );
  await move(page, `/inventory/stockAdjustment/${adjustment.id}/submit`);
  return { accountId, warehouseId, parent, leg, bag };
}

/** A request beside the browser, submitted. */
async function ask(page: Page, laid: Laid, lines: object[]): Promise<string> {
  const token = await admin(page);
  const { id } = await api<{ id: string }>(
    page,
    '/aftersales/partOrder/add',
    {
      accountId: laid.accountId,
      warehouseId: laid.warehouseId,
      shipToName: 'Ida Wells',
      shipToAddress1: STREET,
      shipToCity: 'Madison',
      shipToState: 'WI',
      shipToPostalCode: '53703',
      shipToCountry: 'US',
      lines,
    },
    token,
  );
  await move(page, `/aftersales/partOrder/${id}/submit`);
  return id;
}

const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();

const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true });

const state = (page: Page, text: string): Promise<void> =>
  expect(page.locator('.wb-detail-head').filter({ visible: true })).toContainText(text);

async function ship(page: Page, trackingNo: string): Promise<void> {
  await press(page, '发货');
  await dialog(page).getByLabel('运单号').fill(trackingNo);
  // The carrier is known by the form of its numbers.
  await expect(dialog(page).getByLabel('承运商')).toHaveValue('FedEx');
  await press(dialog(page), '确认发货');
  await state(page, '已发货');
}

test.describe.serial('S10', () => {
  let laid: Laid;

  test('parts are pointed at, a unit is taken apart, and the parcel leaves', async ({ page }) => {
    covers('ours: parts pointed at');
    test.setTimeout(240_000);
    const heard = complaints(page);
    await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
    laid = await layOut(page);
    await page.goto(`${CONSOLE()}/orders/part/new`);
    await page.getByLabel('店铺').click();
    await page.getByTitle(SHOP).filter({ visible: true }).last().click();
    const chooser = page.getByLabel('商品SKU');
    await chooser.click();
    await chooser.fill(CHAIR);
    await page.getByTitle(CHAIR, { exact: true }).filter({ visible: true }).last().click();
    await page.getByText('少件', { exact: true }).filter({ visible: true }).first().click();
    const leg = page.getByRole('button', { name: /椅腿.*每件 4/ });
    await leg.focus();
    // By the keyboard: one more each time.
    await page.keyboard.press('Enter');
    await expect(leg).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('group', { name: '椅腿 数量' }).getByLabel('数量', { exact: true })).toHaveValue('1');
    const labels = {
      收件人: 'Ida Wells',
      地址: STREET,
      城市: 'Madison',
      '州/省': 'WI',
      邮编: '53703',
      国家: 'US',
    };
    for (const [label, value] of Object.entries(labels)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('发货仓').click();
    await page.getByTitle('新泽西爱迪生仓').filter({ visible: true }).last().click();
    await noSeriousFault(page);
    await press(page, '提交');
    await state(page, '待确认');
    await expect(page.getByRole('list', { name: '配件' })).toContainText('少件');
    await expect(page.getByRole('region', { name: '下一步' })).toContainText('最晚确认');

    await press(page, '确认');
    const sources = dialog(page);
    const harvest = sources.locator('.as-option').filter({ hasText: '整件拆取' }).first();
    await expect(harvest).toContainText('可用 3，发后剩 2');
    await expect(harvest).toContainText(`${LEG} ×3`);
    await harvest.click();
    await noSeriousFault(page);
    await press(sources, '确认补发');
    await state(page, '待发货');
    await expect(page.getByRole('list', { name: '配件' })).toContainText('拆 1 件整件');
    await ship(page, '794600000011');
    await expect(page.getByRole('list', { name: '配件' })).toContainText('已发 1');
    const headers = { 'x-access-token': await admin(page) };
    const levels = await page.request.get(
      `${CONSOLE()}/api/inventory/stockPlace/list?skuId=${laid.parent}&warehouseId=${laid.warehouseId}`,
      { headers },
    );
    expect(JSON.stringify(await levels.json())).toContain('"onHand":2');
    expect(heard).toEqual([]);
  });

  test('what waits for information goes on; two to one address leave in one parcel', async ({ page }) => {
    covers('ours: parts pointed at');
    test.setTimeout(240_000);
    await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
    const line = { parentSkuId: laid.parent, partSkuId: laid.leg, qty: 1, cause: 'damaged' };
    const first = await ask(page, laid, [line]);
    const second = await ask(page, laid, [line]);
    await page.goto(`${CONSOLE()}/orders/part/${first}`);
    await press(page, '请补资料');
    await dialog(page).getByLabel('需补充的资料').fill('请买家拍一张照片');
    await press(dialog(page), '确认请补资料');
    await state(page, '待补资料');
    await expect(page.getByText('等资料期间时限照常计算')).toBeVisible();
    await press(page, '资料已齐');
    await press(dialog(page), '确认资料已齐');
    await state(page, '待确认');
    // Three legs were left over by the unit that was taken apart.
    for (const id of [first, second]) {
      await page.goto(`${CONSOLE()}/orders/part/${id}`);
      await press(page, '确认');
      await expect(dialog(page).locator('.as-option').filter({ hasText: '配件库存' }).first()).toContainText('可用');
      await press(dialog(page), '确认补发');
      await state(page, '待发货');
    }
    await press(page, '合并发货');
    await dialog(page).getByLabel('运单号').fill('794600000012');
    await expect(dialog(page)).toContainText('合并发货：2 张补发单');
    await press(dialog(page), '确认发货');
    await state(page, '已发货');
    await page.goto(`${CONSOLE()}/orders/part/${first}`);
    await state(page, '已发货');
    await expect(page.getByText('794600000012').first()).toBeVisible();
  });

  test('one of six is refused: its cost first, 83.3 % in red, and one more reaches the goal', async ({ page }) => {
    covers('ours: parts pointed at');
    test.setTimeout(240_000);
    const heard = complaints(page);
    await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
    const line = { parentSkuId: laid.parent, partSkuId: laid.leg, qty: 1, cause: 'damaged' };
    for (const at of [3, 4]) {
      const id = await ask(page, laid, [line]);
      await page.goto(`${CONSOLE()}/orders/part/${id}`);
      await press(page, '确认');
      // One leg is left; another chair is taken apart for the next.
      await dialog(page)
        .locator('.as-option')
        .filter({ hasText: at === 3 ? '配件库存' : '整件拆取' })
        .first()
        .click();
      await press(dialog(page), '确认补发');
      await state(page, '待发货');
      await ship(page, `79460000010${at}`);
    }
    const refused = await ask(page, laid, [line]);
    await page.goto(`${CONSOLE()}/orders/part/${refused}`);
    await press(page, '拒绝');
    await expect(dialog(page)).toContainText(`整件 ${CHAIR} ×1，成本 60.00`);
    await expect(dialog(page)).toContainText('83.3%');
    await expect(dialog(page)).toContainText('将低于目标');
    await dialog(page).getByLabel('拒绝原因').click();
    await page.getByTitle('占整件比例过大').filter({ visible: true }).last().click();
    await press(dialog(page), '确认拒绝');
    await state(page, '已拒绝');

    await page.goto(`${CONSOLE()}/orders/part-rate`);
    const shop = page.getByRole('region', { name: SHOP });
    await expect(shop.locator('.wb-figure-bad').first()).toHaveText('83.3%');
    await expect(shop).toContainText('再发 1 单可达标');
    await noSeriousFault(page);
    // The one that comes is named, and once it is out the month is what it should be.
    const next = await ask(page, laid, [line]);
    await page.reload();
    await expect(shop).toContainText('再发 1 单可达标');
    await shop.getByRole('button', { name: '打开这 1 单' }).click();
    await expect(page.getByRole('row').filter({ hasText: '椅腿 ×1' })).toHaveCount(1);
    await move(page, `/aftersales/partOrder/${next}/confirm`);
    await page.goto(`${CONSOLE()}/orders/part?tab=shipping&accountId=${laid.accountId}`);
    await page.getByRole('row').filter({ hasText: '椅腿 ×1' }).getByRole('checkbox').check();
    await press(page, '逐张发货');
    // A number that names no carrier is neither sent nor lost.
    const number = dialog(page).getByLabel(/运单号$/);
    await number.fill('OWN-106');
    await press(dialog(page), '发货 1 张');
    await expect(dialog(page).getByText('请填写承运商')).toBeVisible();
    await expect(number).toHaveValue('OWN-106');
    await dialog(page)
      .getByLabel(/承运商$/)
      .fill('OWN');
    await press(dialog(page), '发货 1 张');
    await expect(dialog(page)).toHaveCount(0);
    await page.goto(`${CONSOLE()}/orders/part-rate`);
    await expect(shop.locator('.wb-figure-good').first()).toHaveText('85.7%');
    await page.goto(`${CONSOLE()}/orders/part-plan`);
    await expect(page.getByRole('row').filter({ hasText: LEG })).toBeVisible();
    await noSeriousFault(page);
    expect(heard).toEqual([]);
  });

  test('list and page on a phone', async ({ page }) => {
    covers('ours: parts pointed at');
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
    const line = { parentSkuId: laid.parent, partSkuId: laid.bag, qty: 1, cause: 'missing' };
    const id = await ask(page, laid, [line]);
    for (const path of ['/orders/part', `/orders/part/${id}`, '/orders/part-rate', '/orders/part-plan']) {
      await page.goto(`${CONSOLE()}${path}`);
      await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator('.ant-skeleton')).toHaveCount(0);
      await fitsWidth(page);
      await noSeriousFault(page);
    }
    await page.goto(`${CONSOLE()}/orders/part/${id}`);
    await expect(page.getByRole('region', { name: '下一步' })).toContainText('最晚确认');
    await press(page, '确认');
    await expect(dialog(page).locator('.as-option').first()).toBeVisible();
    await fitsWidth(page);
  });
});
