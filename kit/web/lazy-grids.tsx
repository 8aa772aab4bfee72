import type { ReactNode } from 'react';
import { fetched } from './fetched.tsx';
import type { SubTableProps } from './grid/sub-table.tsx';
import type { TreeTableProps } from './tree-table/tree-table.tsx';

/** What belongs to a row of a grid, loaded when it is shown. */
export const SubTable = fetched<SubTableProps<unknown>>(() =>
  import('./grid/sub-table.tsx').then((module) => module.SubTable),
) as <T>(props: SubTableProps<T>) => ReactNode;
/** Rows below each other, to be read, loaded level by level. */
export const TreeTable = fetched<TreeTableProps>(() =>
  import('./tree-table/tree-table.tsx').then((module) => module.TreeTable),
);
