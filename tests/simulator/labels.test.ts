import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, expect, test } from 'vitest';
import { accept, register, ship, startChannel } from './start-channel.ts';
import type { Channel } from './start-channel.ts';

let channel: Channel;
afterEach(() => channel.sim.close());

const pagesOf = async (response: Response) =>
  (await PDFDocument.load(new Uint8Array(await response.arrayBuffer()))).getPageCount();

async function acceptedOrder(input: object): Promise<string> {
  const { orders } = await channel.side('POST', '/orders', { orders: [input] });
  await accept(channel, orders[0].poNumber);
  return orders[0].poNumber;
}

const unit = (partNumber: string, groupIdentifier: number, sequenceIdentifier: number, size: number[]) => {
  const [length = 0, width = 0, height = 0, weight = 0] = size;
  const inches = (value: number) => ({ value, unit: 'INCHES' });
  return {
    partNumber,
    groupIdentifier,
    sequenceIdentifier,
    unitType: 'CARTON',
    weight: { value: weight, unit: 'POUNDS' },
    dimensions: { length: inches(length), width: inches(width), height: inches(height) },
  };
};

test('S3: two beds of three cartons are six labels, one PRO, a bill of lading and no token at storage', async () => {
  channel = await startChannel();
  const po = (await channel.seed('s3')).poNumbers[0] ?? '';
  await accept(channel, po);
  const event = (await register(channel, { poNumber: po })).data.purchaseOrders.register;
  expect(event.poNumber).toBe(po.slice(2));
  expect(event.generatedShippingLabels).toEqual([expect.objectContaining({ fullPoNumber: po, numberOfLabels: '6' })]);
  expect(event.shippingUnits.map((u: any) => `${u.groupIdentifier}/${u.sequenceIdentifier}`)).toEqual([
    '1/1',
    '1/2',
    '1/3',
    '2/1',
    '2/2',
    '2/3',
  ]);
  expect(event.consolidatedShippingLabel.url).toContain(channel.sim.storageUrl);
  const labels = await channel.call('GET', event.consolidatedShippingLabel.url);
  expect(await pagesOf(labels)).toBe(6);
  const bol = await channel.call('GET', event.billOfLading.url, undefined, channel.authorization);
  expect([bol.status, await pagesOf(bol)]).toEqual([200, 1]);

  const pro = event.generatedShippingLabels[0].trackingNumber;
  const packages = Array.from({ length: 6 }, () => ({
    code: { type: 'TRACKING_NUMBER', value: pro },
  }));
  const freight = (count: number) => ({
    packageCount: count,
    weight: 196,
    trackingNumber: pro,
    smallParcelShipments: null,
    largeParcelShipments: [{ partNumber: 'WB-BED-HALDEN-QN', packages: packages.slice(0, count) }],
  });
  expect(await ship(channel, po, [], freight(5))).toEqual(['Packages do not hold complete units of this part']);
  expect(await ship(channel, po, [], freight(6))).toEqual([]);
  expect((await channel.audit()).facts[po]?.products[0]?.shipped).toBe(2);

  await channel.call('GET', event.consolidatedShippingLabel.url, undefined, channel.authorization);
  expect((await channel.audit()).violations.map((v) => v.rule)).toEqual(['token-to-foreign-host']);
});

test('the size decides: 60×30×22 travels as parcel, half an inch more as freight', async () => {
  channel = await startChannel();
  const order = { warehouseId: '31842', lines: [{ partNumber: 'WB-LMP-PEBB-TBL', quantity: 1 }] };
  const parcel = await acceptedOrder(order);
  const freight = await acceptedOrder(order);
  const small = await register(channel, {
    poNumber: parcel,
    shippingUnits: [unit('WB-LMP-PEBB-TBL', 1, 1, [60, 30, 22, 20])],
  });
  expect(small.data.purchaseOrders.register.billOfLading).toBeNull();
  const big = await register(channel, {
    poNumber: freight,
    shippingUnits: [unit('WB-LMP-PEBB-TBL', 1, 1, [60, 30, 22.5, 20])],
  });
  expect(big.data.purchaseOrders.register.billOfLading.url).toContain(freight);
  const bol = await channel.call('GET', `/wayfair/v1/bill_of_lading/${parcel}`, undefined, channel.authorization);
  expect(bol.status).toBe(404);
});

