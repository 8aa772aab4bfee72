import type { Tx } from '#kit/server/database.ts';
import { implement, type Route } from '#kit/server/route.ts';
import {
  financeAnalysisRoute,
  ordersAnalysisRoute,
  performanceAnalysisRoute,
  salesAnalysisRoute,
  stockAnalysisRoute,
  type Span,
} from '../../model/analysis.ts';
import type { FigureCache, FigureGroup } from './figure-cache.ts';
import { financeAnalysis } from './finance.ts';
import type { Lists } from './listed.ts';
import { ordersAnalysis } from './orders.ts';
import { performanceAnalysis } from './performance.ts';
import { readSpan } from './period.ts';
import { salesAnalysis } from './sales.ts';
import { stockAnalysis } from './stock.ts';

/** Whose rows the figures of each group are made of. */
const GROUPS = {
  sales: { name: 'sales', madeOf: ['orders', 'inventory', 'catalog', 'base'] },
  orders: { name: 'orders', madeOf: ['orders', 'fulfilment', 'finance', 'base'] },
  stock: { name: 'stock', madeOf: ['inventory', 'catalog', 'base'] },
  performance: { name: 'performance', madeOf: ['orders', 'fulfilment', 'aftersales', 'channels', 'base'] },
  finance: { name: 'finance', madeOf: ['finance', 'base'] },
} as const satisfies Readonly<Record<string, FigureGroup>>;

/** The figures of the home page by group, each kept for a minute for the readers who see the same rows. */
export const analysisRoutes = (cache: FigureCache, lists: Lists): Route[] => {
  const answer =
    <T>(group: FigureGroup, count: (tx: Tx, span: Span, lists: Lists) => Promise<T>) =>
    (call: { query: Readonly<Partial<Record<string, string>>>; tx: <R>(work: (tx: Tx) => Promise<R>) => Promise<R> }) =>
      call.tx((tx) => {
        const span = readSpan(tx, call.query);
        return cache.of(tx, group, `${span.from} ${span.to}`, () => count(tx, span, lists));
      });
  return [
    implement(salesAnalysisRoute, answer(GROUPS.sales, salesAnalysis)),
    implement(ordersAnalysisRoute, answer(GROUPS.orders, ordersAnalysis)),
    implement(stockAnalysisRoute, answer(GROUPS.stock, stockAnalysis)),
    implement(performanceAnalysisRoute, answer(GROUPS.performance, performanceAnalysis)),
    implement(financeAnalysisRoute, answer(GROUPS.finance, financeAnalysis)),
  ];
};
