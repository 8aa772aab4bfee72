import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { supplierProduct } from '../../model/supply/supplier-product.ts';
import { supplyFeed } from '../../model/supply/supply-feed.ts';
import { supplierStockRows } from './stock-rows.ts';

export const supplyTodos: readonly Todo[] = [
  {
    sort: 43.2,
    key: 'supplyChanged',
    band: 'today',
    doneBy: ['purchasing:supplierProduct:apply'],
    title: '供货变更待确认',
    hint: '价格变动大，等人应用',
    resource: supplierProduct,
    where: sql`t.status = 'changed'`,
    path: '/supply/product',
    query: { status: 'changed' },
  },
  {
    sort: 43.4,
    key: 'supplyNew',
    band: 'today',
    doneBy: ['purchasing:supplierProduct:link'],
    title: '供货新品',
    hint: '关联SKU、建品或忽略',
    resource: supplierProduct,
    where: sql`t.status = 'new'`,
    path: '/supply/product',
    query: { status: 'new' },
  },
  {
    sort: 43.6,
    key: 'supplyFault',
    band: 'wrong',
    doneBy: ['purchasing:supplyFeed:run'],
    title: '供货源异常',
    hint: '拉取失败或被拦截',
    resource: supplyFeed,
    where: sql`t.status = 'enabled' and t.last_run_status in ('partial', 'held', 'failed')`,
    path: '/supply/supplier',
    query: { lastRunStatus: 'partial,held,failed', status: 'enabled' },
  },
  {
    sort: 43.8,
    key: 'supplyExpired',
    band: 'wrong',
    rights: ['purchasing:supplierStock:list'],
    madeOf: ['purchasing:supplierProduct', 'purchasing:supplyFeed'],
    title: '供货库存过期',
    hint: '没有更新，按 0 计',
    path: '/supply/inventory',
    query: { freshness: 'expired' },
    async count(tx) {
      const [row] = await tx.query<{ n: number }>(sql`
        select count(*)::integer as n from (${supplierStockRows(tx)}) t where t.freshness = 'expired'`);
      return row?.n ?? 0;
    },
  },
];
