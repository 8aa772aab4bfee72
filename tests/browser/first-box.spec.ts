import { expect, type Locator, type Page } from '@playwright/test';
import { choose, fill, inFront, rowOf, save, signIn } from './console-steps.ts';
import { counted } from './counted.ts';
import { startHost, type Host } from './first-day-host.ts';
import { SHOP, WAREHOUSES } from './first-day-goods.ts';
import { fillAddresses } from './first-day-setup.ts';
import { test } from './fixtures.ts';
import { chooseIn, typeInto } from './grid-steps.ts';

let host: Host;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  host = await startHost('monday');
});
test.afterAll(() => host?.stop());

const PART = 'WB-MIR-ARCH-65';

/** A seller of one with one listing: nothing is imported, nobody helps. */
const FIRST_BOX = {
  what: 'from an empty tenant to the first shipped box',
  before: { clicks: 69, keys: 3, way: 'six links chosen although there was one row for each' },
  most: { clicks: 60, keys: 3 },
};

test('a new seller ships the first box within sixty clicks', async ({ page }) => {
  test.setTimeout(240_000);
  // Sold before anything stands here: the connection brings it.
  await host.sim('POST', '/orders', {
    warehouseId: WAREHOUSES[0]?.supplierId,
    lines: [{ partNumber: PART, quantity: 1 }],
  });
  await signIn(page, host.consoleUrl, 'admin', host.password);
  await counted(page, FIRST_BOX, async () => {
    await test.step('warehouse', () => addWarehouse(page));
    await test.step('shop', () => openShop(page));
    await test.step('channel warehouse', () => mapWarehouse(page));
    await test.step('products', () => makeProducts(page));
    await test.step('carton', () => addCarton(page));
    await test.step('stock', () => openStock(page));
    await test.step('ship method', () => addShipMethod(page));
    await test.step('order', () => takeOrder(page));
    await test.step('box', () => packAndShip(page));
  });
});

