import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the inventory module; stock, movements and reservations are generic lists. */
export const pages: PageSpecs = {
  'inventory/AdjustmentList': {
    load: () => import('./adjustment-pages.tsx').then(({ AdjustmentList }) => AdjustmentList),
  },
  'inventory/AdjustmentDetail': {
    path: '/base/adjustment/:id',
    title: '调整单',
    detailOf: 'inventory:stockAdjustment',
    load: () => import('./adjustment-pages.tsx').then(({ AdjustmentDetail }) => AdjustmentDetail),
  },
};
