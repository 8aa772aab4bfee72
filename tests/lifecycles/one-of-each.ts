import { expect } from 'vitest';
import { openShop, place, pull, type Page } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import type { LifecycleFacts, OneOfEach } from './lifecycle-facts.ts';

export const STOOL = 'WB-DCH-BRAM-CTR';
/** What a stool costs the demo seller. */
export const STOOL_COST = '39.16';
export const NEW_JERSEY = '31842';

/** An address that the product takes. */
export const ADDRESS = {
  shipToName: 'Ann Lee',
  shipToAddress1: '1 Main St',
  shipToCity: 'Austin',
  shipToState: 'TX',
  shipToPostalCode: '78701',
  shipToCountry: 'US',
};

/** The one row a list finds. */
export async function firstOf<T extends { id: string }>(
  client: Client,
  path: string,
  query: Record<string, string> = {},
): Promise<T> {
  const page = await client.get<Page<T>>(path, query);
  expect(page.success, page.message).toBe(true);
  const [row] = page.result.records;
  if (!row) throw new Error(`${path} found nothing for ${JSON.stringify(query)}`);
  return row;
}

/** Does what must succeed. @returns the answer's result */
export async function must<T = unknown>(answer: Promise<{ success: boolean; message: string; result: T }>): Promise<T> {
  const { success, message, result } = await answer;
  expect(success, message).toBe(true);
  return result;
}

/** An order of this many stools from the marketplace. @returns its id and number there */
export async function newOrder(
  scene: TestApp,
  clerk: Client,
  more: Record<string, unknown> = {},
  quantity = 1,
): Promise<{ id: string; po: string }> {
  const [made] = await place(scene, [{ warehouseId: NEW_JERSEY, lines: [{ partNumber: STOOL, quantity }], ...more }]);
  const po = made?.poNumber as string;
  await pull(scene, clerk);
  const { id } = await firstOf(clerk, '/orders/salesOrder/list', { channelOrderNo: po });
  return { id, po };
}

/** Accepts and starts an order. @returns its shipment */
export async function startedShipment(scene: TestApp, clerk: Client, orderId: string): Promise<string> {
  await must(clerk.post(`/orders/salesOrder/${orderId}/accept`));
  await scene.settled();
  await must(clerk.post(`/orders/salesOrder/${orderId}/start`));
  const page = await clerk.get<Page<{ id: string; status: string }>>('/fulfilment/shipment/list', {
    orderId,
  });
  const live = page.result.records.filter(({ status }) => status !== 'voided');
  expect(live).toHaveLength(1);
  return live[0]?.id as string;
}

/** Makes one document of every lifecycle the way the product makes them. */
export async function makeOneOfEach(
  scene: TestApp,
  admin: Client,
  facts: readonly LifecycleFacts[],
): Promise<OneOfEach> {
  await openShop(scene, admin);
  const made: OneOfEach = {};
  for (const { of, one } of facts) made[of] = await one(scene, admin, made);
  return made;
}
