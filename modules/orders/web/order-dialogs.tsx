import type { ReactNode } from 'react';
import { MoveDialog, type MoveDialogProps, linesOf } from '#kit/web/index.ts';
import { orderLine } from '../model/order.ts';
import { WithOrder } from './order-move-dialog.tsx';
import { WarehouseChoice } from './lazy-warehouse-choice.ts';
import { PriceTable, pricesOff } from './price-comparison.tsx';

export { AcceptPart } from './accept-part-dialog.tsx';
export { CancelDialog } from './cancel-dialog.tsx';
export { ChangeDialog } from './change-dialog.tsx';
export { SplitDialog } from './split-dialog.tsx';

/** 修正地址: the address as it stands is what is corrected. */
export const CorrectAddress = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="修正地址">
    {(order) => <MoveDialog {...props} row={order} />}
  </WithOrder>
);

/** 接受价格: nobody accepts a price without seeing it beside the agreed one. */
export const AcceptPrice = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="接受价格">
    {(order) => (
      <MoveDialog {...props} row={order}>
        <PriceTable prices={pricesOff(order, linesOf(order, orderLine))} />
      </MoveDialog>
    )}
  </WithOrder>
);

/** 换仓: nobody sends an order to a warehouse without seeing whether it has the goods. */
export const Reallocate = (props: MoveDialogProps): ReactNode => (
  <MoveDialog {...props}>
    <WarehouseChoice ids={[props.row.id]} from={props.row['warehouseId']} />
  </MoveDialog>
);
