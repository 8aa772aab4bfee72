import { afterEach, expect, test } from 'vitest';
import type { RegisterRequest, RegisterResult, ShipNotice } from '#modules/channels/model/port.ts';
import { acceptOrder, EFFECT_LAG, NEW_JERSEY, placeOrder, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel, SimulatedOrder } from './fixtures/simulated-channel.ts';

const DAY = 86_400_000;
/** A chair of one carton that goes as a parcel. */
const STOOL = 'WB-DCH-BRAM-CTR';
/** A bed of three cartons, one of which makes it freight. */
const BED = 'WB-BED-HALDEN-QN';

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

async function acceptedOrder(partNumber: string, quantity: number): Promise<SimulatedOrder> {
  const made = await placeOrder(channel, partNumber, quantity);
  await acceptOrder(channel, made.poNumber);
  return made;
}

function registerRequest(poNumber: string, units: RegisterRequest['units'] = []): RegisterRequest {
  return {
    channelOrderNo: poNumber,
    channelWarehouseCode: NEW_JERSEY,
    pickupDate: new Date(channel.now().getTime() + DAY),
    units,
  };
}

async function registered(poNumber: string): Promise<RegisterResult> {
  const result = await channel.connection.register(registerRequest(poNumber));
  await channel.advance(EFFECT_LAG);
  return result;
}

async function notice(
  poNumber: string,
  boxes: ShipNotice['packages'],
  changes: Partial<ShipNotice> = {},
): Promise<ShipNotice> {
  const {
    orders: [known],
  } = await channel.connection.getOrders([poNumber]);
  if (!known) throw new Error(`no ${poNumber}`);
  return {
    channelOrderNo: poNumber,
    channelWarehouseCode: NEW_JERSEY,
    carrierCode: known.carrierCode ?? 'FDEG',
    shipSpeed: known.shipSpeed ?? 'GROUND',
    trackingNo: boxes[0]?.trackingNo ?? '',
    shippedAt: channel.now(),
    weightG: boxes.reduce((sum, { weightG }) => sum + weightG, 0),
    volumeMm3: boxes.length * 90_000_000,
    from: {
      name: 'Edison',
      address1: '180 Raritan Center Parkway',
      city: 'Edison',
      state: 'NJ',
      postalCode: '08837',
      country: 'US',
    },
    to: known.shipTo,
    shipClass: 'parcel',
    packages: boxes,
    ...changes,
  };
}

const boxes = (labels: RegisterResult['labels'], channelSku: string, from = 0, to = labels.length) =>
  labels.slice(from, to).map(({ trackingNo }) => ({
    trackingNo,
    weightG: 9_000,
    items: [{ channelSku, qty: 1 }],
  }));

test('registering twice is refused, also where the channel would let it pass', async () => {
  channel = await simulatedChannel('live', { settings: { lenientRepeats: true } });
  const { poNumber } = await acceptedOrder(STOOL, 2);
  const result = await registered(poNumber);
  expect(result.labels.length).toBe(2);
  await expect(channel.connection.register(registerRequest(poNumber))).rejects.toMatchObject({
    kind: 'validation',
    operation: '登记发货',
  });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ registerEffects: 1 });
  // Before the event shows, the channel itself refuses the second call.
  await channel.door('POST', '/config', { lenientRepeats: false });
  const { poNumber: other } = await acceptedOrder(STOOL, 1);
  await channel.connection.register(registerRequest(other));
  await expect(channel.connection.register(registerRequest(other))).rejects.toMatchObject({
    kind: 'validation',
    message: expect.stringContaining('already'),
  });
});

test('a register that ran out of time is found again by the full PO number', async () => {
  channel = await simulatedChannel();
  const made = await acceptedOrder(STOOL, 2);
  const digits = made.poNumber.slice(2);
  // Another store's PO with the same digits.
  const lines = [{ partNumber: STOOL, quantity: 1 }];
  await channel.orders([{ poNumber: `ZZ${digits}`, warehouseId: NEW_JERSEY, lines }]);
  await acceptOrder(channel, `ZZ${digits}`);
  const twin = await registered(`ZZ${digits}`);
  expect(await channel.connection.confirmRegister(made.poNumber)).toEqual({ status: 'absent' });

  await channel.fault({ fault: 'timeout-after-commit', match: { operation: 'register' } });
  const request = registerRequest(made.poNumber);
  await expect(channel.connection.register(request)).rejects.toMatchObject({ kind: 'unknown' });
  await channel.advance(EFFECT_LAG);
  const found = await channel.connection.confirmRegister(made.poNumber);
  if (found.status !== 'done') throw new Error('the label event is missing');
  expect(found.result.labels.length).toBe(2);
  expect(found.result.eventId).not.toBe(twin.eventId);
  expect((await channel.audit()).facts[made.poNumber]).toMatchObject({ registerEffects: 1 });
});

test('an event whose labels name no full number is matched by its order, and by its digits', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await acceptedOrder(STOOL, 2);
  await registered(poNumber);
  const match = { operation: 'labelGenerationEvents' };
  await channel.fault(
    { fault: 'no-full-po-number', match },
    { fault: 'number-counts', match },
    { fault: 'odd-row', match },
  );
  expect(await channel.connection.confirmRegister(poNumber)).toMatchObject({ status: 'done' });
  await channel.fault({ fault: 'no-full-po-number', match }, { fault: 'missing-field', field: 'purchaseOrder', match });
  expect(await channel.connection.confirmRegister(poNumber)).toMatchObject({ status: 'done' });
});

