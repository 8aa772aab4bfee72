import { expect } from 'vitest';
import { systemActor, type Actor } from '#kit/server/actor.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import { receiveOrder, type MappedOrder, type Received } from '#modules/orders/server/index.ts';
import { look, place, pull, type AuditFacts, type Page } from '#tests/channels/shop.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';

export { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
export const STOOL = 'WB-DCH-BRAM-CTR';
export const CHAIRS = 'WB-DCH-HOLM-S2';

/** Moves are raced over several documents: one lucky order of steps proves little. */
export const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

/** More of a part on the shelf of the New Jersey warehouse (or less of it). */
export async function addStock(scene: TestApp, packer: Client, part: string, qty: number): Promise<void> {
  const { id } = await must(
    packer.post<{ id: string }>('/inventory/stockAdjustment/add', {
      kind: 'adjust',
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
      reason: '备货',
      lines: [{ skuId: scene.seller.skus[part], condition: 'good', qty, unitCost: '0.01' }],
    }),
  );
  const path = `/inventory/stockAdjustment/${id}`;
  const { state } = await must(packer.post<{ state: string }>(`${path}/submit`));
  // Above the limit somebody else approves.
  if (state === 'submitted') await must((await scene.as('admin')).post(`${path}/approve`));
  await scene.settled();
}

/** One unit of a part for a buyer of its own, as a page of the marketplace would tell it. */
export const oneUnit = (scene: TestApp, part: string, index: number): MappedOrder => ({
  channelOrderNo: `RACE${String(index).padStart(5, '0')}`,
  orderedAt: scene.now(),
  shipBy: new Date(scene.now().getTime() + (index + 24) * 3_600_000),
  currency: 'USD',
  channelWarehouseCode: NEW_JERSEY,
  warehouseId: scene.seller.warehouses[NEW_JERSEY] as string,
  shipSpeed: 'GROUND',
  carrierCode: 'FEDEX',
  shipTo: {
    name: `Buyer ${index}`,
    address1: `${index + 1} Main St`,
    city: 'Austin',
    state: 'TX',
    postalCode: '78701',
    country: 'US',
  },
  lines: [
    {
      lineNo: 1,
      channelSku: part,
      name: part,
      qty: 1,
      unitPrice: 100_000n,
      isCancelled: false,
      skuId: scene.seller.skus[part] as string,
      expectedPrice: null,
    },
  ],
  extra: {},
  payloadHash: `one unit of ${part} ${index}`,
});

/** Takes orders in all at once, each in a transaction of its own, as parallel pulls do. */
export async function receiveAtOnce(scene: TestApp, orders: readonly MappedOrder[]): Promise<Received[]> {
  const actor: Actor = systemActor(1, 'race');
  const policy = await look(scene, (tx) => accountPolicy(tx, scene.seller.accountId));
  const services = { db: scene.app.db, numbering: scene.app.numbering };
  return Promise.all(orders.map((order) => receiveOrder(services, actor, policy, order)));
}

/**
 * Orders of one unit at the marketplace, each from a buyer of its own and some moments apart: the
 * channel cannot show more rows of one instant than fit a page. @returns their PO numbers
 */
export async function placeOfOne(scene: TestApp, part: string, n: number): Promise<string[]> {
  const orders = await place(
    scene,
    times(n, (index) => ({
      poDate: scene.now().getTime() + index * 20,
      warehouseId: NEW_JERSEY,
      lines: [{ partNumber: part, quantity: 1 }],
      shipTo: { address1: `${index + 1} Race St` },
    })),
  );
  return orders.map(({ poNumber }) => poNumber);
}

/** Shipments that only wait to leave, each of one unit for an order of its own, own carrier. */
export async function labelledShipments(
  scene: TestApp,
  clerk: Client,
  packer: Client,
  n: number,
  part = CHAIRS,
): Promise<{ id: string; orderId: string; po: string }[]> {
  const numbers = new Set(await placeOfOne(scene, part, n));
  await pull(scene, clerk);
  const page = await clerk.get<Page<{ id: string; channelOrderNo: string }>>('/orders/salesOrder/list', {
    tab: 'pending',
    pageSize: '200',
  });
  const own = page.result.records.filter((row) => numbers.has(row.channelOrderNo));
  expect(own).toHaveLength(n);
  const ids = own.map(({ id }) => id);
  await all(clerk, '/orders/salesOrder/batch/accept', ids);
  await scene.settled();
  const method = await clerk.get<Page<{ id: string }>>('/base/shipMethod/list', {
    code: 'OWN-TRK',
  });
  const shipMethodId = method.result.records[0]?.id;
  await all(clerk, '/orders/salesOrder/batch/start', ids, { shipMethodId });
  const shipments = await look(
    scene,
    (tx) => tx.rows<{ id: string; orderId: string; po: string }>`
      select s.id, o.id as "orderId", o.channel_order_no as po
      from shipment s join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
      where s.tenant_id = ${tx.tenant} and o.id = any(${ids}::uuid[]) and s.status = 'draft'`,
  );
  const made = shipments.map(({ id }) => id);
  await all(packer, '/fulfilment/shipment/batch/pack', made);
  await all(packer, '/fulfilment/shipment/batch/sealAll', made);
  for (const { id, po } of shipments)
    await must(
      packer.post(`/fulfilment/shipment/${id}/ownLabel`, {
        carrierCode: 'OWN',
        trackingNo: `TRUCK-${po}`,
      }),
    );
  return shipments;
}

/** Makes a move over a list that must succeed whole. */
async function all(
  who: Client,
  path: string,
  ids: readonly string[],
  answers: Record<string, unknown> = {},
): Promise<void> {
  const { failed, rows } = await must(
    who.post<{ failed: number; rows: { ok: boolean; message?: string }[] }>(path, { ids, answers }),
  );
  expect(rows.filter(({ ok }) => !ok).slice(0, 3), path).toEqual([]);
  expect(failed).toBe(0);
}

/** Nobody at the console may ever read of a technical trouble. */
export function expectNoTrouble(answers: readonly Answer[]): void {
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
}

/** All truths of the house hold, and the marketplace has nothing to complain about. */
export async function expectClean(scene: TestApp): Promise<Record<string, Record<string, unknown>>> {
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
  const audit = await scene.sim<AuditFacts>('GET', '/audit');
  expect(audit.violations).toEqual([]);
  return audit.facts;
}
