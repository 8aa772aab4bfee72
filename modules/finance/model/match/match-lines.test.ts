import { expect, test } from 'vitest';
import { deductionTypeOf, lineKindOf } from './line-words.ts';
import { matchLines, toleranceFor, type MatchedLine, type OpenDeduction, type OpenInvoice } from './match-lines.ts';
import { readTargets } from './read-targets.ts';

/* The ladder of domain.md §3.5. */

const USD = { currency: 'USD', amount: 100n, share: '0.005' };

const invoice = (id: string, poNo: string, balance: bigint): OpenInvoice => ({
  id,
  invoiceNo: `IV-${id}`,
  channelInvoiceNo: `CH-${id}`,
  poNo,
  balance,
});
let no = 0;
const line = (amount: bigint, more: Partial<MatchedLine> = {}): MatchedLine => ({
  id: `L${++no}`,
  kind: 'invoicePay',
  poNo: null,
  invoiceNo: null,
  code: null,
  description: null,
  amount,
  ...more,
});
const match = (
  lines: readonly MatchedLine[],
  invoices: readonly OpenInvoice[],
  deductions: readonly OpenDeduction[] = [],
) => matchLines(lines, { invoices, deductions }, USD);

test('the tolerance is the greater of 1.00 and 0.5 %', () => {
  expect(toleranceFor(10_000n, USD)).toBe(100n);
  expect(toleranceFor(20_000n, USD)).toBe(100n);
  expect(toleranceFor(26_698n, USD)).toBe(133n);
});

test('number before PO before tolerance, whatever the order of the lines', () => {
  const invoices = [invoice('A', 'CS1', 26_698n), invoice('B', 'CS1', 11_049n), invoice('C', 'CS2', 5_000n)];
  const found = match(
    [
      line(26_600n, { poNo: 'cs 1' }),
      line(26_698n, { invoiceNo: 'ch-a' }),
      line(11_049n, { poNo: 'CS-1' }),
      line(4_900n, { poNo: 'CS2' }),
      line(4_899n, { poNo: 'CS2' }),
    ],
    invoices,
  );
  expect(found.map(({ method, score, diff }) => [method, score, diff])).toEqual([
    [null, 0, null],
    ['invoice', 100, 0n],
    ['po', 90, 0n],
    ['tolerance', 70, -100n],
    [null, 0, 4_799n],
  ]);
});

test('beyond the tolerance nothing is matched, by a cent', () => {
  const found = match([line(9_899n, { poNo: 'CS1' })], [invoice('A', 'CS1', 10_000n)]);
  expect(found[0]).toMatchObject({ method: null, shares: [], diff: -101n });
  const over = match([line(10_100n, { poNo: 'CS1' })], [invoice('A', 'CS1', 10_000n)]);
  // No invoice is paid beyond what is owed of it.
  expect(over[0]).toMatchObject({ method: 'tolerance', diff: 100n, shares: [{ invoiceId: 'A', amount: 10_000n }] });
});

test('a PO of several invoices is paid as one where the sum is right; no invoice is paid twice', () => {
  const invoices = [invoice('A', 'CS1', 6_000n), invoice('B', 'CS1', 4_000n)];
  const [whole, again] = match([line(10_000n, { poNo: 'CS1' }), line(6_000n, { poNo: 'CS1' })], invoices);
  // The single invoice is the surer of two readings only for a line that equals it.
  expect([whole?.shares.length, again?.shares.length]).toEqual([0, 1]);
  const [both] = match([line(10_000n, { poNo: 'CS1' })], invoices);
  expect(both).toMatchObject({ method: 'po', score: 85 });
  expect(both?.shares).toEqual([
    { invoiceId: 'A', amount: 6_000n },
    { invoiceId: 'B', amount: 4_000n },
  ]);
});

test('a deduction that was announced once is kept once: the second line of the same amount is a new one', () => {
  const announced = {
    deductionNo: 'DD1',
    channelDeductionNo: null,
    poNo: 'CS1',
    type: 'damage' as const,
    amount: 400n,
  };
  const kept = line(-400n, { kind: 'deduction', poNo: 'cs-1', description: 'Damage' });
  const found = match([kept, { ...kept, id: 'again' }], [], [{ id: 'D', ...announced }]);
  expect(found.map(({ method, deductionId }) => [method, deductionId])).toEqual([
    ['deduction', 'D'],
    ['newDeduction', null],
  ]);
});

test('what a line is about follows from its words, else from its sign', () => {
  const kind = (said: string | null, amount: bigint, poNo: string | null = null, description: string | null = null) =>
    lineKindOf({ said, poNo, invoiceNo: null, code: null, description, amount });
  expect(kind(null, 26_698n, 'CS1')).toBe('invoicePay');
  expect(kind(null, -4_000n, 'CS1', 'Damage')).toBe('deduction');
  expect(kind(null, -1_200n, null, 'Sponsored ads')).toBe('ad');
  expect(kind(null, 700n)).toBe('adjust');
  expect(kind('Payment', -500n, 'CS1')).toBe('deduction');
  expect(kind('佣金', -500n)).toBe('fee');
  expect(deductionTypeOf('Wayfair Managed Returns')).toBe('returnFreight');
  expect(deductionTypeOf('Missing Parts')).toBe('shortage');
  expect(deductionTypeOf(null)).toBe('other');
});

test('what is named by hand: a number on a line, the amount behind it', () => {
  expect(readTargets('IV-1 1,234.50\n CS2', 'USD')).toEqual({
    targets: [
      { no: 'IV-1', amount: 123_450n },
      { no: 'CS2', amount: null },
    ],
  });
  expect(readTargets('IV-1 ten', 'USD')).toEqual({ fault: 'IV-1 ten' });
  expect(readTargets('IV-1 0.5', 'JPY')).toEqual({ fault: 'IV-1 0.5' });
  expect(readTargets('IV-1 -5', 'USD')).toEqual({ fault: 'IV-1 -5' });
});
