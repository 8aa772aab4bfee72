import { integer, link, price } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** A sale that is tried out. */
export const trialFields = {
  accountId: link('店铺', 'base:channelAccount', { required: true }),
  skuId: link('SKU', 'catalog:sku', { required: true }),
  qty: integer('件数', { required: true, default: 1, min: 1, max: 100_000 }),
  unitPrice: price('单价', { required: true, min: 0, max: 10_000_000 }),
  shipMethodId: link('物流渠道', 'base:shipMethod'),
};

/** What one rule takes of it, and how that comes about. */
export interface TriedFee {
  id: string;
  code: string;
  feeType: string;
  feeType_dictText: string;
  /** In words: `259.98 × 3%，最低 1.00`. */
  how: string;
  amount: string;
}

export interface FeeTrial {
  currency: string;
  net: string;
  fees: TriedFee[];
  total: string;
  /** Of the net, as `0.0312`; null where that is nothing. */
  share: string | null;
  /** Cartons that weight and volume come from are missing: fees by them count nothing. */
  isUnmeasured: boolean;
}

/** 渠道费用试算: what the rules of today take of a sale. */
export const feeTrialRoute = defineRoute({
  method: 'GET',
  path: '/channels/channelFee/trial',
  access: { permission: 'channels:channelFee:list' },
  summary: '渠道费用试算',
  query: trialFields,
  result: shape<FeeTrial>(),
});
