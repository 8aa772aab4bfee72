import type { RowMark } from '../live/use-held-rows.ts';

/** How a row looks that others have changed: for a while it stands out, gone it is grey. */
export const markLook = (mark: RowMark | undefined): string =>
  mark?.isGone ? ' wb-gone' : mark?.isFresh ? ' wb-renewed' : '';
