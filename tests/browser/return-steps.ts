import { expect, type Page } from '@playwright/test';
import { admin, api, CONSOLE } from './account-steps.ts';

/* Orders that have left and may come back: goods, orders and returns are the test's own. */

const ADDRESS = {
  shipToName: 'Ann Lee',
  shipToAddress1: '1 Main St',
  shipToCity: 'Austin',
  shipToState: 'TX',
  shipToPostalCode: '78701',
  shipToCountry: 'US',
};

export interface ReturnScene {
  token: string;
  warehouseId: string;
  accountId: string;
  methodId: string;
}

/** The first row that a list finds. */
export async function first<T = { id: string }>(page: Page, path: string, token: string): Promise<T> {
  const headers = { 'x-access-token': token };
  const answer = await page.request.get(`${CONSOLE()}/api${path}`, { headers });
  const { result } = (await answer.json()) as { result: { records: T[] } };
  const [row] = result.records;
  if (!row) throw new Error(`${path} found nothing`);
  return row;
}

/** A call that must succeed, with a key of its own. */
export async function act<T>(page: Page, path: string, body: object, token: string): Promise<T> {
  const headers = { 'x-access-token': token, 'idempotency-key': `${path} ${Math.random()}` };
  const answer = await page.request.post(`${CONSOLE()}/api${path}`, { headers, data: body });
  const json = (await answer.json()) as { success: boolean; message: string; result: T };
  expect(json.success, `${path}: ${json.message}`).toBe(true);
  return json.result;
}

export async function returnScene(page: Page): Promise<ReturnScene> {
  const token = await admin(page);
  const [warehouse, account, method] = [
    await first(page, '/base/warehouse/list', token),
    await first(page, '/base/channelAccount/list?code=WF-US', token),
    await first(page, '/base/shipMethod/list?code=OWN-TRK', token),
  ];
  return { token, warehouseId: warehouse.id, accountId: account.id, methodId: method.id };
}

/** Goods in one carton, on the shelf. @returns the id of the SKU */
export async function stockedGoods(page: Page, code: string, at: ReturnScene): Promise<string> {
  const { token, warehouseId } = at;
  const product = { spuCode: code, name: `${code} 台灯` };
  const { id: productId } = await api<{ id: string }>(page, '/catalog/product/add', product, token);
  const sku = { skuCode: code, productId, name: `${code} 台灯`, standardCost: '6' };
  const { id: skuId } = await api<{ id: string }>(page, '/catalog/sku/add', sku, token);
  const carton = { lengthMm: 300, widthMm: 200, heightMm: 100, grossWeightG: 1500 };
  await api(page, '/catalog/skuCarton/add', { skuId, cartonNo: 1, label: '整灯', unitsPerCarton: 1, ...carton }, token);
  const lines = [{ skuId, condition: 'good', qty: 20, unitCost: '6' }];
  const { id } = await api<{ id: string }>(
    page,
    '/inventory/stockAdjustment/add',
    { kind: 'adjust', warehouseId, reason: '备货', lines },
    token,
  );
  await act(page, `/inventory/stockAdjustment/${id}/submit`, {}, token);
  return skuId;
}

export interface Sent {
  id: string;
  orderLineId: string;
  skuId: string;
}

/** A manual order that has left. */
export async function sentOrder(page: Page, at: ReturnScene, skuId: string, qty: number): Promise<Sent> {
  const { token, accountId, warehouseId, methodId } = at;
  const { id } = await api<{ id: string }>(
    page,
    '/orders/salesOrder/add',
    {
      accountId,
      ...ADDRESS,
      pinnedWarehouseId: warehouseId,
      lines: [{ skuId, channelSku: 'DIRECT', qty, unitPrice: '25.00' }],
    },
    token,
  );
  await act(page, `/orders/salesOrder/${id}/submit`, {}, token);
  await act(page, `/orders/salesOrder/${id}/accept`, {}, token);
  await act(page, `/orders/salesOrder/${id}/start`, { shipMethodId: methodId }, token);
  const shipment = await first(page, `/fulfilment/shipment/list?orderId=${id}`, token);
  for (const [move, answers] of [
    ['pack', {}],
    ['sealAll', {}],
    ['ownLabel', { carrierCode: 'OWN', trackingNo: `OUT-${id.slice(-12)}` }],
    ['ship', {}],
  ] as const)
    await act(page, `/fulfilment/shipment/${shipment.id}/${move}`, answers, token);
  const line = await first(page, `/orders/orderLine/list?orderId=${id}`, token);
  return { id, orderLineId: line.id, skuId };
}

/** A return that was approved, on its way in a parcel. @returns its id */
export async function comingReturn(
  page: Page,
  at: ReturnScene,
  order: Sent,
  trackingNo: string,
  qty: number,
): Promise<string> {
  const reason = await first(page, '/aftersales/returnReason/list?code=defective', at.token);
  const path = '/aftersales/returnOrder';
  const { id } = await api<{ id: string }>(
    page,
    `${path}/add`,
    {
      type: 'return',
      orderId: order.id,
      reasonId: reason.id,
      trackingNo,
      lines: [{ orderLineId: order.orderLineId, skuId: order.skuId, qtyRequested: qty }],
    },
    at.token,
  );
  for (const move of ['submit', 'approve']) await act(page, `${path}/${id}/${move}`, {}, at.token);
  return id;
}
