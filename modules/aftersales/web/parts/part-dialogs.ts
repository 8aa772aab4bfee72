import { fetched, type MoveDialogProps, type MoveDialogs } from '#kit/web/index.ts';
import type { PartMove } from './part-row.ts';

type Dialogs = typeof import('../returns/move-dialogs.tsx');

const dialog = (name: keyof Dialogs): ReturnType<typeof fetched<MoveDialogProps>> =>
  fetched<MoveDialogProps>(() => import('../returns/move-dialogs.tsx').then((dialogs) => dialogs[name]));

/** Dialogs of moves that show what they come to: sources with their cost, days that are left, the rate of the month. */
export const PART_DIALOGS: MoveDialogs<PartMove> = {
  confirm: dialog('ConfirmDialog'),
  changeSource: dialog('ChangeSourceDialog'),
  reject: dialog('RejectDialog'),
  extend: dialog('ExtendDialog'),
  ship: dialog('ShipDialog'),
};
