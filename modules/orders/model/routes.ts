import { text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import { salesOrder } from './order.ts';

/** What one row of the order list tells beyond its own columns. */
export interface OrderGlance {
  id: string;
  /** Units neither shipped nor cancelled. */
  open: number;
  /** Units of stock held for it. */
  reserved: number;
  packed: number;
  shipped: number;
  /** Open holds, oldest first. */
  holds: { type: string; detail: string; openedAt: string }[];
}

/** What a warehouse has for some orders. */
export interface WarehouseStock {
  warehouseId: string;
  warehouse: string;
  /** Orders for which it has enough, one after the other, of so many asked about. */
  enough: number;
  orders: number;
  /** `held` of what is available are the orders' own by now. */
  parts: { code: string; needed: number; available: number; held: number }[];
}

const access = { permission: 'orders:salesOrder:list' } as const;

export const holdCountsRoute = defineRoute({
  method: 'GET',
  path: '/orders/salesOrder/holdCounts',
  access,
  summary: '各挂起原因的订单数',
  query: salesOrder.fields,
  result: shape<Record<string, number>>(),
});

export const glanceRoute = defineRoute({
  method: 'GET',
  path: '/orders/salesOrder/glance',
  access,
  summary: '列表中订单的件数与挂起说明',
  query: { ids: text('订单') },
  result: shape<OrderGlance[]>(),
});

/** Answers nothing to whoever may not see stock. */
export const warehouseStockRoute = defineRoute({
  method: 'POST',
  path: '/orders/salesOrder/warehouseStock',
  access,
  summary: '各仓库存够几个订单',
  effect: 'reads',
  body: shape<{ ids: readonly string[] }>(),
  result: shape<WarehouseStock[]>(),
});

/** What is odd about the address of an order, and what would clear it. */
export interface AddressAdvice {
  /** The reader may not see buyers: what is odd is named, and nothing is suggested. */
  isMasked: boolean;
  findings: { part: string; title: string; level: 'bad' | 'doubt'; reason: string }[];
  suggestions: {
    patch: Readonly<Record<string, string>>;
    reason: string;
    source: string;
    /** Parts that it changes. */
    titles: string;
  }[];
}

export const addressAdviceRoute = defineRoute({
  method: 'GET',
  path: '/orders/salesOrder/addressAdvice',
  access,
  summary: '收货地址的疑点与建议',
  query: { id: text('订单', { required: true }) },
  result: shape<AddressAdvice>(),
});
