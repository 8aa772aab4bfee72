import { expect, type Locator } from '@playwright/test';
import { choose } from './console-steps.ts';
import { bring } from './paste.ts';

/** A cell of a grid: rows from 1, columns by their title. */
export type Place = readonly [grid: Locator, row: number, title: string];

/** A row of an editable grid, counted from 1. */
export const rowAt = (grid: Locator, row: number): Locator => grid.locator(`.wb-grid-row[aria-rowindex="${row + 1}"]`);

export async function cellAt(...[grid, row, title]: Place): Promise<Locator> {
  const head = grid.getByRole('columnheader', { name: title, exact: true }).first();
  return rowAt(grid, row).locator(`[aria-colindex="${await head.getAttribute('aria-colindex')}"]`);
}

/** The one editor there is, once it stands over a cell and takes what is typed. */
export const editorAt = (...[grid, row, title]: Place): Locator =>
  grid
    .page()
    .locator('.wb-grid-editor')
    .filter({ hasText: `${title}，第 ${row} 行` })
    .locator('input:focus');

/** Opens the editor over a cell; it may stand there already. */
async function edit(...place: Place): Promise<Locator> {
  const cell = await cellAt(...place);
  await cell.click({ force: true });
  const editor = editorAt(...place);
  await expect(editor).toBeVisible();
  return editor;
}

/** What is copied in a spreadsheet, pasted from a cell on: into its editor, as a person does. */
export const pasteInto = async (place: Place, text: string): Promise<void> =>
  bring(await edit(...place), 'paste', { text });

/** Types into a cell and goes on to the next. */
export async function typeInto(place: Place, text: string): Promise<void> {
  const editor = await edit(...place);
  await editor.fill(text);
  await editor.press('Tab');
  await expect(await cellAt(...place)).toContainText(text);
}

/** Chooses the row that a cell links to and goes on to the next. */
export async function chooseIn(place: Place, text: string): Promise<void> {
  const editor = await edit(...place);
  await choose(editor, text, text);
  await editor.press('Tab');
  await expect(await cellAt(...place)).toHaveText(text);
}
