import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { deductionLifecycle } from './deduction-lifecycle.ts';
import { remittanceLifecycle } from './remittance-lifecycle.ts';

/** 回款与扣款 in the handbook. */
export const remittanceHelp: HelpPart = {
  module: 'finance',
  title: '回款与扣款',
  chapters: [
    {
      name: 'remittances',
      title: '回款单',
      pages: ['/finance/remittance', '/finance/remittance/:id'],
      of: ['finance:remittance', 'finance:remittanceLine', 'finance:remittanceShare'],
    },
    {
      name: 'deductions',
      title: '扣款',
      pages: ['/finance/deduction', '/finance/deduction/:id', '/finance/deduction-analysis'],
      of: ['finance:deduction', 'finance:deductionAnalysis'],
    },
    {
      name: 'report-inbox',
      title: '报表收件箱',
      pages: ['/finance/inbox', '/finance/inbox/:id', '/finance/report-format'],
      of: ['finance:reportFile', 'finance:reportRow', 'finance:reportFormat'],
    },
    { name: 'remittance-settings', title: '回款设置', pages: ['/finance/remittance-settings'], of: [] },
  ],
  notes: [
    stateNotes(remittanceLifecycle, {
      imported: '明细还可以改；核对后点匹配。',
      partial: '有的行没有匹配：手工核销，或过账时转入待核销。',
      matched: '每行都找到了去处，核对后过账。',
      posted: '已入账，发票已核销；待核销的金额查清后核销到发票。',
      reversed: '已冲销，账上回到过账之前；可以重新导入。',
    }),
    stateNotes(deductionLifecycle, {
      posted: '到自动结算日前确认，或上传材料申诉。',
      confirmed: '已接受，等平台在回款里扣掉，或冲应收。',
      disputed: '在平台提交了材料，等答复后登记结果。',
      settled: '已结束，钱已扣掉或到期按接受结算。',
      won: '全额追回。',
      partial: '追回了一部分，其余计入费用。',
      lost: '没有追回，计入费用。',
      withdrawn: '生成它的回款单冲销了，这笔不再算。',
    }),
  ],
};
