import { defineOwnWork } from '#kit/model/clock-work.ts';

export const settleDeductionsWork = defineOwnWork(
  'finance.settleDeductions',
  '扣款到期结算',
  '扣款到期前 5、2、1 天提醒；过了自动结算日还没有确认或申诉的，按接受结算。',
);
