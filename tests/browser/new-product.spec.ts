import { expect, type Page } from '@playwright/test';
import { drawnJpeg, painted } from '#tests/harness/drawn-pictures.ts';
import { CONSOLE } from './account-steps.ts';
import { choose, complaints, enterConsole, fill, openPage } from './console-steps.ts';
import { counted } from './counted.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { pasteInto, rowAt } from './grid-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* From nothing to on sale: a product of three colours, each in two cartons, with its pictures. */

const NAME = '云朵休闲椅';
const COLOURS = ['白', '灰', '黑'];
const CARTONS = ['1\t椅身\t92\t71\t60\t18\t1', '2\t脚凳\t60\t55\t42\t7.5\t1'].join('\n');
/** As a person clicks it, with what is typed in between; a second is what it takes the browser. */
const SECONDS = 120;

test.beforeEach(async ({ page }) => enterConsole(page, CONSOLE(), 'admin', ADMIN_PASSWORD));

/** A folder as a photographer delivers it: two pictures of the product, one of each SKU. */
const folder = (spu: string, skuCodes: readonly string[]) =>
  Promise.all(
    [spu, `${spu}_2`, ...skuCodes].map(async (name, at) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await drawnJpeg(painted(64, 64, (x) => [x * 3, at * 40, 90, 255])),
    })),
  );

async function addProduct(page: Page, spu: string): Promise<void> {
  const products = await openPage(page, '产品管理', '产品');
  await products.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增产品' });
  await fill(form, { SPU: spu, 产品名称: NAME });
  await choose(form.getByLabel('分类', { exact: true }), '户外', '户外');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible();
}

/** @returns codes of the SKUs that follow from the colours */
async function addVariants(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: '规格与SKU', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '规格与SKU' });
  await sheet.getByRole('button', { name: '新增规格' }).click();
  await sheet.getByLabel('规格 1 名称').fill('颜色');
  await sheet.getByLabel('规格 1 的值').fill(`${COLOURS.join('，')}，`);
  const skus = sheet.getByRole('grid', { name: 'SKU' });
  const codes: string[] = [];
  for (const [at, colour] of COLOURS.entries()) {
    const row = rowAt(skus, at + 1);
    await expect(row).toContainText(colour);
    codes.push((await row.locator('[aria-colindex="3"]').innerText()).trim());
  }
  await pasteInto([sheet.getByRole('grid', { name: '箱规' }), 1, '箱序'], CARTONS);
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect(sheet).toBeHidden();
  return codes;
}

async function addPictures(page: Page, spu: string, skuCodes: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: '按文件名配图', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '按文件名配图' });
  await dialog.locator('input[type=file]').setInputFiles(await folder(spu, skuCodes));
  await expect(dialog.getByText('5 张图片属于 1 个产品、3 个SKU，0 张没有找到归属')).toBeVisible();
  await dialog.getByRole('button', { name: '保存 5 张' }).click();
  await expect(dialog).toBeHidden();
}

test('a product of three colours goes from nothing to on sale in under two minutes', async ({ page }, { retry }) => {
  covers('ours: products on sale');
  const heard = complaints(page);
  const spu = `LOUNGE-${retry + 1}`;
  const detail = page.getByRole('article').filter({ visible: true });
  const started = performance.now();
  await counted(
    page,
    {
      what: 'a new product of three SKUs, two cartons each, with pictures',
      before: { clicks: 0, keys: 0, way: '新' },
      most: { clicks: 16, keys: 4 },
    },
    async () => {
      await addProduct(page, spu);
      const codes = await addVariants(page);
      expect(new Set(codes).size).toBe(COLOURS.length);
      await addPictures(page, spu, codes);
      await page.getByRole('button', { name: '上架销售', exact: true }).click();
      await expect(detail.getByText('在售', { exact: true }).first()).toBeVisible();
    },
  );
  expect((performance.now() - started) / 1000).toBeLessThan(SECONDS);
  for (const colour of COLOURS) await expect(detail).toContainText(colour);
  expect(heard).toEqual([]);
});
