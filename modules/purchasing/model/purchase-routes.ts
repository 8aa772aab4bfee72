import { defineRoute, shape } from '#kit/model/route.ts';
import type { DeskGoods } from '#modules/inventory/model/desk-goods.ts';
import type { OrderMail } from './order-mail.ts';

/** A receipt that an order led to. */
export interface OrderReceipt {
  id: string;
  receiptNo: string;
  /** Of the receipt: announced, receiving, completed… */
  status: string;
  eta: string | null;
  plannedQty: number;
  receivedQty: number;
}

/** What stands beside an order on its page. */
export interface PurchaseSurroundings {
  receipts: OrderReceipt[];
  mails: OrderMail[];
  /** By line: the goods as people know them, and units that stand on receipts and are not here yet. */
  goods: Record<string, DeskGoods & { coming: number }>;
}

export const copyPurchaseRoute = defineRoute({
  method: 'POST',
  path: '/purchasing/purchaseOrder/:id/copy',
  access: { permission: 'purchasing:purchaseOrder:add' },
  summary: '采购单：复制',
  result: shape<{ id: string }>(),
});

/** Most orders that are printed into one file. */
export const MOST_PRINTED = 50;
/** Most lines of them together. */
export const MOST_PRINTED_LINES = 10_000;

export const printPurchasesRoute = defineRoute({
  method: 'POST',
  path: '/purchasing/purchaseOrder/print',
  access: { permission: 'purchasing:purchaseOrder:print' },
  summary: '打印采购单',
  body: shape<{ ids: readonly string[] }>(),
  givesFile: true,
});
