/** What becomes of good and of damaged units. */
export const GOOD_DISPOSITIONS = ['restock', 'scrap', 'returnToSupplier', 'donate'] as const;
export const DAMAGED_DISPOSITIONS = ['scrap', 'refurb', 'returnToSupplier', 'donate'] as const;

/** Longest reason for which units are credited that are not here. */
export const LONGEST_ACCEPT_REASON = 255;
