import type { Client, TestApp } from '#tests/harness/app.ts';
import { newId } from '#kit/server/new-id.ts';
import { look } from '#tests/channels/shop.ts';
import { openAccounts } from '#tests/journeys/carrier-scene.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import type { ServedProduct } from '#tests/harness/served-product.ts';
import { addStock, CHAIRS, STOOL } from '#tests/races/goods.ts';

export interface Call {
  path: string;
  body: object;
  key: string;
}

/** What is under way when the process is killed, and the documents it is about. */
export interface Round {
  calls: Call[];
  /** Orders of four units, each to be divided. */
  split: string[];
  /** Two orders each that are to leave together. */
  pairs: [string, string][];
  /** Packed shipments whose labels are to be bought. */
  parcels: string[];
  /** Packed shipments that go on one list, which is to be closed. */
  handed: string[];
  /** There is one at a time: it is opened when its round begins. */
  handover: string;
  truck: string;
}

const SPLIT = 6;
const PAIRS = 4;
const PARCELS = 6;
const HANDED = 6;

let houses = 0;

/** A manual order that is ready to be started. @returns its id */
async function ready(scene: TestApp, admin: Client, part: string, qty: number): Promise<string> {
  const { id } = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      channelOrderNo: `KILL-${newId().slice(-12)}`,
      ...ADDRESS,
      shipToAddress1: `${houses} Kill St`,
      lines: [{ skuId: scene.seller.skus[part], qty, unitPrice: '999' }],
    }),
  );
  const path = `/orders/salesOrder/${id}`;
  await must(admin.post(`${path}/submit`));
  // Only where it differs from what was agreed, and by another than who typed it.
  await (await scene.as('caiwu')).post(`${path}/acceptPrice`, { reason: '核对' });
  await must(admin.post(`${path}/accept`));
  return id;
}

const alone = (scene: TestApp, admin: Client, qty = 1): Promise<string> => {
  houses += 1;
  return ready(scene, admin, STOOL, qty);
};

/** Started and packed. @returns the shipments, in the order of the orders */
async function packed(admin: Client, ids: readonly string[], method: string): Promise<string[]> {
  const parcels: string[] = [];
  for (const id of ids) {
    await must(admin.post(`/orders/salesOrder/${id}/start`, { shipMethodId: method }));
    const parcel = (await firstOf(admin, '/fulfilment/shipment/list', { orderId: id })).id;
    for (const move of ['pack', 'sealAll']) await must(admin.post(`/fulfilment/shipment/${parcel}/${move}`));
    parcels.push(parcel);
  }
  return parcels;
}

/** Ways to ship, money in the wallet, and goods. */
export async function openKilled(scene: TestApp, admin: Client) {
  const packer = await scene.as('cangku');
  await addStock(scene, packer, STOOL, 400);
  await addStock(scene, packer, CHAIRS, 100);
  const { platform } = await openAccounts(admin);
  await must(
    admin.post('/ledger/walletCredit', {
      forTenant: 1,
      amount: '5000',
      currency: 'USD',
      reference: 'kill',
      reason: '充值',
    }),
  );
  const { id: truck } = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  return { truck, platform };
}

export async function draftRound(
  scene: TestApp,
  admin: Client,
  { truck, platform }: { truck: string; platform: string },
): Promise<Round> {
  const many = async (n: number, qty = 1): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < n; at++) ids.push(await alone(scene, admin, qty));
    return ids;
  };
  const split = await many(SPLIT, 4);
  const pairs: [string, string][] = [];
  for (let at = 0; at < PAIRS; at++) {
    houses += 1;
    const pair: [string, string] = [await ready(scene, admin, STOOL, 1), await ready(scene, admin, CHAIRS, 1)];
    for (const id of pair) await must(admin.post(`/orders/salesOrder/${id}/setShipMethod`, { shipMethodId: truck }));
    pairs.push(pair);
  }
  const parcels = await packed(admin, await many(PARCELS), platform);
  const handed = await packed(admin, await many(HANDED), truck);
  return {
    split,
    pairs,
    parcels,
    handed,
    handover: '',
    truck,
    calls: await callsOf(scene, { split, pairs, parcels }),
  };
}

const call = (path: string, body: object): Call => ({ path, body, key: newId() });

async function callsOf(
  scene: TestApp,
  { split, pairs, parcels }: Pick<Round, 'split' | 'pairs' | 'parcels'>,
): Promise<Call[]> {
  const lines = await look(
    scene,
    (tx) => tx.rows<{ id: string; orderId: string }>`
      select id, order_id from order_line
      where tenant_id = ${tx.tenant} and order_id = any(${split}::uuid[])`,
  );
  return [
    ...parcels.map((id) => call(`/fulfilment/shipment/${id}/buyLabel`, {})),
    ...lines.map(({ id, orderId }) =>
      call(`/orders/salesOrder/${orderId}/split`, {
        parts: JSON.stringify([[{ lineId: id, qty: 1 }], [{ lineId: id, qty: 1 }]]),
      }),
    ),
    ...pairs.map((ids) => call('/fulfilment/shipment/join', { ids })),
  ];
}

/** Boxes get their numbers and go on the list of the day; closing it is one more call of the round. */
export async function openList(scene: TestApp, product: ServedProduct, round: Round): Promise<void> {
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const { success, message, result } = await product.call<T>('POST', path, body, newId());
    if (!success) throw new Error(`${path}: ${message}`);
    return result;
  };
  for (const id of round.handed)
    await ask(`/fulfilment/shipment/${id}/ownLabel`, { carrierCode: 'OWN', trackingNo: id });
  const { id } = await ask<{ id: string }>('/fulfilment/handover/open', {
    warehouseId: scene.seller.warehouses[NEW_JERSEY],
    shipMethodId: round.truck,
  });
  await ask(`/fulfilment/handover/${id}/collect`, {});
  round.handover = id;
  const signed = { driver: 'Joe', signedBy: 'Joe' };
  round.calls.unshift(call(`/fulfilment/handover/${id}/handOver`, signed));
}
