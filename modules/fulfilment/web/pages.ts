import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the fulfilment module. */
export const pages: PageSpecs = {
  'fulfilment/ShipmentList': {
    load: () => import('./shipment-list.tsx').then(({ ShipmentList }) => ShipmentList),
  },
  'fulfilment/ShipQuote': {
    load: () => import('./carriers/ship-quote.tsx').then(({ ShipQuotePage }) => ShipQuotePage),
  },
  'fulfilment/CarrierAccountList': {
    load: () => import('./carriers/carrier-account-list.tsx').then((page) => page.CarrierAccountList),
  },
  'fulfilment/PackingStation': {
    load: () => import('./station/station-page.tsx').then(({ PackingStation }) => PackingStation),
  },
  'fulfilment/WaveList': {
    load: () => import('./waves/wave-list.tsx').then(({ WaveList }) => WaveList),
  },
  'fulfilment/WaveDesk': {
    load: () => import('./waves/wave-desk.tsx').then(({ WaveDeskPage }) => WaveDeskPage),
  },
  'fulfilment/HandoverList': {
    load: () => import('./handover/handover-list.tsx').then(({ HandoverList }) => HandoverList),
  },
  'fulfilment/HandoverDesk': {
    load: () => import('./handover/handover-desk.tsx').then(({ HandoverDeskPage }) => HandoverDeskPage),
  },
  'fulfilment/PackingDesk': {
    load: () => import('./packing/packing-desk.tsx').then(({ PackingDesk }) => PackingDesk),
  },
};
