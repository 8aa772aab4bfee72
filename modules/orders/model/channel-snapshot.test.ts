import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import type { IncomingLine, IncomingOrder } from './incoming-order.ts';
import { changesBetween, snapshotOf, type ChannelSnapshot } from './channel-snapshot.ts';

const line = (channelSku: string, qty: number, more: Partial<IncomingLine> = {}): IncomingLine => ({
  lineNo: 1,
  channelSku,
  name: channelSku,
  qty,
  unitPrice: 100_000n,
  isCancelled: false,
  ...more,
});

const order = (lines: IncomingLine[], more: Partial<IncomingOrder> = {}): IncomingOrder => ({
  channelOrderNo: 'CS1',
  orderedAt: new Date('2026-03-02T15:00:00Z'),
  currency: 'USD',
  shipTo: {
    name: 'Ann Lee',
    address1: '1 Main St.',
    city: 'Austin',
    state: 'TX',
    postalCode: '78701',
    country: 'US',
  },
  lines: lines.map((one, index) => ({ ...one, lineNo: index + 1 })),
  extra: {},
  payloadHash: '',
  ...more,
});

const snapshot = (lines: IncomingLine[], more: Partial<IncomingOrder> = {}): ChannelSnapshot =>
  snapshotOf(order(lines, more), null);

/** What a second reading changes, in short. */
function changes(before: ChannelSnapshot, lines: IncomingLine[], more: Partial<IncomingOrder> = {}) {
  const after = snapshotOf(order(lines, more), before);
  return changesBetween(before, after).map(({ field, lineKey, before: was, after: is }) =>
    [lineKey, field, was, is].join(' '),
  );
}

test('the place of a line says nothing, and neither do those of two lines of one part', () => {
  const first = snapshot([line('A', 1), line('B', 2), line('A', 3)]);
  expect(first.lines.map(({ key }) => key)).toEqual(['A#1', 'B#1', 'A#2']);
  expect(changes(first, [line('A', 3), line('A', 1), line('B', 2)])).toEqual([]);
});

test('lines of one part are distinguished by what they say', () => {
  const first = snapshot([line('A', 1), line('A', 3)]);
  expect(changes(first, [line('A', 3), line('A', 2)])).toEqual(['A#1 qty 1 2']);
  const priced = snapshot([line('A', 1), line('A', 1, { unitPrice: 90_000n })]);
  expect(changes(priced, [line('A', 2, { unitPrice: 90_000n }), line('A', 1)])).toEqual(['A#2 qty 1 2']);
  expect(changes(first, [line('A', 3)])).toEqual(['A#1 gone 1 0']);
  // Both want another quantity: their prices tell them apart, wherever they stand.
  expect(changes(priced, [line('A', 2, { unitPrice: 90_000n }), line('A', 3)]).toSorted()).toEqual([
    'A#1 qty 1 3',
    'A#2 qty 1 2',
  ]);
});

test('a line that is there is known again before one that is gone', () => {
  covers('ours: order changes');
  const first = snapshot([line('A', 1), line('A', 2)]);
  const gone = snapshotOf(order([line('A', 2)]), first);
  expect(changes(gone, [line('A', 2, { unitPrice: 120_000n })])).toEqual(['A#2 unitPrice 10.0000 12.0000']);
});

test('a line tells its own number at the channel and its day as well', () => {
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  const first = snapshot([line('A', 1, { channelItemId: '77', estShipDate: day('2026-03-04') })]);
  const later = line('A', 1, { channelItemId: '78', estShipDate: day('2026-03-05') });
  expect(changes(first, [later])).toEqual([
    'A#1 channelItemId 77 78',
    'A#1 estShipDate 2026-03-04T12:00:00.000Z 2026-03-05T12:00:00.000Z',
  ]);
});

test('a line that is gone stays known, and is that line when it comes back', () => {
  const first = snapshot([line('A', 2), line('B', 1)]);
  const gone = snapshotOf(order([line('A', 2)]), first);
  expect(gone.lines.map(({ key, isGone }) => [key, isGone])).toEqual([
    ['A#1', false],
    ['B#1', true],
  ]);
  expect(changesBetween(gone, snapshotOf(order([line('A', 2)]), gone))).toEqual([]);
  expect(changes(gone, [line('B', 4), line('A', 2)])).toEqual(['B#1 qty 0 4']);
});

test('cancelled, nothing wanted and more wanted are distinguished', () => {
  const first = snapshot([line('A', 2)]);
  expect(changes(first, [line('A', 2, { isCancelled: true })])).toEqual(['A#1 cancelled 2 0']);
  expect(changes(first, [line('A', 0)])).toEqual(['A#1 qty 2 0']);
  const cancelled = snapshot([line('A', 2, { isCancelled: true })]);
  expect(changes(cancelled, [line('A', 2)])).toEqual(['A#1 qty 0 2']);
  expect(changes(cancelled, [line('A', 1, { isCancelled: true })])).toEqual([]);
});

