import { createRegistry } from '#kit/server/registry.ts';
import { SEALED_MASK } from '#modules/system/model/row-limits.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { systemActor } from '#kit/server/actor.ts';
import { listPage } from '#kit/server/query/list.ts';
import { compile, sql, type Sql, type Statement } from '#kit/server/sql.ts';
import { createVault } from '#kit/server/vault.ts';
import { lifecycles, numbers, resources } from '#app/declarations.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { orderKeyword } from '#modules/orders/server/order-keyword.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

export interface PagePlan {
  /** Rows all scans touched, those discarded too. */
  rowsRead: number;
  /** 8 kB blocks. */
  blocks: number;
  /** Big tables that were read from end to end. */
  fullScans: string[];
}

const registry = createRegistry(
  resources,
  lifecycles,
  createVault('a key that seals nothing here, long enough'),
  SEALED_MASK,
  numbers,
);
const BIG = new Set(['sales_order', 'order_line']);

/** The statements one page of the order list consists of: what is searched, counting, the rows. */
export async function pageStatements(db: Database, tenant: number, query: Record<string, string>): Promise<Sql[]> {
  return db.tx(systemActor(tenant, 'bench'), async (tx) => {
    const seen: Sql[] = [];
    // Inherits the rest: some services of a transaction answer only when asked.
    const watched = Object.assign(Object.create(tx) as Tx, {
      query: <T>(statement: Sql): Promise<T[]> => {
        seen.push(statement);
        return tx.query<T>(statement);
      },
      platform: {
        ...tx.platform,
        rows: <T>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T[]> => {
          seen.push(sql(strings, ...values));
          return tx.platform.rows<T>(strings, ...values);
        },
      },
    });
    await listPage(watched, salesOrder, query, { registry, keyword: orderKeyword });
    return seen;
  });
}

export const toStatement = (one: Sql): Statement => compile(one.strings, one.values);

/** Runs the statements of one page under EXPLAIN and adds up what they read. */
export async function explainPage(db: Database, tenant: number, query: Record<string, string>): Promise<PagePlan> {
  const statements = await pageStatements(db, tenant, query);
  const sum: PagePlan = { rowsRead: 0, blocks: 0, fullScans: [] };
  await db.tx(systemActor(tenant, 'bench'), async (tx) => {
    for (const statement of statements) {
      // What is searched is a call of a function, which names no column.
      const [row] = await tx.platform.rows<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
        explain (analyze, buffers, format json) ${statement}`;
      const plan = row?.['QUERY PLAN'][0]?.Plan;
      if (!plan) throw new Error('EXPLAIN answered no plan');
      sum.blocks += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      addScans(plan, sum);
    }
  });
  return sum;
}

function addScans(node: PlanNode, sum: PagePlan): void {
  if (node['Node Type'].includes('Scan') && !node['Node Type'].startsWith('Bitmap Index')) {
    const each =
      node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    sum.rowsRead += Math.round(each * node['Actual Loops']);
    const table = node['Relation Name'] ?? '';
    if (node['Node Type'] === 'Seq Scan' && BIG.has(table)) sum.fullScans.push(table);
  }
  for (const inner of node.Plans ?? []) addScans(inner, sum);
}
