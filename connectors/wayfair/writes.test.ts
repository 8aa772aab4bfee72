import { afterEach, expect, test } from 'vitest';
import { OutboundError } from '#kit/server/outbound.ts';
import type {
  AcceptRequest,
  Connection,
  RegisterRequest,
  RegisterResult,
  ShipNotice,
} from '#modules/channels/model/port.ts';
import { NEW_JERSEY, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel, SimulatedOrder } from './fixtures/simulated-channel.ts';

const DAY = 86_400_000;
const LAG = 1_000;

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

/** A chair of one carton that goes as a parcel. */
const STOOL = 'WB-DCH-BRAM-CTR';
/** A bed of three cartons, one of which makes it freight. */
const BED = 'WB-BED-HALDEN-QN';

async function order(partNumber: string, quantity: number): Promise<SimulatedOrder> {
  const lines = [{ partNumber, quantity }];
  const [made] = await channel.orders([{ warehouseId: NEW_JERSEY, lines }]);
  if (!made) throw new Error('no order was made');
  return made;
}

async function acceptRequest(poNumber: string): Promise<AcceptRequest> {
  const [known] = await channel.connection.getOrders([poNumber]);
  if (!known) throw new Error(`no ${poNumber}`);
  return {
    channelOrderNo: poNumber,
    shipSpeed: known.shipSpeed ?? '',
    lines: known.lines.map(({ channelSku, qty, unitPrice }) => ({
      channelSku,
      qty,
      unitPrice,
      estShipDate: new Date(channel.now().getTime() + DAY),
    })),
  };
}

async function accepted(partNumber: string, quantity: number): Promise<SimulatedOrder> {
  const made = await order(partNumber, quantity);
  const outcome = await channel.connection.accept(await acceptRequest(made.poNumber));
  expect(outcome).toEqual({ status: 'pending' });
  await channel.advance(LAG);
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
  await channel.advance(LAG);
  return result;
}

async function notice(
  poNumber: string,
  boxes: ShipNotice['packages'],
  changes: Partial<ShipNotice> = {},
): Promise<ShipNotice> {
  const [known] = await channel.connection.getOrders([poNumber]);
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

const boxes = (
  labels: RegisterResult['labels'],
  channelSku: string,
  from = 0,
  to = labels.length,
) =>
  labels.slice(from, to).map(({ trackingNo }) => ({
    trackingNo,
    weightG: 9_000,
    items: [{ channelSku, qty: 1 }],
  }));

/** The same connection whose calls run out of time quickly, for a channel that never answers. */
function impatient(): Connection {
  return channel.connect({}, (url, init) => channel.outbound(url, { ...init, timeoutMs: 150 }));
}

test('an accept takes effect later, and only a re-read tells', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await order(STOOL, 2);
  expect(await channel.connection.confirmAccept(poNumber)).toEqual({ status: 'absent' });
  const outcome = await channel.connection.accept(await acceptRequest(poNumber));
  expect(outcome).toEqual({ status: 'pending' });
  expect(await channel.connection.confirmAccept(poNumber)).toEqual({ status: 'absent' });
  await channel.advance(LAG);
  expect(await channel.connection.confirmAccept(poNumber)).toMatchObject({ status: 'done' });
  expect(await channel.connection.confirmAccept('CS000000000')).toEqual({ status: 'absent' });
});

test('a repeated accept is done, not refused', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await accepted(STOOL, 2);
  const again = await channel.connection.accept(await acceptRequest(poNumber));
  expect(again).toEqual({ status: 'done' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ acceptEffects: 1 });
});

test('a refused accept says why in the channel’s words', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await order(STOOL, 2);
  const request = await acceptRequest(poNumber);
  const wrong = { ...request, lines: request.lines.map((line) => ({ ...line, qty: 1 })) };
  expect(await channel.connection.accept(wrong)).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('Quantity does not match purchase order'),
  });
  // An enum the channel does not know fails the whole call, and is a refusal as well.
  const odd = { ...request, shipSpeed: 'HYPERLOOP_DELIVERY' };
  expect(await channel.connection.accept(odd)).toMatchObject({ status: 'refused' });
  await channel.fault({ fault: 'accept-error', message: 'Invalid supplier id' });
  expect(await channel.connection.accept(request)).toMatchObject({ status: 'refused' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ acceptEffects: 0 });
});

