import { expect } from 'vitest';
import { look, openShop, place, pull, type Page } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';

export const STOOL = 'WB-DCH-BRAM-CTR';
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

/** Ids of one freshly made document per lifecycle, by resource key. */
export type OneOfEach = Record<string, string>;

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
export async function must<T = unknown>(
  answer: Promise<{ success: boolean; message: string; result: T }>,
): Promise<T> {
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
  const [made] = await place(scene, [
    { warehouseId: NEW_JERSEY, lines: [{ partNumber: STOOL, quantity }], ...more },
  ]);
  const po = made?.poNumber as string;
  await pull(scene, clerk);
  const { id } = await firstOf(clerk, '/orders/salesOrder/list', { channelOrderNo: po });
  return { id, po };
}

/** Accepts and starts an order. @returns its shipment */
export async function startedShipment(
  scene: TestApp,
  clerk: Client,
  orderId: string,
): Promise<string> {
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
export async function makeOneOfEach(scene: TestApp, admin: Client): Promise<OneOfEach> {
  await openShop(scene, admin);
  const order = await newOrder(scene, admin);
  const packed = await newOrder(scene, admin);
  const shipment = await startedShipment(scene, admin, packed.id);
  await must(admin.post(`/fulfilment/shipment/${shipment}/pack`));
  await scene.sim('POST', '/cancellations', { po: order.po, partNumber: STOOL, quantity: 1 });
  await pull(scene, admin);
  const adjustment = await must(
    admin.post<{ id: string }>('/inventory/stockAdjustment/add', {
      kind: 'adjust',
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
      reason: '盘点差异',
      lines: [{ skuId: scene.seller.skus[STOOL], condition: 'good', qty: 1, unitCost: '1.00' }],
    }),
  );
  const { id: delivery } = await look(
    scene,
    (tx) => tx.one<{ id: string }>`
      select id from delivery where tenant_id = ${tx.tenant} and status = 'ok' order by id limit 1`,
  );
  return {
    'orders:salesOrder': order.id,
    'fulfilment:shipment': shipment,
    'fulfilment:box': (await firstOf(admin, '/fulfilment/box/list', { shipmentId: shipment })).id,
    'catalog:product': (await firstOf(admin, '/catalog/product/list', { spuCode: STOOL })).id,
    'inventory:stockAdjustment': adjustment.id,
    'base:channelAccount': scene.seller.accountId,
    'channels:stockPush': (await firstOf(admin, '/channels/stockPush/list')).id,
    'channels:cancellationRequest': (await firstOf(admin, '/channels/cancellationRequest/list')).id,
    'desk:delivery': delivery,
  };
}