test('units say which carton of which piece; freight gets a PRO number and a BOL', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await acceptedOrder(BED, 2);
  const sizes = [
    [1524, 762, 572, 43_545],
    [2083, 229, 203, 21_772],
    [1626, 457, 178, 23_587],
  ] as const;
  const units = [1, 2].flatMap((piece) =>
    sizes.map(([lengthMm, widthMm, heightMm, weightG], index) => ({
      channelSku: BED,
      piece,
      carton: index + 1,
      weightG,
      lengthMm,
      widthMm,
      heightMm,
      freightClass: '77.5',
    })),
  );
  const result = await channel.connection.register(registerRequest(poNumber, units));
  expect(result.bolUrl).toContain('/bill_of_lading/');
  expect(result.labels.length).toBe(1);
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ labels: 6 });
});

test('a parcel notice ships its quantities once; repeated it is done', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await acceptedOrder(STOOL, 3);
  const { labels } = await registered(poNumber);
  const first = await notice(poNumber, boxes(labels, STOOL, 0, 2));
  expect(await channel.connection.confirmShipNotice(first)).toEqual({ status: 'absent' });
  expect(await channel.connection.shipNotice(first)).toEqual({ status: 'pending' });
  await channel.advance(EFFECT_LAG);
  expect(await channel.connection.confirmShipNotice(first)).toMatchObject({ status: 'done' });
  expect(await channel.connection.shipNotice(first)).toEqual({ status: 'done' });

  // The rest of the order is a notice of its own, which the first does not answer for.
  await channel.advance(DAY);
  const second = await notice(poNumber, boxes(labels, STOOL, 2, 3));
  expect(await channel.connection.confirmShipNotice(second)).toEqual({ status: 'absent' });
  await channel.connection.shipNotice(second);
  await channel.advance(EFFECT_LAG);
  expect(await channel.connection.confirmShipNotice(second)).toMatchObject({ status: 'done' });
  const { facts, violations } = await channel.audit();
  expect(facts[poNumber]).toMatchObject({ noticeEffects: 2, products: [{ shipped: 3 }] });
  expect(violations).toEqual([]);
});

test('a trace that another notice of the part may have left proves nothing', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await acceptedOrder(STOOL, 3);
  const { labels } = await registered(poNumber);
  const first = await notice(poNumber, boxes(labels, STOOL, 0, 2));
  await channel.connection.shipNotice(first);
  await channel.advance(EFFECT_LAG);
  const second = await notice(poNumber, boxes(labels, STOOL, 2, 3));
  const statusBeside = async (channelSku: string, shippedAt: Date) => {
    const others = [{ channelSkus: [channelSku], shippedAt }];
    return (await channel.connection.confirmShipNotice(second, others)).status;
  };
  expect(await statusBeside(STOOL, first.shippedAt)).toBe('absent');
  expect(await statusBeside(BED, first.shippedAt)).toBe('done');
  const yesterday = new Date(first.shippedAt.getTime() - DAY);
  expect(await statusBeside(STOOL, yesterday)).toBe('done');
});

test('a notice that ran out of time after its effect: unknown, confirmed, one effect', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await acceptedOrder(STOOL, 1);
  const { labels } = await registered(poNumber);
  const reported = await notice(poNumber, boxes(labels, STOOL));
  await channel.fault({ fault: 'timeout-after-commit', match: { operation: 'shipment' } });
  await expect(channel.connection.shipNotice(reported)).rejects.toMatchObject({ kind: 'unknown' });
  await channel.advance(EFFECT_LAG);
  expect(await channel.connection.confirmShipNotice(reported)).toMatchObject({ status: 'done' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ noticeEffects: 1 });
});

test('freight lists its boxes by part, mixed boxes with their items', async () => {
  channel = await simulatedChannel();
  const lines = [
    { partNumber: BED, quantity: 1 },
    { partNumber: STOOL, quantity: 1 },
  ];
  const [made] = await channel.orders([{ warehouseId: NEW_JERSEY, lines }]);
  const poNumber = made?.poNumber ?? '';
  await acceptOrder(channel, poNumber);
  const { labels } = await registered(poNumber);
  const trackingNo = labels[0]?.trackingNo ?? '';
  const box = (channelSku: string) => ({
    trackingNo,
    weightG: 20_000,
    items: [{ channelSku, qty: 1 }],
  });
  const reported = await notice(poNumber, [box(BED), box(BED), box(BED), box(STOOL)], {
    shipClass: 'ltl',
  });
  expect(await channel.connection.shipNotice(reported)).toEqual({ status: 'pending' });
  await channel.advance(EFFECT_LAG);
  expect(await channel.connection.confirmShipNotice(reported)).toMatchObject({ status: 'done' });
  expect((await channel.audit()).facts[poNumber]?.products).toMatchObject([{ shipped: 1 }, { shipped: 1 }]);
});

test('what the channel would refuse anyway is refused here, without a call', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await placeOrder(channel, STOOL, 1);
  const good = await notice(poNumber, boxes([{ trackingNo: 'T1', carrierCode: 'FDEG' }], STOOL));
  const at = (ms: number) => ({ shippedAt: new Date(channel.now().getTime() + ms) });
  const before = (await channel.log()).length;
  for (const changes of [
    at(-10 * DAY - 1),
    at(DAY + 1),
    { packages: [] },
    { trackingNo: ' ' },
    { trackingNo: 'x'.repeat(1001) },
  ]) {
    const outcome = await channel.connection.shipNotice({ ...good, ...changes });
    expect(outcome.status).toBe('refused');
  }
  expect((await channel.log()).length).toBe(before);
  // Unaccepted, the channel refuses in its own words.
  expect(await channel.connection.shipNotice(good)).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('has not been accepted'),
  });
});
