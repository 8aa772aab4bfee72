import type { WireRow } from '#kit/model/row.ts';
import type { DetailRow } from '#kit/web/index.ts';
import type { purchaseOrder, purchaseOrderLine } from '../model/purchase-order.ts';
import type { PurchaseSurroundings } from '../model/purchase-routes.ts';

/** An order as its page reads it; what goods cost is there only for those who may see it. */
export type PurchaseRow = DetailRow<typeof purchaseOrder> & Partial<PurchaseSurroundings>;
export type PurchaseLine = WireRow<typeof purchaseOrderLine>;
