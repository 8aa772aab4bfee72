import type { UnitSystem } from '../units.ts';
import type { DisabledRows, GridColumn } from './grid-column.ts';
import { placeColumns, type GridLayout } from './grid-layout.ts';

/** What a session receives again whenever the page draws it. */
export interface SessionSettings {
  columns: readonly GridColumn[];
  layout: GridLayout;
  height: number;
  alwaysEdit: boolean;
  isReadOnly: boolean;
  disabledRows: DisabledRows | undefined;
  /** Keys that this user may not edit. */
  locked: ReadonlySet<string>;
  choice: 'checkbox' | 'radio';
  /** Keys of columns that may be hidden: a toolbar shows them again. */
  hideable: ReadonlySet<string>;
  units: UnitSystem;
  textsOf: (column: GridColumn) => ReadonlyMap<string, string>;
}

export const NO_LAYOUT = placeColumns({
  columns: [],
  parts: [],
  drawn: {},
  room: 0,
  hasStatistics: false,
});
export const NO_SETTINGS: SessionSettings = {
  columns: [],
  layout: NO_LAYOUT,
  height: 40,
  alwaysEdit: false,
  isReadOnly: true,
  disabledRows: undefined,
  locked: new Set(),
  choice: 'checkbox',
  hideable: new Set(),
  units: 'us',
  textsOf: () => new Map(),
};
