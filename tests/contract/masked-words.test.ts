import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceKey } from '#kit/model/resource.ts';
import { newId } from '#kit/server/new-id.ts';
import { fault, look } from '#tests/channels/shop.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';
import { must, newOrder, STOOL, startedShipment } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { call, pathWith, says, type Sent } from './calls.ts';
import { BAD_POSTCODE, BUYER, GOLDEN_MASKS } from './golden-masks.ts';
import { pdfWords } from './pdf-words.ts';
import { pathOf, resources, rowsOf, superQuery, type Row } from './resources.ts';
import { openWorld, personWith } from './worlds.ts';

/*
 * Every masked value × every way out: routes, files, prints, texts, messages, filters, counts.
 * Which values are masked is written down in golden-masks.ts.
 */

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

let scene: TestApp;
let admin: Client;
/** All rights but to see what is masked, and to print. */
let blind: Client;
/** The warehouse as the product sets it up: sends goods off, sees the buyer on labels alone. */
let packer: Client;
let order: string;
let shipment: string;
/** Word by the field it stands in. */
const words = new Map<string, string>();

beforeAll(async () => {
  ({ scene, admin } = await openWorld());
  await newOrder(scene, admin, { shipTo: { postalCode: BAD_POSTCODE } });
  words.set('the postcode that holds an order', BAD_POSTCODE);
  ({ id: order } = await newOrder(scene, admin, { customsRequired: true, shipTo: SHIP_TO }));
  for (const [key, word] of Object.entries(BUYER)) words.set(key, word);
  shipment = await startedShipment(scene, admin, order);
  for (const move of ['pack', 'sealAll', 'register']) {
    await must(
      admin.post(`/fulfilment/shipment/${shipment}/${move}`, {}, { 'idempotency-key': newId() }),
    );
    await scene.settled();
  }
  await storePapers();
  await refuseInWords();
  await priceOne();
  const codes = scene.app.assembled.routes.flatMap(({ access }) =>
    typeof access === 'object' ? [access.permission] : [],
  );
  blind = await personWith(scene, admin, [
    ...new Set(
      codes.filter((code) => !code.startsWith('platform:') && code !== 'fulfilment:shipment:print'),
    ),
  ]);
  packer = await scene.as('cangku');
});
afterAll(() => scene?.stop());

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
  for (const move of ['pack', 'sealAll'])
    await must(admin.post(`/fulfilment/shipment/${refused}/${move}`));
  await refuse('register');
  await must(
    admin.post(`/fulfilment/shipment/${refused}/register`, {}, { 'idempotency-key': newId() }),
  );
  await scene.settled();
  const unanswered = await newOrder(scene, admin, ordered('WB-LMP-PEBB-TBL'));
  await refuse('accept');
  await must(admin.post(`/orders/salesOrder/${unanswered.id}/accept`));
  await scene.settled();
  const { labelError } = await must(
    admin.get<{ labelError: string }>('/fulfilment/shipment/queryById', { id: refused }),
  );
  const { holds } = await must(
    admin.get<{ holds: string[] }>('/orders/salesOrder/queryById', { id: unanswered.id }),
  );
  expect({ labelError, holds }).toEqual({
    labelError: expect.stringContaining('Bad destination'),
    holds: ['noAck'],
  });
}

