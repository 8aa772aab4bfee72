import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#app/start.ts';
import { systemActor } from '#kit/server/actor.ts';
import { requestPull } from '#modules/channels/server/pull-run.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import type { RunningSimulator } from '#simulator/index.ts';
import type { DemoSeller } from '../db/seed/demo-seller.ts';
import { send } from './load.ts';

export const PASSWORD = 'Yundan-2026-Bench';
const PART = 'WB-DCH-HOLM-S2';
const WAREHOUSE = '31842';
export const BATCH = 300;
/** Of the second tenant at the marketplace: its calls are distinguished by it. */
export const OTHER_CLIENT = 'waybill-bench';

interface LogEntry {
  at: string;
  operations: string[];
  clientId: string | null;
}

/** What the steps below share. */
export interface Bench {
  inside: App;
  simulator: RunningSimulator;
  sellers: [DemoSeller, DemoSeller];
  api: <T = unknown>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>;
}

export async function addStock({ inside, sellers: [seller] }: Bench): Promise<void> {
  await inside.db.tx(systemActor(1, '测速'), (tx) =>
    postMovements(tx, {
      movements: [
        {
          key: 'bench:stock',
          type: 'opening',
          warehouseId: seller.warehouses[WAREHOUSE] as string,
          skuId: seller.skus[PART] as string,
          condition: 'good',
          qty: BATCH + 1,
          unitCost: '27.00',
          refType: 'bench',
          refId: seller.accountId,
          refNo: 'BENCH',
        },
      ],
    }),
  );
}

export const placeOrders = (simulator: RunningSimulator, count: number): Promise<unknown> =>
  door(simulator, 'POST', '/orders', {
    orders: Array.from({ length: count }, (_, index) => ({
      poDate: Date.now() - 60_000 + index * 20,
      warehouseId: WAREHOUSE,
      lines: [{ partNumber: PART, quantity: 1 }],
      shipTo: { address1: `${index + 1} Batch St` },
    })),
  });

/** A shipment that only lacks its label. */
export async function packedShipment(bench: Bench): Promise<string> {
  const { api } = bench;
  await placeOrders(bench.simulator, 1);
  await pull(bench);
  const [id = ''] = await pendingIds(api);
  await api('POST', `/orders/salesOrder/${id}/accept`);
  const stateOf = async (): Promise<string> =>
    (await api<{ status: string }>('GET', `/orders/salesOrder/queryById?id=${id}`)).status;
  await until(async () => (await stateOf()) === 'ready');
  await api('POST', `/orders/salesOrder/${id}/start`);
  const page = await api<Page>('GET', `/fulfilment/shipment/list?orderId=${id}`);
  const shipment = page.records[0]?.id ?? '';
  await api('POST', `/fulfilment/shipment/${shipment}/pack`);
  await api('POST', `/fulfilment/shipment/${shipment}/sealAll`);
  return shipment;
}

interface Page {
  records: { id: string }[];
  pages: number;
}

export async function pendingIds(api: Bench['api']): Promise<string[]> {
  const ids: string[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const query = `tab=pending&pageSize=100&pageNo=${pageNo}`;
    const { records, pages } = await api<Page>('GET', `/orders/salesOrder/list?${query}`);
    ids.push(...records.map(({ id }) => id));
    if (pageNo >= pages) return ids;
  }
}

export async function pull({ api, sellers: [seller] }: Bench): Promise<void> {
  const path = `/channels/account/${seller.accountId}/pull`;
  const { runId } = await api<{ runId: string }>('POST', path);
  await until(
    async () => (await api<{ status: string }>('GET', `/channels/pullRun/queryById?id=${runId}`)).status !== 'running',
  );
}

/** As another node asks for it: this one finds it in the database. */
export const requestPullOfOther = ({ inside, sellers: [, other] }: Bench): Promise<unknown> =>
  inside.db.tx(systemActor(2, 'bench'), (tx) => requestPull(tx, other.accountId, 'manual'));

export const labelState = async ({ api }: Bench, shipment: string): Promise<string> =>
  (await api<{ status: string }>('GET', `/fulfilment/shipment/queryById?id=${shipment}`)).status;

export const openAcceptances = async ({ inside }: Bench): Promise<number> =>
  (
    await inside.db.tx(
      systemActor(1, 'bench'),
      (tx) => tx.one<{ n: number }>`
        select count(*)::integer as n from delivery
        where tenant_id = ${tx.tenant} and handler = 'channels.accept' and status <> 'ok'`,
    )
  ).n;

export async function heardAt(simulator: RunningSimulator, isMeant: (entry: LogEntry) => boolean): Promise<number> {
  let found: LogEntry | undefined;
  await until(async () => {
    found = (await log(simulator)).find(isMeant);
    return found !== undefined;
  });
  return Date.parse(found?.at ?? '');
}

export const log = async (simulator: RunningSimulator): Promise<LogEntry[]> =>
  (await door<{ entries: LogEntry[] }>(simulator, 'GET', '/log')).entries;

/** Asks again and again until it holds. @throws after ten minutes */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 600_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error('this never came to an end');
    await sleep(100);
  }
}

export async function door<T>(simulator: RunningSimulator, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulator.url}/__sim${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

export async function signIn(address: string): Promise<Bench['api']> {
  const agent = new Agent({ keepAlive: true });
  let token = '';
  let calls = 0;
  const api = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const { text } = await send(agent, {
      method,
      url: `${address}/api${path}`,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `bench-${++calls}`,
        ...(token ? { 'x-access-token': token } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const answer = JSON.parse(text) as { success: boolean; message: string; result: unknown };
    if (!answer.success) throw new Error(`${path}: ${answer.message}`);
    return answer.result;
  };
  const login = await api('POST', '/sys/login', { username: 'admin', password: PASSWORD });
  ({ token } = login as { token: string });
  return api as Bench['api'];
}
