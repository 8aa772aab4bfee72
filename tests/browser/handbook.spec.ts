import { expect } from '@playwright/test';
import { complaints, enterConsole, inFront } from './console-steps.ts';
import { open } from './account-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** The handbook beside the pages, and the sentences of states and holds. */

test('the ? of a page opens its chapter, from which one comes to others and to pages', async ({ page }) => {
  const heard = complaints(page);
  await enterConsole(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  const list = await open(page, '/orders/pending', '待处理');
  const state = list.locator('.wb-state').first();
  await state.hover();
  await expect(state).toHaveAttribute('title', /^待审核：.*接单/);

  await list.getByRole('button', { name: '本页帮助' }).click();
  const book = page.getByRole('dialog', { name: '帮助' });
  await expect(book.getByRole('heading', { name: '待处理' })).toBeVisible();
  await expect(book.getByText('打单配货中', { exact: true })).toBeVisible();
  const picture = book.getByRole('img', { name: '待处理' });
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);

  await book.getByRole('searchbox', { name: '搜索帮助' }).fill('报关文件');
  await book.getByRole('list', { name: '搜索结果' }).getByRole('button').first().click();
  await expect(book.getByRole('heading', { name: '装箱发货' })).toBeVisible();
  await book.getByRole('link', { name: '箱规', exact: true }).click();
  await expect(book.getByRole('heading', { name: '箱规' })).toBeVisible();
  await book.getByRole('button', { name: '打开此页' }).click();
  await expect(book).toBeHidden();
  await expect(inFront(page, '箱规')).toBeVisible();
  expect(heard).toEqual([]);
});
