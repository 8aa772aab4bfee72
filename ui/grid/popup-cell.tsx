import type { ReactNode } from 'react';
import { records } from '../records.ts';
import type { CellEditProps } from './cell-registry.ts';

/** The editor of a `popup` is the application's, which has the reports. */
export function PopupCell(props: CellEditProps): ReactNode {
  const { PopupCellEdit } = records.get();
  return <PopupCellEdit {...props} />;
}
