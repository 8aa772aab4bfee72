import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { picture } from '../account-steps.ts';
import { choose, complaints, enter, fill, fitsWidth, inFront, openPage, rowOf, save } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

const CONSOLE_URL = (): string => process.env['CONSOLE_URL'] ?? '';

/** Uploads are held back until `release` is called. */
async function holdBackUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/sys/common/upload**', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a product carries pictures and documents: form, list, detail, advanced query', async ({ page }) => {
  covers('ours: files of records');
  const heard = complaints(page);
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/base/product`);
  const front = inFront(page, '产品');
  await front.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增产品' });
  await fill(form, { SPU: 'PICTURED-1', 产品名称: '有图的落地灯' });
  const pictures = form.getByRole('group', { name: '图片' });
  const release = await holdBackUploads(page);
  const png = { name: '正面.png', mimeType: 'image/png', buffer: await picture(page) };
  await pictures.locator('input[type=file]').setInputFiles(png);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('图片还在上传，请稍候')).toBeVisible();
  release();
  await expect(form.getByText('图片还在上传，请稍候')).toBeHidden();
  const documents = form.getByRole('group', { name: '附件' });
  const manual = { name: '说明书.txt', mimeType: 'text/plain', buffer: Buffer.from('说明') };
  await documents.locator('input[type=file]').setInputFiles(manual);
  await expect(documents.getByText('说明书.txt')).toBeVisible();
  await expect(page.getByText('说明书.txt 文件上传成功')).toBeVisible();
  await expect(form.locator('input[type=file]').first()).toBeHidden();
  await noSeriousFault(page);
  await save(form);
  // The new one opens, for its SKUs come next.
  await openPage(page, '产品管理', '产品');

  const thumb = rowOf(front, 'PICTURED-1').getByRole('button', { name: '查看图片 正面' });
  await expect(thumb).toBeVisible();
  // The list fetches no more of a picture than it shows; the whole one comes on a click.
  const fetched = (img: HTMLImageElement): string => (img.complete ? img.currentSrc : '');
  await expect.poll(() => thumb.locator('img').evaluate(fetched)).toMatch(/\?w=160$/);
  const small = await thumb
    .locator('img')
    .evaluate(async (img: HTMLImageElement) => (await createImageBitmap(img)).width);
  expect(small).toBeLessThanOrEqual(160);
  await thumb.click();
  const large = page.locator('.ant-image-preview-img');
  await expect(large).toBeVisible();
  await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();

  await rowOf(front, 'PICTURED-1').getByRole('button', { name: '有图的落地灯' }).click();
  const detail = page.getByRole('article').filter({ visible: true });
  const downloading = page.waitForEvent('download');
  await detail.getByRole('button', { name: '说明书.txt' }).click();
  expect((await downloading).suggestedFilename()).toBe('说明书.txt');
  await openPage(page, '产品管理', '产品');

  await front.getByRole('button', { name: '高级查询' }).click();
  const query = page.getByRole('dialog', { name: '高级查询构造器' });
  await choose(query.getByRole('combobox').nth(1), '图片');
  await choose(query.getByRole('combobox').last(), '无');
  await query.getByRole('button', { name: '查询', exact: true }).click();
  await expect(rowOf(front, 'PICTURED-1')).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
