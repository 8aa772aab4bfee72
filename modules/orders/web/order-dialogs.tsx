import type { ReactNode } from 'react';
import { MoveDialog, type MoveDialogProps, type MoveDialogs, linesOf } from '#kit/web/index.ts';
import type { OrderMove } from '../model/order-lifecycle.ts';
import { orderLine } from '../model/order.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { WithOrder } from './order-move-dialog.tsx';
import { WarehouseChoice } from './lazy-warehouse-choice.ts';
import { PriceTable, pricesOff } from './price-comparison.tsx';

const CorrectAddress = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="修正地址">
    {(order) => <MoveDialog {...props} row={order} />}
  </WithOrder>
);

/** 接受价格: nobody accepts a price without seeing it beside the agreed one. */
const AcceptPrice = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="接受价格">
    {(order) => (
      <MoveDialog {...props} row={order}>
        <PriceTable prices={pricesOff(order, linesOf(order, orderLine))} />
      </MoveDialog>
    )}
  </WithOrder>
);

/** 换仓: nobody sends an order to a warehouse without seeing whether it has the goods. */
const Reallocate = (props: MoveDialogProps): ReactNode => (
  <MoveDialog {...props}>
    <WarehouseChoice ids={[props.row.id]} from={props.row['warehouseId']} />
  </MoveDialog>
);

/** Dialogs of moves that need more than their questions: units per line, the address as it is. */
export const ORDER_DIALOGS: MoveDialogs<OrderMove> = {
  cancel: CancelDialog,
  applyChange: ChangeDialog,
  rejectChange: ChangeDialog,
  correctAddress: CorrectAddress,
  acceptPrice: AcceptPrice,
  reallocate: Reallocate,
};
