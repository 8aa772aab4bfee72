import { expect, type Locator, type Page } from '@playwright/test';
import { choose, chooseFilledIn, fill, importRows, openPage, rowOf, save } from './console-steps.ts';
import type { Host } from './first-day-host.ts';
import { chooseIn, typeInto } from './grid-steps.ts';
import * as goods from './first-day-goods.ts';

const { BED } = goods;

/** The first warehouse by hand, the others by sheet. */
export async function addWarehouses(page: Page): Promise<void> {
  const [first, ...others] = goods.WAREHOUSES;
  if (!first) throw new Error('the seller has no warehouse');
  const front = await openPage(page, '仓储物流', '仓库');
  await expect(front.getByText('还没有仓库')).toBeVisible();
  await front.getByRole('button', { name: '新增仓库' }).click();
  const form = page.getByRole('dialog', { name: '新增仓库' });
  await fill(form, {
    仓库编码: first.code,
    仓库名称: first.nameZh,
    联系人: first.name,
    联系电话: first.phone,
    地址: first.address1,
    城市: first.city,
    '州/省': first.state,
    邮编: first.postalCode,
    时区: first.timeZone,
    优先级: '10',
  });
  await save(form);
  await expect(rowOf(front, first.nameZh)).toContainText('启用');
  await importRows(front, '仓库', goods.warehouseRows);
  for (const { nameZh } of others) await expect(rowOf(front, nameZh)).toBeVisible();
}

/** Products, SKUs and cartons: the bed by hand, the rest by sheet; then all are put on sale. */
export async function addGoods(page: Page): Promise<void> {
  await importRows(await openPage(page, '产品管理', '产品分类'), '产品分类', goods.categoryRows);
  const products = await openPage(page, '产品管理', '产品');
  await expect(products.getByText('还没有产品')).toBeVisible();
  await products.getByRole('button', { name: '新增产品' }).click();
  const product = page.getByRole('dialog', { name: '新增产品' });
  await fill(product, { SPU: BED.partNumber, 产品名称: BED.nameZh, 英文名称: BED.name });
  const category = goods.CATEGORY_NAMES[BED.category];
  await choose(product.getByLabel('分类', { exact: true }), category, category);
  await save(product);
  // A new product opens, for its SKUs come next.
  await openPage(page, '产品管理', '产品');
  await expect(rowOf(products, BED.nameZh)).toContainText('草稿');
  await importRows(products, '产品', goods.productRows);

  const skus = await openPage(page, '产品管理', 'SKU');
  await skus.getByRole('button', { name: '新增SKU' }).click();
  const sku = page.getByRole('dialog', { name: '新增SKU' });
  await fill(sku, { SKU: BED.partNumber, 名称: BED.nameZh, UPC: goods.upcOf(BED.partNumber) });
  await choose(sku.getByLabel('产品', { exact: true }), BED.nameZh, BED.nameZh);
  await fill(sku, { 标准成本: goods.costOf(BED) });
  await save(sku);
  await importRows(skus, 'SKU', goods.skuRows);

  await addCartons(page);
  await addPictures(page);
  await putOnSale(page);
}

async function addCartons(page: Page): Promise<void> {
  const cartons = await openPage(page, '产品管理', '箱规');
  for (const [index, carton] of BED.cartons.entries()) {
    await cartons.getByRole('button', { name: '新增', exact: true }).click();
    const form = page.getByRole('dialog', { name: '新增箱规' });
    await choose(form.getByLabel('SKU', { exact: true }), BED.partNumber, BED.partNumber);
    await fill(form, {
      箱序: String(index + 1),
      箱名: carton.label,
      长: String(carton.lengthIn),
      宽: String(carton.widthIn),
      高: String(carton.heightIn),
      毛重: String(carton.weightLb),
    });
    await save(form);
    await expect(rowOf(cartons, carton.label)).toContainText(`${carton.weightLb} lb`);
  }
  await importRows(cartons, '箱规', goods.cartonRows);
}

