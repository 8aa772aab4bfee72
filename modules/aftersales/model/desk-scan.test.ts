import { expect, test } from 'vitest';
import { lineToCount, needsReason, overChoices, readingOf, type DeskNow } from './desk-scan.ts';
import type { DeskLine, DeskReturn } from './return-desk.ts';

const line = (id: string, code: string, more: Partial<DeskLine> = {}): DeskLine => ({
  id,
  returnId: 'a',
  skuId: code,
  goods: { code, name: code, codes: [code], picture: null },
  requested: 1,
  received: 0,
  most: null,
  counted: 0,
  counts: [],
  isStranger: false,
  reason: null,
  ...more,
});
const back = (id: string, lines: DeskLine[], more: Partial<DeskReturn> = {}): DeskReturn => ({
  id,
  returnNo: `RT-${id}`,
  raNo: `RA-${id}`,
  status: 'approved',
  orderId: null,
  channelOrderNo: `PO-${id}`,
  shop: null,
  warehouse: 'NJ',
  trackingNo: '1Z9',
  dueAt: null,
  isOpen: true,
  lines,
  ...more,
});
const now = (more: Partial<DeskNow>): DeskNow => ({
  parcel: [],
  candidates: [],
  over: null,
  stranger: null,
  ...more,
});
const parcel = [back('a', [line('1', 'BED')]), back('b', [line('2', 'BED'), line('3', 'LAMP')])];

test('a scan counts where goods are still awaited, in the order of the returns', () => {
  expect(lineToCount(parcel, 'bed')?.id).toBe('1');
  const first = [back('a', [line('1', 'BED', { counted: 1 })]), parcel[1] as DeskReturn];
  expect(lineToCount(first, 'BED')?.id).toBe('2');
  const full = [back('a', [line('1', 'BED', { received: 1 })]), back('b', [line('2', 'BED', { counted: 1 })])];
  expect(lineToCount(full, 'BED')?.id).toBe('2');
  const closed = [back('a', [line('1', 'BED')], { isOpen: false }), parcel[1] as DeskReturn];
  expect(lineToCount(closed, 'BED')?.id).toBe('2');
});

test('more than announced wants a reason, once for each line', () => {
  expect(needsReason(line('1', 'BED'), 1)).toBe(false);
  expect(needsReason(line('1', 'BED'), 2)).toBe(true);
  expect(needsReason(line('1', 'BED', { received: 1 }), 1)).toBe(true);
  expect(needsReason(line('1', 'BED', { received: 1, reason: '买家多退' }), 1)).toBe(false);
  expect(needsReason(line('1', 'BED', { requested: 0, isStranger: true }), 1)).toBe(false);
  expect(needsReason(line('1', 'BED', { counted: 3 }), -1)).toBe(false);
});

test('the number of the parcel once more takes it in; other numbers are looked up', () => {
  expect(readingOf(now({ parcel }), '1z9')).toEqual({ kind: 'receive' });
  expect(readingOf(now({ parcel }), 'PO-b')).toEqual({ kind: 'receive' });
  expect(readingOf(now({ parcel }), 'wb-ok')).toEqual({ kind: 'receive' });
  expect(readingOf(now({ parcel }), '1Z8')).toEqual({ kind: 'find', numbers: ['1Z8'] });
  expect(readingOf(now({ parcel }), 'WB-NEXT')).toEqual({ kind: 'leave' });
});

test('nothing is counted past an open question', () => {
  const over = { line: line('1', 'BED'), by: 1 };
  expect(readingOf(now({ parcel, over }), 'LAMP')).toEqual({ kind: 'ask', what: 'reason' });
  expect(readingOf(now({ parcel, over }), '2')).toEqual({ kind: 'reason', at: 1 });
  expect(readingOf(now({ parcel, over }), 'WB-OK')).toEqual({ kind: 'reason', at: 0 });
  expect(readingOf(now({ parcel, over }), 'WB-UNDO')).toEqual({ kind: 'undo' });
  const stranger = { skuId: 's', code: 'RUG' };
  expect(readingOf(now({ parcel, stranger }), 'LAMP')).toEqual({ kind: 'ask', what: 'stranger' });
  expect(readingOf(now({ parcel, stranger }), '2')).toEqual({ kind: 'takeStranger', at: 1 });
  const candidate = { returnNo: 'RT', raNo: null, channelOrderNo: null, shop: null };
  const candidates = ['a', 'b'].map((id) => ({
    ...candidate,
    id,
    status: 'approved',
    goods: '',
    isOpen: true,
  }));
  expect(readingOf(now({ candidates }), '2')).toEqual({ kind: 'choose', at: 1 });
});

test('what more than announced may be: a reason by right, as far as the order sent so many, or apart', () => {
  const of = (more: Partial<DeskLine>) => ({ line: line('1', 'BED', more), by: 1 });
  expect(overChoices(of({ counted: 1, most: 2 }), true)).toHaveLength(5);
  expect(overChoices(of({ counted: 1, most: 2 }), false)).toEqual([null]);
  expect(overChoices(of({ counted: 1, most: 1 }), true)).toEqual([null]);
  expect(overChoices(of({ received: 1, most: null }), true)).toContain('买家多退');
});
