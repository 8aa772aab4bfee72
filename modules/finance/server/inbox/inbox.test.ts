import { expect, test } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Actor } from '#kit/server/actor.ts';
import { workbook } from '#tests/sheets/upload.ts';
import { SheetError } from '#platform/sheets/sheet-error.ts';
import { readHeads } from '#platform/sheets/sheet-heads.ts';
import { read810 } from '../readers/read-810.ts';
import type { Transaction } from '../readers/x12.ts';
import { HEAD_BYTES, natureOf, textOf } from './file-nature.ts';
import { denoised, openReport, readRows, type ReadPlan, type ReadRow } from './read-rows.ts';
import { recognise, type Format } from './recognise.ts';

const actor = { zone: 'Asia/Shanghai', currency: 'USD', limits: {}, words: undefined } as unknown as Actor;
/** No column of these files is a link: nothing is looked up. */
const NO_REGISTRY = {} as Registry;

const FORMAT: Format = {
  id: 'f1',
  name: '某平台付款明细',
  kind: 'remittance',
  accountId: null,
  currency: 'USD',
  dates: null,
  headers: 'Batch\nSettled\nGross\nPurchase\nMemo',
  numberColumn: 'Batch',
  dateColumn: 'Settled',
  amountColumn: 'Gross',
  netColumn: null,
  poColumn: 'Purchase',
  invoiceColumn: null,
  kindColumn: null,
  descriptionColumn: 'Memo',
  codeColumn: null,
  skuColumn: null,
  bankAccountId: null,
  incomeColumn: null,
  expenseColumn: null,
  partyColumn: null,
  accountNoColumn: null,
  balanceColumn: null,
  bankRefColumn: null,
  currencyColumn: null,
  shopColumn: null,
};

async function read(bytes: Buffer, dates?: ReadPlan['dates']): Promise<ReadRow[] | string> {
  const known = recognise(await readHeads(bytes), [FORMAT]);
  if (known?.as !== 'taught' && known?.as !== 'known') return known?.as ?? 'nothing';
  const plan: ReadPlan = {
    kind: known.as === 'taught' ? known.format.kind : known.kind,
    format: known.as === 'taught' ? known.format : null,
    dates,
  };
  return readRows({ actor } as Parameters<typeof readRows>[0], NO_REGISTRY, await openReport(bytes, plan, actor), plan);
}

const KNOWN = 'Remittance Number,Payment Date,Net Amount,PO Number,Invoice Number,Amount,Description';
const ROWS = ['R-1,2026-11-20,332.47,CS1,IV-1,"1,234.56",货款', 'R-1,,,CS2,,(902.09),损坏', 'R-1,,,,,0.00-,'];

const amounts = (rows: ReadRow[] | string): unknown[] =>
  typeof rows === 'string' ? [rows] : rows.map(({ values }) => values['amount']);

test('a file of known columns is read alike by any delimiter and in any encoding; an empty cell is no data', async () => {
  const text = [KNOWN, ...ROWS.slice(0, 2)].join('\r\n');
  const parted = (by: string): string =>
    text
      .split('\r\n')
      .map((line) => line.replace('"1,234.56"', '1234.56').split(',').join(by))
      .join('\n');
  const gb = Buffer.concat([
    Buffer.from(`${KNOWN}\nR-1,2026-11-20,332.47,CS1,IV-1,1234.56,`),
    Buffer.from([0xbb, 0xf5, 0xbf, 0xee]),
    Buffer.from('\nR-1,,,CS2,,(902.09),'),
    Buffer.from([0xcb, 0xf0, 0xbb, 0xb5]),
  ]);
  const files = [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(parted(';')),
    Buffer.from(parted('\t')),
    Buffer.from(parted('|')),
    gb,
  ];
  for (const file of files) {
    const rows = (await read(file)) as ReadRow[];
    expect(
      rows.map(({ row, values: { amount, description, netAmount } }) => [row, amount, description, netAmount]),
    ).toEqual([
      [2, '1234.5600', '货款', '332.4700'],
      [3, '-902.0900', '损坏', null],
    ]);
  }
});