/** The papers of a border and of freight, as their uploads leave them: all of them name the buyer. */
async function storePapers(): Promise<void> {
  const { bytes } = await admin.raw('GET', `${ofShipment()}/document?kind=label`);
  await look(scene, async (tx) => {
    const kept = await tx.rows<{ kind: string }>`select kind from shipping_document
      where tenant_id = ${tx.tenant} and shipment_id = ${shipment}::uuid`;
    for (const kind of ['packingSlip', 'bol', 'customs'].filter(
      (one) => !kept.some((paper) => paper.kind === one),
    )) {
      const assetId = await tx.files.put(tx, {
        ...{ kind, name: `${kind}.pdf`, mime: 'application/pdf', bytes },
        ...{ ownerType: 'shipment', ownerId: shipment },
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
      ...{ kind: 'adjust', warehouseId, reason: '盘盈', lines },
    }),
  );
  await must(admin.post(`/inventory/stockAdjustment/${adjustment.id}/submit`));
  await scene.settled();
  words.set('unitCost', '41.2377').set('costValue', '123.71');
}

const ofShipment = (): string => `/fulfilment/shipment/${shipment}`;

/** Names of the words that an answer or a file says, PDFs as they are read. */
async function told(bytes: Buffer): Promise<string[]> {
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const text = isPdf ? await pdfWords(bytes) : null;
  return [...words]
    .filter(([, word]) =>
      text === null ? says(bytes, word) : text.includes(word.replaceAll(/\s/g, '')),
    )
    .map(([name]) => name);
}

test('what is masked is what the domain hides, field by field', () => {
  covers('ours: tables of rights, masks, scopes and moves');
  const declared = Object.fromEntries(
    resources
      .filter(({ masks }) => masks && Object.keys(masks).length > 0)
      .map((resource) => [resourceKey(resource), resource.masks]),
  );
  expect(declared).toEqual(GOLDEN_MASKS);
});

describe('papers', () => {
  const KINDS = ['label', 'packingSlip', 'bol', 'customs'] as const;
  const paper = async (who: Client, kind: string) =>
    who.raw('GET', `${ofShipment()}/document?kind=${kind}`);

  test('tell the buyer to who may see buyers', async () => {
    for (const kind of KINDS) {
      const { status, bytes } = await paper(admin, kind);
      expect(status, kind).toBe(200);
      expect(await told(bytes), kind).toContain('shipToName');
      expect(await told(bytes), kind).toContain('shipToAddress1');
    }
  });

  test('are closed to who may not, but for the label to the warehouse that sends goods off', async () => {
    const open = async (who: Client): Promise<string[]> => {
      const kinds: string[] = [];
      for (const kind of KINDS) {
        const { status, bytes } = await paper(who, kind);
        if (status === 200) kinds.push(kind);
        else expect({ status, told: await told(bytes) }).toEqual({ status: 403, told: [] });
      }
      return kinds;
    };
    expect(await open(blind)).toEqual([]);
    expect(await open(packer)).toEqual(['label', 'bol']);
    const listed = async (who: Client): Promise<string[]> =>
      (await must(who.get<{ documents: { kind: string }[] }>(`${ofShipment()}/packing`))).documents
        .map(({ kind }) => kind)
        .sort();
    expect(await listed(admin)).toEqual([...KINDS].sort());
    expect(await listed(packer)).toEqual(['bol', 'label']);
    expect(await listed(blind)).toEqual([]);
  });

  test('printed without the right name the buyer on labels alone', async () => {
    const print = async (who: Client, name: string) => {
      const { status, bytes } = await who.raw('POST', `/fulfilment/shipment/${name}`, {
        ids: [shipment],
      });
      return { status, told: await told(bytes), isPdf: says(bytes, '%PDF-') };
    };
    const prints = ['printLabels', 'printPackingSlips', 'printPickList', 'printBoxMarks'];
    for (const name of prints) {
      expect((await print(blind, name)).status).toBe(403);
      const { status, told: shown, isPdf } = await print(packer, name);
      expect({ name, status, isPdf }).toEqual({ name, status: 200, isPdf: true });
      if (name === 'printLabels') expect(shown).toContain('shipToName');
      else expect({ name, shown }).toEqual({ name, shown: [] });
    }
    expect((await print(admin, 'printPackingSlips')).told).toContain('shipToName');
  });
});

/** Rows of a resource that a question may be about, the labelled shipment's own among them. */
async function rowsFor(path: string): Promise<Row[]> {
  const resource = resources.find((one) => path.startsWith(`${pathOf(one)}/`));
  if (!resource) return [];
  const own: Record<string, string> = {
    'orders:salesOrder': order,
    'fulfilment:shipment': shipment,
  };
  const rows = (await rowsOf(admin, resource)).slice(0, 8);
  const id = own[resourceKey(resource)];
  return id ? [{ id } as Row, ...rows.filter((row) => row.id !== id)] : rows;
}

async function tellings(who: Client, skip: (path: string) => boolean): Promise<Set<string>> {
  const found = new Set<string>();
  for (const route of scene.app.assembled.routes) {
    if (route.method !== 'GET' || route.path === '/sys/logout' || skip(route.path)) continue;
    const rows = await rowsFor(route.path);
    const needsRow = route.path.includes(':id') || /(ById|glance)$/.test(route.path);
    for (const row of needsRow ? rows : [null]) {
      const query: Record<string, string> = row
        ? { id: row.id, ids: row.id }
        : { pageSize: '200', logType: '2' };
      const sent: Sent = { token: who.token, query };
      const { bytes } = await call(scene, { method: 'GET', path: pathWith(route, row?.id) }, sent);
      for (const name of await told(bytes)) found.add(`${name} by ${route.path}`);
    }
  }
  return found;
}

test('no question is answered with a masked word: lists, details, holds, glances, sheets, logs', async () => {
  const isPaper = (path: string): boolean => path.endsWith('/document');
  expect([...(await tellings(blind, isPaper))]).toEqual([]);
  expect([...(await tellings(packer, isPaper))]).toEqual([]);
  // The same questions find every word where it may be seen.
  const seen = [...(await tellings(admin, isPaper))].map((one) => one.split(' by ')[0]);
  expect(new Set(seen)).toEqual(new Set(words.keys()));
});

test('no move is refused, or would be, with a masked word', async () => {
  const said: string[] = [];
  let tried = 0;
  for (const route of scene.app.assembled.routes) {
    if (route.method !== 'POST' || !route.path.includes('/batch/')) continue;
    const ids = (await rowsFor(route.path)).map(({ id }) => id);
    if (ids.length === 0) continue;
    const { bytes } = await call(scene, route, {
      token: blind.token,
      body: { ids, dryRun: true },
      headers: { 'idempotency-key': newId() },
    });
    for (const name of await told(bytes)) said.push(`${name} by ${route.path}`);
    tried++;
  }
  expect(said).toEqual([]);
  expect(tried).toBeGreaterThan(20);
});

test('a manual order of a buyer one may not see is refused without their words', async () => {
  const draft = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      channelOrderNo: 'HAND-1',
      currency: 'USD',
      ...BUYER,
      shipToState: 'IL',
      shipToCountry: 'US',
      shipToPostalCode: BAD_POSTCODE,
      lines: [{ skuId: scene.seller.skus[STOOL], qty: 1, unitPrice: '10.00' }],
    }),
  );
  const path = `/orders/salesOrder/${draft.id}/submit`;
  const refused = await blind.post(path);
  expect(refused).toMatchObject({ success: false, message: '邮编不正确' });
  expect(JSON.stringify(refused)).not.toContain(BAD_POSTCODE);
  expect(await admin.post(path)).toMatchObject({ message: `邮编不正确：${BAD_POSTCODE}` });
});

