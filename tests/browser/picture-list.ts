import type { Page } from '@playwright/test';

/** Who sees a picture: nobody yet, or one of the people of the demo. */
export type Beholder = 'nobody' | 'yunying' | 'cangku' | 'admin';

/** What the steps of a picture know of the running product. */
export interface Stage {
  /** Number of an order that something holds. */
  heldOrder: string;
  /** Id of a shipment that waits for its boxes. */
  shipment: string;
}

/** A page as it is shown in the documents. */
export interface Place {
  name: string;
  beholder: Beholder;
  /** Where the browser goes. */
  path: (stage: Stage) => string;
  /** What is done there before the picture is taken. */
  steps?: (page: Page) => Promise<void>;
}

/** The pages that the project shows of itself: every width, both themes. */
export const PLACES: readonly Place[] = [
  { name: 'sign-in', beholder: 'nobody', path: () => '/user/login' },
  { name: 'home', beholder: 'yunying', path: () => '/dashboard/analysis' },
  { name: 'orders', beholder: 'yunying', path: () => '/orders/pending' },
  { name: 'order', beholder: 'yunying', path: ({ heldOrder }) => `/orders/${heldOrder}` },
  { name: 'shipments', beholder: 'cangku', path: () => '/orders/shipment' },
  { name: 'stock', beholder: 'yunying', path: () => '/base/inventory' },
  { name: 'products', beholder: 'yunying', path: () => '/base/product' },
  { name: 'tasks', beholder: 'admin', path: () => '/tasks' },
  { name: 'packing', beholder: 'cangku', path: ({ shipment }) => `/orders/pack/${shipment}` },
];
