/** How many columns show so many cards in as few rows as there is room for, evenly filled. */
export function columnsFor(cards: number, most: number): number {
  const rows = Math.max(1, Math.ceil(cards / most));
  return Math.max(1, Math.ceil(cards / rows));
}
