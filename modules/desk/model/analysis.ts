import { dict } from '#kit/model/dict.ts';
import { text, type Fields } from '#kit/model/field.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { PerformanceMetric } from '#modules/channels/model/performance.ts';

/** Days that the figures of the home page are about. */
export const analysisPeriod = dict('analysis_period', {
  today: '今日',
  yesterday: '昨日',
  week: '近 7 天',
  month: '近 30 天',
  custom: '自定义',
});
export type AnalysisPeriod = keyof typeof analysisPeriod.items;

/** The longest period that somebody may choose. */
export const MOST_ANALYSED_DAYS = 366;

/** Right to see what was sold and what is owed in money; how many there are sees everybody who sees the rows. */
export const SEE_MONEY = 'desk:analysis:money';

/** What every question asks by: a period, and of 自定义 its first and last day. */
const ASKED = {
  period: text('期间'),
  from: text('开始日期'),
  to: text('结束日期'),
} as const satisfies Fields;

const ACCESS = { permission: 'desk:analysis:list' } as const;

/** A list of the console and the filter it opens with. */
export interface Leads {
  path: string;
  query: Record<string, string>;
}

/** Days that were counted, and as many right before them. */
export interface Span {
  from: string;
  to: string;
  beforeFrom: string;
  beforeTo: string;
}

/** Rows of a list, and in as many days before where these are counted by days. */
export interface Counted {
  count: number;
  before?: number;
  leads: Leads;
}

/** Of a day, a shop, a SKU: money in the base currency, null where the reader sees none. */
export interface SalesFigures {
  orders: number;
  units: number;
  amount: string | null;
  profit: string | null;
}

export type DayFigures = SalesFigures & { day: string };

/** Of a whole period. */
export type SalesTotals = SalesFigures & { average: string | null; profitRate: string | null };

/** Something sales are put together by; `id` is null where the lines have none. */
export type NamedFigures = SalesFigures & { id: string | null; name: string; leads: Leads };

export interface SalesAnalysis {
  span: Span;
  currency: string;
  now: SalesTotals;
  before: SalesTotals;
  days: DayFigures[];
  daysBefore: DayFigures[];
  byShop: NamedFigures[];
  topSkus: NamedFigures[];
  byCategory: NamedFigures[];
  byState: NamedFigures[];
  /** Orders, and the lines that they are made of. */
  orders: Leads;
  lines: Leads;
  /** Lines that are in no amount: their currency has no rate on their day. */
  unrated: (Counted & { currency: string })[];
  /** Lines whose cost nobody knows: they are in no profit. */
  unknownCost: Counted | null;
}

/** 销售; null for who sees no sales. */
export const salesAnalysisRoute = defineRoute({
  method: 'GET',
  path: '/desk/analysis/sales',
  access: ACCESS,
  summary: '工作台：销售',
  query: ASKED,
  result: shape<SalesAnalysis | null>(),
});

/** How far the orders of a period have come. */
export const FUNNEL = ['ordered', 'accepted', 'shipped', 'delivered', 'invoiced', 'paid'] as const;
export type FunnelStep = (typeof FUNNEL)[number];

/** How long a step took those that ended it in the period. */
export interface CycleTime extends Counted {
  step: 'accept' | 'ship' | 'deliver';
  /** Hours within which half of them, and nine of ten, were through; null: there were none. */
  p50: string | null;
  p90: string | null;
  p50Before: string | null;
}

interface DayShipments {
  day: string;
  shipments: number;
}

export interface OrdersAnalysis {
  span: Span;
  funnel: (Counted & { step: FunnelStep })[];
  /** Cancelled and refused ones among all that were ordered. */
  cancelled: Counted;
  all: Counted;
  cycles: CycleTime[] | null;
  /** Orders that are open now, by state. */
  open: (Counted & { status: string })[];
  /** What left the warehouses; null for who sees no shipments. */
  shipped: (Counted & { days: DayShipments[]; daysBefore: DayShipments[] }) | null;
}

/** 订单; null for who sees none. */
export const ordersAnalysisRoute = defineRoute({
  method: 'GET',
  path: '/desk/analysis/orders',
  access: ACCESS,
  summary: '工作台：订单',
  query: ASKED,
  result: shape<OrdersAnalysis | null>(),
});

/** What lies in the warehouses of an age. */
export interface AgeBandFigures {
  key: string;
  title: string;
  units: number;
  /** null: hidden from the reader. */
  value: string | null;
  leads: Leads;
}

export interface StockAnalysis {
  span: Span;
  currency: string;
  /** Units that lie there and what they cost; null: hidden from the reader. */
  units: number;
  value: string | null;
  stock: Leads;
  /** Days that the value lasts at what was sold of it in the period; null: nothing was, or hidden. */
  turnoverDays: string | null;
  movements: Leads;
  out: Counted;
  low: Counted;
  oversold: Counted;
  /** Places with something to sell, of all. */
  inStockRate: string | null;
  stale: Counted | null;
  bands: AgeBandFigures[] | null;
}

/** 库存; null for who sees none. */
export const stockAnalysisRoute = defineRoute({
  method: 'GET',
  path: '/desk/analysis/stock',
  access: ACCESS,
  summary: '工作台：库存',
  query: ASKED,
  result: shape<StockAnalysis | null>(),
});

/** A metric of a shop. */
export interface ShopMetric {
  accountId: string;
  account: string;
  metric: PerformanceMetric;
  value: string | null;
  target: string | null;
  forecast: string | null;
  state: 'met' | 'missed' | 'none';
  missed: number;
  leads: Leads;
}

export interface PerformanceAnalysis {
  span: Span;
  metrics: ShopMetric[];
  missed: Counted;
}

/** 渠道绩效; null for who sees none. */
export const performanceAnalysisRoute = defineRoute({
  method: 'GET',
  path: '/desk/analysis/performance',
  access: ACCESS,
  summary: '工作台：渠道绩效',
  query: ASKED,
  result: shape<PerformanceAnalysis | null>(),
});

/** Documents and what they come to in the base currency. */
export interface MoneyFigure extends Counted {
  amount: string | null;
  amountBefore?: string | null;
}

export interface FinanceAnalysis {
  span: Span;
  currency: string;
  /** Each is null for who does not see its list. */
  receivable: MoneyFigure | null;
  overdue: MoneyFigure | null;
  unmatched: MoneyFigure | null;
  parked: MoneyFigure | null;
  deducted: MoneyFigure | null;
  /** Decided disputes of deductions of the period, and those of them that brought something back. */
  disputes: (Counted & { won: number; winRate: string | null }) | null;
  /** Currencies without a rate today: what is in them is in no amount. */
  unrated: string[];
}

/** 财务; null for who sees none of it. */
export const financeAnalysisRoute = defineRoute({
  method: 'GET',
  path: '/desk/analysis/finance',
  access: ACCESS,
  summary: '工作台：财务',
  query: ASKED,
  result: shape<FinanceAnalysis | null>(),
});

export const periodUnknown = (): string => '没有这个期间，请选今日、昨日、近 7 天、近 30 天或自定义';
export const dayMissing = (): string => '请填写日期，如 2026-11-30';
export const periodReversed = (): string => '结束日期早于开始日期';
export const periodTooLong = () =>
  new Refusal('desk.periodTooLong', `一次最多看 ${MOST_ANALYSED_DAYS} 天，请缩短日期范围`, { status: 422 });
