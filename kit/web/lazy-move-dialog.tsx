import { fetched } from './fetched.tsx';
import type { MoveDialogProps } from './lifecycle/move-dialog.tsx';

/** The generic dialog of one move. */
export const MoveDialog = fetched<MoveDialogProps>(() =>
  import('./lifecycle/move-dialog.tsx').then((module) => module.MoveDialog),
);
