import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { shippingLabelLifecycle } from './shipping-label.ts';
import { handoverLifecycle } from './handover.ts';
import { waveLifecycle } from './wave.ts';
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
      title: '装箱发货',
      pages: ['/orders/pack/:id'],
      of: ['fulfilment:shipment', 'fulfilment:box'],
    },
    {
      name: 'shipping-labels',
      title: '面单',
      pages: ['/orders/shipping-label', '/orders/label-adjustment'],
      of: ['fulfilment:shippingLabel', 'fulfilment:labelAdjustment'],
    },
    {
      name: 'carrier-accounts',
      title: '承运商账号',
      pages: ['/base/carrier-account'],
      of: ['base:carrierAccount'],
    },
    { name: 'station', title: '打包台', pages: ['/packing'], of: [] },
    {
      name: 'waves',
      title: '波次',
      pages: ['/orders/wave', '/orders/wave/:id'],
      of: ['fulfilment:wave'],
    },
    {
      name: 'handovers',
      title: '交接清单',
      pages: ['/orders/handover', '/orders/handover/:id'],
      of: ['fulfilment:handover'],
    },
    {
      name: 'fulfilment-settings',
      title: '发货设置',
      pages: ['/orders/fulfilment-settings'],
      of: [],
    },
    { name: 'ship-quote', title: '运费试算', pages: ['/base/ship-quote'], of: [] },
    { name: 'boxes', title: '箱子', pages: ['/orders/box'], of: ['fulfilment:box'] },
  ],
  notes: [
    stateNotes(shipmentLifecycle, {
      draft: '刚生成，还没有箱子；按箱规装箱或在打包台扫码装箱。',
      packing: '正在装箱；每箱称重量尺并封箱，全部封好后变为已装箱。',
      packed: '箱子都已封好；申请面单、比价后购买面单，或录入自己买的运单。',
      labelling: '面单已向平台申请或向承运商购买，等它返回；到了自动变为待出库。',
      labelled: '面单齐了；贴好并交给承运商后点发货。缺运单号或面单费的，先补录面单。',
      shipped: '已出库，库存已扣减，平台订单的发货通知交给平台；等承运商揽收。',
      inTransit: '承运商已揽收，在路上；签收后结束。',
      exception: '承运商报告了问题，包裹停在路上；联系承运商，恢复后继续，找不回来点确认丢失。',
      lost: '包裹丢失，货物按损失处理；向承运商登记索赔，不用索赔单的用记录索赔结果记下。',
      delivered: '客户已签收，不再有动作。',
      voided: '已作废，箱子释放，订单退回待发货，可以重新配货。',
    }),
    stateNotes(shippingLabelLifecycle, {
      requested: '正在向承运商购买，通常几秒；到了变为有效。',
      active: '买到了，还没有出库；不用的话在可作废时间之前作废。',
      voiding: '正等承运商确认作废；确认前货不能随它出库。',
      used: '货已随它出库，面单费已扣；轨迹自动更新。',
      voided: '承运商已作废，钱已退回。',
      failed: '没有买到，钱没有扣；原因在发货单上，改正后再买。',
      lost: '不用了却作废不了，面单费已扣，算作损失。',
    }),
    stateNotes(boxLifecycle, {
      open: '还能放入和取出商品；量好重量和尺寸后封箱。',
      sealed: '已封箱，等面单；要改内容先开箱。',
      labelled: '面单已到，贴在箱上等出库。',
      shipped: '已随发货单出库，不能再改。',
      void: '箱子已取消，里面的商品回到待装。',
    }),
    stateNotes(waveLifecycle, {
      draft: '已生成，等人开始拣；可以指派给谁。',
      picking: '有人在拣，按货位顺序走；全部拣完自动变为已拣完。',
      picked: '货已拣齐，按格号顺序打包；都装箱后点完成打包。',
      done: '全部装箱，不再有动作。',
      cancelled: '已取消，发货单可以重新编波；已拣的货要放回货位。',
    }),
    stateNotes(handoverLifecycle, {
      draft: '正在收箱，扫描放入；司机签字后交接完成。',
      closing: '箱子正在逐单出库；中断了就点继续交接。',
      closed: '司机已签收，清单上的箱子已出库；不能再撤销发货。',
      cancelled: '已取消，箱子可以放进别的清单。',
    }),
  ],
};
