import type { RouteSpecs } from '#kit/web/index.ts';

export { receiptOrigin } from './receipt-slots.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'inventory/AdjustmentDetail': {
    path: '/base/adjustment/:id',
    title: '调整单',
    detailOf: 'inventory:stockAdjustment',
  },
  'inventory/CountDetail': {
    path: '/base/stock-count/:id',
    title: '盘点单',
    detailOf: 'inventory:stockCount',
  },
  'inventory/TransferDetail': {
    path: '/base/stock-transfer/:id',
    title: '调拨单',
    detailOf: 'inventory:stockTransfer',
  },
  'inventory/InboundDetail': {
    path: '/base/inbound/:id',
    title: '入库单',
    detailOf: 'inventory:inboundReceipt',
  },
  'inventory/StateChangeDetail': {
    path: '/base/state-change/:id',
    title: '良次品转换单',
    detailOf: 'inventory:stateChange',
  },
};
