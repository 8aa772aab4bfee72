import type { ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import type { GridProps } from '#ui/grid/grid-props.ts';
import type { SubTableProps } from '#ui/grid/sub-table.tsx';
import type { TreeTableProps } from '#ui/tree-table/tree-table.tsx';

/** The code of a grid, once it can show and choose rows of resources. */
async function withRecords<T>(code: Promise<T>): Promise<T> {
  const [module, { provideRecords }] = await Promise.all([code, import('./app-records.ts')]);
  provideRecords();
  return module;
}

/** Rows to type into, as in a spreadsheet. */
export const Grid = fetched<GridProps>(() => withRecords(import('#ui/grid/grid.tsx')).then((module) => module.Grid));
/** What belongs to a row of a grid, loaded when it is shown. */
export const SubTable = fetched<SubTableProps<unknown>>(() =>
  withRecords(import('#ui/grid/sub-table.tsx')).then((module) => module.SubTable),
) as <T>(props: SubTableProps<T>) => ReactNode;
/** Rows below each other, to be read, loaded level by level. */
export const TreeTable = fetched<TreeTableProps>(() =>
  withRecords(import('#ui/tree-table/tree-table.tsx')).then((module) => module.TreeTable),
);
