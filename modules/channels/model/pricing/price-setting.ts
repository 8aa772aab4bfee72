import { integer, link, price, rate } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/**
 * 定价参数: what the floor of a price is calculated with beside cost and fees (domain.md §4), of a shop or of one of
 * its listings; and from which change on a price needs another person (domain.md §2.4, policy).
 */
export const priceSetting = defineRegister({
  module: 'channels',
  name: 'priceSetting',
  title: '定价参数',
  empty: '由财务复核按店铺填写目标毛利率、操作费和运费预估，底价按它们计算；没有填写时底价只含成本和渠道费用。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    channelProductId: link('渠道产品', 'channels:channelProduct', {
      hint: '不选为整个店铺；选了只覆盖这个产品的目标毛利率、操作费和运费',
    }),
    targetMargin: rate('目标毛利率', { percent: true, min: 0, max: 1 }),
    handling: price('操作费', { min: 0, max: 1_000_000, hint: '每件，按店铺结算币种' }),
    freightEstimate: price('运费预估', {
      min: 0,
      max: 1_000_000,
      hint: '每件，按店铺结算币种；平台承担运费的填 0',
    }),
    reviewPct: integer('变动审批线', { percent: true, min: 1, max: 100, hint: '变动达到后须另一人审批，留空为 30%' }),
    delayPct: integer('大幅变动线', { percent: true, min: 1, max: 1000, hint: '变动达到后延迟生效，留空为 75%' }),
    delayDays: integer('延迟天数', { min: 0, max: 90, hint: '大幅变动几天后生效，留空为 7 天' }),
  },
  label: 'id',
  list: [
    'accountId',
    'channelProductId',
    'targetMargin',
    'handling',
    'freightEstimate',
    'reviewPct',
    'delayPct',
    'delayDays',
    'updateBy',
    'updateTime',
  ],
  search: ['accountId', 'channelProductId'],
  form: [
    ['accountId', 'channelProductId'],
    ['targetMargin', 'handling'],
    ['freightEstimate', 'reviewPct'],
    ['delayPct', 'delayDays'],
  ],
  scope: { shops: 'accountId' },
  masks: { profit: ['targetMargin'] },
});
export type PriceSettingRow = RowOf<typeof priceSetting>;
