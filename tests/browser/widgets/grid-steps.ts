import type { Locator, Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';

/** Rows from 1. */
export const rowAt = (grid: Locator, row: number): Locator => grid.locator(`.wb-grid-row[aria-rowindex="${row + 1}"]`);

/** By the title of its column, rows from 1. */
export async function cellAt(grid: Locator, row: number, title: string): Promise<Locator> {
  const head = grid.getByRole('columnheader', { name: title, exact: true }).first();
  return rowAt(grid, row).locator(`[aria-colindex="${await head.getAttribute('aria-colindex')}"]`);
}

/** What a state of the gallery reads from its grid. */
export async function stored(
  grid: Locator,
): Promise<{ tableData: Record<string, unknown>[]; deleteData: { id: string }[] }> {
  await grid.getByRole('button', { name: '读取' }).click();
  return JSON.parse((await grid.locator('output').textContent()) ?? '') as never;
}

/** As for a whole page; ten thousand rows twice would take it a minute. */
export async function noSeriousFaultIn(page: Page, ...titles: string[]): Promise<void> {
  await noSeriousFault(page, ...titles.map((title) => `section[aria-label="${title}"]`));
}
