import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { stockAdjustmentLifecycle } from './stock.ts';

/** 库存 in the handbook. */
export const inventoryHelp: HelpPart = {
  module: 'inventory',
  title: '库存',
  chapters: [
    { name: 'stock', title: '库存', pages: ['/base/inventory'], of: ['inventory:stockLevel'] },
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
  ],
  notes: [
    stateNotes(stockAdjustmentLifecycle, {
      draft: '还在填写，库存没有变；填好后提交。',
      submitted: '等另一个人审核；通过后过账，库存才变。',
      posted: '已过账，库存和流水都已更新，不能再改；改错要再开一张。',
      rejected: '审核没有通过，原因见流转记录；改好后可以再提交。',
      cancelled: '已放弃，库存没有变。',
    }),
  ],
};
