import type { ReactNode } from 'react';
import { fetched } from './fetched.tsx';
import type { SubTableProps } from './grid/sub-table.tsx';

/** What belongs to a row of a grid, loaded when it is shown. */
export const SubTable = fetched<SubTableProps<unknown>>(() =>
  import('./grid/sub-table.tsx').then((module) => module.SubTable),
) as <T>(props: SubTableProps<T>) => ReactNode;
