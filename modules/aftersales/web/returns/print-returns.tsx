import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  openFrom,
  toast,
  toastError,
  toastMissing,
  usePermission,
  type ListHandle,
  type RowAction,
} from '#kit/web/index.ts';
import { returnOrder } from '../../model/return-order.ts';
import { AUTHORIZED_STATES, MOST_PRINTED_RETURNS, printReturnsRoute } from '../../model/return-print.ts';

type Row = Pick<WireRow<typeof returnOrder>, 'id' | 'status' | 'type'>;

const printReturns = (ids: readonly string[]): Promise<void> =>
  openFrom(printReturnsRoute, { body: { ids } }).then(toastMissing).catch(toastError);

const hasPaper = ({ status, type }: Row): boolean => type !== 'refundOnly' && AUTHORIZED_STATES.has(status);

/** 打印退货授权单 of a return, once it was approved and goods are to come. */
export function usePrintReturn(): (row: Row) => RowAction[] {
  const mayPrint = usePermission('aftersales:returnOrder:print');
  return (row) =>
    mayPrint && hasPaper(row)
      ? [
          {
            key: 'paper',
            title: '打印退货授权单',
            isRare: true,
            onClick: () => void printReturns([row.id]),
          },
        ]
      : [];
}

/** Prints what is ticked, in its order. */
export function PrintReturnsButton<R extends Row>({ list: { selection } }: { list: ListHandle<R> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const mayPrint = usePermission('aftersales:returnOrder:print');
  if (!mayPrint) return null;
  const run = async (): Promise<void> => {
    const ids = selection.mode === 'rows' ? selection.rows.map(({ id }) => id) : [];
    if (ids.length === 0 || ids.length > MOST_PRINTED_RETURNS) {
      toast.warn(`请勾选 1 到 ${MOST_PRINTED_RETURNS} 张退货单`);
      return;
    }
    setBusy(true);
    await printReturns(ids);
    setBusy(false);
  };
  return (
    <Button loading={isBusy} icon={<PrinterOutlined aria-hidden />} onClick={() => void run()}>
      打印退货授权单
    </Button>
  );
}