test('a workbook is read by the sheet that has the columns, below a title', async () => {
  const file = await workbook(
    ['Remittance Number', 'Payment Date', 'Net Amount', 'Amount'],
    [['R-9', '2026-11-20', 12.34, 12.340000001]],
  );
  expect(amounts(await read(file))).toEqual(['12.3400']);
});

test('what floating point has left behind is rounded, what is really too exact is not', () => {
  expect(
    ['12.340000001', '5.1199999999', '(1,234.560000001)', '0.30000000000000004', '99.9999999'].map(denoised),
  ).toEqual(['12.34', '5.12', '(1234.56)', '0.3', '100']);
  expect(['12.345678', '12.34', 'CS1.00000001x'].map(denoised)).toEqual(['12.345678', '12.34', 'CS1.00000001x']);
});

test('days that may be read two ways are asked about, and read as answered', async () => {
  const file = Buffer.from(`${KNOWN}\nR-1,03/04/2026,1,CS1,,1,\n`);
  await expect(read(file)).rejects.toThrow(/03\/04\/2026/);
  for (const [dates, day] of [
    ['mdy', '2026-03-04'],
    ['dmy', '2026-04-03'],
  ] as const)
    expect(((await read(file, dates)) as ReadRow[])[0]?.values['payDate']).toBe(day);
  const sure = Buffer.from(`${KNOWN}\nR-1,11/20/2026,1,CS1,,1,\n`);
  expect(((await read(sure)) as ReadRow[])[0]?.values['payDate']).toBe('2026-11-20');
});

test('a taught file is known with a column more, asked about with a needed one renamed; another report says what it is', async () => {
  const line = '\nB-1,2026-11-20,5.00,CS1,ok';
  expect(amounts(await read(Buffer.from(`Batch,Settled,Gross,Purchase,Memo${line}`)))).toHaveLength(1);
  expect(
    amounts(await read(Buffer.from(`Region,Batch,Settled,Gross,Purchase,Memo\nEU${line.replace('\n', ',')}`))),
  ).toHaveLength(1);
  const renamed = recognise(await readHeads(Buffer.from(`Batch,Settled,Gross Amount,Purchase,Memo${line}`)), [FORMAT]);
  expect(renamed).toMatchObject({ as: 'unknown', near: { missing: ['Gross'] } });
  const orders =
    'Warehouse Name,Store Name,PO Number,PO Date,Must Ship By,Order Status,Item Number,Ship Method,Ship To Name\na,b,c,d,e,f,g,h,i';
  expect(recognise(await readHeads(Buffer.from(orders)), [FORMAT])).toEqual({
    as: 'foreign',
    message: '这是平台订单导出：订单请到“订单 - 待处理”导入',
  });
  // What a marketplace tells of sales is sent where it is read.
  for (const titles of [
    'Supplier Part Number,Store,Sales,Sessions,Conversion',
    'Search Term,Part,Impressions,Clicks,Spend',
    'Order Date,Is Replacement,Cancellation Type,Total PO,Total WSC',
  ])
    expect(recognise(await readHeads(Buffer.from(`${titles}\n1,2,3,4,5`)), [FORMAT])).toMatchObject({
      as: 'foreign',
      message: expect.stringContaining('请到“市场 - 市场报表”新增后上传') as string,
    });
  expect(recognise(await readHeads(Buffer.from('Date,Amount\n2026-11-20,5')), [])).toMatchObject({
    as: 'unknown',
    near: null,
  });
  expect(recognise(await readHeads(Buffer.from('Deduction Number,Date,PO,Amount\nD1,2026-11-20,CS1,5')), [])).toEqual({
    as: 'known',
    kind: 'deduction',
  });
});

test('a wrong file is called by its name, whatever it is called', () => {
  const nature = (bytes: Buffer | string, hasBook = false) =>
    natureOf(Buffer.from(bytes as string, 'latin1').subarray(0, HEAD_BYTES), hasBook);
  expect(nature('\x89PNG\r\n')).toEqual({ as: 'other', what: 'PNG 图片' });
  expect(nature('PK\x03\x04')).toEqual({ as: 'other', what: 'ZIP 压缩包' });
  expect(nature('PK\x03\x04', true)).toEqual({ as: 'sheet' });
  expect(nature('%PDF-1.7')).toEqual({ as: 'other', what: 'PDF 文件' });
  expect(nature('<!DOCTYPE html><table>')).toEqual({ as: 'other', what: '网页或 XML' });
  expect(nature('{"data":[]}')).toEqual({ as: 'other', what: 'JSON 文件' });
  expect(nature("UNA:+.? 'UNB+")).toEqual({ as: 'other', what: 'EDIFACT 文件' });
  expect(nature('ISA*00*')).toEqual({ as: 'x12' });
  expect(nature('PO,Amount')).toEqual({ as: 'sheet' });
  expect(textOf(Buffer.from('\ufeffISA*00', 'utf16le'))).toMatch(/ISA\*00/);
});

