import type { Row } from '#kit/web/index.ts';
import type { ChangeItemView, OrderChangeView } from '../model/order-change.ts';

/** An order as the list answers it. */
export interface OrderRow extends Row {
  channelOrderNo: string;
  status: string;
  environment: string;
  holds: string[] | null;
  itemSummary: string | null;
  lineCount: number | null;
  acceptDeadline: string | null;
  shipBy: string | null;
  shipToCity?: string | null;
  shipToState: string | null;
  shipToCountry: string | null;
  labelStatus: string | null;
  acceptSync: string;
  shipSync: string;
}

/** A line of an order as its detail answers it. */
export interface OrderLineRow extends Row {
  lineNo: number;
  channelSku: string;
  skuId: string | null;
  name: string;
  currency: string;
  unitPrice: string;
  expectedPrice: string | null;
  qty: number;
  qtyCancelled: number;
  qtyReserved: number;
  qtyPacked: number;
  qtyShipped: number;
}

/** Units that are neither shipped nor cancelled. */
export const openUnits = (line: OrderLineRow): number =>
  line.qty - line.qtyCancelled - line.qtyShipped;

export interface HoldRow extends Row {
  type: string;
  lineId: string | null;
  detail: string | null;
  openedAt: string;
  closedAt: string | null;
  closedBy: string | null;
  resolution: string | null;
}

/** Changes that wait to be applied or refused, as the order's detail tells them. */
export const pendingItems = (order: Row): ChangeItemView[] =>
  ((order['changes'] ?? []) as OrderChangeView[])
    .flatMap(({ items }) => items)
    .filter(({ status }) => status === 'pending');

export interface RemarkRow extends Row {
  kind: string;
  content: string;
  pinned: boolean;
  assets: string | null;
  hidden: boolean | null;
  createBy: string | null;
  createTime: string;
}