/** A picture of everything, each called by the code of what it shows. */
async function addPictures(page: Page): Promise<void> {
  const products = await openPage(page, '产品管理', '产品');
  await products.getByRole('button', { name: '按文件名配图' }).click();
  const dialog = page.getByRole('dialog', { name: '按文件名配图' });
  await dialog.locator('input[type=file]').setInputFiles([...goods.productPictures]);
  const count = goods.productPictures.length;
  const sum = dialog.getByText(`${count} 张图片属于 ${count} 个产品，0 张没有找到归属`);
  await sum.waitFor({ timeout: 60_000 });
  await dialog.getByRole('button', { name: `保存 ${count} 张` }).click();
  await dialog.waitFor({ state: 'hidden', timeout: 60_000 });
  await expect(page.getByText(`已保存 ${count} 张图片`)).toBeVisible();
}

async function putOnSale(page: Page): Promise<void> {
  const count = goods.productRows.length + 1;
  const products = await openPage(page, '产品管理', '产品');
  await products.getByRole('checkbox', { name: '全选本页' }).check();
  await products.getByRole('button', { name: `选择全部 ${count} 条` }).click();
  await products.getByRole('button', { name: '批量上架销售' }).click();
  const batch = page.getByRole('dialog', { name: '批量上架销售' });
  await expect(batch).toContainText(`${count} 条会成功，0 条会失败`);
  await batch.getByRole('button', { name: `上架销售 ${count} 条` }).click();
  await expect(batch).toContainText(`上架销售成功 ${count} 条，失败 0 条`);
  await batch.getByRole('button', { name: '完成' }).click();
  await expect(products.getByRole('button', { name: new RegExp(`^在售\\s*${count}$`) })).toBeVisible();
}

/** 期初库存 of each warehouse: the bed typed in, the rest pasted or imported; a second person approves. */
export async function openStock(page: Page): Promise<void> {
  for (const [index, { nameZh, supplierId }] of goods.WAREHOUSES.entries()) {
    const adjustments = await openPage(page, '库存管理', '调整单');
    await adjustments.getByRole('button', { name: '新增调整单' }).first().click();
    const draft = page.getByRole('dialog', { name: '新增调整单' });
    await choose(draft.getByLabel('类型', { exact: true }), '期初导入');
    await choose(draft.getByLabel('仓库', { exact: true }), nameZh);
    await fill(draft, { 原因: '期初库存' });
    const lines = draft.getByRole('grid', { name: '调整明细' });
    await chooseIn([lines, 1, 'SKU'], BED.partNumber);
    await typeInto([lines, 1, '数量'], String(BED.stock[supplierId]));
    await typeInto([lines, 1, '单位成本'], goods.costOf(BED));
    await (index === 0 ? pasteLines : importLines)(draft, supplierId);
    const count = goods.stockRows(supplierId).length + 1;
    await expect(draft.getByText(`共 ${count} 行`)).toBeVisible();
    await draft.getByRole('button', { name: '保存为草稿' }).click();
    await expect(draft).toBeHidden();
    const number = page.getByRole('heading', { level: 1, name: /^ST\d+/ });
    await expect(number).toBeVisible();
    const document = page.getByRole('article').filter({ has: number });
    await document.getByRole('button', { name: '提交', exact: true }).click();
    await expect(document.getByText('待审核').first()).toBeVisible();
  }
}

/** What one person counted, another one lets in. */
export async function approveStock(page: Page): Promise<void> {
  const count = goods.WAREHOUSES.length;
  const adjustments = await openPage(page, '库存管理', '调整单');
  await adjustments.getByRole('checkbox', { name: '全选本页' }).check();
  await adjustments.getByRole('button', { name: '批量审核通过' }).click();
  const batch = page.getByRole('dialog', { name: '批量审核通过' });
  await expect(batch).toContainText(`${count} 条会成功，0 条会失败`);
  await batch.getByRole('button', { name: `审核通过 ${count} 条` }).click();
  await expect(batch).toContainText(`审核通过成功 ${count} 条，失败 0 条`);
  await batch.getByRole('button', { name: '完成' }).click();
}

/** Lines copied in a spreadsheet: cells parted by tabs. */
async function pasteLines(draft: Locator, supplierId: string): Promise<void> {
  const lines = goods.stockRows(supplierId).map((row) => Object.values(row).join('\t'));
  await draft.getByRole('button', { name: '从Excel粘贴' }).click();
  const dialog = draft.page().getByRole('dialog', { name: '从Excel粘贴明细' });
  await dialog.getByLabel('粘贴的明细').fill(lines.join('\n'));
  await dialog.getByRole('button', { name: '加入明细' }).click();
  await expect(dialog).toBeHidden();
}

