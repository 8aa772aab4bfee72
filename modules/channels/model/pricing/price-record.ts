import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, link, price, rate, text } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** What kind of price of a listing (domain.md §2.4). */
export const priceType = dict('channel_price_type', {
  baseCost: '供货价',
  msrp: '建议零售价',
  map: '最低广告价',
  dropshipFee: '代发费',
});
export type PriceType = keyof typeof priceType.items;

/** What the floor says of a price. */
export const priceCheck = dict('channel_price_check', { pass: '通过', warn: '成本未知', block: '低于底价' });
export type FloorCheck = keyof typeof priceCheck.items;

/** A price that is asked for is no more than this. */
export const MOST_NEW_PRICE = 10_000_000;

const priceSource = dict('channel_price_source', { typed: '单个调价', batch: '批量调价', sheet: '文件导入' });

const priceStatus = dict('channel_price_status', {
  draft: '草稿',
  pending_approval: '待审批',
  scheduled: '待提报',
  submitted: '待平台生效',
  active: '已生效',
  rejected: '被拒',
  superseded: '已替代',
  withdrawn: '已撤回',
});

/** 调价: a price of a listing, from the draft to where it is in force and another takes its place (domain.md §3.7). */
export const priceRecord = defineDocument({
  module: 'channels',
  name: 'priceRecord',
  title: '调价',
  empty: '在这里或“渠道产品”里调价；低于底价、成本未知或变动大的要另一人审批，之后提报给平台。',
  fields: {
    priceNo: text('调价单号', { always: true, derived: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true, derived: true }),
    channelProductId: link('渠道SKU', 'channels:channelProduct', { required: true }),
    skuId: link('SKU', 'catalog:sku', { derived: true }),
    type: choice('价格类型', priceType, { required: true, default: 'baseCost' }),
    value: price('新价', { required: true, min: 0, max: MOST_NEW_PRICE }),
    currency: text('币种', { always: true, derived: true }),
    effectiveFrom: date('生效日', { required: true }),
    reason: text('调价原因', { max: 255 }),
    previousValue: price('现价', { derived: true }),
    changePct: rate('变动', { derived: true, percent: true }),
    cost: price('成本', { derived: true }),
    floor: price('底价', { derived: true }),
    marginRate: rate('毛利率', { derived: true, percent: true }),
    mapPrice: price('MAP', { derived: true }),
    priceCheck: choice('底价检查', priceCheck, { derived: true }),
    reviewReason: text('待审原因', { derived: true }),
    askedFrom: date('申请生效日', { derived: true }),
    effectiveTo: date('失效日', { derived: true }),
    source: choice('来源', priceSource, { always: true, derived: true }),
    submittedBy: text('提交人', { isPerson: true, derived: true }),
    submittedAt: datetime('提交时间', { derived: true }),
    approvedBy: text('审批人', { isPerson: true, derived: true }),
    approvedAt: datetime('审批时间', { derived: true }),
    proposedAt: datetime('提报时间', { derived: true }),
    answeredAt: datetime('平台答复时间', { derived: true }),
    answer: text('答复说明', { derived: true }),
    status: choice('状态', priceStatus, { always: true, derived: true }),
  },
  label: 'priceNo',
  list: [
    { key: 'channelProductId', under: ['skuId'] },
    { key: 'priceNo', under: ['type'] },
    'cost',
    'floor',
    'previousValue',
    { key: 'value', under: ['currency'] },
    'changePct',
    'marginRate',
    'mapPrice',
    { key: 'effectiveFrom', under: ['askedFrom'] },
    { key: 'status', under: ['reviewReason'] },
    { key: 'priceCheck', under: ['answer'] },
    { key: 'accountId', under: ['source'] },
    'submittedBy',
    'approvedBy',
    'createTime',
  ],
  search: [
    'priceNo',
    'accountId',
    'channelProductId',
    'skuId',
    'type',
    'priceCheck',
    'effectiveFrom',
    'submittedBy',
    'createTime',
  ],
  form: [['channelProductId', 'type'], ['value', 'effectiveFrom'], ['reason']],
  scope: { shops: 'accountId' },
  masks: { cost: ['cost', 'floor', 'marginRate'], profit: ['floor', 'marginRate'] },
});
export type PriceRecordRow = RowOf<typeof priceRecord>;
