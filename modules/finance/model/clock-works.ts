import { defineOwnWork } from '#kit/model/clock-work.ts';

export const settleDeductionsWork = defineOwnWork(
  'finance.settleDeductions',
  '扣款到期结算',
  '过了自动结算日还没有确认或申诉的扣款，按接受结算。',
);
