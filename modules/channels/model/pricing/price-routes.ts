import { choice, date, link, price, text, type Values } from '#kit/model/field.ts';
import { dict } from '#kit/model/dict.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import { priceRecord, priceType, type PriceType } from './price-record.ts';

/** Listings that are priced in one go at most. */
export const MOST_ADJUSTED = 1000;

/** Rows of a sheet of prices at most. */
export const MOST_PRICE_ROWS = 20_000;

export const adjustWay = dict('price_adjust_way', {
  set: '设为',
  percent: '按比例(±%)',
  amount: '加减金额',
  margin: '按目标毛利率(%)',
});
export type AdjustWay = keyof typeof adjustWay.items;

/** What 批量调价 asks beside the listings. */
export const adjustFields = {
  type: choice('价格类型', priceType, { required: true, default: 'baseCost' }),
  way: choice('方式', adjustWay, { required: true, default: 'set' }),
  amount: price('数值', {
    required: true,
    min: -10_000_000,
    max: 10_000_000,
    hint: '比例和毛利率填百分数：降 5% 填 -5，毛利率 20% 填 20',
  }),
  effectiveFrom: date('生效日', { required: true }),
  reason: text('调价原因', { max: 255 }),
} as const;

/** What one listing would be priced at, and what stands in the way. Hidden figures are left out. */
export interface AdjustedRow {
  id: string;
  channelSku: string;
  skuCode: string | null;
  shop: string;
  currency: string;
  cost?: string | null;
  floor?: string | null;
  current: string | null;
  next: string | null;
  changePct: string | null;
  marginRate?: string | null;
  mapPrice: string | null;
  /** The day from which it would hold, where that is later than asked for. */
  delayedTo: string | null;
  /** Why another person approves it; empty where nobody has to. */
  reasons: readonly string[];
  /** Whether it is below the floor is only said once it is submitted. */
  isUnjudged: boolean;
  /** Why nothing comes of it; null where something does. */
  fault: string | null;
}

export interface AdjustAnswer {
  rows: AdjustedRow[];
  /** How many can be priced. */
  able: number;
  /** How many went on at once, and how many wait for another person; nothing of a preview. */
  scheduled: number;
  pending: number;
}

/** Which listings: by id, or all on sale of one shop. */
export interface AdjustScope {
  ids?: readonly string[] | undefined;
  accountId?: string | undefined;
}

/** 批量调价: tried with `dryRun`, which writes nothing; else what can be priced is submitted. */
export const adjustPricesRoute = defineRoute({
  method: 'POST',
  path: '/channels/priceRecord/adjust',
  access: { permission: 'channels:priceRecord:add' },
  summary: '批量调价',
  body: shape<AdjustScope & Values<typeof adjustFields> & { dryRun?: boolean }>(adjustFields),
  result: shape<AdjustAnswer>(),
});

/** 提报文件: prices that the marketplace still has to put in force, of one shop or of all. */
export const priceProposalRoute = defineRoute({
  method: 'GET',
  path: '/channels/priceRecord/proposal',
  access: { permission: 'channels:priceRecord:propose' },
  summary: '价格提报文件',
  query: { accountId: link('店铺', 'base:channelAccount') },
  givesFile: true,
});

/** The columns of the proposal. Partner Home publishes no template: these are the names of its cost-stack file. */
export const PROPOSAL_COLUMNS = [
  'Store',
  'Supplier Part Number',
  'SKU',
  'Price Type',
  'Current Price',
  'New Price',
  'Currency',
  'Effective Date',
  'Reference',
] as const;

export const PROPOSAL_TYPES: Readonly<Record<PriceType, string>> = {
  baseCost: 'Base Cost',
  msrp: 'MSRP',
  map: 'MAP',
  dropshipFee: 'Dropship Fee',
};

const { type, value, effectiveFrom, reason, channelProductId } = priceRecord.fields;

/** What 新增 of a price asks. */
export const PRICE_FORM = { channelProductId, type, value, effectiveFrom, reason } as const;

/** 调价 by a sheet: a row for each price. */
export const PRICE_SHEET = {
  accountId: link('店铺', 'base:channelAccount', { required: true }),
  channelSku: text('渠道SKU', { required: true, max: 64 }),
  type: choice('价格类型', priceType, { hint: '留空为供货价' }),
  value,
  effectiveFrom,
  reason,
} as const;

export const PRICE_TITLES = {
  accountId: ['Store', 'Shop'],
  channelSku: ['Supplier Part Number', 'SupplierPart Number', 'Part Number'],
  type: ['Price Type'],
  value: ['New Price', 'Base Cost', '新供货价'],
  effectiveFrom: ['Effective Date', '生效日期'],
  reason: ['原因', '备注'],
} as const;

export type PriceSheetRow = Values<typeof PRICE_SHEET>;
