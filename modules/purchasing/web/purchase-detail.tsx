import { useState, type ReactNode } from 'react';
import { DetailPage, FactPart, linesOf, usePermission, type FactGroup } from '#kit/web/index.ts';
import { MAILED_IN } from '../model/order-mail.ts';
import { purchaseOrder, purchaseOrderLine } from '../model/purchase-order.ts';
import { usePurchaseActions } from './purchase-actions.ts';
import { offeredMoves } from './offered-moves.ts';
import { PurchaseForm } from './purchase-form.tsx';
import { PurchaseGoods } from './purchase-goods.tsx';
import { PurchaseNext } from './purchase-next.tsx';
import { MailDialog, OrderMails } from './order-mail.tsx';
import { PurchaseReceipts } from './purchase-receipts.tsx';
import type { PurchaseRow } from './purchase-row.ts';
import './purchasing.css';

/** One order: its goods and what of them has come, its receipts, what it costs, what is next. */
export function PurchaseOrderDetail(): ReactNode {
  const actionsOf = usePurchaseActions();
  const mayMail = usePermission('purchasing:purchaseOrder:mail');
  const [mailed, setMailed] = useState<PurchaseRow | null>(null);
  return (
    <>
      <DetailPage<typeof purchaseOrder, PurchaseRow>
        of={purchaseOrder}
        form={PurchaseForm}
        moves={offeredMoves}
        actions={(order) => [
          ...(mayMail && MAILED_IN.includes(order.status)
            ? [{ key: 'mail', title: '发邮件', onClick: () => setMailed(order) }]
            : []),
          ...actionsOf(order.id),
        ]}
        next={(order) => <PurchaseNext order={order} />}
        aside={(order) => <Amounts order={order} />}
        lines={(order) => (
          <>
            <PurchaseGoods order={order} lines={linesOf(order, purchaseOrderLine)} />
            <PurchaseReceipts receipts={order.receipts ?? []} />
            <OrderMails mails={order.mails ?? []} isCancelled={order.status === 'cancelled'} />
          </>
        )}
        groups={GROUPS}
      />
      {mailed && <MailDialog id={mailed.id} poNo={mailed.poNo} onClose={() => setMailed(null)} />}
    </>
  );
}

const GROUPS: readonly FactGroup<PurchaseRow>[] = [
  {
    title: '资料',
    keys: [
      'supplierId',
      'supplierRef',
      'warehouseId',
      'eta',
      'tolerance',
      'submittedBy',
      'checkReason',
      'approvedBy',
      'orderedAt',
      'note',
    ],
  },
];

/** What it comes to; nothing of it for whoever may not see costs. */
const Amounts = ({ order }: { order: PurchaseRow }): ReactNode =>
  'total' in order && (
    <FactPart
      of={purchaseOrder}
      row={order}
      title="金额"
      keys={['goodsTotal', 'taxTotal', 'freight', 'otherCost', 'total', 'fxRate']}
    />
  );
