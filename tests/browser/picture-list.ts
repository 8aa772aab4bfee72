import type { Page } from '@playwright/test';
import { COMING_PARCEL, poOf } from '../../db/seed/history/known.ts';

/** Who sees a picture: nobody yet, or one of the people of the demo. */
export type Beholder = 'nobody' | 'yunying' | 'cangku' | 'caiwu' | 'admin';

/** What the steps of a picture know of the running product. */
export interface Stage {
  /** Number of an order that something holds. */
  heldOrder: string;
  /** Id of a shipment that waits for its boxes. */
  shipment: string;
  /** Id of an order of which parts are asked for. */
  chair: string;
  /** Id of a task of 刊登 that has errors at its cells. */
  publishTask: string;
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
  { name: 'shipping', beholder: 'yunying', path: () => '/orders/shipping' },
  { name: 'shipped', beholder: 'yunying', path: () => '/orders/shipped' },
  { name: 'cancelled', beholder: 'yunying', path: () => '/orders/cancelled' },
  { name: 'shipments', beholder: 'cangku', path: () => '/orders/shipment' },
  { name: 'boxes', beholder: 'cangku', path: () => '/orders/box' },
  { name: 'stock', beholder: 'yunying', path: () => '/base/inventory' },
  { name: 'products', beholder: 'yunying', path: () => '/base/product' },
  { name: 'tasks', beholder: 'admin', path: () => '/tasks' },
  { name: 'packing', beholder: 'cangku', path: ({ shipment }) => `/orders/pack/${shipment}` },
  { name: 'returns', beholder: 'yunying', path: () => '/orders/return' },
  {
    name: 'return-desk',
    beholder: 'cangku',
    path: () => '/returns',
    async steps(page) {
      const scan = page.locator('input[aria-label="扫码"]');
      const read = async (code: string): Promise<void> => {
        await scan.fill(code);
        await scan.press('Enter');
        await page.waitForTimeout(800);
      };
      await read(COMING_PARCEL);
      // What was counted for one width is there for the next.
      if (!(await page.getByText('本次共').isVisible())) await read('WB-DCH-HOLM-S2');
    },
  },
  {
    name: 'parts',
    beholder: 'yunying',
    path: ({ chair }) => `/orders/part/new?orderId=${chair}`,
    steps: (page) => page.getByRole('img', { name: '爆炸图' }).evaluate((image: HTMLImageElement) => image.decode()),
  },
  { name: 'po-money', beholder: 'caiwu', path: () => `/finance/po-money?po=${poOf('chairB')}` },
  { name: 'publish', beholder: 'yunying', path: ({ publishTask }) => `/channel/wf/publish/${publishTask}` },
  { name: 'pricing', beholder: 'yunying', path: () => '/channel/wf/pricing', steps: (page) => button(page, /^全部/) },
  {
    name: 'stock-formula',
    beholder: 'yunying',
    path: () => '/channel/wf/inventory',
    async steps(page) {
      await page.getByRole('button', { name: '查看计算' }).first().click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  { name: 'station', beholder: 'cangku', path: ({ shipment }) => `/packing?at=${shipment}` },
];

const HELPFUL = new Set([
  'home',
  'orders',
  'order',
  'shipments',
  'stock',
  'tasks',
  'publish',
  'pricing',
  'stock-formula',
]);

/** What the chapters of the handbook show. */
export const HELP_PLACES: readonly Place[] = [
  ...PLACES.filter(({ name }) => HELPFUL.has(name)),
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
