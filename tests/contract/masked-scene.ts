import { afterAll, beforeAll, expect } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { fault, look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { must, newOrder, STOOL, startedShipment } from '#tests/lifecycles/one-of-each.ts';
import { says } from './calls.ts';
import { BAD_POSTCODE, BUYER } from './golden-masks.ts';
import { pdfWords } from './pdf-words.ts';
import { openWorld, personWith } from './worlds.ts';

const SHIP_TO = {
  name: BUYER.shipToName,
  address1: BUYER.shipToAddress1,
  address2: BUYER.shipToAddress2,
  city: BUYER.shipToCity,
  state: 'IL',
  postalCode: BUYER.shipToPostalCode,
  country: 'US',
  phoneNumber: BUYER.shipToPhone,
};

export let scene: TestApp;
export let admin: Client;
/** All rights but to see what is masked, and to print. */
export let blind: Client;
/** The warehouse as the product sets it up: sends goods off, sees the buyer on labels alone. */
export let packer: Client;
export let order: string;
export let shipment: string;
/** Word by the field it stands in. */
export const words = new Map<string, string>();

/** The channel refuses as many servers do: by quoting what it knows of the order. */
async function refuseInWords(): Promise<void> {
  const message = `Bad destination {"name":"${BUYER.shipToName.toUpperCase()}"} ${Object.values(BUYER).join('; ')}`;
  const refuse = (operation: string): Promise<unknown> =>
    fault(scene, { fault: 'graphql-error', message, match: { operation } });
  // Other goods: the same ones twice would stop as a repetition.
  const ordered = (partNumber: string) => ({
    shipTo: SHIP_TO,
    lines: [{ partNumber, quantity: 1 }],
  });
  const unlabelled = await newOrder(scene, admin, ordered('WB-DCH-HOLM-S2'));
  const refused = await startedShipment(scene, admin, unlabelled.id);
  for (const move of ['pack', 'sealAll']) await must(admin.post(`/fulfilment/shipment/${refused}/${move}`));
  await refuse('register');
  await must(admin.post(`/fulfilment/shipment/${refused}/register`, {}, { 'idempotency-key': newId() }));
  await scene.settled();
  const unanswered = await newOrder(scene, admin, ordered('WB-LMP-PEBB-TBL'));
  await refuse('accept');
  await must(admin.post(`/orders/salesOrder/${unanswered.id}/accept`));
  await scene.settled();
  const { labelError } = await must(
    admin.get<{ labelError: string }>('/fulfilment/shipment/queryById', { id: refused }),
  );
  const { holds } = await must(admin.get<{ holds: string[] }>('/orders/salesOrder/queryById', { id: unanswered.id }));
  expect({ labelError, holds }).toEqual({
    labelError: expect.stringContaining('Bad destination'),
    holds: ['noAck'],
  });
}

/** The papers of a border and of freight, as their uploads leave them: all of them name the buyer. */
async function storePapers(): Promise<void> {
  const { bytes } = await admin.raw('GET', `${ofShipment()}/document?kind=label`);
  await look(scene, async (tx) => {
    const stored = await tx.rows<{ kind: string }>`select kind from shipping_document
      where tenant_id = ${tx.tenant} and shipment_id = ${shipment}::uuid`;
    for (const kind of ['packingSlip', 'bol', 'customs'].filter((one) => !stored.some((paper) => paper.kind === one))) {
      const assetId = await tx.files.put(tx, {
        kind,
        name: `${kind}.pdf`,
        mime: 'application/pdf',
        bytes,
        ownerType: 'shipment',
        ownerId: shipment,
      });
      await tx.run`
        insert into shipping_document (tenant_id, id, shipment_id, kind, asset_id, pages, create_by, create_time)
        values (${tx.tenant}, ${newId()}, ${shipment}::uuid, ${kind}, ${assetId}, 1, 'test', ${tx.now})`;
    }
  });
}

/** Costs that can be distinguished from every other number. */
async function priceOne(): Promise<void> {
  const id = scene.seller.skus[STOOL] as string;
  await must(admin.put('/catalog/sku/edit', { id, standardCost: '7654.3219' }));
  words.set('standardCost', '7654.3219');
  const lines = [{ skuId: id, condition: 'good', qty: 3, unitCost: '41.2377' }];
  const [warehouseId] = Object.values(scene.seller.warehouses);
  const adjustment = await must(
    admin.post<{ id: string }>('/inventory/stockAdjustment/add', {
      kind: 'adjust',
      warehouseId,
      reason: '盘盈',
      lines,
    }),
  );
  const path = `/inventory/stockAdjustment/${adjustment.id}`;
  const { state } = await must(admin.post<{ state: string }>(`${path}/submit`));
  if (state === 'submitted') await must((await scene.as('fuhe')).post(`${path}/approve`));
  await scene.settled();
  words.set('unitCost', '41.2377').set('costValue', '123.71');
}

export const ofShipment = (): string => `/fulfilment/shipment/${shipment}`;

/** Names of the words that an answer or a file says, PDFs as they are read. */
export async function told(bytes: Buffer): Promise<string[]> {
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const text = isPdf ? await pdfWords(bytes) : null;
  return [...words]
    .filter(([, word]) => (text === null ? says(bytes, word) : text.includes(word.replaceAll(/\s/g, ''))))
    .map(([name]) => name);
}

/** One order with every masked word, its labelled shipment, and who may see which of them. */
export function openMasked(): void {
  beforeAll(async () => {
    ({ scene, admin } = await openWorld());
    await newOrder(scene, admin, { shipTo: { postalCode: BAD_POSTCODE } });
    words.set('the postcode that holds an order', BAD_POSTCODE);
    ({ id: order } = await newOrder(scene, admin, { customsRequired: true, shipTo: SHIP_TO }));
    for (const [key, word] of Object.entries(BUYER)) words.set(key, word);
    shipment = await startedShipment(scene, admin, order);
    for (const move of ['pack', 'sealAll', 'register']) {
      await must(admin.post(`/fulfilment/shipment/${shipment}/${move}`, {}, { 'idempotency-key': newId() }));
      await scene.settled();
    }
    await storePapers();
    await refuseInWords();
    await priceOne();
    const codes = scene.app.assembled.routes.flatMap(({ access }) =>
      typeof access === 'object' ? [access.permission] : [],
    );
    blind = await personWith(scene, admin, [
      ...new Set(codes.filter((code) => !code.startsWith('platform:') && code !== 'fulfilment:shipment:print')),
    ]);
    packer = await scene.as('cangku');
  });
  afterAll(() => scene?.stop());
}
