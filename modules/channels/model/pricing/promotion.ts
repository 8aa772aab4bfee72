import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, money, price, quantity, rate, text } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { priceCheck } from './price-record.ts';

export const promotionType = dict('promotion_type', { sale: '促销', clearance: '清仓', event: '大促', b2b: 'B2B' });

const promotionStatus = dict('promotion_status', {
  draft: '草稿',
  pending_approval: '待特批',
  ready: '检查通过',
  scheduled: '未开始',
  running: '进行中',
  ended: '已结束',
  stopped: '已停止',
});

/** Items of a promotion at most. */
export const MOST_PROMOTED = 2000;

/** 促销: listings at a discount for a while; each item passes the floor, or another person has let it go. */
export const promotion = defineDocument({
  module: 'channels',
  name: 'promotion',
  title: '促销',
  fields: {
    promotionNo: text('促销单号', { always: true, derived: true }),
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    name: text('名称', { required: true, max: 128 }),
    type: choice('类型', promotionType, { required: true, default: 'sale' }),
    channelPromoId: text('平台活动号', { max: 64 }),
    startAt: datetime('开始时间', { required: true }),
    endAt: datetime('结束时间', { required: true }),
    currency: text('币种', { always: true, derived: true }),
    budget: money('预算', 'currency', { min: 0 }),
    remark: text('备注', { max: 255 }),
    itemCount: integer('产品数', { always: true, derived: true }),
    blockedCount: integer('拦截数', { always: true, derived: true }),
    leastMargin: rate('最低毛利率', { derived: true, percent: true }),
    askedReason: text('特批原因', { derived: true }),
    approvedBy: text('特批人', { isPerson: true, derived: true }),
    approvedAt: datetime('特批时间', { derived: true }),
    endedAt: datetime('实际结束', { derived: true }),
    outcome: text('停止原因', { derived: true }),
    status: choice('状态', promotionStatus, { always: true, derived: true }),
  },
  label: 'promotionNo',
  list: [
    { key: 'name', under: ['promotionNo'] },
    'type',
    { key: 'startAt', under: ['endAt'] },
    'itemCount',
    'budget',
    'leastMargin',
    'blockedCount',
    { key: 'status', under: ['outcome'] },
    { key: 'accountId', under: ['channelPromoId'] },
    'createTime',
  ],
  search: ['name', 'accountId', 'type', 'startAt', 'endAt', 'promotionNo', 'channelPromoId', 'createTime'],
  form: [['accountId', 'name'], ['type', 'channelPromoId'], ['startAt', 'endAt'], ['budget'], ['remark']],
  scope: { shops: 'accountId' },
  masks: { cost: ['leastMargin'], profit: ['leastMargin'] },
  lines: { 'channels:promotionItem': 'promotionId' },
  draft: {
    states: ['draft'],
    number: { field: 'promotionNo', prefix: 'PR' },
    isDeletable: true,
    lines: {
      of: 'channels:promotionItem',
      title: '参加产品',
      word: '产品',
      columns: ['channelProductId', 'discountPct', 'qtyLimit'],
      most: MOST_PROMOTED,
      fromSheet: true,
    },
  },
});
export type PromotionRow = RowOf<typeof promotion>;

/** 促销产品: one listing of a promotion, what it is sold at and what the floor says of that. */
export const promotionItem = defineDocument({
  module: 'channels',
  name: 'promotionItem',
  title: '促销产品',
  fields: {
    promotionId: link('促销', 'channels:promotion', { required: true }),
    channelProductId: link('渠道SKU', 'channels:channelProduct', { required: true }),
    discountPct: integer('折扣(减)', { percent: true, required: true, min: 0, max: 90 }),
    qtyLimit: quantity('限量'),
    basePrice: price('供货价', { derived: true }),
    promoPrice: price('促销价', { derived: true }),
    floor: price('底价', { derived: true }),
    marginRate: rate('毛利率', { derived: true, percent: true }),
    priceCheck: choice('底价检查', priceCheck, { always: true, derived: true }),
    exceptionPrice: price('特批价', { derived: true }),
    exceptionBy: text('特批人', { isPerson: true, derived: true }),
  },
  label: 'id',
  list: ['channelProductId', 'discountPct', 'basePrice', 'promoPrice', 'floor', 'marginRate', 'priceCheck', 'qtyLimit'],
  search: ['promotionId', 'channelProductId', 'priceCheck'],
  form: [
    ['channelProductId', 'discountPct'],
    ['qtyLimit', 'promoPrice'],
  ],
  sort: { field: 'createTime', order: 'asc' },
  masks: { cost: ['floor', 'marginRate'], profit: ['floor', 'marginRate'] },
});
export type PromotionItemRow = RowOf<typeof promotionItem>;
