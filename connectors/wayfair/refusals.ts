import { withOriginal } from '#kit/model/foreign-words.ts';

/** The channel's refusals in Chinese, its own words kept beside them. */

const KNOWN: readonly [pattern: RegExp, chinese: string][] = [
  [/^access denied\b/i, '渠道拒绝访问，该应用没有此项权限'],
  [/purchase order could not be found/i, '渠道找不到该订单'],
  [/purchase order has been cancelled/i, '订单已在渠道取消'],
  [/purchase order has already been responded to/i, '订单已在渠道答复过'],
  [/part number is not on the purchase order/i, '渠道订单中没有该商品'],
  [/line item is missing/i, '渠道订单中的商品行未全部提交'],
  [/line item is listed twice/i, '同一商品行提交了两次'],
  [/line item has been cancelled/i, '商品行已在渠道取消'],
  [/line item has already been shipped/i, '商品行已发货'],
  [/quantity does not match purchase order/i, '数量与渠道订单不一致'],
  [/unit price does not match purchase order/i, '单价与渠道订单不一致'],
  [/estimated ship date is in the past/i, '预计发货日已过'],
  [/estimated ship date is too far in the future/i, '预计发货日过晚'],
  [/quantity already processed/i, '该数量已处理过'],
  [/quantity on hand must not be negative/i, '在库数量不能为负'],
  [/quantity must not be negative/i, '数量不能为负'],
  [/invalid supplier id/i, '供应商ID无效，不属于该应用'],
  [/unknown supplier part number/i, '渠道没有该商品编号'],
  [/only TRUE_UP inventory feeds/i, '沙箱只接受全量库存'],
  [/inventory feed exceeds the maximum/i, '一次推送的库存行数超过渠道上限'],
  [/next availability date must be/i, '预计到货时间格式不正确'],
  [/cancellation request could not be found/i, '渠道找不到该取消请求'],
  [/cancellation request was already answered/i, '取消请求已答复过'],
  [/reason must have 1 to 500 characters/i, '原因须为1至500个字符'],
  [/unable to process request/i, '渠道无法处理该请求'],
  [/validation error/i, '渠道不认识请求中的字段或参数'],
  [/cannot represent value/i, '渠道不接受该值的格式'],
];

/** `中文（原文：the channel's words）`; text without a known meaning stays as it came. */
export function inChinese(text: string): string {
  const known = KNOWN.find(([pattern]) => pattern.test(text));
  return known ? withOriginal(known[1], text) : text;
}
