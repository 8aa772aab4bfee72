/** Tags of holds on the page in front, in the order of its rows. */
const tags = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-holds]')].filter((tag) => tag.checkVisibility());

/** The tags of an order, or where they are not shown, the name of its row. */
export const tagsOf = (id: string): HTMLElement | null =>
  tags().find((tag) => tag.dataset['holds'] === id) ??
  document.querySelector<HTMLElement>(`tr[data-row-key="${id}"] .wb-row-name`);

/** The held order above (-1) or below (1) another. */
export function heldBeside(id: string, way: -1 | 1): string | null {
  const ids = tags().map((tag) => tag.dataset['holds'] as string);
  const at = ids.indexOf(id);
  if (at < 0) return null;
  return ids[at + way] ?? null;
}

/** Gives the keyboard to the tags of an order. */
export const focusHeld = (id: string): void => tagsOf(id)?.focus();
