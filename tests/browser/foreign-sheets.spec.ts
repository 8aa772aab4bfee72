import { expect, type Page } from '@playwright/test';
import { workbook } from '#tests/sheets/workbook.ts';
import { CONSOLE } from './account-steps.ts';
import { noSeriousFault } from './accessibility.ts';
import { closeOthers, enter, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* 搬家导入 by clicking: files of another ERP, dropped as they are. */

test.afterEach(({ context }) => closeOthers(context));

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function chooseIn(page: Page, dialog: string, name: string, file: Buffer): Promise<void> {
  await page
    .getByRole('dialog', { name: dialog })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType, buffer: file });
}

test('products and opening stock of 领星 come in as the ERP wrote them', async ({ page }) => {
  covers('ours: moving over from another ERP');
  test.setTimeout(120_000);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const products = await workbook(
    ['SKU', '品名', '品牌', '单品净重(kg)', '采购员'],
    [['LXB-DESK', '书桌', 'Waybill', 12.5, '张三']],
  );
  for (const [path, title] of [
    ['/base/product', '产品'],
    ['/base/sku', 'SKU'],
  ] as const) {
    await page.goto(`${CONSOLE()}${path}`);
    await inFront(page, title).getByRole('button', { name: '导入', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `导入${title}` });
    await expect(dialog.getByText('易仓产品导出、领星产品导出、马帮商品导出')).toBeVisible();
    await chooseIn(page, `导入${title}`, '产品导出.xlsx', products);
    await dialog.getByRole('button', { name: '开始上传' }).click();
    await expect(dialog.getByText('识别为“领星产品导出”')).toBeVisible();
    await expect(dialog.getByText(/未识别的列不会导入：.*采购员/)).toBeVisible();
    await noSeriousFault(page);
    await dialog.getByRole('button', { name: '确认并继续导入' }).click();
    await expect(dialog.getByText('共1行数据全部导入成功！')).toBeVisible();
    await dialog.getByRole('button', { name: '关闭' }).last().click();
  }
  await page.goto(`${CONSOLE()}/base/adjustment`);
  await page.getByRole('button', { name: '新增' }).first().click();
  await page.getByRole('button', { name: '导入表格' }).click();
  const lines = page.getByRole('dialog', { name: /从表格导入/ });
  const stock = await workbook(
    ['SKU', '品名', '仓库', '可用量', '锁定量'],
    [
      ['LXB-DESK', '书桌', '洛杉矶仓', 9, 1],
      ['LXB-DESK', '书桌', '新泽西仓', 4, 0],
    ],
  );
  await lines.locator('input[type=file]').setInputFiles({ name: '库存.xlsx', mimeType, buffer: stock });
  await lines.getByRole('button', { name: /^加入/ }).click();
  await expect(lines.getByText('文件里有 2 个仓库，一次导入一个，请选择')).toBeVisible();
  await noSeriousFault(page);
  await lines.getByRole('button', { name: '新泽西仓（1 行）' }).click();
  await expect(lines.getByText('“洛杉矶仓”的 1 行不会导入')).toBeVisible();
  await expect(lines.getByText(/1 行已加入/)).toBeVisible();
});
