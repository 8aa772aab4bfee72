import { choice, datetime, text, type Values } from '#kit/model/field.ts';
import { OBSERVED } from './listing.ts';
import { marketplace } from './marketplaces.ts';

/** Rows of a sheet of observations at most. */
export const MOST_OFFER_ROWS = 20_000;

/** 行情 by a sheet: a row for each time that a listing was seen. */
export const OFFER_SHEET = {
  marketplace: choice('市场', marketplace, { required: true }),
  itemId: text('平台商品ID', { required: true, max: 64 }),
  title: text('标题', { max: 255, hint: '没有关注过的商品必填' }),
  url: text('链接', { max: 1000, rule: 'url' }),
  category: text('类目', { max: 64 }),
  channelSellerId: text('平台卖家ID', { max: 64, hint: '留空为该商品登记的卖家' }),
  sellerName: text('卖家', { max: 128 }),
  currency: text('币种', { max: 3, rule: 'currencyCode', hint: '留空则同该商品；没有关注过的商品必填' }),
  at: datetime('观察时间', { required: true }),
  ...OBSERVED,
} as const;

/** What files of tools that watch marketplaces call the columns. */
export const OFFER_TITLES = {
  marketplace: ['Marketplace', '站点', '平台'],
  itemId: ['Item ID', 'SKU', 'ASIN', 'Wayfair SKU', 'Product ID', '商品ID'],
  title: ['Title', 'Product Name', 'Item Name', '商品标题'],
  url: ['URL', 'Link', '商品链接'],
  category: ['Category', 'Class', '品类'],
  channelSellerId: ['Seller ID', 'Store ID', '卖家ID'],
  sellerName: ['Seller', 'Seller Name', 'Store', 'Brand', '卖家名称', '店铺名称'],
  currency: ['Currency', 'Currency Code'],
  at: ['Date', 'Observed At', 'Time', 'Timestamp', '日期', '时间', '采集时间'],
  price: ['Price', 'Sale Price', '售价'],
  stockState: ['Stock', 'Availability', 'Stock Status', '库存状态', '库存'],
  rating: ['Rating', 'Review Rating', 'Stars', '星级'],
  reviewCount: ['Reviews', 'Review Count', 'Rating Count', '评价数'],
  rank: ['Rank', 'BSR', 'Sales Rank', '类目排名'],
} as const satisfies Partial<Record<keyof typeof OFFER_SHEET, readonly string[]>>;

export type OfferSheetRow = Values<typeof OFFER_SHEET>;