test('units must cover every piece once and in sequence', async () => {
  channel = await startChannel();
  const po = await acceptedOrder({ lines: [{ partNumber: 'WB-LMP-PEBB-TBL', quantity: 2 }] });
  const size = [10, 10, 10, 5];
  const refused = async (input: object) => (await register(channel, { poNumber: po, ...input })).errors?.[0]?.message;
  const lamp = (piece: number, carton: number) => unit('WB-LMP-PEBB-TBL', piece, carton, size);
  expect(await refused({ shippingUnits: [lamp(1, 1)] })).toBe('Missing unit 2 of 2 for WB-LMP-PEBB-TBL');
  expect(await refused({ shippingUnits: [lamp(1, 1), lamp(1, 1)] })).toMatch('listed twice');
  expect(await refused({ shippingUnits: [lamp(1, 1), lamp(2, 2)] })).toMatch('Missing shipping unit');
  expect(await refused({ shippingUnits: [lamp(1, 1), lamp(3, 1)] })).toMatch('Invalid groupIdentifier');
  expect(await refused({ shippingUnits: [lamp(1, 1), unit('WB-LMP-PEBB-TBL', 2, 1, [10, 10, 0, 5])] })).toMatch(
    'greater than zero',
  );
  const parts = [1, 2].map((groupIdentifier) => ({
    partNumber: 'WB-LMP-PEBB-TBL',
    groupIdentifier,
  }));
  const { partNumber: _p, groupIdentifier: _g, sequenceIdentifier: _s, ...box } = lamp(1, 1);
  const together = [{ ...box, containedParts: parts }];
  expect(await refused({ shippingUnits: [lamp(1, 1)], packageUnits: together })).toMatch('Only one of');
  const event = await register(channel, { poNumber: po, packageUnits: together });
  expect(event.data.purchaseOrders.register.generatedShippingLabels).toHaveLength(1);
  const label = event.data.purchaseOrders.register.generatedShippingLabels[0].trackingNumber;
  const items = [{ partNumber: 'WB-LMP-PEBB-TBL', quantity: 2 }];
  expect(await ship(channel, po, [{ tracking: label, items }])).toEqual([]);
});

test('a parcel of several cartons may list its part in each carton or once', async () => {
  channel = await startChannel();
  const part = 'WB-NST-RENN-SET2';
  for (const quantities of [
    [1, 1],
    [1, 0],
  ]) {
    const po = await acceptedOrder({
      warehouseId: '31842',
      lines: [{ partNumber: part, quantity: 1 }],
    });
    const reply = await register(channel, { poNumber: po });
    const labels = reply.data.purchaseOrders.register.generatedShippingLabels;
    expect(labels).toHaveLength(2);
    const packages = labels.map((label: any, i: number) => ({
      tracking: label.trackingNumber,
      items: [{ partNumber: part, quantity: quantities[i] }],
    }));
    expect(await ship(channel, po, packages)).toEqual([]);
    expect((await channel.audit()).facts[po]?.products[0]?.shipped).toBe(1);
  }
});

test('the label event shows up after the lag, found by the digits of the PO', async () => {
  channel = await startChannel({ settings: { effectLagMs: 1000 } });
  const po = await acceptedOrder({ lines: [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }] });
  await channel.advance(1000);
  await register(channel, { poNumber: po });
  const query = `{ labelGenerationEvents(filters: [{field: poNumber, equals: "${po.slice(2)}"}], ordering: [{desc: eventDate}]) {
    generatedShippingLabels { fullPoNumber } } }`;
  expect((await channel.graphql(query)).data.labelGenerationEvents).toEqual([]);
  await channel.advance(1000);
  expect((await channel.graphql(query)).data.labelGenerationEvents).toEqual([
    { generatedShippingLabels: [{ fullPoNumber: po }] },
  ]);
});

test('goods from Ontario need a customs document', async () => {
  channel = await startChannel();
  const po = await acceptedOrder({
    warehouseId: '31844',
    lines: [{ partNumber: 'WB-MIR-RND-24', quantity: 1 }],
  });
  const event = (await register(channel, { poNumber: po })).data.purchaseOrders.register;
  expect(event.customsDocument.required).toBe(true);
  expect(await pagesOf(await channel.call('GET', event.customsDocument.url))).toBe(1);
});

test('documents can be bent: pages that do not match, an address that ran out', async () => {
  channel = await startChannel({ settings: { documentUrlTtlSeconds: 60 } });
  const po = (await channel.seed('s3')).poNumbers[0] ?? '';
  await accept(channel, po);
  const url = (await register(channel, { poNumber: po })).data.purchaseOrders.register.consolidatedShippingLabel.url;
  await channel.fault({ fault: 'label-pages-mismatch' });
  expect(await pagesOf(await channel.call('GET', url))).toBe(5);
  expect((await channel.call('GET', url.replace(/signature=../, 'signature=00'))).status).toBe(403);
  await channel.advance(61_000);
  const late = await channel.call('GET', url);
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  await channel.fault({ fault: 'bol-404' });
  const bol = () => channel.call('GET', `/wayfair/v1/bill_of_lading/${po}`, undefined, channel.authorization);
  expect([(await bol()).status, (await bol()).status]).toEqual([404, 200]);
  const slip = await channel.call('GET', `/wayfair/v1/packing_slip/${po}`, undefined, channel.authorization);
  expect(await pagesOf(slip)).toBe(1);
});
