import { Agent } from 'node:http';
import { systemActor } from '#kit/server/actor.ts';
import { postMovements } from '#modules/inventory/server/movements.ts';
import { generateStock, MOVEMENTS_EACH } from './generate-stock.ts';
import { measure, send, type Call, type Run } from './load.ts';
import type { Scene } from './scene.ts';

type App = Awaited<ReturnType<Scene['serveApp']>>;

export interface StockFigures {
  levels: number;
  /** Seconds that making the rows took. */
  made: number;
  runs: Run[];
}

interface Question {
  name: string;
  path: string;
  query: Record<string, string>;
  requests: number;
}

const SOME_SKU = 'stock-00005000';

/** What a clerk asks of stock all day; none may cost more with a hundred times the goods. */
const QUESTIONS: readonly Question[] = [
  { name: '库存, latest first', path: 'stockLevel', query: {}, requests: 600 },
  { name: '库存, good', path: 'stockLevel', query: { condition: 'good' }, requests: 600 },
  { name: '库存, one SKU', path: 'stockLevel', query: { keyword: SOME_SKU }, requests: 600 },
  { name: '库存, page 300', path: 'stockLevel', query: { pageNo: '300' }, requests: 200 },
  { name: '库存流水, latest first', path: 'stockMovement', query: {}, requests: 600 },
  { name: '库存流水, page 300', path: 'stockMovement', query: { pageNo: '300' }, requests: 200 },
  {
    name: '库存流水, one document',
    path: 'stockMovement',
    query: { refNo: 'BENCH5000' },
    requests: 300,
  },
];

/** Lists of stock over HTTP at one size after the other, with 8 clients. */
export async function measureStock(
  scene: Scene,
  app: App,
  sizes: readonly number[],
): Promise<StockFigures[]> {
  const figures: StockFigures[] = [];
  let there = 0;
  for (const levels of sizes) {
    const started = performance.now();
    await generateStock(scene.owner, scene.seller, there + 1, levels);
    there = levels;
    const made = (performance.now() - started) / 1000;
    const runs: Run[] = [];
    for (const question of QUESTIONS) {
      const call = callOf(app, question);
      await refuseEmpty(call);
      await measure('warm', app, 8, times(call, 60));
      const name = `${question.name}, ${levels} levels`;
      runs.push(await measure(name, app, 8, times(call, question.requests)));
    }
    figures.push({ levels, made, runs });
  }
  return figures;
}

export const movementsOf = ({ levels }: StockFigures): number => levels * MOVEMENTS_EACH;

const callOf = ({ served, token }: App, { path, query }: Question): Call => ({
  method: 'GET',
  url: `${served.address}/api/inventory/${path}/list?${new URLSearchParams({ pageSize: '20', ...query }).toString()}`,
  headers: { 'x-access-token': token },
});

const times = (call: Call, count: number): Call[] => Array.from({ length: count }, () => call);

/** A figure over an empty answer would say nothing. */
async function refuseEmpty(call: Call): Promise<void> {
  const agent = new Agent();
  const { status, text } = await send(agent, call);
  agent.destroy();
  const answer = JSON.parse(text) as { result?: { records?: unknown[] } };
  if (status !== 200 || !answer.result?.records?.length)
    throw new Error(`${call.url} answers nothing: ${text.slice(0, 300)}`);
}

const RECEIPTS = 300;
const LINES = 5;

/** Receipts of five lines each over HTTP: prepared first, then received by 8 clients at once. */
export async function measureReceipts(scene: Scene, app: App): Promise<Run> {
  const { warehouseIds, skuIds } = scene.seller;
  const agent = new Agent({ keepAlive: true });
  let key = 0;
  const post = (path: string, body: object): Call => ({
    method: 'POST',
    url: `${app.served.address}/api/inventory/inboundReceipt/${path}`,
    headers: {
      'x-access-token': app.token,
      'content-type': 'application/json',
      'idempotency-key': `bench-receipt-${(key += 1)}`,
    },
    body: JSON.stringify(body),
  });
  const sent = async (call: Call): Promise<{ id: string }> => {
    const { status, text } = await send(agent, call);
    if (status !== 200) throw new Error(`${call.url}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { result: { id: string } }).result;
  };
  const calls: Call[] = [];
  for (let at = 0; at < RECEIPTS; at += 1) {
    const lines = Array.from({ length: LINES }, (_, line) => ({
      skuId: skuIds[(at * LINES + line) % skuIds.length],
      qty: 10,
      unitCost: '12.3456',
    }));
    const { id } = await sent(post('add', { warehouseId: warehouseIds[at % 3], lines }));
    await sent(post(`${id}/announce`, {}));
    await sent(post(`${id}/arrive`, {}));
    calls.push(post(`${id}/receive`, {}));
  }
  agent.destroy();
  await measure('warm', app, 8, calls.slice(0, 40));
  return measure(`receipts of ${LINES} lines`, app, 8, calls.slice(40));
}

const BATCHES = 100;
const EACH = 100;

/**
 * Movements posted in batches of a hundred in this process: what the core alone takes, with its layers and
 * the ledger of money.
 * @returns movements in a second
 */
export async function measurePosting(scene: Scene): Promise<number> {
  const app = await scene.openApp();
  try {
    const { tenant, warehouseIds, skuIds } = scene.seller;
    const warehouseId = warehouseIds[0] as string;
    const batch = (at: number): Promise<unknown> =>
      app.db.tx(systemActor(tenant, 'bench'), (tx) =>
        postMovements(tx, {
          movements: Array.from({ length: EACH }, (_, line) => ({
            ...{ key: `bench:posting:${at}:${line}`, type: 'adjust_in', condition: 'good' },
            ...{ warehouseId, skuId: skuIds[line] as string, qty: 3, unitCost: '12.3456' },
            ...{ refType: 'bench', refId: skuIds[line] as string, refNo: 'BENCH' },
          })),
        }),
      );
    for (let at = 0; at < 10; at += 1) await batch(-1 - at);
    const started = performance.now();
    for (let at = 0; at < BATCHES; at += 1) await batch(at);
    return (BATCHES * EACH * 1000) / (performance.now() - started);
  } finally {
    await app.stop();
  }
}
