import type { PageSpecs } from '#kit/web/index.ts';

export { receiptOrigin } from './receipt-slots.ts';

/** Pages of the inventory module; stock, movements and reservations are generic lists. */
export const pages: PageSpecs = {
  'inventory/StockAgeList': {
    load: () => import('./stock-age-list.tsx').then(({ StockAgeList }) => StockAgeList),
  },
  'inventory/SkuBinList': {
    load: () => import('./sku-bin-list.tsx').then(({ SkuBinList }) => SkuBinList),
  },
  'inventory/StockOfDayList': {
    load: () => import('./stock-of-day-list.tsx').then(({ StockOfDayList }) => StockOfDayList),
  },
  'inventory/AdjustmentList': {
    load: () => import('./adjustment-pages.tsx').then(({ AdjustmentList }) => AdjustmentList),
  },
  'inventory/AdjustmentDetail': {
    path: '/base/adjustment/:id',
    title: '调整单',
    detailOf: 'inventory:stockAdjustment',
    load: () => import('./adjustment-pages.tsx').then(({ AdjustmentDetail }) => AdjustmentDetail),
  },
  'inventory/CountList': {
    load: () => import('./count-pages.tsx').then(({ CountList }) => CountList),
  },
  'inventory/CountDetail': {
    path: '/base/stock-count/:id',
    title: '盘点单',
    detailOf: 'inventory:stockCount',
    load: () => import('./count-pages.tsx').then(({ CountDetail }) => CountDetail),
  },
  'inventory/TransferList': {
    load: () => import('./transfer-pages.tsx').then(({ TransferList }) => TransferList),
  },
  'inventory/TransferDetail': {
    path: '/base/stock-transfer/:id',
    title: '调拨单',
    detailOf: 'inventory:stockTransfer',
    load: () => import('./transfer-pages.tsx').then(({ TransferDetail }) => TransferDetail),
  },
  'inventory/InboundList': {
    load: () => import('./inbound-pages.tsx').then(({ InboundList }) => InboundList),
  },
  'inventory/InboundDetail': {
    path: '/base/inbound/:id',
    title: '入库单',
    detailOf: 'inventory:inboundReceipt',
    load: () => import('./inbound-pages.tsx').then(({ InboundDetail }) => InboundDetail),
  },
  'inventory/StateChangeList': {
    load: () => import('./state-change-pages.tsx').then(({ StateChangeList }) => StateChangeList),
  },
  'inventory/StateChangeDetail': {
    path: '/base/state-change/:id',
    title: '状态变更单',
    detailOf: 'inventory:stateChange',
    load: () =>
      import('./state-change-pages.tsx').then(({ StateChangeDetail }) => StateChangeDetail),
  },
};
