import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayIn } from '#kit/model/time.ts';
import { systemActor } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { listPage } from '#kit/server/query/list.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { stockAge } from '#modules/inventory/model/stock-age.ts';
import { stockOfDay } from '#modules/inventory/model/stock-of-day.ts';
import { stockAgeRows } from '#modules/inventory/server/stock-age.ts';
import { stockOfDayRows } from '#modules/inventory/server/stock-of-day.ts';
import { orderKeyword } from '#modules/orders/server/order-keyword.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

/** What a page of a list may cost, by the statements it is made of and by their plans. */
let scene: TestApp;
let admin: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => scene.app.db.tx(systemActor(1, 'test'), work);

interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function planOf(tx: Tx, statement: Sql): Promise<PlanNode[]> {
  const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`explain (analyze, format json) ${statement}`,
  );
  if (!row) throw new Error('EXPLAIN answered no plan');
  return nodesOf(row['QUERY PLAN'][0].Plan);
}

/** A transaction that notes what is asked of it, in the order of asking. */
function watched(tx: Tx): { tx: Tx; seen: Sql[] } {
  const seen: Sql[] = [];
  const noting = Object.assign(Object.create(tx) as Tx, {
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
  return { tx: noting, seen };
}

const textOf = ({ strings, values }: Sql): string =>
  strings.reduce((text, part, at) => {
    const value = values[at - 1] as Partial<Sql> | undefined;
    return `${text}${value?.isSql ? textOf(value as Sql) : '$'}${part}`;
  });

test('no question gets more than one processor', async () => {
  covers('ours: bounds of a caller');
  const setting = (tx: Pick<Tx, 'platform'>['platform']): Promise<{ n: string }> =>
    tx.one<{ n: string }>`select current_setting('max_parallel_workers_per_gather') as n`;
  expect(await inTx((tx) => setting(tx.platform))).toEqual({ n: '0' });
  expect(await scene.app.db.platform(setting)).toEqual({ n: '0' });
});

test('a page far back looks up the labels of its own rows alone', async () => {
  await inTx(async (tx) => {
    const productId = newId();
    await tx.run`insert into product (tenant_id, id, spu_code, name, status, create_by, create_time)
      values (${tx.tenant}, ${productId}::uuid, 'FAR', '床头柜', 'active', 'test', ${tx.now})`;
    await tx.run`insert into sku (tenant_id, id, sku_code, product_id, name, create_by, create_time)
      select ${tx.tenant}, gen_random_uuid(), 'FAR-' || n, ${productId}::uuid, '床头柜', 'test', ${tx.now}
      from generate_series(1, 1000) n`;
  });
  const { registry } = scene.app;
  const query = { spuCode: '', skuCode: 'FAR-*', column: 'skuCode', order: 'asc' };
  const deep = await inTx(async (plain) => {
    const { tx, seen } = watched(plain);
    const page = await listPage(tx, sku, { ...query, pageNo: '90', pageSize: '10' }, { registry });
    const rows = seen.findLast((one) => textOf(one).includes('offset')) as Sql;
    return { page, plan: await planOf(plain, rows) };
  });
  const subPlans = deep.plan.filter((node) => node['Parent Relationship'] === 'SubPlan');
  expect(subPlans.length).toBeGreaterThan(0);
  expect(Math.max(...subPlans.map((node) => node['Actual Loops']))).toBeLessThanOrEqual(10);
  const whole = await inTx(async (tx) => {
    const pages = [];
    for (let pageNo = 1; pageNo <= 5; pageNo++)
      pages.push(
        ...(await listPage(tx, sku, { ...query, pageNo: String(pageNo), pageSize: '200' }, { registry })).records,
      );
    return pages;
  });
  expect(deep.page.records).toEqual(whole.slice(890, 900));
});

test('movements are summed for the rows of a page alone, however many there are', async () => {
  covers('ours: stock of a past day', 'ours: age of stock');
  const { registry } = scene.app;
  for (const [of, rowsOf] of [
    [stockOfDay, (tx: Tx) => stockOfDayRows(tx, { day: dayIn(tx.now, tx.actor.zone) })],
    [stockAge, stockAgeRows],
  ] as const) {
    const plans = await inTx(async (plain) => {
      const { tx, seen } = watched(plain);
      const page = await listPage(tx, of, { pageSize: '5' }, { registry, rows: await rowsOf(plain) });
      expect(page.total).toBeGreaterThan(50);
      const requests = seen.filter((one) => textOf(one).includes('stock_movement'));
      return Promise.all(requests.map((one) => planOf(plain, one)));
    });
    const loops = plans
      .flat()
      .flatMap((node) => (node['Parent Relationship'] === 'SubPlan' ? node['Actual Loops'] : []));
    expect(loops.length, of.name).toBeGreaterThan(0);
    expect(Math.max(...loops), of.name).toBeLessThanOrEqual(5);
  }
});

test('what is searched for is searched once, for the page and for its total', async () => {
  const requests = await inTx(async (plain) => {
    const { tx, seen } = watched(plain);
    const { registry } = scene.app;
    await listPage(tx, salesOrder, { keyword: 'wf' }, { registry, keyword: orderKeyword });
    return seen.map(textOf);
  });
  expect(requests.filter((text) => text.includes('search.sales_order_ids'))).toHaveLength(1);
});

test('a status is counted by the counters, exactly, however many there are', async () => {
  const { accountId } = scene.seller;
  await inTx(
    (tx) => tx.run`insert into status_count (tenant_id, resource, scope_id, state, n)
      values (${tx.tenant}, 'orders:salesOrder', ${accountId}::uuid, 'shipped', 25000),
        (${tx.tenant}, 'orders:salesOrder', ${accountId}::uuid, 'new', 7)
      on conflict (tenant_id, resource, scope_id, state) do update set n = excluded.n`,
  );
  const totalOf = async (query: Record<string, string>): Promise<unknown[]> => {
    const { result } = await admin.get<{ total: number; totalText?: string }>('/orders/salesOrder/list', query);
    return [result.total, result.totalText];
  };
  expect(await totalOf({ status: 'shipped' })).toEqual([25_000, undefined]);
  expect(await totalOf({ status: 'shipped,new' })).toEqual([25_007, undefined]);
  expect(await totalOf({ status: 'shipped', accountId })).toEqual([25_000, undefined]);
  expect(await totalOf({ status: 'no_such_state' })).toEqual([0, undefined]);
  expect(await totalOf({ tab: 'pending', status: 'shipped' })).toEqual([0, undefined]);
  // What the counters do not know is counted row by row: there are none.
  expect(await totalOf({ status: 'shipped', orderNo: 'none' })).toEqual([0, undefined]);
});