/** The page of a step of 开始使用, from the home page. */
async function openStep(page: Page, step: string, title: string): Promise<Locator> {
  const steps = inFront(page, '首页').getByRole('region', { name: '开始使用' });
  if (!(await steps.isVisible())) await page.getByRole('menuitem', { name: '首页' }).click();
  await steps.getByRole('link', { name: step, exact: true }).click();
  const front = inFront(page, title);
  await expect(front.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  return front;
}

async function addWarehouse(page: Page): Promise<void> {
  const [first] = WAREHOUSES;
  if (!first) throw new Error('the seller has no warehouse');
  const front = await openStep(page, '仓库', '仓库');
  await front.getByRole('button', { name: '新增仓库' }).click();
  const form = page.getByRole('dialog', { name: '新增仓库' });
  await fill(form, {
    仓库编码: first.code,
    仓库名称: first.nameZh,
    联系人: first.name,
    联系电话: first.phone,
    地址: first.address1,
    城市: first.city,
    邮编: first.postalCode,
  });
  await save(form);
  await expect(rowOf(front, first.nameZh)).toContainText('启用');
}

async function openShop(page: Page): Promise<void> {
  const front = await openStep(page, '店铺账号', '店铺账号');
  await front.getByRole('button', { name: '新增店铺账号' }).click();
  const form = page.getByRole('dialog', { name: '新增店铺' });
  await fill(form, {
    店铺编码: 'WF-US',
    店铺名称: SHOP,
    'Client ID': 'waybill-demo',
    'Client Secret': 'waybill-demo-secret',
  });
  await fillAddresses(form, host);
  await save(form);
  await rowOf(front, SHOP).getByRole('button', { name: '测试连接' }).click();
  const connection = page.getByRole('dialog', { name: /^测试连接/ });
  await expect(connection.getByRole('alert')).toContainText('连接正常，店铺已启用');
  await connection.getByRole('button', { name: '关闭' }).last().click();
  await host.settled();
}

/** Shop and warehouse are filled in: there is one of each. */
async function mapWarehouse(page: Page): Promise<void> {
  const front = await openStep(page, '渠道仓库', '渠道仓库');
  await front.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增渠道仓库' });
  await expect(form).toContainText(SHOP);
  await expect(form).toContainText(WAREHOUSES[0]?.nameZh ?? '');
  await fill(form, { 渠道仓代码: WAREHOUSES[0]?.supplierId ?? '' });
  await save(form);
}

async function makeProducts(page: Page): Promise<void> {
  const front = await openStep(page, '渠道产品', '渠道产品');
  await front.getByRole('button', { name: '生成本地产品' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '生成本地产品' }).click();
  await expect(page.getByText(/已配对 1 条，其中新建产品 1 个/)).toBeVisible();
}

async function addCarton(page: Page): Promise<void> {
  const front = await openStep(page, '箱规', '箱规');
  await front.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增箱规' });
  await expect(form).toContainText(PART);
  await fill(form, { 箱序: '1', 箱名: '镜子', 长: '70', 宽: '24', 高: '5', 毛重: '58' });
  await save(form);
}

async function openStock(page: Page): Promise<void> {
  const front = await openStep(page, '期初库存', '调整单');
  await front.getByRole('button', { name: '新增调整单' }).first().click();
  const draft = page.getByRole('dialog', { name: '新增调整单' });
  await choose(draft.getByLabel('类型', { exact: true }), '期初导入');
  await fill(draft, { 原因: '期初库存' });
  const lines = draft.getByRole('grid', { name: '调整明细' });
  await chooseIn([lines, 1, 'SKU'], PART);
  await typeInto([lines, 1, '数量'], '5');
  await typeInto([lines, 1, '单位成本'], '60.00');
  await draft.getByRole('button', { name: '保存为草稿' }).click();
  await expect(draft).toBeHidden();
  const document = page.getByRole('article');
  await document.getByRole('button', { name: '提交', exact: true }).click();
  await expect(document.getByText('已过账').first()).toBeVisible();
}

async function addShipMethod(page: Page): Promise<void> {
  const methods = await openStep(page, '物流渠道', '物流渠道');
  await methods.getByRole('button', { name: '新增物流渠道' }).click();
  const form = page.getByRole('dialog', { name: '新增物流渠道' });
  await fill(form, {
    渠道编码: 'FDX-GND',
    渠道名称: 'FedEx 地面',
    承运商: 'FedEx',
    服务: 'Ground',
  });
  await save(form);
  const codes = await openStep(page, '物流代码', '渠道物流代码');
  await codes.getByRole('button', { name: '新增', exact: true }).click();
  const code = page.getByRole('dialog', { name: '新增渠道物流代码' });
  await expect(code).toContainText(SHOP);
  await expect(code).toContainText('FedEx 地面');
  await fill(code, { 渠道服务代码: 'GROUND', 渠道承运商代码: '*' });
  await save(code);
}

/** One that can be sold now: what was missing when it came is there. */
async function takeOrder(page: Page): Promise<void> {
  const pending = await openStep(page, '第一张订单', '待处理');
  await rowOf(pending, PART).getByRole('button', { name: '接单' }).click();
  await expect(rowOf(pending, PART)).toBeHidden();
  await host.settled();
}

async function packAndShip(page: Page): Promise<void> {
  await page.getByRole('menuitem', { name: '待发货' }).click();
  const shipping = inFront(page, '待发货');
  await rowOf(shipping, PART).getByRole('button', { name: '开始配货' }).click();
  const start = page.getByRole('dialog', { name: /^开始配货/ });
  await start.getByRole('button', { name: '确认开始配货' }).click();
  await expect(start).toBeHidden();
  const shipments = await openStep(page, '第一箱发货', '发货单');
  await rowOf(shipments, PART).getByRole('button', { name: '装箱发货' }).click();
  // The adjustment is open as well, behind it.
  const desk = page.getByRole('article').filter({ has: page.getByText('本地SKU') });
  await desk.getByRole('button', { name: '按箱规装箱', exact: true }).click();
  const box = desk.getByRole('region', { name: '第 1 / 1 箱' });
  await box.getByRole('button', { name: '封箱', exact: true }).click();
  await desk.getByRole('button', { name: '申请面单' }).click();
  await host.settled();
  await desk.getByRole('button', { name: '发货', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^发货/ });
  await dialog.getByRole('button', { name: '确认发货' }).click();
  await expect(page.getByText('已出库').filter({ visible: true }).first()).toBeVisible();
}
