import { expect, test, type Locator } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { api, clerkToken, post } from './channel-orders.ts';
import { complaints, enterHome, goWithin, inFront } from './console-steps.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

/** Cells of a register are changed where they stand. */

const CODE = 'WB-MIR-ARCH-65';
const SAFETY = '[data-edit="safetyStock"]';

test('a cell is changed in the list by the rules of its form, and nothing typed is lost', async ({
  page,
}) => {
  const heard = complaints(page);
  await enterHome(page, process.env['CONSOLE_URL'] ?? '', 'yunying', PEOPLE_PASSWORD);
  await goWithin(page, `/base/sku?skuCode=${CODE}`);
  const list = inFront(page, 'SKU');
  const row = list.getByRole('row').filter({ hasText: CODE });
  const safety = row.locator(SAFETY);
  const editor = (title: string): Locator => list.getByRole('dialog', { name: `修改${title}` });
  const open = editor('安全库存');

  // Typed and kept; given up, it is as it was.
  await safety.dblclick();
  await open.getByRole('textbox').fill('7');
  await noSeriousFault(page, '.wb-cell-editor');
  await page.keyboard.press('Enter');
  await expect(open).toBeHidden();
  await expect(safety).toHaveText('7');
  await safety.dblclick();
  await open.getByRole('textbox').fill('8');
  await page.keyboard.press('Escape');
  await expect(open).toBeHidden();
  await expect(safety).toHaveText('7');

  // What the form would refuse is refused here, and stays to be put right.
  await safety.dblclick();
  await open.getByRole('textbox').fill('七件');
  await page.keyboard.press('Enter');
  await expect(open.getByRole('alert')).toContainText('安全库存');
  await expect(open.getByRole('textbox')).toHaveValue('七件');
  await page.keyboard.press('Escape');

  // Tab keeps one and goes on to the next, F2 begins in the row that the keyboard stands on.
  await row.locator('[data-edit="pieceCount"]').dblclick();
  await editor('件数').getByRole('textbox').fill('2');
  await page.keyboard.press('Tab');
  await expect(editor('标准成本')).toBeVisible();
  await expect(row.locator('[data-edit="pieceCount"]')).toHaveText('2');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: CODE, exact: true }).focus();
  await page.keyboard.press('F2');
  await expect(editor('SKU')).toBeVisible();
  await page.keyboard.press('Escape');

  // A colleague was faster: what they changed is said, what was typed stays until it is wanted.
  await safety.dblclick();
  await open.getByRole('textbox').fill('9');
  const token = await clerkToken();
  const found = await fetch(`${api()}/catalog/sku/list?skuCode=${CODE}`, {
    headers: { 'x-access-token': token },
  });
  const { result } = (await found.json()) as {
    result: { records: { id: string; version: number }[] };
  };
  const [sku] = result.records;
  const change = { id: sku?.id, version: sku?.version, msrp: '88' };
  await post(`${api()}/catalog/sku/edit`, change, token);
  await page.keyboard.press('Enter');
  await expect(open.getByRole('alert')).toContainText('他人已将建议零售价改为“88');
  await expect(open.getByRole('textbox')).toHaveValue('9');
  await page.keyboard.press('Enter');
  await expect(open).toBeHidden();
  await expect(safety).toHaveText('9');
  expect(heard.filter((line) => !line.includes('409'))).toEqual([]);
});
