import { Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  AuditLine,
  CopyButton,
  DetailColumns,
  FieldList,
  HelpButton,
  HistoryTimeline,
  linesOf,
  MoveButtons,
  Neighbours,
  PRINT_ACTION,
  StagePath,
  StateTag,
  usePage,
  usePageTitle,
  usePermission,
  RowFault,
  useRow,
  useWantedForm,
} from '#kit/web/index.ts';
import { MAILED_IN } from '../model/order-mail.ts';
import { purchaseOrder, purchaseOrderLifecycle, purchaseOrderLine } from '../model/purchase-order.ts';
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
  const id = usePage().params['id'] ?? '';
  const [isEditing, setEditing] = useState(false);
  useWantedForm(purchaseOrder, (wanted) => setEditing(wanted === id));
  const { data, error, refetch } = useRow(purchaseOrder, id);
  usePageTitle(data ? `采购单 ${data.poNo}` : undefined);
  if (error && !data) return <RowFault of={purchaseOrder} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return (
    <>
      <PurchaseBody order={data} onEdit={() => setEditing(true)} />
      {isEditing && <PurchaseForm id={id} onClose={() => setEditing(false)} />}
    </>
  );
}

function PurchaseBody({ order, onEdit }: { order: PurchaseRow; onEdit: () => void }): ReactNode {
  return (
    <article className="wb-detail">
      <PurchaseHead order={order} onEdit={onEdit} />
      <DetailColumns
        aside={
          <>
            <PurchaseNext order={order} />
            <Amounts order={order} />
          </>
        }
      >
        <PurchaseGoods order={order} lines={linesOf(order, purchaseOrderLine)} />
        <PurchaseReceipts receipts={order.receipts ?? []} />
        <OrderMails mails={order.mails ?? []} isCancelled={order.status === 'cancelled'} />
        <section className="wb-detail-part">
          <h2>资料</h2>
          <FieldList
            fields={purchaseOrder.fields}
            keys={[
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
            ]}
            row={order}
            columns={3}
            withBlanks={false}
          />
          <AuditLine row={order} />
        </section>
        <section className="wb-detail-part">
          <h2>流转记录</h2>
          <HistoryTimeline lifecycle={purchaseOrderLifecycle} id={order.id} />
        </section>
      </DetailColumns>
    </article>
  );
}

function PurchaseHead({ order, onEdit }: { order: PurchaseRow; onEdit: () => void }): ReactNode {
  const mayEdit = usePermission('purchasing:purchaseOrder:edit');
  const actionsOf = usePurchaseActions();
  const mayMail = usePermission('purchasing:purchaseOrder:mail');
  const [isMailing, setMailing] = useState(false);
  const isOpen = order.status === 'draft' || order.status === 'rejected';
  const canMail = mayMail && MAILED_IN.includes(order.status);
  return (
    <header className="wb-detail-head">
      <h1 className="wb-detail-name">{order.poNo}</h1>
      <CopyButton text={order.poNo} what="采购单号" />
      <StateTag lifecycle={purchaseOrderLifecycle} state={order.status} />
      <span className="wb-detail-kind">采购单</span>
      <HelpButton />
      <Neighbours of={purchaseOrder} id={order.id} />
      <MoveButtons
        lifecycle={purchaseOrderLifecycle}
        row={order}
        moves={offeredMoves(order)}
        more={[
          ...(isOpen && mayEdit ? [{ key: 'edit', title: '编辑', onClick: onEdit }] : []),
          ...(canMail ? [{ key: 'mail', title: '发邮件', onClick: () => setMailing(true) }] : []),
          ...actionsOf(order.id),
          PRINT_ACTION,
        ]}
        visible={4}
      />
      <StagePath lifecycle={purchaseOrderLifecycle} state={order.status} />
      {isMailing && <MailDialog id={order.id} poNo={order.poNo} onClose={() => setMailing(false)} />}
    </header>
  );
}

/** What it comes to; nothing of it for whoever may not see costs. */
function Amounts({ order }: { order: PurchaseRow }): ReactNode {
  if (!('total' in order)) return null;
  return (
    <section className="wb-detail-part">
      <h2>金额</h2>
      <FieldList
        fields={purchaseOrder.fields}
        keys={['goodsTotal', 'taxTotal', 'freight', 'otherCost', 'total', 'fxRate']}
        row={order}
        columns={1}
        withBlanks={false}
      />
    </section>
  );
}
