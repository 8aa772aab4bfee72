import type { ReactNode } from 'react';
import { grouped, StateTag } from '#kit/web/index.ts';
import { inboundReceiptLifecycle } from '#modules/inventory/model/inbound-receipt.ts';
import type { OrderReceipt } from '../model/purchase-routes.ts';
import { ToReceipt } from './document-links.tsx';
import './purchasing.css';

/** The receipts that an order led to, each as the way to its page. */
export function PurchaseReceipts({ receipts }: { receipts: readonly OrderReceipt[] }): ReactNode {
  if (receipts.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        入库单<span className="wb-part-count">{receipts.length}</span>
      </h2>
      <ul className="pu-receipts">
        {receipts.map(({ id, receiptNo, status, eta, plannedQty, receivedQty }) => (
          <li key={id}>
            <ToReceipt id={id} no={receiptNo} />
            <StateTag lifecycle={inboundReceiptLifecycle} state={status} />
            <span>
              已收 {grouped(receivedQty)} / {grouped(plannedQty)}
            </span>
            {eta && <span className="pu-weak">预计 {eta}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
