import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';

export interface Page<T> {
  records: T[];
  total: number;
}

/** Facts a scenario of the simulator planted, as far as these tests ask. */
export interface Planted {
  poNumbers: string[];
  cancellationRequests: { poNumber: string; requestId: string }[];
}

export interface AuditFacts {
  violations: { rule: string }[];
  facts: Record<string, Record<string, unknown>>;
}

/** Reads the tenant's tables directly: for what no screen shows. */
export const look = <T>(scene: TestApp, work: (tx: Tx) => Promise<T>): Promise<T> =>
  scene.app.db.tx(systemActor(1, 'test'), work);

/** Tests the demo shop's connection, which makes it active and pulls for the first time. */
export async function openShop(scene: TestApp, clerk: Client): Promise<string> {
  const { accountId } = scene.seller;
  const tested = await clerk.post<{ ok: boolean }>(`/channels/account/${accountId}/test`);
  if (!tested.result.ok) throw new Error(JSON.stringify(tested.result));
  await scene.settled();
  return accountId;
}

/** Pulls until everything is in. @returns the run */
export async function pull(scene: TestApp, clerk: Client): Promise<Record<string, unknown>> {
  const request = await clerk.post<{ runId: string }>(`/channels/account/${scene.seller.accountId}/pull`);
  if (!request.success) throw new Error(request.message);
  await scene.settled();
  const run = await clerk.get<Record<string, unknown>>('/channels/pullRun/queryById', {
    id: request.result.runId,
  });
  return run.result;
}

export interface OrderRow {
  id: string;
  channelOrderNo: string;
  status: string;
  holds: string[];
}

export const ordersOf = async (clerk: Client, query: Record<string, string> = {}): Promise<OrderRow[]> =>
  (
    await clerk.get<Page<OrderRow>>('/orders/salesOrder/list', {
      pageSize: '200',
      ...query,
    })
  ).result.records;

/** Orders at the marketplace, made to measure. */
export async function place(scene: TestApp, orders: Record<string, unknown>[]): Promise<{ poNumber: string }[]> {
  const made = await scene.sim<{ orders: { poNumber: string }[] }>('POST', '/orders', { orders });
  return made.orders;
}

export const fault = (scene: TestApp, ...plan: Record<string, unknown>[]): Promise<unknown> =>
  scene.sim('POST', '/faults', { plan });
