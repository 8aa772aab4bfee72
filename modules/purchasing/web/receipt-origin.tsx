import type { ReactNode } from 'react';
import { detailPath, SourceLink } from '#kit/web/index.ts';
import { purchaseOrder } from '../model/purchase-order.ts';

/** On a receipt: the order that asked for its goods. */
export function ReceiptOrigin({ type, id, no }: { type: string; id: string; no: string }): ReactNode {
  if (type !== purchaseOrder.name) return null;
  return (
    <SourceLink title="看采购单" permission="purchasing:purchaseOrder:list" path={detailPath(purchaseOrder, id)}>
      {no}
    </SourceLink>
  );
}
