/** Rows of a sheet of returns at most. */
export const MOST_RETURN_ROWS = 5000;
