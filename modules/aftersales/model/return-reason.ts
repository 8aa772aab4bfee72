import { dict } from '#kit/model/dict.ts';
import { choice, integer, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { enabledStatus } from '#modules/base/model/warehouse.ts';

/** Who answers for goods that come back. */
export const returnFault = dict('return_fault', {
  buyer: '买家',
  carrier: '承运商',
  seller: '我方',
  channel: '平台',
});
export type ReturnFault = keyof typeof returnFault.items;

/** 退货原因: why goods come back, and who answers for it where nobody says otherwise. */
export const returnReason = defineRegister({
  module: 'aftersales',
  name: 'returnReason',
  title: '退货原因',
  empty: '新增退货时可选的原因，并设好默认责任方。',
  fields: {
    code: text('原因编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('原因', { required: true, max: 64 }),
    fault: choice('默认责任方', returnFault, { required: true, default: 'buyer' }),
    sortNo: integer('排序', { required: true, default: 100, min: 0, max: 9999 }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
    remark: text('说明', { max: 255 }),
  },
  label: 'name',
  list: ['name', 'code', 'fault', 'sortNo', 'status', 'remark'],
  search: ['name', 'code', 'fault', 'status'],
  form: [['code', 'name'], ['fault', 'sortNo'], ['status'], ['remark']],
  sort: { field: 'sortNo', order: 'asc' },
});
export type ReturnReasonRow = RowOf<typeof returnReason>;

/** Code of the reason of goods that never reached anybody. */
export const LOST = 'lost';

/** What every tenant begins with. */
export const FIRST_REASONS: readonly { code: string; name: string; fault: ReturnFault }[] = [
  { code: 'changedMind', name: '不想要了', fault: 'buyer' },
  { code: 'wrongSize', name: '尺寸不合适', fault: 'buyer' },
  { code: 'notAsDescribed', name: '与描述不符', fault: 'seller' },
  { code: 'defective', name: '质量问题', fault: 'seller' },
  { code: 'missingParts', name: '缺少配件', fault: 'seller' },
  { code: 'wrongItem', name: '发错货', fault: 'seller' },
  { code: 'damagedInTransit', name: '运输破损', fault: 'carrier' },
  { code: LOST, name: '运输丢失', fault: 'carrier' },
  { code: 'undeliverable', name: '无法投递退回', fault: 'carrier' },
  { code: 'late', name: '送达太迟', fault: 'carrier' },
  { code: 'refused', name: '买家拒收', fault: 'buyer' },
  { code: 'channelDecision', name: '平台判定退货', fault: 'channel' },
  { code: 'unknown', name: '来源不明', fault: 'buyer' },
];
