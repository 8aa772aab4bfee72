import { Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import {
  BlankState,
  MoveDialog,
  useRow,
  type MoveDialogProps,
  type MoveDialogs,
} from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';

/** The whole order behind a row of a list: sealed fields and lines are read one order at a time. */
function CorrectAddress(props: MoveDialogProps): ReactNode {
  const { data, error, isFetchedAfterMount } = useRow(salesOrder, props.row.id);
  if (data && isFetchedAfterMount) return <MoveDialog {...props} row={data} />;
  return (
    <Modal open title="修正地址" footer={null} onCancel={props.onClose}>
      {error ? <BlankState tone="bad" title={error.message} /> : <Skeleton active />}
    </Modal>
  );
}

/** Dialogs of moves that need more than their questions: units per line, the address as it is. */
export const ORDER_DIALOGS: MoveDialogs = {
  cancel: CancelDialog,
  applyChange: ChangeDialog,
  rejectChange: ChangeDialog,
  correctAddress: CorrectAddress,
};
