import { defineRoute, shape } from '#kit/model/route.ts';
import type { DeskGoods } from './desk-goods.ts';

/** What is to come of one SKU, and has not come yet. */
export interface ReceivedLine {
  id: string;
  skuId: string;
  goods: DeskGoods;
  planned: number;
  received: number;
  open: number;
}

/** Everything that a page of receiving shows. */
export interface ReceiveDesk {
  id: string;
  version: number;
  status: string;
  /** The number of the document. */
  number: string;
  /** Where the goods come from, and where they are received. */
  source: string | null;
  /** The document that asked for the goods, where one did. */
  ref: { type: string; id: string; no: string } | null;
  warehouse: string;
  lines: ReceivedLine[];
}

/** 调拨收货台 */
export const transferDeskRoute = defineRoute({
  method: 'GET',
  path: '/inventory/stockTransfer/:id/desk',
  access: { permission: 'inventory:stockTransfer:list' },
  summary: '调拨收货台',
  result: shape<ReceiveDesk>(),
});

/** 入库收货台 */
export const inboundDeskRoute = defineRoute({
  method: 'GET',
  path: '/inventory/inboundReceipt/:id/desk',
  access: { permission: 'inventory:inboundReceipt:list' },
  summary: '入库收货台',
  result: shape<ReceiveDesk>(),
});
