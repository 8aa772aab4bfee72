/** The lines of one adjustment: all of them stand in one form. */
export const MAX_LINES = 5000;