const document = (segments: readonly string[]): Transaction => ({
  set: '810',
  controlNo: '1',
  sender: '',
  interchangeNo: '1',
  groupNo: '1',
  usage: 'P',
  segments: segments.map((raw, at) => ({ id: raw.split('*')[0] ?? '', elements: raw.split('*').slice(1), no: at + 4 })),
});

test('an 810 says number, PO, day and total, whose places are not written', () => {
  const one = document(['BIG*20261120*IV-1**CS1', 'CUR*SE*USD', 'IT1*1*2*EA*129.99', 'TDS*26698']);
  expect(read810(one)).toEqual({
    invoiceNo: 'IV-1',
    poNo: 'CS1',
    issueDate: '2026-11-20',
    currency: 'USD',
    total: 26_698n,
    lineCount: 1,
  });
  expect(read810(document(['BIG*20261120*IV-1', 'TDS*266.98'])).total).toBe(26_698n);
  expect(read810(document(['BIG*20261120*IV-1', 'CUR*SE*JPY', 'TDS*20000'])).total).toBe(20_000n);
  expect(() => read810(document(['BIG*20261120*IV-1', 'TDS*many']))).toThrow('第 5 段 TDS：TDS01“many”不是金额');
  expect(() => read810(document(['BIG*2026*IV-1', 'TDS*1']))).toThrow('BIG01“2026”不是 YYYYMMDD');
});

/** The same numbers in each run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

test(
  '10,000 damaged files: each is refused in words, asked about, or read whole and right',
  { timeout: 60_000 },
  async () => {
    const roll = dice(37);
    const good = Buffer.from([KNOWN, ...ROWS.slice(0, 2)].join('\n'));
    const taught = Buffer.from(
      'Batch;Settled;Gross;Purchase;Memo\nB-1;2026-11-20;5.00;CS1;ok\nB-1;2026-11-20;-1.25;CS2;\n',
    );
    const junk = [...Buffer.from('",;\t|\n\r()-.0159eE$Az#\'='), 0, 0xff, 0xe5, 0x1a];
    const began = process.cpuUsage();
    let whole = 0;
    for (let n = 0; n < 10_000; n += 1) {
      const bytes = [...(n % 2 === 0 ? good : taught)];
      for (let hits = 1 + roll(4); hits > 0; hits -= 1) {
        const at = roll(bytes.length);
        const byte = junk[roll(junk.length)] as number;
        const how = roll(4);
        if (how === 0) bytes.splice(at, 1 + roll(6));
        else if (how === 1) bytes.splice(at, 0, byte);
        else if (how === 2) bytes[at] = byte;
        else if (roll(8) === 0) bytes.length = at + 1;
      }
      try {
        const rows = await read(Buffer.from(bytes));
        if (typeof rows === 'string') continue;
        whole += 1;
        expect(rows.length).toBeGreaterThan(0);
        for (const { row, values } of rows) {
          expect(row).toBeGreaterThan(1);
          // What was read is a number with a key, never a guess at one.
          expect(values['amount']).toMatch(/^-?\d{1,11}(?:\.\d{1,4})?$/);
          expect(values['channelRemitNo'] ?? values['postedOn']).toBeTruthy();
        }
      } catch (error) {
        if (!(error instanceof Refusal) && !(error instanceof SheetError)) throw error;
        expect(error.message).toMatch(/\p{Script=Han}/u);
      }
    }
    const { user, system } = process.cpuUsage(began);
    expect(whole).toBeGreaterThan(1_000);
    expect((user + system) / 1e6).toBeLessThan(10);
  },
);
