import { describe, expect, test } from 'vitest';
import type { CarrierConnection, CarrierFetch } from '#modules/fulfilment/model/carrier-port.ts';
import { swift } from './index.ts';

/** Answers as carriers give them, whatever their documents say. */

const place = {
  name: 'A',
  phone: '',
  address1: '1 Main St',
  address2: '',
  city: 'Reno',
  state: 'NV',
  postalCode: '89501',
  country: 'US',
};
const consignment = {
  from: place,
  to: place,
  parcels: [{ lengthMm: 300, widthMm: 300, heightMm: 300, weightG: 2000 }],
};
const expected = { ...consignment, key: 'k-1', service: 'ground' };

const answering = (body: unknown, status = 200): CarrierConnection => {
  const fetch: CarrierFetch = async () => ({
    status,
    headers: {},
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const login = { apiUrl: 'https://swift.test/v1', accountNumber: 'A', apiKey: 'K' };
  return swift.connect(login, fetch, () => new Date('2026-11-27T15:00:00Z'));
};

describe('rates', () => {
  const rate = { service: 'ground', title: 'Ground', days: 5, amount: '12.30', currency: 'USD' };
  const rates = (...more: unknown[]) => answering({ rates: [...more, rate] }).quote(consignment);

  test.each([
    ['without a price', { ...rate, amount: null }],
    ['with a word for a price', { ...rate, amount: 'call us' }],
    ['with a price below zero', { ...rate, amount: '-12.30' }],
    ['with a fraction of a cent', { ...rate, amount: '12.345' }],
    ['with a currency that is none', { ...rate, currency: 'dollars' }],
    ['in a currency that there is not', { ...rate, currency: 'ZZZ' }],
    ['without a name', { ...rate, service: null }],
    ['that is none', null],
  ])('one rate %s keeps no other away', async (_what, odd) => {
    expect(await rates(odd)).toEqual([expect.objectContaining({ service: 'ground', days: 5 })]);
  });

  test.each([[null], [''], [undefined], [false], [[]], ['2-5 days'], [-1], [2.5]])(
    'days of %j are not said: nothing arrives on the day it leaves',
    async (days) => {
      const [first] = await answering({ rates: [{ ...rate, days }] }).quote(consignment);
      expect(first?.days).toBeNull();
    },
  );

  test('numbers come as text, texts as numbers, codes in small letters', async () => {
    const odd = { ...rate, service: 7, days: '3', amount: 12.3, currency: 'usd' };
    expect(await answering({ rates: [odd] }).quote(consignment)).toEqual([
      { service: '7', title: 'Ground', days: 3, amount: 1230n, currency: 'USD' },
    ]);
  });

  test('a currency without cents has none, one with three has thousandths', async () => {
    const request = (amount: string, currency: string) => answering({ rates: [{ ...rate, amount, currency }] });
    expect(await request('1230', 'JPY').quote(consignment)).toMatchObject([{ amount: 1230n, currency: 'JPY' }]);
    expect(await request('12.30', 'JPY').quote(consignment)).toEqual([]);
    expect(await request('12.345', 'KWD').quote(consignment)).toMatchObject([{ amount: 12_345n }]);
  });

  test('null where a list was is none', async () => {
    expect(await answering({ rates: null }).quote(consignment)).toEqual([]);
  });
});

describe('labels', () => {
  const label = {
    id: 'swl-1',
    status: 'purchased',
    total: '12.30',
    currency: 'USD',
    parcels: [{ trackingNumber: 'SW1' }],
    voidUntil: '2026-11-29T15:00:00Z',
    file: { mime: 'application/pdf', base64: Buffer.from('%PDF-').toString('base64') },
  };

  test.each([['never'], ['0001-01-01T00:00:00Z'], [null], [48], [{}]])(
    'a paid label that may be voided until %j is a label all the same',
    async (voidUntil) => {
      const bought = await answering({ labels: [{ ...label, voidUntil }] }).buyLabel(expected);
      expect(bought).toMatchObject({ labelId: 'swl-1', cost: 1230n, voidUntil: null });
    },
  );

  test('a moment without a zone is one of UTC, wherever this runs', async () => {
    const odd = { ...label, voidUntil: '2026-11-29 15:00:00' };
    const bought = await answering({ labels: [odd] }).buyLabel(expected);
    expect(bought.voidUntil).toEqual(new Date('2026-11-29T15:00:00Z'));
  });

  test.each([
    ['a price with a fraction of a cent', { total: '12.345' }, { cost: null, currency: 'USD' }],
    ['a price below zero', { total: '-1.00' }, { cost: null, currency: 'USD' }],
    ['no price', { total: null }, { cost: null, currency: 'USD' }],
    ['no currency', { currency: '' }, { cost: null, currency: null }],
    ['no file', { file: null }, { file: null, cost: 1230n }],
    ['a file of no bytes', { file: { mime: 'application/pdf', base64: '' } }, { file: null }],
    ['a file that is no text', { file: { base64: {} } }, { file: null }],
    ['no number', { parcels: [{ trackingNumber: '' }] }, { trackingNos: [''] }],
    // 22 digits as a number: the last of them are gone.
    ['a number cut off', { parcels: [{ trackingNumber: 9_400_111_899_223_100_000_000 }] }, { trackingNos: [''] }],
    [
      'twelve digits as a number',
      { parcels: [{ trackingNumber: 748_520_137_796 }] },
      { trackingNos: ['748520137796'] },
    ],
    ['no parcels', { parcels: null }, { trackingNos: [] }],
    ['parcels that are no list', { parcels: 'SW1' }, { trackingNos: [] }],
    [
      'one number of three left out',
      { parcels: [{ trackingNumber: 'SW1' }, {}, { trackingNumber: 'SW3' }] },
      { trackingNos: ['SW1', '', 'SW3'] },
    ],
  ])('a paid label with %s is a label all the same', async (_what, odd, read) => {
    const labels = [{ ...label, ...odd }];
    expect(await answering({ labels }).buyLabel(expected)).toMatchObject({
      labelId: 'swl-1',
      ...read,
    });
    expect(await answering({ labels }).findLabel('k-1')).toMatchObject({
      labelId: 'swl-1',
      ...read,
    });
  });

  test('a label that is none beside a good one is passed over, a second good one is extra', async () => {
    const labels = [null, label, { ...label, id: 'swl-2' }, {}];
    const bought = await answering({ labels }).buyLabel(expected);
    expect(bought).toMatchObject({ labelId: 'swl-1', extra: ['swl-2'] });
  });

  const answers = (odd: object) => answering({ labels: [{ ...label, ...odd }] });

  test.each([
    [{ voided: true }, 'voided'],
    [{ status: 'Cancelled' }, 'cancelled'],
    [{ status: 'error' }, 'error'],
    [{ error: { message: 'no capacity' } }, 'error: no capacity'],
    [{ status: 'ready', voided: false, error: null }, null],
  ])('a purchase that is answered with %j is read, with what it says of itself', async (odd, ended) => {
    expect(await answers(odd).buyLabel(expected)).toMatchObject({ labelId: 'swl-1', ended });
  });

  test('an error beside the labels is one of each', async () => {
    const body = { error: { code: 'partial' }, labels: [label] };
    expect(await answering(body).buyLabel(expected)).toMatchObject({ labelId: 'swl-1', ended: 'error: partial' });
  });

  test('a label that denies itself stands behind a good one', async () => {
    const labels = [
      { ...label, status: 'voided' },
      { ...label, id: 'swl-2', error: 'x' },
      { ...label, id: 'swl-3' },
    ];
    const bought = await answering({ labels }).buyLabel(expected);
    expect(bought).toMatchObject({ labelId: 'swl-3', extra: ['swl-2'], ended: null });
  });

  test('labels of another reference are no extra of this one, and what is found under it is none of theirs', async () => {
    const other = { ...label, id: 'swl-9', reference: '0190aaaa-0000-7000-8000-000000000009' };
    const key = '0190bbbb-0000-7000-8000-000000000001';
    const both = answering({ labels: [other, { ...label, reference: key }] });
    expect(await both.buyLabel({ ...expected, key })).toMatchObject({ labelId: 'swl-1', extra: [] });
    expect(await both.findLabel(key)).toMatchObject({ labelId: 'swl-1', extra: [] });
    expect(await answering({ labels: [other] }).findLabel(key)).toBeNull();
    expect(await answers({ to: { postalCode: '10001' } }).findLabel(key)).toMatchObject({ postalCode: '10001' });
  });

  test.each([[{ voided: true }], [{ voidedAt: '2026-11-27T15:00:00Z' }], [{ cancelled: 'yes' }]])(
    'a label under the key of a purchase with %j is none',
    async (odd) => expect(await answers(odd).findLabel('k-1')).toBeNull(),
  );

  test.each([
    ['null where the list was', { labels: null }],
    ['nothing good in it', { labels: [{}] }],
    ['no list', { labels: 'swl-1' }],
    ['an error beside it', { error: { code: 'x', message: 'y' }, labels: [] }],
  ])('of a purchase that was answered with %s nobody knows whether it was made', async (_w, body) => {
    await expect(answering(body).buyLabel(expected)).rejects.toMatchObject({ kind: 'unknown' });
  });
});

describe('voids', () => {
  test.each([['voided'], ['VOIDED'], ['cancelled'], ['refunded']])(
    'status %j says that the label is void',
    async (status) => {
      expect(await answering({ status }).voidLabel('swl-1')).toEqual({ status: 'voided' });
    },
  );

  test.each([[{ id: 'swl-2', status: 'voided' }], [{ status: 'pending' }], [{ status: null }], [{}], ['']])(
    'a success of %j gives nothing back: it is asked again',
    async (body: unknown) => {
      await expect(answering(body).voidLabel('swl-1')).rejects.toMatchObject({ kind: 'unknown' });
    },
  );

  test.each([['rejected'], ['denied'], ['failed']])('status %j is a refusal', async (status) => {
    const outcome = await answering({ status, message: 'Too late' }).voidLabel('swl-1');
    expect(outcome).toMatchObject({
      status: 'refused',
      message: expect.stringContaining('Too late'),
    });
  });
});

test('a label that was void before is void', async () => {
  const body = { error: { code: 'already_voided', message: 'Label is void' } };
  expect(await answering(body, 409).voidLabel('swl-1')).toEqual({ status: 'voided' });
});

test('a void label under the key of a purchase is none', async () => {
  const label = { id: 'swl-1', status: 'Voided', total: '12.30', currency: 'USD' };
  expect(await answering({ labels: [label] }).findLabel('k-1')).toBeNull();
});

test('a label without a number under the key of a purchase does not say that nothing was bought', async () => {
  const label = { status: 'purchased', total: '12.30', currency: 'USD' };
  await expect(answering({ labels: [label] }).findLabel('k-1')).rejects.toMatchObject({
    kind: 'unreadable',
  });
});

describe('tracking', () => {
  const event = { id: 'e-1', code: 'delivered', text: 'Left at door', city: 'Reno' };
  const at = '2026-11-27T10:00:00-05:00';

  test.each([
    ['without a moment', { ...event, id: 'e-2' }],
    ['with a moment that is none', { ...event, id: 'e-2', at: 'soon' }],
    ['without a key', { ...event, id: null, at }],
    ['that is none', null],
    ['of a year before there were parcels', { ...event, id: 'e-2', at: '0001-01-01T00:00:00Z' }],
  ])('one event %s keeps no other away', async (_what, odd) => {
    const events = await answering({ events: [odd, { ...event, at }] }).track('SW1', null);
    expect(events).toEqual([expect.objectContaining({ key: 'e-1', code: 'delivered', at: new Date(at) })]);
  });

  test('a number that the carrier does not know yet has no events', async () => {
    const body = { error: { code: 'not_found', message: 'No such tracking number' } };
    expect(await answering(body, 404).track('SW1', null)).toEqual([]);
  });

  test('what is said of another parcel is none of this one', async () => {
    const body = { trackingNumber: 'SW2', events: [{ ...event, at }] };
    await expect(answering(body).track('SW1', null)).rejects.toMatchObject({ kind: 'unreadable' });
    expect(await answering({ ...body, trackingNumber: 'sw-1' }).track('SW1', null)).toHaveLength(1);
  });

  test('a charge of another label is none of this one', async () => {
    const charge = { id: 'c-1', labelId: 'swl-2', amount: '1.00', currency: 'USD' };
    const read = await answering({ charges: [charge] }).charges?.('swl-1');
    expect(read).toEqual({ charges: [], message: expect.stringContaining('swl-2') });
  });

  test('a charge that cannot be read keeps no other away, and is said: it is money', async () => {
    const charge = { id: 'c-1', amount: '1.00', currency: 'USD', reason: 'dims' };
    const connection = answering({ charges: [{ ...charge, amount: '?' }, charge] });
    expect(await connection.charges?.('swl-1')).toEqual({
      charges: [{ ref: 'c-1', amount: 100n, currency: 'USD', reason: 'dims' }],
      message: expect.stringContaining('面单 swl-1 有 1 条费用调整读不出'),
    });
    expect(await answering({ charges: [charge] }).charges?.('swl-1')).not.toHaveProperty('message');
  });
});
