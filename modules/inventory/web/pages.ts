import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the inventory module; movements and reservations are generic lists. */
export const pages: PageSpecs = {
  'inventory/StockList': {
    load: () => import('./stock-list.tsx').then(({ StockList }) => StockList),
  },
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
    load: () => import('./adjustment-pages.tsx').then(({ AdjustmentDetail }) => AdjustmentDetail),
  },
  'inventory/CountList': {
    load: () => import('./count-pages.tsx').then(({ CountList }) => CountList),
  },
  'inventory/CountDetail': {
    load: () => import('./count-pages.tsx').then(({ CountDetail }) => CountDetail),
  },
  'inventory/TransferList': {
    load: () => import('./transfer-pages.tsx').then(({ TransferList }) => TransferList),
  },
  'inventory/TransferDetail': {
    load: () => import('./transfer-pages.tsx').then(({ TransferDetail }) => TransferDetail),
  },
  'inventory/InboundList': {
    load: () => import('./inbound-pages.tsx').then(({ InboundList }) => InboundList),
  },
  'inventory/InboundDetail': {
    load: () => import('./inbound-pages.tsx').then(({ InboundDetail }) => InboundDetail),
  },
  'inventory/StateChangeList': {
    load: () => import('./state-change-pages.tsx').then(({ StateChangeList }) => StateChangeList),
  },
  'inventory/StateChangeDetail': {
    load: () => import('./state-change-pages.tsx').then(({ StateChangeDetail }) => StateChangeDetail),
  },
};
