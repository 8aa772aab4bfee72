import { listPage, type DeclaredMenu } from '#kit/model/menu.ts';

/** 库存 (domain.md §11 for the paths). */
export const inventoryMenus: readonly DeclaredMenu[] = [
  listPage('/base', '/base/inventory', '库存', 1, 'inventory:stockLevel'),
  listPage('/base', '/base/stock-ledger', '库存流水', 2, 'inventory:stockMovement'),
  listPage('/base', '/base/reservation', '预占明细', 3, 'inventory:reservation'),
  listPage(
    '/base',
    '/base/adjustment',
    '调整单',
    4,
    'inventory:stockAdjustment',
    'inventory/AdjustmentList',
  ),
];
