import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  callRoute,
  ListPage,
  refreshResource,
  toast,
  toastError,
  usePermission,
  type ListHandle,
} from '#kit/web/index.ts';
import { issueInvoicesRoute, MOST_ISSUED, openInvoicesRoute } from '../model/invoice-routes.ts';
import { uninvoicedShipment } from '../model/uninvoiced.ts';

type Row = WireRow<typeof uninvoicedShipment>;

/** 待开票: what has left and stands on no invoice, with why. */
export function UninvoicedList(): ReactNode {
  const mayIssue = usePermission('finance:invoice:issue');
  return (
    <ListPage
      of={uninvoicedShipment}
      isSelectable
      toolbar={() => mayIssue && <OpeningsButton />}
      chosen={(list) => (mayIssue ? <IssueButton list={list} /> : null)}
    />
  );
}

/** 开票 of what is ticked. */
function IssueButton({ list: { selection } }: { list: ListHandle<Row> }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const shipmentIds = selection.mode === 'rows' ? selection.rows.map(({ id }) => id) : [];
    if (shipmentIds.length === 0 || shipmentIds.length > MOST_ISSUED) {
      toast.warn(`请勾选 1 到 ${MOST_ISSUED} 张发货单`);
      return;
    }
    setBusy(true);
    try {
      const { message } = await callRoute(issueInvoicesRoute, { body: { shipmentIds } });
      toast.done(message);
      void refreshResource(uninvoicedShipment);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  return (
    <Button type="primary" loading={isBusy} onClick={() => void run()}>
      开票
    </Button>
  );
}

/** 补开历史发票: everything that left before, so many at a time until nothing is left. */
function OpeningsButton(): ReactNode {
  const [done, setDone] = useState<number | null>(null);
  const run = async (): Promise<void> => {
    let issued = 0;
    let waiting = 0;
    let after: string | undefined;
    setDone(0);
    try {
      for (;;) {
        const { result } = await callRoute(openInvoicesRoute, { body: { after } });
        issued += result.issued;
        waiting += result.waiting;
        setDone(issued);
        if (result.left === 0 || result.after === null) break;
        after = result.after;
      }
      toast.done(waiting > 0 ? `已开 ${issued} 张，${waiting} 张等汇率` : `已开 ${issued} 张`);
    } catch (error) {
      toastError(error);
    }
    setDone(null);
    void refreshResource(uninvoicedShipment);
  };
  return (
    <Button loading={done !== null} onClick={() => void run()}>
      {done === null ? '补开历史发票' : `已开 ${done} 张`}
    </Button>
  );
}
