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

const button = (page: Page, name: string | RegExp): Promise<void> =>
  page.locator('.wb-page').getByRole('button', { name }).first().click();

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

/** What the chapters of the handbook show. */
export const HELP_PLACES: readonly Place[] = [
  ...PLACES.filter(({ name }) => name !== 'sign-in' && name !== 'products' && name !== 'packing'),
  {
    name: 'packing',
    beholder: 'cangku',
    path: ({ shipment }) => `/orders/pack/${shipment}`,
    async steps(page) {
      await button(page, '按箱规装箱');
      await page.locator('.pk-measures').first().waitFor();
    },
  },
  {
    name: 'columns',
    beholder: 'yunying',
    path: () => '/orders/pending',
    steps: (page) => button(page, '列设置'),
  },
  {
    name: 'batch',
    beholder: 'yunying',
    path: () => '/orders/pending',
    async steps(page) {
      await page.getByRole('checkbox', { name: '全选本页' }).check();
      await button(page, '批量接单');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'import',
    beholder: 'yunying',
    path: () => '/base/product',
    steps: (page) => button(page, '导入'),
  },
];
