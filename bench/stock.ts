import { Agent } from 'node:http';
import { systemActor } from '#kit/server/actor.ts';
import { postMovements } from '#modules/inventory/server/movements.ts';
import { generateStock } from './generate-stock.ts';
import { measure, send, type Call, type Run } from './load.ts';
import type { Scene } from './scene.ts';

type App = Awaited<ReturnType<Scene['serveApp']>>;

/** One question of the same moment: of an installation that stays small, and of one that grows. */
export interface StockPair {
  name: string;
  levels: number;
  small: Run;
  big: Run;
}

/** An installation that is served. */
export interface Beside {
  scene: Scene;
  app: App;
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
  { name: '库存, latest first', path: 'stockPlace', query: {}, requests: 600 },
  { name: '库存, 有货', path: 'stockPlace', query: { state: 'in' }, requests: 600 },
  { name: '库存, one SKU', path: 'stockPlace', query: { keyword: SOME_SKU }, requests: 600 },
  { name: '库存, page 300', path: 'stockPlace', query: { pageNo: '300' }, requests: 200 },
  { name: '库存流水, latest first', path: 'stockMovement', query: {}, requests: 600 },
  { name: '库存流水, page 300', path: 'stockMovement', query: { pageNo: '300' }, requests: 200 },
  {
    name: '库存流水, one document',
    path: 'stockMovement',
    query: { refNo: 'BENCH00005000' },
    requests: 300,
  },
  {
    name: '库存流水, its number typed',
    path: 'stockMovement',
    query: { refNo: '*BENCH00005000*' },
    requests: 300,
  },
];

/** Levels of the installation that stays small. */
export const SMALL_STOCK = 10_000;

/**
 * Lists of stock over HTTP with 8 clients, at one size after the other, each beside the small installation asked the
 * same at the same time of the day: whatever else the machine does stretches both.
 * @param onPair is called with each as it ends
 */
export async function measureStock(
  small: Beside,
  big: Beside,
  sizes: readonly number[],
  onPair: (pair: StockPair) => void,
): Promise<StockPair[]> {
  await generateStock(small.scene.owner, small.scene.seller, 1, SMALL_STOCK);
  const pairs: StockPair[] = [];
  let there = 0;
  for (const levels of sizes) {
    await generateStock(big.scene.owner, big.scene.seller, there + 1, levels);
    there = levels;
    for (const question of QUESTIONS) {
      const { name } = question;
      const pair = {
        name,
        levels,
        small: await asked(small, question, `${name}, ${SMALL_STOCK} levels`),
        big: await asked(big, question, `${name}, ${levels} levels`),
      };
      onPair(pair);
      pairs.push(pair);
    }
  }
  return pairs;
}

async function asked({ app }: Beside, question: Question, name: string): Promise<Run> {
  const call = callOf(app, question);
  await refuseEmpty(call);
  await measure('warm', app, 8, times(call, 60));
  return measure(name, app, 8, times(call, question.requests));
}

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
            key: `bench:posting:${at}:${line}`,
            type: 'adjust_in',
            condition: 'good',
            warehouseId,
            skuId: skuIds[line] as string,
            qty: 3,
            unitCost: '12.3456',
            refType: 'bench',
            refId: skuIds[line] as string,
            refNo: 'BENCH',
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
