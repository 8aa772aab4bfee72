import { expect, type Page } from '@playwright/test';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { noSeriousFault } from './accessibility.ts';
import { picture } from './account-steps.ts';
import { complaints, enter, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

const CONSOLE_URL = (): string => process.env['CONSOLE_URL'] ?? '';
const SPU = 'WB-OUT-PLNT-S3';

/** Pictures from a folder, each called by the code of the product that it shows. */
async function matchFolder(page: Page): Promise<void> {
  const front = inFront(page, '图片');
  await front.getByRole('button', { name: '按文件名配图' }).click();
  const dialog = page.getByRole('dialog', { name: '按文件名配图' });
  const bytes = await picture(page);
  await dialog.locator('input[type=file]').setInputFiles(
    [`${SPU}_2.png`, `${SPU}_3.png`].map((name) => ({
      name,
      mimeType: 'image/png',
      buffer: bytes,
    })),
  );
  await expect(dialog.getByText('2 张图片属于 1 个产品，0 张没有找到归属')).toBeVisible();
  await dialog.getByRole('button', { name: '保存 2 张' }).click();
  await expect(dialog).toBeHidden();
}

test('a folder is matched, a fault is shown, the pictures come as one file, one page says all', async ({ page }) => {
  covers('ours: pictures and their rules', 'ours: a product in one page');
  const heard = complaints(page);
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/base/image`);
  await matchFolder(page);
  const front = inFront(page, '图片');
  await front.getByLabel('文件名').first().fill(`${SPU}_*`);
  await front.getByRole('button', { name: '查询', exact: true }).click();
  await expect(front.getByRole('row', { name: new RegExp(`${SPU}_2`) })).toBeVisible();
  // They are read in the background; the list asks again until then.
  await expect(async () => {
    await front.getByRole('button', { name: '刷新' }).click();
    await expect(front.getByRole('row', { name: new RegExp(`${SPU}_2`) })).toContainText('短边 400 px，至少 1000 px', {
      timeout: 5000,
    });
  }).toPass();
  await noSeriousFault(page);

  await front.getByRole('checkbox', { name: '全选本页' }).check();
  const chosen = front.getByRole('toolbar', { name: '批量操作' });
  await chosen.getByRole('button', { name: '打包下载' }).click();
  const note = page.getByRole('alert').filter({ hasText: '共2个文件，已打包' });
  const downloading = page.waitForEvent('download');
  await note.getByRole('button', { name: '下载文件' }).click();
  const packed = unzipSync(await buffer(await (await downloading).createReadStream()));
  // Behind the three that the product has.
  expect(Object.keys(packed)).toEqual([`${SPU}_04.png`, `${SPU}_05.png`]);

  await front.getByText('网格', { exact: true }).click();
  await expect(front.getByRole('list', { name: '图片' })).toBeVisible();
  await front.getByText('列表', { exact: true }).click();
  await front.getByRole('link', { name: '石纹花盆（三件套）' }).first().click();
  const detail = page.getByRole('article').filter({ visible: true });
  for (const part of [
    '图片',
    '库存',
    '近30天销量',
    '未完成订单',
    '在售渠道',
    '供应商',
    '箱规',
    'SKU修改记录',
    '流转记录',
  ])
    await expect(detail.getByRole('heading', { name: part, level: 2 })).toBeVisible();
  await expect(detail.getByRole('region', { name: '各仓库存' })).toContainText(SPU);
  await expect(detail.getByRole('list', { name: '图片', exact: true }).getByRole('listitem')).toHaveCount(5);
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  await goWithin(page, '/base/image');
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
