import { fetched } from './fetched.tsx';
import type { ResourceDetailProps } from './detail/resource-detail.tsx';
import type { BatchMoveProps } from './lifecycle/batch-move.tsx';
import type { HistoryTimelineProps } from './lifecycle/history-timeline.tsx';
import type { ResourcePickerProps } from './picker/resource-picker.tsx';
import type { ImportDialogProps } from './sheets/import-dialog.tsx';
import type { DetailDrawerProps } from './detail/detail-drawer.tsx';

export { ResourceForm } from './lazy-form.tsx';
export { MoveDialog } from './lazy-move-dialog.tsx';
/** A row on its own: state, moves, fields, child rows, history. */
export const ResourceDetail = fetched<ResourceDetailProps>(() =>
  import('./detail/resource-detail.tsx').then((module) => module.ResourceDetail),
);
/** {@link ResourceDetail} beside a list. */
export const DetailDrawer = fetched<DetailDrawerProps>(() =>
  import('./detail/detail-drawer.tsx').then((module) => module.DetailDrawer),
);
/** Chooses rows of a resource in a dialog. */
export const ResourcePicker = fetched<ResourcePickerProps>(() =>
  import('./picker/resource-picker.tsx').then((module) => module.ResourcePicker),
);
/** A move over many documents: preview, run, failures. */
export const BatchMove = fetched<BatchMoveProps>(() =>
  import('./lifecycle/batch-move.tsx').then((module) => module.BatchMove),
);
/** Who moved a document when and why. */
export const HistoryTimeline = fetched<HistoryTimelineProps>(() =>
  import('./lifecycle/history-timeline.tsx').then((module) => module.HistoryTimeline),
);
/** Import of a register from a sheet. */
export const ImportDialog = fetched<ImportDialogProps>(() =>
  import('./sheets/import-dialog.tsx').then((module) => module.ImportDialog),
);
