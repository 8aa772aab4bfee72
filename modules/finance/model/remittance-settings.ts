import { integer, money, rate } from '#kit/model/field.ts';
import { defineSettings } from '#kit/model/settings.ts';

/** Days until a deduction that nobody answers is taken as accepted (channels.md §1.11). */
const AUTO_SETTLE_DAYS = 14;

/** What a tenant decides about money that channels pay and keep. */
export const remittanceSettings = defineSettings('finance:remittanceSettings', '回款设置', {
  path: '/finance/remittanceSettings',
  about: '回款和发票相差多少还算匹配，扣款几天后自动结算，多大的扣款要他人确认',
  fields: {
    tolerance: money('匹配容差', 'currency', {
      required: true,
      min: 0,
      max: 10_000,
      hint: '回款行与发票余额相差不超过这个金额算匹配',
    }),
    toleranceShare: rate('匹配容差比例', {
      required: true,
      percent: true,
      min: 0,
      max: 1,
      hint: '占发票余额的比例；与匹配容差取较大的，最多 5%',
    }),
    autoSettleDays: integer('扣款自动结算(天)', {
      required: true,
      min: 1,
      max: 180,
      hint: '公布后这么多天没有确认或申诉，按接受结算；对之后登记的扣款生效',
    }),
    aloneLimit: money('单人确认扣款上限', 'currency', {
      required: true,
      min: 0,
      max: 100_000_000,
      hint: '超过这个金额的扣款，登记或导入它的人不能自己确认；自己录入的回款单里扣掉的合计超过它，由另一个人过账；本人调高的只对其他人生效',
    }),
  },
  defaults: { tolerance: 100n, toleranceShare: '0.005', autoSettleDays: AUTO_SETTLE_DAYS, aloneLimit: 50_000n },
  layout: [
    ['tolerance', 'toleranceShare'],
    ['autoSettleDays', 'aloneLimit'],
  ],
  stricter: { tolerance: 'lower', toleranceShare: 'lower', aloneLimit: 'lower' },
});

/** Most that a line may differ from an invoice unseen, in percent. */
export const MOST_TOLERANCE_PERCENT = 5;
