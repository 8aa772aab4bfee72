import { defineModule } from '#kit/server/module.ts';
import { product } from '#modules/catalog/model/product.ts';
import type { Database } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { bundleStock } from './model/bundle-stock.ts';
import { shareSafetyWork } from './model/clock-works.ts';
import * as declared from './model/declared.ts';
import { inventoryGrants } from './model/grants.ts';
import { inboundReceipt, RECEIVE_BEYOND } from './model/inbound-receipt.ts';
import { inventoryMenus } from './model/menus.ts';
import { skuBin } from './model/sku-bin.ts';
import { stateChange } from './model/state-change.ts';
import { stockAge } from './model/stock-age.ts';
import { stockCount } from './model/stock-count.ts';
import { stockOfDay } from './model/stock-of-day.ts';
import { stockPlace } from './model/stock-place.ts';
import { stockTransfer } from './model/stock-transfer.ts';
import { stockAdjustment } from './model/stock-adjustment.ts';
import { adjustmentDraft } from './server/adjustment-draft.ts';
import * as adjustmentMoves from './server/adjustments.ts';
import { bundleStockRows } from './server/bundle-stock-rows.ts';
import { countRoutes } from './server/count-routes.ts';
import { countSheet } from './server/count-sheet.ts';
import * as inboundMoves from './server/inbound-receipts.ts';
import { inventoryInvariants } from './server/invariants.ts';
import { inventoryInTransaction } from './server/reactions.ts';
import { originOf } from './server/ordered-goods.ts';
import { receiveRoutes } from './server/receive-routes.ts';
import { skuBinGuards, skuBinRoutes } from './server/sku-bins.ts';
import { enqueueSharing, safetyJobs } from './server/share-safety.ts';
import * as stateMoves from './server/state-changes.ts';
import { stockAgeRows } from './server/stock-age.ts';
import * as countMoves from './server/stock-counts.ts';
import { stockOfDayRows } from './server/stock-of-day.ts';
import { stockPlaceRows, stockStateRoutes } from './server/stock-places.ts';
import { stockSettingsRoutes } from './server/stock-settings.ts';
import { stockTotalRoutes } from './server/stock-totals.ts';
import * as transferMoves from './server/stock-transfers.ts';
import * as transferLoss from './server/transfer-loss.ts';
import { availableOfProducts } from './server/product-stock.ts';
import { inventoryTodos } from './server/todos.ts';

const HOUR_MS = 3_600_000;

/** 库存流水 库存 货位 预占 调整单 盘点单 调拨单 入库单 良次品转换单. */
export const inventory = defineModule<{ registry: Registry; db: Database }>({
  name: 'inventory',
  declared,
  menus: inventoryMenus,
  grants: inventoryGrants,
  serves: [
    {
      resource: stockAdjustment,
      draft: adjustmentDraft,
    },
    { resource: skuBin, guards: skuBinGuards },
    { resource: stockCount, draft: countMoves.countDraft },
    { resource: stockTransfer, draft: transferMoves.transferDraft },
    {
      resource: inboundReceipt,
      draft: inboundMoves.inboundDraft,
      detail: async (tx, row) => ({ ref: await originOf(tx, String(row['id'])) }),
    },
    { resource: bundleStock, rows: bundleStockRows },
    { resource: stockAge, rows: stockAgeRows },
    { resource: stockOfDay, rows: stockOfDayRows },
    { resource: stockPlace, rows: stockPlaceRows, isKeyed: true },
    { resource: stateChange, draft: stateMoves.stateChangeDraft },
  ],
  extensions: [{ of: product, rows: availableOfProducts }],
  moves: [adjustmentMoves, countMoves, transferMoves, transferLoss, inboundMoves, stateMoves],
  permissions: [{ code: RECEIVE_BEYOND, title: '超收', resource: 'inventory:inboundReceipt', isInner: true }],
  routes: [...countRoutes, ...receiveRoutes, ...skuBinRoutes, ...stockSettingsRoutes],
  inTransaction: inventoryInTransaction,
  invariants: inventoryInvariants,
  todos: inventoryTodos,
  jobs: safetyJobs,
  build: ({ registry, db }) => ({
    routes: [...stockTotalRoutes(registry), ...stockStateRoutes(registry)],
    documents: [countSheet],
    scheduled: [{ kind: shareSafetyWork, everyMs: HOUR_MS, run: (now) => enqueueSharing(db, now) }],
  }),
});
