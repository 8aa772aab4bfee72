import { fetched, type MoveDialogProps, type MoveDialogs } from '#kit/web/index.ts';
import type { OrderMove } from '../model/order-lifecycle.ts';

type Dialogs = typeof import('./order-dialogs.tsx');

const dialog = (name: keyof Dialogs): ReturnType<typeof fetched<MoveDialogProps>> =>
  fetched<MoveDialogProps>(() => import('./order-dialogs.tsx').then((dialogs) => dialogs[name]));

/**
 * Dialogs of moves that need more than their questions: units per line, the address as it is. Their
 * tables are heavy, and a list is opened more often than any of them.
 */
export const ORDER_DIALOGS: MoveDialogs<OrderMove> = {
  acceptPart: dialog('AcceptPart'),
  cancel: dialog('CancelDialog'),
  split: dialog('SplitDialog'),
  applyChange: dialog('ChangeDialog'),
  rejectChange: dialog('ChangeDialog'),
  correctAddress: dialog('CorrectAddress'),
  acceptPrice: dialog('AcceptPrice'),
  reallocate: dialog('Reallocate'),
};
