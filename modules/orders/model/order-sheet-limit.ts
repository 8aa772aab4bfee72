/** Rows of a sheet of orders at most: it is sorted by order before the first one is taken in. */
export const MOST_ORDER_LINES = 5_000;
