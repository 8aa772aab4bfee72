import { defineOwnWork } from '#kit/model/clock-work.ts';

export const breachPartsWork = defineOwnWork(
  'aftersales.breachParts',
  '标记配件超期',
  '配件补发单过了时限即标为超期。',
);
export const expireLabelsWork = defineOwnWork(
  'aftersales.expireLabels',
  '作废过期退货面单',
  '退货面单过了有效期仍未使用的，申请作废。',
);
