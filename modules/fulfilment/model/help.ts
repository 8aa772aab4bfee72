import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { boxLifecycle, shipmentLifecycle } from './shipment-lifecycle.ts';

/** 发货 in the handbook. */
export const fulfilmentHelp: HelpPart = {
  module: 'fulfilment',
  title: '发货',
  chapters: [
    {
      name: 'shipments',
      title: '发货单',
      pages: ['/orders/shipment'],
      of: ['fulfilment:shipment'],
    },
    {
      name: 'packing',
      title: '打包台',
      pages: ['/orders/pack/:id'],
      of: ['fulfilment:shipment', 'fulfilment:box'],
    },
    { name: 'ship-quote', title: '运费试算', pages: ['/base/ship-quote'], of: [] },
    { name: 'boxes', title: '箱子', pages: ['/orders/box'], of: ['fulfilment:box'] },
  ],
  notes: [
    stateNotes(shipmentLifecycle, {
      draft: '刚生成，还没有箱子；按箱规装箱或在打包台扫码装箱。',
      packing: '正在装箱；每箱称重量尺并封箱，全部封好后变为已装箱。',
      packed: '箱子都已封好；申请面单，或录入自己买的运单。',
      labelling: '面单已向平台申请，等平台生成；到了自动变为待出库。',
      labelled: '面单齐了；贴好并交给承运商后点发货。',
      shipped: '已出库，库存已扣减，发货通知交给平台；等承运商揽收。',
      inTransit: '承运商已揽收，在路上；签收后结束。',
      delivered: '客户已签收，不再有动作。',
      voided: '已作废，箱子释放，订单退回待发货，可以重新配货。',
    }),
    stateNotes(boxLifecycle, {
      open: '还能放入和取出商品；量好重量和尺寸后封箱。',
      sealed: '已封箱，等面单；要改内容先开箱。',
      labelled: '面单已到，贴在箱上等出库。',
      shipped: '已随发货单出库，不能再改。',
      void: '箱子已取消，里面的商品回到待装。',
    }),
  ],
};
