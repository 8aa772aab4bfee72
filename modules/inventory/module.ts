import { defineModule } from '#kit/server/module.ts';
import * as declared from './model/declared.ts';
import { inventoryGrants } from './model/grants.ts';
import { inventoryMenus } from './model/menus.ts';
import { stockAdjustment } from './model/stock.ts';
import { adjustmentDraft } from './server/adjustment-draft.ts';
import * as adjustmentMoves from './server/adjustments.ts';
import { inventoryInvariants } from './server/invariants.ts';
import { inventoryWithin } from './server/reactions.ts';
import { inventoryTodos } from './server/todos.ts';

/** 库存流水 库存 预占 调整单. */
export const inventory = defineModule({
  name: 'inventory',
  declared,
  menus: inventoryMenus,
  grants: inventoryGrants,
  serves: [
    {
      resource: stockAdjustment,
      draft: adjustmentDraft,
    },
  ],
  moves: [adjustmentMoves],
  within: inventoryWithin,
  invariants: inventoryInvariants,
  todos: inventoryTodos,
});