test('a new line of a known part gets the next number', () => {
  const first = snapshot([line('A', 1)]);
  expect(changes(first, [line('A', 1), line('A', 5)])).toEqual(['A#2 added  5 × 10.0000']);
});

test('every field of the head has its record, both sides named', () => {
  const first = snapshot([line('A', 1)], {
    shipSpeed: 'GROUND',
    shipBy: new Date('2026-03-04T22:00:00Z'),
    extra: { orderType: 'Dropship', 'line1.pieceCount': '1' },
  });
  expect(
    changes(first, [line('A', 1, { unitPrice: 115_000n, facts: { event: 'Sale' } })], {
      orderedAt: new Date('2026-03-02T16:00:00Z'),
      shipBy: new Date('2026-03-05T22:00:00Z'),
      deliverBy: new Date('2026-03-09T22:00:00Z'),
      currency: 'CAD',
      channelWarehouseCode: '31843',
      shipSpeed: 'NEXT_DAY',
      carrierCode: 'UPSN',
      extra: { orderType: 'Replacement', 'line1.pieceCount': '2' },
    }),
  ).toEqual([
    'A#1 unitPrice 10.0000 11.5000',
    'A#1 facts.event  Sale',
    ' orderedAt 2026-03-02T15:00:00.000Z 2026-03-02T16:00:00.000Z',
    ' shipBy 2026-03-04T22:00:00.000Z 2026-03-05T22:00:00.000Z',
    ' deliverBy  2026-03-09T22:00:00.000Z',
    ' currency USD CAD',
    ' channelWarehouseCode  31843',
    ' shipSpeed GROUND NEXT_DAY',
    ' carrierCode  UPSN',
    ' extra.orderType Dropship Replacement',
  ]);
});

test('an address that is only written in another way is the same', () => {
  const first = snapshot([line('A', 1)]);
  const { shipTo } = order([]);
  const written = { ...shipTo, name: 'ANN LEE', address1: '1  main st' };
  expect(changes(first, [line('A', 1)], { shipTo: written })).toEqual([]);
  expect(changes(first, [line('A', 1)], { shipTo: { ...shipTo, phone: '+1 512 555 0100' } })).toEqual([
    ' shipTo.phone  +1 512 555 0100',
  ]);
  expect(changes(first, [line('A', 1)], { shipTo: { ...shipTo, city: 'Dallas' } })).toEqual([
    ' shipTo.city Austin Dallas',
  ]);
});

test('another part in its place is another line, not the old one under a new name', () => {
  expect(changes(snapshot([line('A', 1)]), [line('B', 1)]).toSorted()).toEqual([
    'A#1 gone 1 0',
    'B#1 added  1 × 10.0000',
  ]);
});

test('two lines of one part that differ in price alone may change places', () => {
  const [dear, cheap] = [line('A', 1), line('A', 1, { unitPrice: 90_000n })];
  expect(changes(snapshot([dear, cheap]), [cheap, dear])).toEqual([]);
});

test.each([
  ['name', 'Bob Lee'],
  ['company', 'Lee & Sons'],
  ['address1', '2 Main St.'],
  ['address2', 'Apt 7'],
  ['city', 'Dallas'],
  ['state', 'OK'],
  ['postalCode', '78702'],
  ['country', 'CA'],
  ['phone', '5550100'],
  ['email', 'ann@example.com'],
] as const)('another %s of the buyer is a change of the address', (part, value) => {
  const before = snapshot([line('A', 1)]);
  const shipTo = { ...before.address, [part]: value };
  expect(changes(before, [line('A', 1)], { shipTo })).toEqual([
    ` shipTo.${part} ${before.address[part] ?? ''} ${value}`,
  ]);
});

test('what a channel keeps from this application is withheld, never taken away', () => {
  const more = { channelItemId: 'W1', facts: { event: 'Sale' } };
  const before = snapshot([line('A', 1, more)], {
    shipSpeed: 'GROUND',
    carrierCode: 'FDEG',
    extra: { orderType: 'Dropship' },
  });
  const nowhere = { name: '', address1: '', city: '', state: '', postalCode: '', country: '' };
  const less = { isPartial: true, shipTo: nowhere } as const;
  expect(changes(before, [line('A', 1)], less)).toEqual([]);
  // What it does say counts.
  expect(changes(before, [line('A', 2)], { ...less, shipSpeed: 'NEXT_DAY' })).toEqual([
    'A#1 qty 1 2',
    ' shipSpeed GROUND NEXT_DAY',
  ]);
});
