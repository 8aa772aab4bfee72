import { integer, money } from '#kit/model/field.ts';
import { defineSettings } from '#kit/model/settings.ts';

/** What a tenant decides about receivables. */
export const financeSettings = defineSettings('finance:financeSettings', '应收设置', {
  path: '/finance/financeSettings',
  about: '发票几天到期、逾期几天算短款、余额和退款多少以内一个人可以做主',
  fields: {
    dueDays: integer('默认账期(天)', {
      required: true,
      min: 0,
      max: 365,
      hint: '客户没有付款条款时，开票后这么多天到期',
    }),
    graceDays: integer('短款宽限(天)', {
      required: true,
      min: 0,
      max: 365,
      hint: '到期后再过这么多天还有余额，发票变为短款',
    }),
    writeOffLimit: money('单人核销上限', 'currency', {
      required: true,
      min: 0,
      max: 1_000_000,
      hint: '同一人一天核销的余额合计不超过这个金额；超过的先申请，由另一个人核销',
    }),
    refundLimit: money('单人退款上限', 'currency', {
      required: true,
      min: 0,
      max: 100_000_000,
      hint: '同一人 24 小时内自己录入又过账的付款（退客户预收）合计不超过这个金额；超过的由另一个人过账',
    }),
  },
  defaults: { dueDays: 30, graceDays: 3, writeOffLimit: 1_000n, refundLimit: 50_000n },
  layout: [
    ['dueDays', 'graceDays'],
    ['writeOffLimit', 'refundLimit'],
  ],
  stricter: { writeOffLimit: 'lower', refundLimit: 'lower' },
});
