import { expect } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { CONSOLE } from '../account-steps.ts';
import { complaints, enter } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

test('one text is asked for, judged by the rules of whoever asks, and kept while it is wrong', async ({ page }) => {
  covers('§5 prompt dialog');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/dev/gallery/modal`);
  const state = page.getByRole('region', { name: '询问', exact: true });
  await state.getByRole('button', { name: '打开' }).click();
  const dialog = page.getByRole('dialog', { name: '输入批次号' });
  const box = dialog.getByLabel('批次号');
  await expect(box).toBeFocused();
  await box.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('请输入批次号');
  await box.fill('B-1');
  await expect(dialog.getByRole('alert')).toHaveText('最小长度4位字符');
  await noSeriousFault(page);
  await box.fill('B-2026-11-21');
  await expect(dialog.getByRole('alert')).toHaveText('最大长度8位字符');
  await box.fill('  B-1121 ');
  await expect(dialog.getByRole('alert')).toBeHidden();
  await box.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(state.locator('output')).toHaveText('批次 B-1121');
  expect(heard).toEqual([]);
});
