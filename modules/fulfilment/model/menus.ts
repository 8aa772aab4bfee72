import { listPages, settingsMenu, type DeclaredMenu } from '#kit/model/menu.ts';
import { fulfilmentSettings } from './fulfilment-settings.ts';
import { ORDER_SETUP } from '#modules/orders/model/menus.ts';

/** What is done with orders in the warehouse. */
const WORK = '/orders/work';

/** 发货单 and 箱, below the orders (domain.md §11 for the paths). */
export const fulfilmentMenus: readonly DeclaredMenu[] = [
  { path: WORK, title: '仓库作业', parent: '/orders', sort: 11, redirect: '/orders/shipment' },
  ...listPages(WORK, [
    ['/orders/shipment', '发货单', 5, 'fulfilment:shipment', 'fulfilment/ShipmentList'],
    ['/orders/wave', '波次', 5.6, 'fulfilment:wave', 'fulfilment/WaveList'],
    ['/orders/handover', '交接清单', 5.7, 'fulfilment:handover', 'fulfilment/HandoverList'],
    ['/orders/box', '箱子', 6, 'fulfilment:box'],
    ['/orders/shipping-label', '面单', 6.1, 'fulfilment:shippingLabel'],
    ['/orders/label-adjustment', '面单调整', 6.2, 'fulfilment:labelAdjustment'],
  ]),
  ...listPages('/logistics', [
    ['/base/carrier-account', '承运商账号', 9.05, 'base:carrierAccount', 'fulfilment/CarrierAccountList'],
  ]),
  settingsMenu(ORDER_SETUP, '/orders/fulfilment-settings', 12, fulfilmentSettings),
  {
    path: '/base/ship-quote',
    title: '运费试算',
    parent: '/logistics',
    component: 'fulfilment/ShipQuote',
    sort: 9.3,
    permission: 'base:shipMethod:list',
    resources: [],
  },
  {
    path: '/packing',
    title: '打包台',
    parent: WORK,
    component: 'fulfilment/PackingStation',
    sort: 5.5,
    permission: 'fulfilment:shipment:pack',
    resources: [],
  },
  {
    path: '/orders/pack/:id',
    title: '装箱发货',
    parent: WORK,
    component: 'fulfilment/PackingDesk',
    sort: 21,
    permission: 'fulfilment:shipment:list',
    resources: [],
    hidden: true,
  },
];
