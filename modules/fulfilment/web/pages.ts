import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the fulfilment module. */
export const pages: PageSpecs = {
  'fulfilment/ShipmentList': {
    load: () => import('./shipment-list.tsx').then(({ ShipmentList }) => ShipmentList),
  },
  'fulfilment/ShipQuote': {
    load: () => import('./ship-quote.tsx').then(({ ShipQuotePage }) => ShipQuotePage),
  },
  'fulfilment/PackingDesk': {
    load: () => import('./packing-desk.tsx').then(({ PackingDesk }) => PackingDesk),
  },
};
