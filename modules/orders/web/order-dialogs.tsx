import type { ReactNode } from 'react';
import { MoveDialog, type MoveDialogProps, linesOf } from '#kit/web/index.ts';
import { orderLine } from '../model/order.ts';
import { AddressDoubts, useAdvice } from './address-advice.tsx';
import type { OrderDetailRow } from './order-row.ts';
import { WaitingDialog, WithOrder } from './order-move-dialog.tsx';
import { WarehouseChoice } from './lazy-warehouse-choice.ts';
import { PriceTable, pricesOff } from './price-comparison.tsx';

export { AcceptPart } from './accept-part-dialog.tsx';
export { CancelDialog } from './cancel-dialog.tsx';
export { ChangeDialog } from './change-dialog.tsx';
export { SplitDialog } from './split-dialog.tsx';

const CORRECT = '修正地址';

/** 修正地址: the address as it stands is what is corrected, beginning at what is wrong with it. */
export const CorrectAddress = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title={CORRECT}>
    {(order) => <AddressDialog {...props} order={order} />}
  </WithOrder>
);

function AddressDialog({ order, ...props }: MoveDialogProps & { order: OrderDetailRow }): ReactNode {
  const { data: advice, isPending } = useAdvice(order);
  if (isPending) return <WaitingDialog title={CORRECT} onClose={props.onClose} />;
  const findings = advice?.findings ?? [];
  const wrong = findings.find(({ level }) => level === 'bad') ?? findings[0];
  const startAt = wrong && ADDRESS_FIELDS[wrong.part];
  return (
    <MoveDialog {...props} row={order} startAt={startAt}>
      {wrong ? <AddressDoubts order={order} /> : null}
    </MoveDialog>
  );
}

/** Questions of the move by the part of the address that a finding is about. */
const ADDRESS_FIELDS: Readonly<Record<string, string>> = {
  name: 'shipToName',
  phone: 'shipToPhone',
  address1: 'shipToAddress1',
  address2: 'shipToAddress2',
  city: 'shipToCity',
  state: 'shipToState',
  postalCode: 'shipToPostalCode',
  country: 'shipToCountry',
};

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
