import { stateNotes, type Explained, type HelpPart } from '#kit/model/help.ts';
import { holdNote } from './hold-notes.ts';
import { orderLifecycle } from './order-lifecycle.ts';
import { priceDisputeLifecycle } from './price-dispute-lifecycle.ts';
import { holdType } from './order.ts';

const holds: Explained = Object.entries(holdType.items).map(([type, title]) => [title, holdNote(type)]);

/** 订单 in the handbook. */
export const ordersHelp: HelpPart = {
  module: 'orders',
  title: '订单',
  chapters: [
    {
      name: 'pending',
      title: '待处理',
      pages: ['/orders/pending'],
      of: ['orders:salesOrder'],
      lists: { 挂起原因: holds },
    },
    { name: 'shipping', title: '待发货', pages: ['/orders/shipping'] },
    { name: 'shipped', title: '已发货', pages: ['/orders/shipped'] },
    { name: 'cancelled', title: '已取消', pages: ['/orders/cancelled'] },
    {
      name: 'order',
      title: '订单详情',
      pages: ['/orders/:id'],
      of: ['orders:salesOrder'],
      lists: { 挂起原因: holds },
    },
    { name: 'manual-order', title: '新增订单', pages: ['/orders/new', '/orders/:id/edit'] },
    {
      name: 'disputes',
      title: '价格争议',
      pages: ['/orders/dispute'],
      of: ['orders:priceDispute', 'orders:priceDisputeLine', 'orders:priceDisputeMessage'],
    },
    { name: 'remarks', title: '备注', pages: ['/orders/remark'], of: ['orders:orderRemark'] },
    { name: 'sales-lines', title: '销售明细', pages: ['/orders/sales-line'], of: ['orders:salesLine'] },
  ],
  notes: [
    stateNotes(orderLifecycle, {
      draft: '手工订单还在填写，不占库存；提交后进入待审核。',
      new: '已收到，没有接单；没有挂起就可以接单，要在接单截止前完成。',
      accepted: '接单已提交，等平台确认（手工单不经过这一步）；确认后自动变为待发货。',
      ready: '接单已生效（平台订单已得到平台确认），库存已预占；仓库开始配货后变为打单配货中。',
      processing: '发货单已生成，正在装箱和申请面单；全部发出后变为已发货。',
      partial: '一部分已出库，其余还在配货；发完后变为已发货。',
      shipped: '全部出库，平台订单的发货通知已交给平台；签收后变为已签收。',
      delivered: '客户已签收；核对无误后可以完成。',
      completed: '已结束，不再有动作。',
      history: '由别处接单或发货，本系统只作记录，不占库存，也不通知平台。',
      cancelled: '未发数量已全部取消，预占已释放。',
      rejected: '我们拒绝了这张订单，预占已释放；需要到平台处理的见任务。',
    }),
    stateNotes(priceDisputeLifecycle, {
      open: '争议已发起；先到平台提交，再等平台答复。',
      answered: '平台已有答复；核对后接受原价、继续沟通，或等平台改价。',
      accepted: '按订单价接受，价格异常已解除。',
      corrected: '平台已按约定价改正，价格异常已解除。',
      withdrawn: '不再争议；订单若未结束，仍因价格异常挂起。',
    }),
  ],
};
