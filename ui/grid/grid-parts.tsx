import { fetched } from '../fetched.tsx';
import type { FindBarProps } from './find-bar.tsx';
import type { GridMenuProps } from './grid-menu.tsx';
import type { GridPagesProps } from './grid-pages.tsx';
import type { GridToolbarProps } from './grid-toolbar.tsx';
import type { RowDetailsProps } from './row-details.tsx';
import type { SelectionSumsProps } from './selection-sums.tsx';
import type { ViewLineProps } from './view-line.tsx';

/** What of a grid is fetched when somebody first needs it: the rows are there without. */

/** Its buttons come behind the rows; their room is kept free. */
export const GridToolbar = fetched<GridToolbarProps>(() =>
  import('./grid-toolbar.tsx').then((module) => module.GridToolbar),
);
export const RowDetails = fetched<RowDetailsProps>(() =>
  import('./row-details.tsx').then((module) => module.RowDetails),
);
export const GridMenu = fetched<GridMenuProps>(() => import('./grid-menu.tsx').then((module) => module.GridMenu));
export const FindBar = fetched<FindBarProps>(() => import('./find-bar.tsx').then((module) => module.FindBar));
export const ViewLine = fetched<ViewLineProps>(() => import('./view-line.tsx').then((module) => module.ViewLine));
export const SelectionSums = fetched<SelectionSumsProps>(() =>
  import('./selection-sums.tsx').then((module) => module.SelectionSums),
);
export const GridPages = fetched<GridPagesProps>(() => import('./grid-pages.tsx').then((module) => module.GridPages));