test.each([
  [{ fault: 'timeout-after-commit' }],
  [{ fault: 'timeout-after-commit', hang: true }],
  [{ fault: 'reset-mid-body' }],
  [{ fault: 'truncated-json' }],
  [{ fault: 'text-body', commit: true }],
] as const)('accept with %j: unknown, then the re-read tells, one effect', async (fault) => {
  channel = await simulatedChannel();
  const { poNumber } = await order(STOOL, 2);
  const request = await acceptRequest(poNumber);
  await channel.fault({ ...fault, match: { operation: 'purchaseOrders.accept' } });
  await expect(impatient().accept(request)).rejects.toMatchObject({
    kind: 'unknown',
    operation: '接单',
  });
  await channel.advance(LAG);
  expect(await channel.connection.confirmAccept(poNumber)).toMatchObject({ status: 'done' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ acceptEffects: 1 });
});

test.each([
  [{ fault: '500' }, 'unknown'],
  [{ fault: '503' }, 'unknown'],
  [{ fault: 'timeout' }, 'unknown'],
  [{ fault: '429', retryAfterSeconds: 4 }, 'rate'],
] as const)(
  'accept with %j before any effect: %s, absent, and a retry works',
  async (fault, kind) => {
    channel = await simulatedChannel();
    const { poNumber } = await order(STOOL, 2);
    const request = await acceptRequest(poNumber);
    await channel.fault({ ...fault, match: { operation: 'purchaseOrders.accept' } });
    await expect(channel.connection.accept(request)).rejects.toMatchObject({ kind });
    await channel.advance(LAG);
    expect(await channel.connection.confirmAccept(poNumber)).toEqual({ status: 'absent' });
    expect(await channel.connection.accept(request)).toEqual({ status: 'pending' });
  },
);

test('a write that never left can be tried again: transient, or a setting to mend', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await order(STOOL, 1);
  const request = await acceptRequest(poNumber);
  const unreachable = channel.connect({}, (url, init) =>
    url.endsWith('/v1/graphql')
      ? Promise.reject(new OutboundError('connect', false, 'no connection'))
      : channel.outbound(url, init),
  );
  await expect(unreachable.accept(request)).rejects.toMatchObject({ kind: 'transient' });
  await channel.fault({ fault: 'timeout', match: { operation: 'token' } });
  const cold = channel.connect({ id: 'never-had-a-token' });
  await expect(cold.accept(request)).rejects.toMatchObject({
    kind: 'transient',
    operation: '获取令牌',
  });
  // A setting of the account opens no private address.
  const inward = channel.connect({
    settings: { ...channel.account.settings, apiUrl: 'http://127.0.0.1:1/v1/graphql' },
  });
  await expect(inward.accept(request)).rejects.toMatchObject({ kind: 'validation' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ acceptCalls: 0 });
});

test('registering twice is refused, also where the channel would let it pass', async () => {
  channel = await simulatedChannel('live', { settings: { lenientRepeats: true } });
  const { poNumber } = await accepted(STOOL, 2);
  const result = await registered(poNumber);
  expect(result.labels.length).toBe(2);
  await expect(channel.connection.register(registerRequest(poNumber))).rejects.toMatchObject({
    kind: 'validation',
    operation: '登记发货',
  });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ registerEffects: 1 });
  // Before the event shows, the channel itself refuses the second call.
  await channel.door('POST', '/config', { lenientRepeats: false });
  const { poNumber: other } = await accepted(STOOL, 1);
  await channel.connection.register(registerRequest(other));
  await expect(channel.connection.register(registerRequest(other))).rejects.toMatchObject({
    kind: 'validation',
    message: expect.stringContaining('already'),
  });
});

