import { text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** Cards that one person may put in order. */
export const MOST_CARDS = 200;

interface HomeArrangement {
  /** Keys of cards, first to last; those that are missing come after, by their deadline. */
  cards: string[];
}

export const arrangementRoute = defineRoute({
  method: 'GET',
  path: '/desk/home',
  access: 'signedIn',
  summary: '首页卡片顺序',
  result: shape<HomeArrangement>(),
});

export const storeArrangementRoute = defineRoute({
  method: 'PUT',
  path: '/desk/home',
  access: 'signedIn',
  summary: '保存首页卡片顺序',
  body: shape<HomeArrangement>(),
  result: shape<HomeArrangement>(),
});

/** Of a day, a shop or a SKU; amounts of different currencies are never added. */
export interface SalesFigures {
  orders: number;
  units: number;
  amount: string;
}

type InCurrency = SalesFigures & { currency: string };
export type DayFigures = SalesFigures & { day: string };

/** A list of the console and the filter it opens with. */
export interface Leads {
  path: string;
  query: Record<string, string>;
}

/** What sold in one currency, and in as many days before. */
export interface CurrencySales {
  currency: string;
  days: DayFigures[];
  before: DayFigures[];
  /** The orders that are counted. */
  leads: Leads;
}

interface DayShipments {
  day: string;
  shipments: number;
}

export interface Analysis {
  days: string[];
  byDay: CurrencySales[];
  byShop: (InCurrency & { accountId: string; name: string; leads: Leads })[];
  topSkus: (InCurrency & { skuId: string; skuCode: string; name: string })[];
  byStatus: { status: string; orders: number; leads: Leads }[];
  /** What left the warehouses; null for who sees no shipments. */
  shipped: { days: DayShipments[]; before: DayShipments[]; leads: Leads } | null;
}

export const analysisRoute = defineRoute({
  method: 'GET',
  path: '/desk/analysis',
  access: { permission: 'desk:analysis:list' },
  summary: '经营概览',
  query: { days: text('天数：1、7 或 30') },
  result: shape<Analysis>(),
});
