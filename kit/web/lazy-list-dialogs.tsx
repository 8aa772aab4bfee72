import { fetched } from '#ui/fetched.tsx';
import type { BulkEditProps } from './bulk/bulk-edit.tsx';
import type { DetailDrawerProps } from './detail/detail-drawer.tsx';
import type { FilterChipsProps } from './list/filter-chips.tsx';
import type { FirstRowProps } from './list/first-row.tsx';
import type { NumberEditorProps } from './list/number-editor.tsx';
import type { NumberNoteProps } from './list/number-note.tsx';
import type { SelectionBarProps } from './list/selection-bar.tsx';
import type { HeldStripProps } from './lifecycle/held-strip.tsx';
import type { WorklistStripProps } from './lifecycle/worklist-strip.tsx';
import type { BatchMoveProps } from './lifecycle/batch-move.tsx';
import type { ImportDialogProps } from './sheets/import-dialog.tsx';
import type { AdvancedQueryDialogProps } from './query/advanced-query-dialog.tsx';

type MoveStripsProps = HeldStripProps & WorklistStripProps;

// By themselves: a list would otherwise fetch the wrappers of every editor along with its own.

/** {@link ResourceDetail} beside a list. */
export const DetailDrawer = fetched<DetailDrawerProps>(() =>
  import('./detail/detail-drawer.tsx').then((module) => module.DetailDrawer),
);
/** A move over many documents: preview, run, failures. */
export const BatchMove = fetched<BatchMoveProps>(() =>
  import('./lifecycle/batch-move.tsx').then((module) => module.BatchMove),
);
/** What can be called back, and what one's batches could not do. */
export const MoveStrips = fetched<MoveStripsProps>(() =>
  import('./lifecycle/move-strips.tsx').then((module) => module.MoveStrips),
);
/** What can be called back of one document. */
export const HeldStrip = fetched<HeldStripProps>(() =>
  import('./lifecycle/held-strip.tsx').then((module) => module.HeldStrip),
);
/** One field of many rows of a register. */
export const BulkEdit = fetched<BulkEditProps>(() => import('./bulk/bulk-edit.tsx').then((module) => module.BulkEdit));
/** Import of a register from a sheet. */
export const ImportDialog = fetched<ImportDialogProps>(() =>
  import('./sheets/import-dialog.tsx').then((module) => module.ImportDialog),
);
/** Builds the advanced query of a list, and saves it by name. */
export const AdvancedQueryDialog = fetched<AdvancedQueryDialogProps>(() =>
  import('./query/advanced-query-dialog.tsx').then((module) => module.AdvancedQueryDialog),
);
/** The many numbers that a list is searched for, to be edited. */
export const NumberEditor = fetched<NumberEditorProps>(() =>
  import('./list/number-editor.tsx').then((module) => module.NumberEditor),
);
/** What a search for many numbers did not find, above the table. */
export const NumberNote = fetched<NumberNoteProps>(() =>
  import('./list/number-note.tsx').then((module) => module.NumberNote),
);
/** What a list is asked beside the filters in sight. */
export const FilterChips = fetched<FilterChipsProps>(() =>
  import('./list/filter-chips.tsx').then((module) => module.FilterChips),
);
/** What is chosen in a list, and what can be done with it. */
export const SelectionBar = fetched<SelectionBarProps>(() =>
  import('./list/selection-bar.tsx').then((module) => module.SelectionBar),
);
/** In place of rows that there never were. */
export const FirstRow = fetched<FirstRowProps>(() => import('./list/first-row.tsx').then((module) => module.FirstRow));