test('a register that ran out of time is found again by the full PO number', async () => {
  channel = await simulatedChannel();
  const made = await accepted(STOOL, 2);
  const digits = made.poNumber.slice(2);
  // Another store's PO with the same digits.
  const lines = [{ partNumber: STOOL, quantity: 1 }];
  await channel.orders([{ poNumber: `ZZ${digits}`, warehouseId: NEW_JERSEY, lines }]);
  await channel.connection.accept(await acceptRequest(`ZZ${digits}`));
  await channel.advance(LAG);
  const twin = await registered(`ZZ${digits}`);
  expect(await channel.connection.confirmRegister(made.poNumber)).toEqual({ status: 'absent' });

  await channel.fault({ fault: 'timeout-after-commit', match: { operation: 'register' } });
  const request = registerRequest(made.poNumber);
  await expect(channel.connection.register(request)).rejects.toMatchObject({ kind: 'unknown' });
  await channel.advance(LAG);
  const found = await channel.connection.confirmRegister(made.poNumber);
  if (found.status !== 'done') throw new Error('the label event is missing');
  expect(found.result.labels.length).toBe(2);
  expect(found.result.eventId).not.toBe(twin.eventId);
  expect((await channel.audit()).facts[made.poNumber]).toMatchObject({ registerEffects: 1 });
});

test('units say which carton of which piece; freight gets a PRO number and a BOL', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await accepted(BED, 2);
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
  const { poNumber } = await accepted(STOOL, 3);
  const { labels } = await registered(poNumber);
  const first = await notice(poNumber, boxes(labels, STOOL, 0, 2));
  expect(await channel.connection.confirmShipNotice(first)).toEqual({ status: 'absent' });
  expect(await channel.connection.shipNotice(first)).toEqual({ status: 'pending' });
  await channel.advance(LAG);
  expect(await channel.connection.confirmShipNotice(first)).toMatchObject({ status: 'done' });
  expect(await channel.connection.shipNotice(first)).toEqual({ status: 'done' });

  // The rest of the order is a notice of its own, which the first does not answer for.
  await channel.advance(DAY);
  const second = await notice(poNumber, boxes(labels, STOOL, 2, 3));
  expect(await channel.connection.confirmShipNotice(second)).toEqual({ status: 'absent' });
  await channel.connection.shipNotice(second);
  await channel.advance(LAG);
  expect(await channel.connection.confirmShipNotice(second)).toMatchObject({ status: 'done' });
  const { facts, violations } = await channel.audit();
  expect(facts[poNumber]).toMatchObject({ noticeEffects: 2, products: [{ shipped: 3 }] });
  expect(violations).toEqual([]);
});

test('a notice that ran out of time after its effect: unknown, confirmed, one effect', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await accepted(STOOL, 1);
  const { labels } = await registered(poNumber);
  const told = await notice(poNumber, boxes(labels, STOOL));
  await channel.fault({ fault: 'timeout-after-commit', match: { operation: 'shipment' } });
  await expect(channel.connection.shipNotice(told)).rejects.toMatchObject({ kind: 'unknown' });
  await channel.advance(LAG);
  expect(await channel.connection.confirmShipNotice(told)).toMatchObject({ status: 'done' });
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
  await channel.connection.accept(await acceptRequest(poNumber));
  await channel.advance(LAG);
  const { labels } = await registered(poNumber);
  const trackingNo = labels[0]?.trackingNo ?? '';
  const box = (channelSku: string) => ({
    trackingNo,
    weightG: 20_000,
    items: [{ channelSku, qty: 1 }],
  });
  const told = await notice(poNumber, [box(BED), box(BED), box(BED), box(STOOL)], {
    shipClass: 'ltl',
  });
  expect(await channel.connection.shipNotice(told)).toEqual({ status: 'pending' });
  await channel.advance(LAG);
  expect(await channel.connection.confirmShipNotice(told)).toMatchObject({ status: 'done' });
  expect((await channel.audit()).facts[poNumber]?.products).toMatchObject([
    { shipped: 1 },
    { shipped: 1 },
  ]);
});

test('what the channel would refuse anyway is refused here, without a call', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await order(STOOL, 1);
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