async function importLines(draft: Locator, supplierId: string): Promise<void> {
  await draft.getByRole('button', { name: '导入表格' }).click();
  const dialog = draft.page().getByRole('dialog', { name: '从表格导入明细' });
  await chooseFilledIn(dialog, '期初库存', goods.stockRows(supplierId));
  await dialog.getByRole('button', { name: '加入明细' }).click();
  await expect(dialog).toBeHidden();
}

/** Where the marketplace of the test stands, which a shop has among its 高级参数. */
export async function fillAddresses(form: Locator, host: Host): Promise<void> {
  await form.getByRole('button', { name: /高级参数/ }).click();
  await fill(form, {
    令牌地址: `${host.simulatorUrl}/wayfair/oauth/token`,
    订单接口地址: `${host.simulatorUrl}/wayfair/v1/graphql`,
    单据接口地址: `${host.simulatorUrl}/wayfair/v1`,
    供应商接口地址: `${host.simulatorUrl}/wayfair/v1/supplier-order-api/graphql`,
    单据存储域名: host.storageUrl,
  });
}

/** The shop with a wrong secret, whose test names the step; corrected, it opens. */
export async function openShop(page: Page, host: Host): Promise<void> {
  const shops = await openPage(page, '渠道', '店铺账号');
  await shops.getByRole('button', { name: '新增店铺账号' }).click();
  const form = page.getByRole('dialog', { name: '新增店铺' });
  await fill(form, {
    店铺编码: 'WF-US',
    店铺名称: goods.SHOP,
    'Client ID': 'waybill-demo',
    'Client Secret': 'not-the-secret',
  });
  await fillAddresses(form, host);
  await save(form);
  await expect(rowOf(shops, goods.SHOP)).toContainText('待授权');

  await rowOf(shops, goods.SHOP).getByRole('button', { name: '测试连接' }).click();
  const test = page.getByRole('dialog', { name: /^测试连接/ });
  await expect(test.getByRole('listitem').filter({ hasText: '获取令牌' })).toContainText('失败');
  await expect(test.getByRole('listitem').filter({ hasText: '读取订单' })).toContainText('未执行');
  await test.getByRole('button', { name: '修改连接参数' }).click();
  const edit = page.getByRole('dialog', { name: /^编辑店铺/ });
  await fill(edit, { 'Client Secret': 'waybill-demo-secret' });
  await save(edit);
  await rowOf(shops, goods.SHOP).getByRole('button', { name: '测试连接' }).click();
  await expect(test.getByRole('alert')).toContainText('连接正常，店铺已启用');
  await test.getByRole('button', { name: '关闭' }).last().click();
  await expect(rowOf(shops, goods.SHOP).getByText('已启用')).toBeVisible();
}

/** What the channel calls our warehouses, ways to ship and products. */
export async function mapShop(page: Page): Promise<void> {
  const warehouses = await openPage(page, '渠道', '渠道仓库');
  for (const { nameZh, supplierId } of goods.WAREHOUSES) {
    await warehouses.getByRole('button', { name: '新增', exact: true }).click();
    const form = page.getByRole('dialog', { name: '新增渠道仓库' });
    // There is one shop, which is filled in, and several warehouses, of which none is.
    await expect(form).toContainText(goods.SHOP);
    await fill(form, { 渠道仓代码: supplierId });
    await expect(form).not.toContainText(nameZh);
    await choose(form.getByLabel('本地仓', { exact: true }), nameZh);
    await save(form);
    await expect(rowOf(warehouses, supplierId)).toContainText(nameZh);
  }
  const methods = await openPage(page, '仓储物流', '物流渠道');
  await importRows(methods, '物流渠道', goods.shipMethodRows);
  const codes = await openPage(page, '渠道', '渠道物流代码');
  await importRows(codes, '渠道物流代码', goods.shipCodeRows);
  const listings = await openPage(page, '渠道', '渠道产品');
  await expect(listings.getByText('还没有渠道产品')).toBeVisible();
  await importRows(listings, '渠道产品', goods.channelProductRows);
}
