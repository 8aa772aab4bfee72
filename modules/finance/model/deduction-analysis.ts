import { dict } from '#kit/model/dict.ts';
import { choice, date, integer, link, money, rate, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { deductionType } from './deduction.ts';

/** Days back that are looked at where nobody asks for others. */
export const DEDUCTION_ANALYSIS_DAYS = 90;

/** What deductions are put together by. */
export const deductionGroup = dict('deduction_group', {
  type: '类型',
  sku: 'SKU',
  warehouse: '仓库',
  carrier: '承运商',
  shop: '店铺',
});
export type DeductionGroup = keyof typeof deductionGroup.items;

/** 扣款分析: what channels kept, by what is to be mended or claimed, in each currency by itself. */
export const deductionAnalysis = defineView({
  module: 'finance',
  name: 'deductionAnalysis',
  title: '扣款分析',
  empty: '这段时间没有扣款；有了之后，按类型、SKU、仓库、承运商和店铺看钱扣在哪里。',
  fields: {
    groupBy: choice('维度', deductionGroup, { always: true }),
    postedOn: date('最近一次', { always: true }),
    name: text('对象', { always: true }),
    type: choice('类型', deductionType),
    skuId: link('SKU', 'catalog:sku'),
    warehouseId: link('仓库', 'base:warehouse'),
    carrier: text('承运商'),
    accountId: link('店铺', 'base:channelAccount'),
    currency: text('币种', { always: true }),
    deductionCount: integer('笔数', { always: true }),
    amount: money('扣款金额', 'currency', { always: true }),
    share: rate('占扣款', { always: true, percent: true }),
    recovered: money('追回金额', 'currency', { always: true }),
    loss: money('净损失', 'currency', { always: true }),
    disputedCount: integer('申诉笔数', { always: true }),
    winRate: rate('追回率', { percent: true }),
    openCount: integer('待处理', { always: true }),
    topType: choice('主要类型', deductionType, { always: true }),
    topShare: rate('占比', { always: true, percent: true }),
  },
  label: 'id',
  list: [
    { key: 'name', picture: ['skuId'] },
    { key: 'amount', under: ['deductionCount'] },
    { key: 'share', under: ['openCount'] },
    { key: 'recovered', under: ['disputedCount'] },
    'winRate',
    'loss',
    { key: 'topType', under: ['topShare'] },
    'postedOn',
  ],
  search: ['postedOn', 'groupBy', 'type', 'skuId', 'warehouseId', 'carrier', 'accountId', 'currency'],
  sort: { field: 'amount', order: 'desc' },
});

export const analysisReversed = (p: { from: string; to: string }) =>
  new Refusal('finance.analysisReversed', `开始日期 ${p.from} 晚于结束日期 ${p.to}`, { status: 422 });
