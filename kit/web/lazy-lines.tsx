import { fetched } from '#ui/fetched.tsx';
import type { LineGridProps } from './lines/line-grid.tsx';

/** Lines of a document to be typed or pasted. */
export const LineGrid = fetched<LineGridProps>(() => import('./lines/line-grid.tsx').then((module) => module.LineGrid));
