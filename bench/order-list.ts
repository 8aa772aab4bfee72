import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { measure, send, type Call, type Run, type Target } from './load.ts';
import { explainPage, pageStatements, toStatement, type PagePlan } from './page-plan.ts';
import type { Scene } from './scene.ts';

const WARM = 300;

interface ListQuery {
  /** Begins with the code of the workload in quality.md. */
  name: string;
  query: Record<string, string>;
  /** A page that reads many rows is asked for less often. */
  requests: number;
  /** What it reads grows with what there is to find: no goal compares it over sizes. */
  grows?: true;
  /** Asked only of so many orders: there is no such page of fewer. */
  least?: number;
}

const condition = (field: string, rule: string, val: string) => ({ field, rule, val });
const advanced = (...conditions: object[]): Record<string, string> => ({
  superQueryMatchType: 'and',
  superQueryParams: JSON.stringify(conditions),
  pageSize: '10',
});

const LIST_QUERIES: readonly ListQuery[] = [
  { name: 'W2 pending', query: { tab: 'pending', pageSize: '10' }, requests: 2000 },
  { name: 'W2 shipped', query: { tab: 'shipped', pageSize: '10' }, requests: 1000 },
  { name: 'W2 status=', query: { status: 'shipped', pageSize: '10' }, requests: 1000 },
  {
    name: 'W2b three conditions',
    query: advanced(
      condition('status', 'eq', 'shipped'),
      condition('currency', 'eq', 'USD'),
      condition('total', 'ge', '60'),
    ),
    requests: 200,
    grows: true,
  },
  {
    name: 'W2b high amounts',
    query: advanced(condition('total', 'ge', '948')),
    requests: 500,
    grows: true,
  },
  { name: 'W2c one PO', query: { keyword: 'cs000005000', pageSize: '10' }, requests: 1000 },
  { name: 'W2c contains', query: { keyword: '00500', pageSize: '10' }, requests: 200, grows: true },
  {
    name: 'W2d page 500',
    query: { tab: 'shipped', pageSize: '10', pageNo: '500' },
    requests: 300,
  },
  {
    name: 'W2d page 10000',
    query: { tab: 'shipped', pageSize: '10', pageNo: '10000' },
    requests: 100,
    least: 1_000_000,
  },
  {
    name: 'W2e by amount',
    query: { tab: 'shipped', column: 'total', order: 'desc', pageSize: '10' },
    requests: 500,
  },
];

/** Names of workloads whose cost is no matter of size alone. */
export const GROWING: ReadonlySet<string> = new Set(LIST_QUERIES.filter(({ grows }) => grows).map(({ name }) => name));

export interface ListFigures {
  orders: number;
  runs: Run[];
  plans: Record<string, PagePlan>;
}

type App = Target & { token: string };

const callOf = ({ served, token }: App, query: Record<string, string>): Call => ({
  method: 'GET',
  url: `${served.address}/api/orders/salesOrder/list?${new URLSearchParams(query).toString()}`,
  headers: { 'x-access-token': token },
});

const times = (call: Call, count: number): Call[] => Array.from({ length: count }, () => call);

/** The order list over HTTP with one client and with 16, and what its statements read. */
export async function measureList(scene: Scene, app: App, orders: number): Promise<ListFigures> {
  const runs: Run[] = [];
  const requested = LIST_QUERIES.filter(({ least = 0 }) => orders >= least);
  for (const { name, query, requests } of requested) {
    const call = callOf(app, query);
    await refuseEmpty(call);
    await measure(name, app, 16, times(call, Math.min(WARM, requests / 4)));
    for (const clients of [1, 16]) runs.push(await measure(`${name}, ${orders}`, app, clients, times(call, requests)));
  }
  const db = openTestDatabase({ connection: { ...scene.postgres.app, max: 2 } });
  try {
    const plans: Record<string, PagePlan> = {};
    for (const { name, query } of requested) plans[name] = await explainPage(db, scene.seller.tenant, query);
    return { orders, runs, plans };
  } finally {
    await db.close();
  }
}

/** A figure over an empty answer would say nothing. */
async function refuseEmpty(call: Call): Promise<void> {
  const agent = new Agent();
  const { status, text } = await send(agent, call);
  agent.destroy();
  const answer = JSON.parse(text) as { result?: { records?: unknown[] } };
  if (status !== 200 || !answer.result?.records?.length)
    throw new Error(`${call.url} answers nothing: ${text.slice(0, 300)}`);
}

/** Bare Fastify with the same bytes, and bare pg with the same statements, on the same data. */
export async function measureBare(scene: Scene, app: App): Promise<{ bytes: Run; rows: Run }> {
  const query = LIST_QUERIES[0]?.query ?? {};
  const agent = new Agent();
  const { text } = await send(agent, callOf(app, query));
  agent.destroy();
  const answerFile = join(scene.folder, 'answer.json');
  writeFileSync(answerFile, text);
  const db = openTestDatabase({ connection: { ...scene.postgres.app, max: 2 } });
  const statements = await pageStatements(db, scene.seller.tenant, query);
  await db.close();
  const [count, page] = statements.map(toStatement);
  const { connection, tenant } = { connection: scene.postgres.app, tenant: scene.seller.tenant };
  const bare = await scene.serveBare({ connection, tenant, answerFile, page, count });
  const bytes: Call = { method: 'GET', url: `${bare.served.address}/bytes` };
  await measure('warm', bare, 16, times(bytes, WARM));
  const bytesRun = await measure('bare Fastify, same bytes', bare, 16, times(bytes, 4000));
  const statement = (n: number): Call => ({
    method: 'GET',
    url: `${bare.served.address}/statements?n=${n}&clients=16`,
  });
  await measure('warm', bare, 1, [statement(WARM)]);
  const rows = perPair(await measure('bare pg, page + counter', bare, 1, [statement(2000)]), 2000);
  await bare.served.stop();
  return { bytes: bytesRun, rows };
}

/** One HTTP call ran all pairs: figures per pair, and no times of single ones. */
function perPair(run: Run, pairs: number): Run {
  return {
    ...run,
    clients: 16,
    requests: pairs,
    perSecond: run.perSecond * pairs,
    p50Ms: NaN,
    p95Ms: NaN,
    p99Ms: NaN,
    serverUs: run.serverUs / pairs,
    databaseUs: run.databaseUs / pairs,
    cpuUs: run.cpuUs / pairs,
  };
}
