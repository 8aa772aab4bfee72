import { afterEach, expect, test } from 'vitest';
import type { Fetch, RegisterResult } from '#modules/channels/model/port.ts';
import {
  acceptOrder,
  EFFECT_LAG,
  NEW_JERSEY,
  ONTARIO,
  placeOrder,
  simulatedChannel,
} from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';

const DAY = 86_400_000;
const CHAIR = 'WB-DCH-BRAM-CTR';
const BED = 'WB-BED-HALDEN-QN';

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

/** A PO that is accepted and registered. */
async function shippable(
  partNumber: string,
  warehouseId = NEW_JERSEY,
): Promise<RegisterResult & { poNumber: string; packingSlipUrl: string | null }> {
  const { poNumber } = await placeOrder(channel, partNumber, 2, warehouseId);
  await acceptOrder(channel, poNumber);
  const {
    orders: [order],
  } = await channel.connection.getOrders([poNumber]);
  const result = await channel.connection.register({
    channelOrderNo: poNumber,
    channelWarehouseCode: warehouseId,
    pickupDate: new Date(channel.now().getTime() + DAY),
    units: [],
  });
  await channel.advance(EFFECT_LAG);
  return { ...result, poNumber, packingSlipUrl: order?.packingSlipUrl ?? null };
}

const startOf = (document: { bytes: Uint8Array } | null): string =>
  new TextDecoder('latin1').decode(document?.bytes.subarray(0, 5));

test('label, packing slip and BOL are PDF bytes, by address and by order', async () => {
  channel = await simulatedChannel();
  const { poNumber, labelUrl, bolUrl, packingSlipUrl } = await shippable(BED);
  const { connection } = channel;
  for (const [kind, url] of [
    ['label', labelUrl],
    ['label', null],
    ['packingSlip', packingSlipUrl],
    ['packingSlip', null],
    ['bol', bolUrl],
    ['bol', null],
  ] as const) {
    const document = await connection.fetchDocument(kind, poNumber, url);
    expect([kind, document?.mime, startOf(document)]).toEqual([kind, 'application/pdf', '%PDF-']);
  }
});

test('the token never reaches a storage host', async () => {
  channel = await simulatedChannel('live', { settings: { labelHost: 'storage' } });
  const { poNumber, labelUrl, customs } = await shippable(CHAIR, ONTARIO);
  expect(labelUrl).toContain(channel.storageUrl);
  const label = await channel.connection.fetchDocument('label', poNumber, labelUrl);
  expect(startOf(label)).toBe('%PDF-');
  expect(customs.required).toBe(true);
  const papers = await channel.connection.fetchDocument('customs', poNumber, customs.url);
  expect(startOf(papers)).toBe('%PDF-');
  expect((await channel.audit()).violations).toEqual([]);
});

test('neither does it follow a redirect of the API host to another origin', async () => {
  channel = await simulatedChannel('live', { settings: { labelHost: 'storage' } });
  const { poNumber, labelUrl } = await shippable(CHAIR);
  const seen: { url: string; token: boolean }[] = [];
  const redirecting: Fetch = async (url, init) => {
    seen.push({ url, token: 'authorization' in init.headers });
    return url.endsWith(`/shipping_label/${poNumber}`)
      ? { status: 302, headers: { location: labelUrl ?? '' }, body: new Uint8Array() }
      : channel.outbound(url, init);
  };
  const label = await channel.connect({}, redirecting).fetchDocument('label', poNumber, null);
  expect(startOf(label)).toBe('%PDF-');
  expect(seen.at(-2)?.token).toBe(true);
  expect(seen.at(-1)).toEqual({ url: labelUrl, token: false });

  const looping: Fetch = (url, init) =>
    url.endsWith('/oauth/token')
      ? channel.outbound(url, init)
      : Promise.resolve({ status: 302, headers: { location: url }, body: new Uint8Array() });
  const call = channel.connect({}, looping).fetchDocument('label', poNumber, null);
  await expect(call).rejects.toMatchObject({ kind: 'validation' });
});

test('no BOL for parcels, no label before it is made, no customs papers without an address', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await shippable(CHAIR);
  const [unregistered] = await channel.orders([{ warehouseId: NEW_JERSEY }]);
  const { connection } = channel;
  expect(await connection.fetchDocument('bol', poNumber, null)).toBeNull();
  expect(await connection.fetchDocument('customs', poNumber, null)).toBeNull();
  const label = await connection.fetchDocument('label', unregistered?.poNumber ?? '', null);
  expect(label).toBeNull();
});

