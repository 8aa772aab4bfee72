import { fetched, type MoveDialogProps, type MoveDialogs } from '#kit/web/index.ts';
import type { ReturnMove } from '../../model/return-lifecycle.ts';

/** Dialogs of a return's own; their code comes with the first of them. */
export const RETURN_DIALOGS: MoveDialogs<ReturnMove> = {
  receive: fetched<MoveDialogProps>(() => import('./return-dialogs.tsx').then((module) => module.GoToReturnDesk)),
  inspect: fetched<MoveDialogProps>(() => import('./return-dialogs.tsx').then((module) => module.GoToInspection)),
  dispose: fetched<MoveDialogProps>(() => import('./dispose-dialog.tsx').then((module) => module.DisposeDialog)),
  approveDisposal: fetched<MoveDialogProps>(() =>
    import('./dispose-dialog.tsx').then((module) => module.DisposalCheck),
  ),
  credit: fetched<MoveDialogProps>(() => import('./credit-dialog.tsx').then((module) => module.CreditDialog)),
};
