import { expect, test } from 'vitest';
import { read812 } from './read-812.ts';
import { read820 } from './read-820.ts';
import { isX12, readX12 } from './x12.ts';

/* X12 as channels.md §5.3 reads it: delimiters from the ISA, counts and control numbers that agree. */

const isa = (element: string, end: string, no = '000000101'): string =>
  [
    'ISA',
    '00',
    '          ',
    '00',
    '          ',
    'ZZ',
    'WAYFAIR        ',
    'ZZ',
    'SELLER         ',
    '261120',
    '1200',
    'U',
    '00401',
    no,
    '0',
    'P',
    '>',
  ].join(element) + end;

/** An interchange of one document. */
function interchange(
  set: string,
  body: readonly string[],
  { element = '*', end = '~', line = '', count = body.length + 2, iea = '000000101' } = {},
): string {
  const segments = [
    ['GS', 'RA', 'WAYFAIR', 'SELLER', '20261120', '1200', '7', 'X', '004010'].join(element),
    ['ST', set, '0001'].join(element),
    ...body.map((segment) => segment.replaceAll('*', element)),
    ['SE', String(count), '0001'].join(element),
    ['GE', '1', '7'].join(element),
    ['IEA', '1', iea].join(element),
  ];
  return [isa(element, end), ...segments.map((segment) => segment + end)].join(line);
}

/** S7 as an 820 says it. */
const S7 = [
  'BPR*C*332.47*C*ACH************20261120',
  'TRN*1*RMT-820-1',
  'ENT*1',
  'RMR*IV*IV-A**226.98*266.98',
  'REF*PO*CS-A',
  'ADX*-40*04',
  'RMR*PO*CS-B**110.49',
  'ENT*2',
  'ADX*-12*AD',
  'ADX*7*ZZ',
];

test('an 820 with any delimiters says the same lines', () => {
  for (const shape of [{}, { element: '|', end: '\n' }, { element: '^', end: "'", line: '\r\n' }]) {
    const text = interchange('820', S7, shape);
    expect(isX12(text)).toBe(true);
    const [document] = readX12(text);
    expect(document).toMatchObject({ set: '820', sender: 'WAYFAIR', usage: 'P' });
    const read = document && read820(document, 'USD');
    expect(read).toMatchObject({ channelRemitNo: 'RMT-820-1', payDate: '2026-11-20', netAmount: 33_247n });
    expect(read?.lines.map(({ kind, poNo, invoiceNo, amount }) => [kind, poNo, invoiceNo, amount])).toEqual([
      ['invoicePay', 'CS-A', 'IV-A', 26_698n],
      ['deduction', 'CS-A', null, -4_000n],
      ['invoicePay', 'CS-B', null, 11_049n],
      ['ad', null, null, -1_200n],
      ['adjust', null, null, 700n],
    ]);
    expect(read?.lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(read?.netAmount);
  }
});

test('what was left off for paying early is a line beside the invoice', () => {
  const [document] = readX12(
    interchange('820', [
      'BPR*C*261.78*C*ACH************20261120',
      'TRN*1*R2',
      'ENT*1',
      'RMR*IV*IV-A**261.78*266.98*5.20',
    ]),
  );
  const read = document && read820(document, 'USD');
  expect(read?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['invoicePay', 26_698n],
    ['earlyPayDiscount', -520n],
  ]);
});

test('yen have no places, and an amount that is none is refused at its segment', () => {
  const body = (amount: string) => [`BPR*C*${amount}*C*ACH************20261120`, 'TRN*1*R3', 'RMR*IV*1**1000'];
  const [yen] = readX12(interchange('820', ['CUR*PR*JPY', ...body('1000')]));
  expect(yen && read820(yen, 'USD')).toMatchObject({ currency: 'JPY', netAmount: 1_000n });
  for (const [amount, said] of [
    ['ten', '第 4 段 BPR：BPR02“ten”不是金额'],
    ['', '第 4 段 BPR：BPR02 没有金额'],
    ['10.005', '第 4 段 BPR：BPR02“10.005”不是金额'],
  ] as const) {
    const [document] = readX12(interchange('820', body(amount)));
    expect(() => document && read820(document, 'USD')).toThrow(said);
  }
});

test('counts and control numbers that differ, and a file that ends early, are named', () => {
  expect(() => readX12(interchange('820', S7, { count: 11 }))).toThrow('第 14 段 SE：SE01 的段数写 11，实际 12');
  expect(() => readX12(interchange('820', S7, { iea: '000000102' }))).toThrow(
    'IEA02 与 ISA13 的控制号不同（000000102、000000101）',
  );
  const whole = interchange('820', S7);
  expect(() => readX12(whole.slice(0, -12))).toThrow('文件不完整，缺少 IEA');
  expect(() => readX12(whole.slice(0, 80))).toThrow('ISA 段不完整');
  expect(() => readX12(whole.replace('GE*1*7', 'GE*1*8'))).toThrow('GE02 与 GS06 的控制号不同');
  expect(() => readX12(`${whole}garbage`)).toThrow('不是以 ISA 开头');
  expect(isX12('PO Number,Amount\n1,2')).toBe(false);
});

test('a mutated file is read whole or refused in words, never anything else', () => {
  const whole = interchange('820', S7);
  let seed = 7;
  const next = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
  let read = 0;
  for (let round = 0; round < 2_000; round += 1) {
    const at = next(whole.length);
    const text = whole.slice(0, at) + String.fromCharCode(32 + next(95)) + whole.slice(at + 1 + next(3));
    try {
      for (const document of readX12(text)) if (document.set === '820') read820(document, 'USD');
      read += 1;
    } catch (error) {
      expect((error as Error).name).toBe('X12Fault');
    }
  }
  expect(read).toBeGreaterThan(0);
});

test('an 812 is a deduction with its PO, its day and why; a credit is none', () => {
  const [document] = readX12(
    interchange('812', ['BCD*20261119*DM-9**40*D**IV-A***CS-A', 'CDD*04*D**40', 'NTE*GEN*Carton crushed']),
  );
  expect(document && read812(document, 'USD')).toMatchObject({
    channelDeductionNo: 'DM-9',
    postedOn: '2026-11-19',
    amount: 4_000n,
    type: 'damage',
    poNo: 'CS-A',
    invoiceNo: 'IV-A',
  });
  const [credit] = readX12(interchange('812', ['BCD*20261119*CM-1**5*C']));
  expect(credit && read812(credit, 'USD')).toBeNull();
});
