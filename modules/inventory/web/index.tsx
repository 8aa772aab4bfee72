import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the inventory module; stock, movements and reservations are generic lists. */
export const pages: PageSpecs = {
  'inventory/AdjustmentList': {
    load: () => import('./adjustment-list.tsx').then(({ AdjustmentList }) => AdjustmentList),
  },
};
