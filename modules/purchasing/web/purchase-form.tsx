import type { ReactNode } from 'react';
import { DraftDrawer } from '#kit/web/index.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import { totalText } from './purchase-totals.ts';

/** A draft: of whom, for which warehouse, and its lines typed, pasted or imported from a sheet. */
export const PurchaseForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={purchaseOrder}
    note="单价留空时取供应商报价"
    example={['WB-MIR-ARCH-65', '120', '18.50']}
    totals={(rows, head) => totalText(rows, String(head['currency'] ?? ''))}
    {...props}
  />
);
