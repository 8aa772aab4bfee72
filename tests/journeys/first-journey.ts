import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';

export interface OrderRow {
  id: string;
  channelOrderNo: string;
  status: string;
  holds: string[];
  version: number;
}
export interface Page<T> {
  records: T[];
  total: number;
}
export interface Batch {
  total: number;
  ok: number;
  failed: number;
  rows: { id: string; label: string; ok: boolean; code?: string; message?: string }[];
}
interface Planted {
  poNumber: string;
}
export interface Scenario {
  poNumbers: string[];
  unmapped: Planted[];
  priceMismatch: Planted[];
  badAddress: string[];
  outOfStock: Planted[];
}

export const numbersOf = (planted: readonly Planted[]): string[] => planted.map((one) => one.poNumber).sort();

export let scene: TestApp;
export let clerk: Client;
export let packer: Client;

/** A shop that is not connected yet. */
export async function openFirstJourney(startsAt?: Date): Promise<void> {
  scene = await startTestApp(startsAt ? { startsAt } : {});
  await signIn();
}

export async function signIn(): Promise<void> {
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
}

export const orders = async (query: Record<string, string>): Promise<OrderRow[]> =>
  (await clerk.get<Page<OrderRow>>('/orders/salesOrder/list', { pageSize: '100', ...query })).result.records;

export const facts = async () =>
  await scene.sim<{ violations: unknown[]; facts: Record<string, Record<string, unknown>> }>('GET', '/audit');
