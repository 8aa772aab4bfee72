import { defineOwnWork } from '#kit/model/clock-work.ts';

export const shareSafetyWork = defineOwnWork(
  'inventory.shareSafety',
  '分摊安全库存',
  '每天把 SKU 的安全库存按销量分到各仓库。',
);
