import { fetched } from '#kit/web/index.ts';
import type { PartDrawingProps } from './part-drawing.tsx';

export { productParts, type ProductPartProps } from './product-slots.ts';
export type { PartDrawingProps, PartPin } from './part-drawing.tsx';

/** The exploded drawing of a SKU with its parts on it, fetched when one is shown. */
export const PartDrawing = fetched<PartDrawingProps>(() =>
  import('./part-drawing.tsx').then((module) => module.PartDrawing),
);
