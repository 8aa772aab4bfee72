import { Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import {
  BlankState,
  MoveDialog,
  useRow,
  type DetailRow,
  type MoveDialogProps,
  type MoveDialogs,
} from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import type { OrderLineRow } from './order-row.ts';
import { PriceTable, pricesOff } from './price-comparison.tsx';

/** The whole order behind a row of a list: sealed fields and lines are read one order at a time. */
function WithOrder({
  props,
  title,
  children,
}: {
  props: MoveDialogProps;
  title: string;
  children: (order: DetailRow) => ReactNode;
}): ReactNode {
  const { data, error, isFetchedAfterMount } = useRow(salesOrder, props.row.id);
  if (data && isFetchedAfterMount) return children(data);
  return (
    <Modal open title={title} footer={null} onCancel={props.onClose}>
      {error ? <BlankState tone="bad" title={error.message} /> : <Skeleton active />}
    </Modal>
  );
}

const CorrectAddress = (props: MoveDialogProps): ReactNode => (
  <WithOrder props={props} title="修正地址">
    {(order) => <MoveDialog {...props} row={order} />}
  </WithOrder>
);

/** 接受价格: nobody accepts a price that he has not seen beside the agreed one. */
const AcceptPrice = (props: MoveDialogProps): ReactNode => (
  <WithOrder props={props} title="接受价格">
    {(order) => (
      <MoveDialog {...props} row={order}>
        <PriceTable
          prices={pricesOff(order, (order.lines?.['orderLine'] ?? []) as OrderLineRow[])}
        />
      </MoveDialog>
    )}
  </WithOrder>
);

/** Dialogs of moves that need more than their questions: units per line, the address as it is. */
export const ORDER_DIALOGS: MoveDialogs = {
  cancel: CancelDialog,
  applyChange: ChangeDialog,
  rejectChange: ChangeDialog,
  correctAddress: CorrectAddress,
  acceptPrice: AcceptPrice,
};
