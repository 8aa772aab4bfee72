import { integer, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { ColumnKind } from './report-columns.ts';

/** One observation, as charts read it. Amounts are decimal texts; null: not seen. */
export interface TrendPoint {
  /** `YYYY-MM-DD HH:mm:ss` in the tenant's zone. */
  at: string;
  price: string | null;
  rank: number | null;
  rating: string | null;
  reviewCount: number | null;
  /** 有货, 少量, 缺货. */
  stock: string | null;
}

export interface Trend {
  currency: string;
  /** Each seller that was seen, the listing's own first. */
  sellers: { id: string; name: string; isMain: boolean; points: TrendPoint[] }[];
}

/** Days back that a trend shows. */
export const TREND_QUERY = { days: integer('天数', { min: 1, max: 366 }) } as const;

/** Price and rank of a listing over time. */
export const listingTrendRoute = defineRoute({
  method: 'GET',
  path: '/market/marketListing/:id/trend',
  access: { permission: 'market:marketListing:list' },
  summary: '市场Listing的价格与排名走势',
  query: TREND_QUERY,
  result: shape<Trend>(),
});

/** A listing beside others. */
export interface Compared {
  id: string;
  title: string;
  itemId: string;
  marketplace: string;
  category: string | null;
  url: string | null;
  seller: string | null;
  isOwn: boolean;
  currency: string;
  price: string | null;
  /** Least and greatest price of the last 30 days. */
  least: string | null;
  most: string | null;
  rating: string | null;
  reviewCount: number | null;
  rank: number | null;
  stock: string | null;
  lastSeenAt: string | null;
  skuCode: string | null;
  /** What the channel pays for it, for whoever may see channel products; null: none, or not for them. */
  basePrice: string | null;
}

/** Two to five listings side by side. */
export const compareListingsRoute = defineRoute({
  method: 'GET',
  path: '/market/compare',
  access: { permission: 'market:marketListing:list' },
  summary: '市场Listing对比',
  query: { ids: text('Listing', { required: true, max: 400 }) },
  result: shape<Compared[]>(),
});

/** A column of a parsed report that its file has. */
export interface ReportTableColumn {
  key: string;
  title: string;
  kind: ColumnKind;
  /** Decimal text; null: nothing to sum, or no row says anything. */
  sum: string | null;
}

export interface ReportTable {
  edition: number;
  columns: ReportTableColumn[];
  /** By the keys of `columns`; null: the file says nothing. */
  rows: { rowNo: number; values: Record<string, string | number | boolean | null> }[];
  total: number;
}

/** Which rows of a parsed report. */
export const TABLE_QUERY = {
  edition: integer('版本', { min: 1, max: 1_000_000 }),
  pageNo: integer('页', { min: 1, max: 1_000_000 }),
  pageSize: integer('每页', { min: 1, max: 200 }),
} as const;

/** The rows of a parsed report, a page at a time. */
export const reportTableRoute = defineRoute({
  method: 'GET',
  path: '/market/marketReport/:id/table',
  access: { permission: 'market:marketReport:list' },
  summary: '市场报表的数据',
  query: TABLE_QUERY,
  result: shape<ReportTable>(),
});
