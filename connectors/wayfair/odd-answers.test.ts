import { expect, test } from 'vitest';
import type { ConnectorAccount, Fetch } from '#modules/channels/model/port.ts';
import { wayfair } from './index.ts';

/** Answers as a channel may give them, whatever its documents say. */
const account = (id: string): ConnectorAccount => ({
  id,
  environment: 'live',
  settings: { clientId: id, rescanDays: '0' },
  secrets: { clientSecret: 'secret' },
  warehouseCodes: ['31842'],
});

const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

let shops = 0;
/** A channel that gives a good token and then these answers, the last of them for good. */
function answering(...answers: unknown[]) {
  const asked: { query: string }[] = [];
  const fetch: Fetch = async (url, init) => {
    if (url.includes('oauth')) return { status: 200, headers: {}, body: bytes({ access_token: 't', expires_in: 900 }) };
    asked.push(JSON.parse(init.body ?? '{}') as { query: string });
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    const { status, body } = (answer ?? {}) as { status?: number; body?: string };
    return typeof status === 'number'
      ? { status, headers: {}, body: bytes(body) }
      : { status: 200, headers: {}, body: bytes(answer) };
  };
  const now = () => new Date('2026-11-23T15:00:00Z');
  return { connection: wayfair.connect(account(`odd-${++shops}`), fetch, now), asked };
}

const label = (event: Record<string, unknown>) => ({
  data: {
    labelGenerationEvents: [
      {
        id: 7,
        eventDate: '2026-11-23 15:00:00.000000 +00:00',
        pickupDate: '2026-11-24 15:00:00.000000 +00:00',
        poNumber: '415879622',
        shippingLabelInfo: [{ carrier: 'FedEx', carrierCode: 'FDEG', trackingNumber: '794600' }],
        generatedShippingLabels: [{ fullPoNumber: 'CS415879622', trackingNumber: '794600' }],
        customsDocument: { required: false, url: null },
        ...event,
      },
    ],
  },
});

const good = {
  eventId: '7',
  labels: [{ trackingNo: '794600', carrierCode: 'FDEG' }],
  customs: { required: false, url: null },
};

test.each([
  ['an id of null', { id: null }, { eventId: '415879622@2026-11-23 15:00:00.000000 +00:00' }],
  ['a pick-up day that is none', { pickupDate: 'tomorrow' }, { pickupDate: null }],
  ['a list that is text', { shippingLabelInfo: 'none' }, { labels: [{ trackingNo: '794600' }] }],
  ['no list at all', { shippingLabelInfo: null, generatedShippingLabels: null }, { labels: [] }],
  ['customs as a word', { customsDocument: { required: 'True' } }, { customs: { required: true } }],
  ['customs nobody can read', { customsDocument: { required: 7 } }, { customs: { required: true } }],
])('a label event with %s is still the event that made the labels', async (_name, odd, read) => {
  const { connection } = answering(label(odd));
  expect(await connection.confirmRegister('CS415879622')).toMatchObject({
    status: 'done',
    result: { ...good, ...read },
  });
});

test('of two label events of an order the newest counts, wherever it stands', async () => {
  const at = (day: number, id: number) =>
    label({ id, eventDate: `2026-11-${day} 15:00:00.000000 +00:00` }).data.labelGenerationEvents;
  const undated = label({ id: 3, eventDate: 'soon' }).data.labelGenerationEvents;
  for (const events of [
    [...at(20, 1), ...at(22, 2), ...undated],
    [...undated, ...at(22, 2), ...at(20, 1)],
  ]) {
    const { connection } = answering({ data: { labelGenerationEvents: events } });
    expect(await connection.confirmRegister('CS415879622')).toMatchObject({
      result: { eventId: '2' },
    });
  }
});

test.each([
  ['confirmLineItemCancellationRequest', true],
  ['rejectLineItemCancellationRequest', false],
])('of two answers by %s the one that is not mentioned has failed', async (field, accept) => {
  const { connection } = answering({ data: { [field]: [{ requestId: 1, status: 'SUCCESS' }] } });
  const answers = ['1', '2'].map((requestId) => ({ requestId, accept, reason: 'sent' }));
  expect(await connection.answerCancellations(answers)).toEqual([
    { requestId: '1', ok: true },
    { requestId: '2', ok: false, message: '渠道未答复该请求' },
  ]);
});

test.each([
  ['null', null],
  ['without any number', { id: 7, poNumber: null }],
])('a label event that is %s may be the one asked for: nothing is registered', async (_name, odd) => {
  const { connection, asked } = answering({ data: { labelGenerationEvents: [odd] } });
  const request = {
    channelOrderNo: 'CS415879622',
    channelWarehouseCode: '31842',
    pickupDate: new Date('2026-11-24T15:00:00Z'),
    units: [],
  };
  await expect(connection.register(request)).rejects.toMatchObject({ kind: 'unreadable' });
  expect(asked.filter(({ query }) => query.includes('mutation'))).toEqual([]);
});

test('customs papers the channel could not tell of are needed', async () => {
  const failing = (more: object) => ({
    ...label({ customsDocument: null }),
    errors: [{ message: 'no', path: ['labelGenerationEvents', 0, 'customsDocument'], ...more }],
  });
  const customs = async (answer: unknown) => {
    const read = await answering(answer).connection.confirmRegister('CS415879622');
    return read.status === 'done' ? read.result.customs.required : null;
  };
  expect(await customs(failing({}))).toBe(true);
  expect(await customs(failing({ extensions: { category: 'PERMISSION_DENIED' } }))).toBe(false);
  expect(await customs(label({ customsDocument: null }))).toBe(false);
});

