import { useEffect, type ReactNode } from 'react';
import { usePage, type MoveDialogProps } from '#kit/web/index.ts';

/** 收货 leads to the desk: nobody receives without counting what is there. */
export function GoToReturnDesk({ row, onClose }: MoveDialogProps): ReactNode {
  const { open } = usePage();
  useEffect(() => {
    onClose();
    open(`/returns?ids=${row.id}`);
    // Once: the page it leads to stays open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}

/** 质检 leads to its page: each line is looked at, with photos and the questions of its category. */
export function GoToInspection({ row, onClose }: MoveDialogProps): ReactNode {
  const { open } = usePage();
  useEffect(() => {
    onClose();
    open(`/orders/return/${row.id}/inspect`);
    // Once: the page it leads to stays open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