test('an expired address is gone; asked again it is good again', async () => {
  channel = await simulatedChannel('live', { settings: { labelHost: 'storage' } });
  const { poNumber, labelUrl } = await shippable(CHAIR);
  await channel.advance(2 * 3_600_000);
  await expect(channel.connection.fetchDocument('label', poNumber, labelUrl)).rejects.toMatchObject({
    kind: 'gone',
    operation: '下载面单',
  });
  const event = await channel.connection.confirmRegister(poNumber);
  const fresh = event.status === 'done' ? event.result.labelUrl : null;
  expect(startOf(await channel.connection.fetchDocument('label', poNumber, fresh))).toBe('%PDF-');
});

test.each([400, 403, 404, 410])('a storage host that answers %i has the file no more', async (status) => {
  channel = await simulatedChannel('live', { settings: { labelHost: 'storage' } });
  const { poNumber, labelUrl } = await shippable(CHAIR);
  const expired: Fetch = async (url, init) =>
    url === labelUrl ? { status, headers: {}, body: new Uint8Array() } : channel.outbound(url, init);
  const call = channel.connect({}, expired).fetchDocument('label', poNumber, labelUrl);
  await expect(call).rejects.toMatchObject({ kind: 'gone' });
});

test('a token that expired meanwhile is renewed once for a document', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await shippable(CHAIR);
  await channel.fault({ fault: 'token-expiry', match: { operation: 'documents.packing_slip' } });
  const slip = await channel.connection.fetchDocument('packingSlip', poNumber, null);
  expect(startOf(slip)).toBe('%PDF-');
});

test('what is no document is refused, and a closed address is not fetched', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await shippable(CHAIR);
  const slip = { operation: 'documents.packing_slip' };
  await channel.fault({ fault: 'text-body', match: slip });
  const call = channel.connection.fetchDocument('packingSlip', poNumber, null);
  await expect(call).rejects.toMatchObject({ kind: 'unreadable' });
  await channel.fault({ fault: '429', retryAfterSeconds: 3, match: slip });
  const limited = channel.connection.fetchDocument('packingSlip', poNumber, null);
  await expect(limited).rejects.toMatchObject({ kind: 'rate', retryAfterMs: 3_000 });
  for (const url of ['http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd', 'nonsense']) {
    const inward = channel.connection.fetchDocument('label', poNumber, url);
    await expect(inward).rejects.toMatchObject({ kind: 'validation' });
  }
});

const ZPL = '\u0010CT~~CD,~CC^~CT~\n^XA^FD1Z999^FS^XZ';

test.each([
  ['commands of a label printer behind the prefix of a driver', 'text/plain', ZPL, 'application/zpl', ZPL],
  ['the base64 of a PDF', 'text/plain', Buffer.from('%PDF-1.7 x').toString('base64'), 'application/pdf', '%PDF-1.7 x'],
  [
    'that as JSON',
    'application/json',
    JSON.stringify(Buffer.from('%PDF-1.7 x').toString('base64')),
    'application/pdf',
    '%PDF-1.7 x',
  ],
  [
    'a PDF behind a mark of its encoding',
    'text/plain',
    '\u00ef\u00bb\u00bf%PDF-1.7 x',
    'application/pdf',
    '\u00ef\u00bb\u00bf%PDF-1.7 x',
  ],
])('a label that comes as text is one: %s', async (_what, type, body, mime, read) => {
  channel = await simulatedChannel();
  const { poNumber } = await shippable(CHAIR);
  const asText: Fetch = async (url, init) =>
    url.endsWith(`/shipping_label/${poNumber}`)
      ? { status: 200, headers: { 'content-type': type }, body: Buffer.from(body, 'latin1') }
      : channel.outbound(url, init);
  const label = await channel.connect({}, asText).fetchDocument('label', poNumber, null);
  expect([label?.mime, Buffer.from(label?.bytes ?? []).toString('latin1')]).toEqual([mime, read]);
});

test.each([
  ['text/plain', 'NotReady'],
  ['application/json', '{"error":"not ready"}'],
  ['text/html', '<html>%PDF-1.7 is not ready</html>'],
])(
  'words in place of a label are handed on as what they are, in place of other papers refused: %s %s',
  async (type, body) => {
    channel = await simulatedChannel();
    const { poNumber } = await shippable(CHAIR);
    const words: Fetch = async (url, init) =>
      /\/(?:shipping_label|packing_slip)\//.test(url)
        ? { status: 200, headers: { 'content-type': type }, body: Buffer.from(body) }
        : channel.outbound(url, init);
    const connection = channel.connect({}, words);
    const label = await connection.fetchDocument('label', poNumber, null);
    expect([label?.mime, Buffer.from(label?.bytes ?? []).toString()]).toEqual([type, body]);
    await expect(connection.fetchDocument('packingSlip', poNumber, null)).rejects.toMatchObject({ kind: 'unreadable' });
  },
);
