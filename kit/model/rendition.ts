/**
 * Longest sides, in pixels, in which a stored picture is handed out small: for cells and cards, and
 * for whatever shows it larger than that. There are no others.
 */
export const RENDITION_SIDES = [160, 480] as const;

export type RenditionSide = (typeof RENDITION_SIDES)[number];