describe.each(
  Object.entries(GOLDEN_MASKS).flatMap(([of, masks]) =>
    Object.values(masks)
      .flat()
      .map((key) => [`${of}.${key}`, of, key] as const),
  ),
)('%s is not guessed', (_name, of, key) => {
  const resource = () => resources.find((one) => resourceKey(one) === of) as (typeof resources)[0];
  const guess = (): string => words.get(key) ?? 'raw';

  test('by a count, a tab count, a sheet or a batch', async () => {
    const path = pathOf(resource());
    const asked = { [key]: guess() };
    const missed = { [key]: 'nobody at all' };
    for (const route of ['list', 'counts', 'holdCounts']) {
      const is = scene.app.assembled.routes.some(({ path: one }) => one === `${path}/${route}`);
      if (!is) continue;
      const answers = [];
      for (const query of [asked, missed, {}]) {
        const { result } = await blind.get<{ total?: number }>(`${path}/${route}`, query);
        answers.push(route === 'list' ? result.total : result);
      }
      expect(answers[0], route).toEqual(answers[2]);
      expect(answers[1], route).toEqual(answers[2]);
      const advanced = await blind.get(`${path}/${route}`, superQuery(key, 'eq', guess()));
      expect(advanced, route).toMatchObject({ status: 400, success: false });
      expect(advanced.message).toContain(key);
    }
    const sheets = [];
    for (const query of [asked, missed]) {
      const { bytes } = await blind.raw('GET', `${path}/exportXls?${new URLSearchParams(query)}`);
      expect(await told(bytes)).toEqual([]);
      sheets.push(bytes.length);
    }
    expect(sheets[0]).toBe(sheets[1]);
    const batch = scene.app.assembled.routes.find(
      (one) => one.method === 'POST' && one.path.startsWith(`${path}/batch/`),
    );
    if (!batch) return;
    const { json } = await call(scene, batch, {
      token: blind.token,
      body: { filter: asked, dryRun: true },
    });
    expect(json, batch.path).toMatchObject({ success: false });
  });
});
