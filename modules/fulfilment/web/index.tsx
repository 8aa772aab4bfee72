import type { RouteSpecs } from '#kit/web/index.ts';

export { shipmentAftersales } from './shipment-slots.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'fulfilment/PackingDesk': { detailOf: 'fulfilment:shipment' },
  'fulfilment/WaveDesk': {
    path: '/orders/wave/:id',
    title: '波次',
    detailOf: 'fulfilment:wave',
  },
  'fulfilment/HandoverDesk': {
    path: '/orders/handover/:id',
    title: '交接清单',
    detailOf: 'fulfilment:handover',
  },
};
