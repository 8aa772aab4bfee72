import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { claimLifecycle } from './claim.ts';
import { returnLabelLifecycle } from './return-label.ts';
import { partOrderLifecycle } from './part-lifecycle.ts';
import { creditNoteLifecycle } from './credit-note.ts';
import { returnLifecycle } from './return-lifecycle.ts';

/** 售后 in the handbook. */
export const aftersalesHelp: HelpPart = {
  module: 'aftersales',
  title: '售后',
  chapters: [
    {
      name: 'parts',
      title: '配件补发',
      pages: ['/orders/part', '/orders/part/new', '/orders/part/:id', '/orders/part/:id/edit'],
      of: ['aftersales:partOrder', 'aftersales:partLine'],
    },
    { name: 'fill-rate', title: '配件及时发出率', pages: ['/orders/part-rate'] },
    { name: 'part-plan', title: '配件备货', pages: ['/orders/part-plan'] },
    {
      name: 'claims',
      title: '索赔',
      pages: ['/orders/claim', '/orders/claim-term'],
      of: ['aftersales:claim', 'aftersales:claimTerm'],
    },
    {
      name: 'return-labels',
      title: '退货面单',
      pages: ['/orders/return-label', '/orders/return-label-rule'],
      of: ['aftersales:returnLabel', 'aftersales:returnLabelRule'],
    },
    {
      name: 'return-analysis',
      title: '退货分析',
      pages: ['/orders/return-analysis', '/orders/return-incident', '/orders/shipped-units'],
      of: ['aftersales:returnAnalysis', 'aftersales:returnIncident', 'aftersales:shippedUnits'],
    },
    {
      name: 'returns',
      title: '退货',
      pages: ['/orders/return', '/orders/return/:id'],
      of: ['aftersales:returnOrder'],
    },
    { name: 'return-desk', title: '退货签收台', pages: ['/returns'], of: [] },
    { name: 'return-inspect', title: '质检退货', pages: ['/orders/return/:id/inspect'], of: [] },
    {
      name: 'credit-notes',
      title: '退款单（红字）',
      pages: ['/orders/credit-note'],
      of: ['aftersales:creditNote'],
    },
    {
      name: 'inspection-forms',
      title: '质检表',
      pages: ['/orders/inspection-form'],
      of: ['aftersales:inspectionForm'],
    },
    {
      name: 'return-reasons',
      title: '退货原因',
      pages: ['/orders/return-reason'],
      of: ['aftersales:returnReason'],
    },
    { name: 'return-settings', title: '售后设置', pages: ['/orders/return-settings'], of: [] },
  ],
  notes: [
    stateNotes(claimLifecycle, {
      draft: '补上举证材料，在提交截止日前交给对方，再点登记提交。',
      submitted: '等对方答复；到提醒日还没有赔付会进待办。',
      part_paid: '赔了一部分，余款继续追索，或放弃余款。',
      paid: '已赔清，或余款已放弃。',
      rejected: '对方不赔：补材料申诉，或放弃索赔。',
      abandoned: '不再追索。',
    }),
    stateNotes(returnLabelLifecycle, {
      requested: '等承运商返回面单。',
      active: '面单可以打印、发给买家；不用时在可作废时间内作废。',
      voiding: '等承运商确认作废。',
      voided: '已作废，费用退回。',
      failed: '没有买到，看原因后在退货单上重新购买。',
    }),
    stateNotes(partOrderLifecycle, {
      draft: '正在填写，还没有提交；提交后计入本月请求。',
      new: '等您确认：给每个配件选货源，或请买家补资料、拒绝。',
      needInfo: '在等买家补资料，时限照常计算；资料到了点资料已齐。',
      confirmed: '货源已定并预占，等仓库发货；采购的货到了会自动预占。',
      breached: '已过截止时间，计为超时；仍要确认货源并发货。',
      shipped: '已发出，成本记入订单；不再有问题就关闭。',
      closed: '已关闭，不再有动作。',
      rejected: '已拒绝，平台会改为整件补发；记得到平台登记原因。',
      cancelled: '已取消，预占的货已释放；不计入达成率。',
    }),
    stateNotes(returnLifecycle, {
      draft: '还在填写；填好后提交，不要了就作废草稿。',
      requested: '等审核：通过后买家才寄，不同意就驳回。',
      approved: '等买家寄回；包裹到了在退货签收台收货，仅退款的可以直接退款。',
      receiving: '收到了一部分，还在等其余的；到齐或不再等了就收货完成。',
      received: '货在待检，等质检分出良品、不良品和错货。',
      inspected: '等处置；放弃的货成本超过上限时，还要另一个人审核。',
      disposed: '货已处置，等退款；不用退款的直接关闭。',
      credited: '已开退款单（红字），买家的钱退了；没有别的事就关闭。',
      closed: '已结束；还有待翻新的，修好后点翻新完成。',
      rejected: '申请没有通过，原因在流转记录里。',
      cancelled: '不退了，占用的可退数量已放开。',
      expired: '过了退回截止没有收到货；买家又寄来的重新申请。',
    }),
    stateNotes(creditNoteLifecycle, {
      issued: '已开具，订单开票后冲减应收；退错了可以冲销。',
      reversed: '已冲销，退货单回到待退款，可以重新退款。',
    }),
  ],
};