const order = (more: Record<string, unknown> = {}, line: Record<string, unknown> = {}) => ({
  poNumber: 'CS415879622',
  poDate: '2026-11-23 14:00:00.000000 +00:00',
  warehouse: { id: 31842 },
  products: [{ partNumber: 'A', quantity: ' 2 ', price: ' 10.50 ', isCancelled: ' False ', ...line }],
  ...more,
});

const pulled = (rows: unknown, errors?: unknown[]) =>
  answering({ data: { getDropshipPurchaseOrders: rows }, ...(errors ? { errors } : {}) });

test('numbers and flags as text with blanks are numbers and flags; the least date is none', async () => {
  const least = '0001-01-01 00:00:00.000000 +00:00';
  const { connection } = pulled([order({ estimatedShipDate: least }, { fillDate: least })]);
  const { orders, unreadable } = await connection.pullOrders(null, null);
  expect(unreadable).toEqual([]);
  expect(orders[0]?.lines).toMatchObject([{ qty: 2, unitPrice: 105_000n, isCancelled: false }]);
  expect(orders[0]?.lines[0]).not.toHaveProperty('filledAt');
  expect(orders[0]).not.toHaveProperty('shipBy');
});

test.each([
  ['a row that is null', null],
  ['a row that is text', 'CS1'],
  ['a row that is a list', [1]],
  ['lines that are text', order({ products: 'many' })],
  ['a line that is null', order({ products: [null] })],
  ['a quantity in words', order({}, { quantity: 'two' })],
  ['a price with a sign', order({}, { price: '-1' })],
  ['a date that is none', order({ poDate: '2026-02-30' })],
  ['no number', order({ poNumber: ' ' })],
])('%s stands aside alone', async (_name, odd) => {
  const { connection } = pulled([odd, order({ poNumber: 'CS415879623' })]);
  const { orders, unreadable, cursor } = await connection.pullOrders(null, null);
  expect(orders.map(({ channelOrderNo }) => channelOrderNo)).toEqual(['CS415879623']);
  expect(unreadable).toHaveLength(1);
  expect(cursor).toContain('2026-11-23');
});

test('an error of one field without a row spoils every row; one it may not see spoils none', async () => {
  const path = ['getDropshipPurchaseOrders', 'products', 'isCancelled'];
  const rows = [order(), order({ poNumber: 'CS415879623' })];
  const lost = await pulled(rows, [{ message: 'lost', path }]).connection.pullOrders(null, null);
  expect([lost.orders.length, lost.unreadable.length]).toEqual([0, 2]);
  const denied = await pulled(rows, [
    {
      message: 'no',
      path: ['getDropshipPurchaseOrders', 'customerEmail'],
      extensions: { category: 'PERMISSION_DENIED' },
    },
  ]).connection.pullOrders(null, null);
  expect([denied.orders.length, denied.unreadable.length]).toEqual([2, 0]);
  expect(denied.orders.map(({ isPartial }) => isPartial)).toEqual([true, true]);
  // The place of a row may be given as text.
  const one = await pulled(rows, [
    { message: 'lost', path: ['getDropshipPurchaseOrders', '1', 'weight'] },
  ]).connection.pullOrders(null, null);
  expect(one.unreadable.map(({ channelOrderNo }) => channelOrderNo)).toEqual(['CS415879623']);
});

test.each([
  [403, '<html>Forbidden</html>', 'denied'],
  [401, '', 'auth'],
  [500, '<html>', 'transient'],
  [200, '<html>Maintenance</html>', 'transient'],
  [200, '{"data":{"getDropshipPurchaseOrders":[{"poNumber":"CS4', 'transient'],
  [200, '[]', 'unreadable'],
  [200, '{"data":{"getDropshipPurchaseOrders":{"edges":[]}}}', 'unreadable'],
  [404, '{"message":"no route"}', 'validation'],
  [200, 'Authorization failed.', 'auth'],
  [400, '{"errors":[{"message":"no","extensions":{"category":"PERMISSION_DENIED"}}],"data":null}', 'denied'],
])('orders answered by %i %s fail as %s', async (status, body, kind) => {
  const { connection } = answering({ status, body });
  await expect(connection.pullOrders(null, null)).rejects.toMatchObject({ kind });
});

test('orders nobody asked for by number are none', async () => {
  const { connection } = pulled([null, order(), order({ poNumber: 'CS415879623' })]);
  const { orders, unreadable } = await connection.getOrders(['CS415879623']);
  expect(orders.map(({ channelOrderNo }) => channelOrderNo)).toEqual(['CS415879623']);
  expect(unreadable).toHaveLength(1);
});

test('a token that an answer calls over is renewed once, and no more than once', async () => {
  const over = { errors: [{ message: 'expired', extensions: { category: 'UNAUTHENTICATED' } }] };
  const { connection } = answering(over, { data: { getDropshipPurchaseOrders: [order()] } });
  expect((await connection.pullOrders(null, null)).orders).toHaveLength(1);
  const refused = answering(over);
  await expect(refused.connection.pullOrders(null, null)).rejects.toMatchObject({ kind: 'auth' });
  expect(refused.asked).toHaveLength(2);
});

test('401 once and then good is good', async () => {
  const { connection } = answering({ status: 401, body: '' }, { data: { getDropshipPurchaseOrders: null } });
  expect((await connection.pullOrders(null, null)).orders).toEqual([]);
});
