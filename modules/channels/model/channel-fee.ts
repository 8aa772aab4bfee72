import { dict } from '#kit/model/dict.ts';
import { choice, date, integer, link, money, price, rate, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { enabledStatus } from '#modules/base/model/warehouse.ts';

export const feeType = dict('channel_fee_type', {
  commission: '佣金',
  transaction: '交易费',
  allowance: '折让',
  coop: '合作费',
  handling: '操作费',
  labelService: '面单服务费',
  storage: '仓储费',
  ad: '广告费',
  returnHandling: '退货处理费',
});

/** What a fee is calculated from. */
export const feeBasis = dict('channel_fee_basis', {
  lineNet: '行金额',
  orderNet: '订单金额',
  unit: '件数',
  order: '每单',
  weightKg: '重量(kg)',
  volumeM3: '体积(m³)',
});
export type FeeBasis = keyof typeof feeBasis.items;

/** Of these a share is taken; of the others an amount each. */
export const isMoneyBasis = (basis: FeeBasis): boolean => basis === 'lineNet' || basis === 'orderNet';

export const feeMethod = dict('channel_fee_method', {
  percent: '按比例',
  fixed: '按单价',
  tier: '阶梯',
});

export const feeStack = dict('channel_fee_stack', { add: '叠加', replace: '替换低优先级' });

/**
 * 渠道费用: what a channel takes for a sale, as far as it is known before it bills (domain.md §2.1, §4).
 * Of one type the most particular rules come first (SKU, category, shop, channel), then the priority.
 */
export const channelFee = defineRegister({
  module: 'channels',
  name: 'channelFee',
  title: '渠道费用',
  empty: '登记渠道的佣金、交易费、操作费等，订单的预估利润按它计算。',
  fields: {
    code: text('编码', { required: true, unique: true, max: 64, rule: 'code' }),
    channelCode: text('渠道', { required: true, max: 32 }),
    accountId: link('店铺', 'base:channelAccount', { hint: '不选为该渠道的所有店铺' }),
    feeType: choice('费用类型', feeType, { required: true }),
    basis: choice('计费基数', feeBasis, { required: true, default: 'lineNet' }),
    method: choice('方式', feeMethod, { required: true, default: 'percent' }),
    rate: rate('费率', { percent: true, min: 0, max: 1, hint: '按比例时填' }),
    unitAmount: price('单价', {
      min: 0,
      max: 1_000_000,
      hint: '按单价时填：每件、每单、每kg 或每m³',
    }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    least: money('最低', 'currency', { min: 0 }),
    most: money('最高', 'currency', { min: 0 }),
    categoryId: link('产品分类', 'catalog:productCategory', { hint: '含下级分类' }),
    skuId: link('SKU', 'catalog:sku'),
    shipMethodId: link('物流渠道', 'base:shipMethod', { hint: '不选为所有物流渠道' }),
    effectiveFrom: date('生效日', { required: true }),
    effectiveTo: date('失效日', { hint: '当天仍有效；留空为一直有效' }),
    priority: integer('优先级', {
      required: true,
      default: 0,
      min: 0,
      max: 9999,
      hint: '大的优先',
    }),
    stack: choice('与低优先级', feeStack, { required: true, default: 'add' }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
  },
  label: 'code',
  list: [
    { key: 'code', under: ['feeType'] },
    { key: 'channelCode', under: ['accountId'] },
    { key: 'basis', under: ['method'] },
    { key: 'rate', under: ['unitAmount'] },
    { key: 'least', under: ['most'] },
    { key: 'skuId', under: ['categoryId'] },
    { key: 'effectiveFrom', under: ['effectiveTo'] },
    { key: 'priority', under: ['stack'] },
    'status',
  ],
  search: ['code', 'channelCode', 'accountId', 'feeType', 'effectiveFrom', 'skuId', 'status'],
  form: [
    ['code', 'feeType'],
    ['channelCode', 'accountId'],
    ['basis', 'method'],
    ['rate', 'unitAmount'],
    ['currency', 'priority'],
    ['least', 'most'],
    ['skuId', 'categoryId'],
    ['shipMethodId', 'stack'],
    ['effectiveFrom', 'effectiveTo'],
    ['status'],
  ],
  scope: { shops: 'accountId' },
  lines: { 'channels:channelFeeTier': 'feeId' },
});
export type ChannelFeeRow = RowOf<typeof channelFee>;

/** 费用阶梯: up to where a step reaches, and what it costs. */
export const channelFeeTier = defineRegister({
  module: 'channels',
  name: 'channelFeeTier',
  title: '费用阶梯',
  fields: {
    feeId: link('渠道费用', 'channels:channelFee', { required: true }),
    upTo: price('不超过', { min: 0, max: 1_000_000_000, hint: '含本数；留空为以上全部' }),
    rate: rate('费率', { percent: true, min: 0, max: 1, hint: '基数是金额时填' }),
    amount: price('金额', { min: 0, max: 1_000_000, hint: '基数不是金额时填，整档一价' }),
    note: text('说明', { max: 128 }),
  },
  label: 'id',
  list: ['feeId', 'upTo', 'rate', 'amount', 'note'],
  search: ['feeId'],
  form: [['feeId', 'upTo'], ['rate', 'amount'], ['note']],
  sort: { field: 'upTo', order: 'asc' },
});
