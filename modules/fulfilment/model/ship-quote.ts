import { flag, integer, length, link, text, weight } from '#kit/model/field.ts';
import type { Values } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { ShipQuote } from '#modules/base/model/ship-quote.ts';

/** From where and to where something is sent. */
export const quoteFields = {
  warehouseId: link('发货仓', 'base:warehouse', { required: true }),
  country: text('国家', { required: true, max: 3, written: 'country', default: 'US' }),
  postalCode: text('邮编', { required: true, max: 16 }),
  isResidential: flag('住宅地址', { default: true }),
};

/** Cartons of one size. */
export const quotedCarton = {
  lengthMm: length('长', { required: true, min: 1, max: 20_000 }),
  widthMm: length('宽', { required: true, min: 1, max: 20_000 }),
  heightMm: length('高', { required: true, min: 1, max: 20_000 }),
  weightG: weight('重量', { required: true, min: 1, max: 2_000_000 }),
  qty: integer('箱数', { required: true, default: 1, min: 1, max: 200 }),
};

/** Units of a SKU, in the cartons that it ships in. */
export const quotedUnits = {
  skuId: link('SKU', 'catalog:sku', { required: true }),
  qty: integer('件数', { required: true, default: 1, min: 1, max: 200 }),
};

/** Most cartons of one quote. */
export const MOST_QUOTED = 200;

export type QuotedCarton = Values<typeof quotedCarton>;
export type QuotedUnits = Values<typeof quotedUnits>;

/** What was asked: typed cartons, or units of SKUs, or both. */
export type QuoteRequest = Values<typeof quoteFields> & {
  cartons?: readonly QuotedCarton[];
  skus?: readonly QuotedUnits[];
};

/** An offer, with the cartons that were priced. */
export interface AnsweredQuote extends ShipQuote {
  cartons: { lengthMm: number; widthMm: number; heightMm: number; weightG: number }[];
}

/** 运费试算: what each way to ship asks for a shipment of today. */
export const shipQuoteRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/shipQuote',
  access: { permission: 'base:shipMethod:list' },
  summary: '运费试算',
  effect: 'reads',
  body: shape<QuoteRequest>(quoteFields),
  result: shape<AnsweredQuote>(),
});
