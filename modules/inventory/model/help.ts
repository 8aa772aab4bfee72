import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { inboundReceiptLifecycle } from './inbound-receipt.ts';
import { stateChangeLifecycle } from './state-change.ts';
import { stockCountLifecycle } from './stock-count.ts';
import { stockTransferLifecycle } from './stock-transfer.ts';
import { stockAdjustmentLifecycle } from './stock-adjustment.ts';

/** 库存 in the handbook. */
export const inventoryHelp: HelpPart = {
  module: 'inventory',
  title: '库存',
  chapters: [
    {
      name: 'stock',
      title: '库存',
      pages: ['/base/inventory', '/base/stock-level', '/base/bundle-stock'],
      of: ['inventory:stockPlace', 'inventory:stockLevel', 'inventory:bundleStock'],
    },
    {
      name: 'sku-bins',
      title: '货位',
      pages: ['/base/sku-bin'],
      of: ['inventory:skuBin'],
    },
    {
      name: 'stock-age',
      title: '库龄',
      pages: ['/base/stock-age'],
      of: ['inventory:stockAge'],
    },
    {
      name: 'stock-of-day',
      title: '历史库存',
      pages: ['/base/stock-of-day'],
      of: ['inventory:stockOfDay'],
    },
    {
      name: 'movements',
      title: '库存流水',
      pages: ['/base/stock-ledger'],
      of: ['inventory:stockMovement'],
    },
    {
      name: 'reservations',
      title: '预占明细',
      pages: ['/base/reservation'],
      of: ['inventory:reservation'],
    },
    {
      name: 'adjustments',
      title: '调整单',
      pages: ['/base/adjustment', '/base/adjustment/:id'],
      of: ['inventory:stockAdjustment'],
    },
    {
      name: 'counts',
      title: '盘点单',
      pages: ['/base/stock-count', '/base/stock-count/:id'],
      of: ['inventory:stockCount'],
    },
    {
      name: 'transfers',
      title: '调拨单',
      pages: ['/base/stock-transfer', '/base/stock-transfer/:id'],
      of: ['inventory:stockTransfer'],
    },
    {
      name: 'inbound',
      title: '入库单',
      pages: ['/base/inbound', '/base/inbound/:id'],
      of: ['inventory:inboundReceipt'],
    },
    {
      name: 'states',
      title: '良次品转换单',
      pages: ['/base/state-change', '/base/state-change/:id'],
      of: ['inventory:stateChange'],
    },
    { name: 'stock-settings', title: '库存设置', pages: ['/base/stock-settings'] },
  ],
  notes: [
    stateNotes(stockAdjustmentLifecycle, {
      draft: '还在填写，库存没有变；填好后提交。',
      submitted: '等另一个人审核；通过后过账，库存才变。',
      posted: '已过账，库存和流水都已更新，不能再改；改错要再开一张。',
      rejected: '审核没有通过，原因见流转记录；改好后可以再提交。',
      cancelled: '已放弃，库存没有变。',
    }),
    stateNotes(stockCountLifecycle, {
      draft: '还在计划，填好要盘的 SKU 后开始盘点。',
      counting: '正在数货；照常发货，期间的出入库会算进去。写在表格里的实盘数量可以在列表上导入。',
      review: '数完了，等人核对差异；过账后库存才变。',
      posted: '差异已过账，库存和流水都已更新。',
      cancelled: '已放弃，库存没有变。',
    }),
    stateNotes(stockTransferLifecycle, {
      draft: '还在填写，库存没有变；填好后审核。',
      approved: '已占住调出仓的货，等装车出库。',
      shipped: '货在路上，两边仓库都不能卖；到货后收货。',
      partiallyReceived: '收了一部分，其余还在路上；收完或短少结案后结束。',
      received: '已收完，少的已记为在途损耗。',
      cancelled: '已放弃，占住的货已释放。',
    }),
    stateNotes(inboundReceiptLifecycle, {
      draft: '还在填写；填好后预报。',
      submitted: '没有采购单，等另一个人审核；还没有算进在途。',
      announced: '货在路上，已算进在途；到门口后点到仓。',
      arrived: '货到门口，等收货。',
      receiving: '收了一部分，已加进库存；其余还可以收。',
      completed: '收货结束，没到的不再算在途。',
      cancelled: '已放弃，不再算在途。',
    }),
    stateNotes(stateChangeLifecycle, {
      draft: '还在填写，库存没有变；填好后过账。',
      posted: '已生效；改错要再开一张反方向的。',
      cancelled: '已放弃，库存没有变。',
    }),
  ],
};
