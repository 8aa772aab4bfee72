import { listPages, settingsMenu, type DeclaredMenu } from '#kit/model/menu.ts';
import { stockSettings } from './stock-settings.ts';

/** 库存 (domain.md §11 for the paths). */
export const inventoryMenus: readonly DeclaredMenu[] = [
  { path: '/stock', title: '库存管理', icon: 'inbox', sort: 15, redirect: '/base/inventory' },
  {
    path: '/base/inventory',
    title: '库存',
    parent: '/stock',
    sort: 1,
    keepAlive: true,
    component: 'inventory/StockList',
    permission: 'inventory:stockPlace:list',
    resources: ['inventory:stockPlace'],
  },
  ...listPages('/stock', [
    ['/base/stock-level', '良次品库存', 1.1, 'inventory:stockLevel'],
    ['/base/bundle-stock', '组合品库存', 2, 'inventory:bundleStock'],
    ['/base/stock-age', '库龄', 1.5, 'inventory:stockAge', 'inventory/StockAgeList'],
    ['/base/stock-of-day', '历史库存', 1.6, 'inventory:stockOfDay', 'inventory/StockOfDayList'],
    ['/base/sku-bin', '货位', 1.2, 'inventory:skuBin', 'inventory/SkuBinList'],
    ['/base/stock-ledger', '库存流水', 2, 'inventory:stockMovement'],
    ['/base/reservation', '预占明细', 3, 'inventory:reservation'],
    ['/base/adjustment', '调整单', 4, 'inventory:stockAdjustment', 'inventory/AdjustmentList'],
    ['/base/stock-count', '盘点单', 4.1, 'inventory:stockCount', 'inventory/CountList'],
    ['/base/stock-transfer', '调拨单', 4.2, 'inventory:stockTransfer', 'inventory/TransferList'],
    ['/base/inbound', '入库单', 4.3, 'inventory:inboundReceipt', 'inventory/InboundList'],
    ['/base/state-change', '良次品转换单', 4.4, 'inventory:stateChange', 'inventory/StateChangeList'],
  ]),
  settingsMenu('/stock', '/base/stock-settings', 9, stockSettings),
];
