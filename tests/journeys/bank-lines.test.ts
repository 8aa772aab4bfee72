import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportAnswer } from '#modules/finance/model/report-file.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { together } from '#tests/races/together.ts';
import { upload } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import { keyed } from './receivable-scene.ts';

/* 银行流水: what the bank says against what we say, movement by movement and by the balance at the end (M-05, M-07). */

let scene: TestApp;
let finance: Client;
let admin: Client;
let reviewer: Client;
let customerId: string;
let dollars: string;
let euros: string;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  [finance, admin, reviewer] = await Promise.all([scene.as('caiwu'), scene.as('admin'), scene.as('fuhe')]);
  const account = async (code: string, accountNo: string): Promise<string> =>
    (
      await must(
        admin.post<{ id: string }>('/purchasing/payingAccount/add', { code, name: code, accountNo, status: 'enabled' }),
      )
    ).id;
  dollars = await account('USD-1', '6222 0001 0002');
  euros = await account('EUR-1', 'DE89370400440532013000');
  const customer = { code: 'BANK', name: '平台', type: 'marketplace', currency: 'USD' };
  ({ id: customerId } = await must(admin.post<{ id: string }>('/base/customer/add', customer)));
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'EUR',
      toCode: 'USD',
      rate: '1.1',
      effectiveDate: '2026-01-01',
    }),
  );
});
afterAll(() => scene?.stop());

const drop = (text: string, query: Record<string, string> = {}, who = finance): Promise<Answer<ReportAnswer>> =>
  upload<ReportAnswer>(scene, who, `/finance/inbox/take?${new URLSearchParams(query).toString()}`, Buffer.from(text));

/** A posted 收付款. @returns its id and number */
async function paid(amount: string, more: object = {}): Promise<{ id: string; no: string }> {
  const body = { customerId, amount, currency: 'USD', paidOn: '2026-11-10', accountId: dollars, ...more };
  const { id, paymentNo } = await must(
    finance.post<{ id: string; paymentNo: string }>('/finance/payment/add', { ...body, lines: [] }),
  );
  await must(finance.post(`/finance/payment/${id}/post`, {}, keyed()));
  return { id, no: paymentNo };
}

interface Shown {
  id: string;
  lineNo: string;
  status: string;
  amount: string;
  matched: string;
  difference: string;
  matchedWith: string | null;
  method: string | null;
  score: number | null;
  version: number;
}
const lines = async (query: Record<string, string> = {}): Promise<Shown[]> =>
  (
    await must(
      finance.get<{ records: Shown[] }>('/finance/bankLine/list', {
        column: 'lineNo',
        order: 'asc',
        pageSize: '100',
        ...query,
      }),
    )
  ).records;
const ofRef = async (bankRef: string): Promise<Shown> => {
  const [one, ...others] = await lines({ bankRef });
  if (!one || others.length > 0) throw new Error(`${others.length} more of ${bankRef}`);
  return one;
};
const make = (id: string, move: string, answers: object = {}, who = finance): Promise<Answer> =>
  who.post(`/finance/bankLine/${id}/${move}`, answers, keyed());

type Movement = [day: string, amount: string, ref: string];
/** A statement of the account in dollars, as MT940. */
function mt940(
  no: string,
  opening: number,
  moves: readonly Movement[],
  more: { account?: string; currency?: string } = {},
) {
  const { account = '622200010002', currency = 'USD' } = more;
  const said = (cents: number) =>
    `${cents < 0 ? 'D' : 'C'}261101${currency}${(Math.abs(cents) / 100).toFixed(2).replace('.', ',')}`;
  const cents = moves.map(([, amount]) => Math.round(Number(amount) * 100));
  return [
    `:20:${no}`,
    `:25:${account}`,
    ':28C:1',
    `:60F:${said(opening)}`,
    ...moves.map(([day, amount, ref]) => {
      const value = Math.abs(Number(amount)).toFixed(2).replace('.', ',');
      return `:61:26${day}${Number(amount) < 0 ? 'D' : 'C'}${value}NTRFNONREF${ref ? `//${ref}` : ''}`;
    }),
    `:62F:${said(opening + cents.reduce((sum, one) => sum + one, 0)).replace('261101', '261130')}`,
    '-',
  ].join('\n');
}

test('a statement finds its 收付款 by reference and by amount and day, in and out; what is in doubt stays open', async () => {
  covers('ours: movements of a bank');
  const named = await paid('100.00', { bankRef: 'BK-100', paidOn: '2026-10-01' });
  const near = await paid('250.00', { paidOn: '2026-11-12' });
  const far = await paid('77.00', { paidOn: '2026-11-05' });
  const out = await paid('30.00', { direction: 'out' });
  const answer = await must(
    drop(
      mt940('S1', 0, [
        ['1110', '100.00', 'BK-100'],
        ['1110', '250.00', 'X-250'],
        ['1110', '77.00', 'X-77'],
        ['1111', '-30.00', 'X-30'],
        ['1111', '-4.50', 'X-FEE'],
      ]),
    ),
  );
  expect(answer).toMatchObject({ state: 'taken', summary: '已导入 5 笔流水（自动核对 3 笔）' });
  const seen = Object.fromEntries(
    (await lines({ accountId: dollars })).map(({ amount, status, matchedWith, method, score }) => [
      amount,
      [status, matchedWith, method, score],
    ]),
  );
  expect(seen).toEqual({
    '100.00': ['matched', named.no, 'reference', 100],
    '250.00': ['matched', near.no, 'amount', 70],
    '77.00': ['open', null, null, null],
    '-30.00': ['matched', out.no, 'amount', 80],
    '-4.50': ['open', null, null, null],
  });
  // Five days lie between: within that it is found.
  const waiting = await ofRef('X-77');
  await must(make(waiting.id, 'autoMatch', { days: 4 }));
  expect((await ofRef('X-77')).status).toBe('open');
  await must(make(waiting.id, 'autoMatch', { days: 5 }));
  expect(await ofRef('X-77')).toMatchObject({ status: 'matched', matchedWith: far.no, score: 50 });
  const fee = await ofRef('X-FEE');
  expect((await make(fee.id, 'ignore')).status).toBe(422);
  await must(make(fee.id, 'ignore', { reason: '银行手续费' }));
  await must(make(fee.id, 'restore'));
  expect(await scene.violations()).toEqual([]);
});

test('the same file again, and statements that overlap, double nothing; two alike on a day are two', async () => {
  const first = mt940('S2', 10_000, [
    ['1113', '5.00', ''],
    ['1113', '8.00', 'R-8'],
  ]);
  await must(drop(first));
  const before = (await lines()).length;
  expect(await must(drop(first))).toMatchObject({ state: 'same' });
  // The day in full: the movement of before once more, another that is alike, and a new one.
  const answer = await must(
    drop(
      mt940('S3', 10_000, [
        ['1113', '5.00', ''],
        ['1113', '8.00', 'R-8'],
        ['1113', '5.00', ''],
        ['1114', '5.00', ''],
      ]),
    ),
  );
  expect(answer.summary).toBe('已导入 2 笔流水，2 行已有');
  expect((await lines()).length).toBe(before + 2);
  // Two who send overlapping statements at once.
  const [a, b] = [
    mt940('S4', 0, [['1115', '9.00', 'T-9']]),
    mt940('S5', 0, [
      ['1115', '9.00', 'T-9'],
      ['1115', '9.50', 'T-95'],
    ]),
  ];
  await together(scene, 'paying_account', [dollars], [() => drop(a), () => drop(b, {}, admin)]);
  expect((await lines({ bankRef: 'T-9' })).length).toBe(1);
  expect(await scene.violations()).toEqual([]);
});

test('a damaged statement is refused at its line, and nothing of it is there', async () => {
  const text = mt940('S6', 0, [['1116', '61.00', 'D-61']]).replace(':62F:C261130USD61', ':62F:C261130USD62');
  const refused = await drop(text);
  expect(refused).toMatchObject({ status: 422 });
  expect(refused.message).toMatch(/第 6 行：对账单 S6 1：期初 .* 不等于期末/);
  expect(await lines({ bankRef: 'D-61' })).toEqual([]);
});

test('another account, another currency: known by its number; the wrong account is refused, an unknown one asked about', async () => {
  const paidEuros = await paid('50.00', { currency: 'EUR', accountId: euros, paidOn: '2026-11-17' });
  const moves: Movement[] = [['1117', '50.00', 'E-50']];
  const text = mt940('E1', 0, moves, { account: 'COBADEFF/DE89370400440532013000', currency: 'EUR' });
  expect((await drop(text, { bankAccountId: dollars })).message).toContain('不是账户“USD-1”的');
  await must(drop(text));
  expect(await ofRef('E-50')).toMatchObject({ status: 'matched', matchedWith: paidEuros.no });
  const unknown = await drop(mt940('U1', 0, [['1117', '1.00', 'U-1']], { account: '999' }));
  expect(unknown.message).toBe('没有账号是 999 的账户，请选择账户');
  // Of the same amount and day, but of the other account: it is not that.
  const other = await paid('60.00', { paidOn: '2026-11-17' });
  await must(
    drop(mt940('E2', 5_000, [['1117', '60.00', 'E-60']], { account: 'DE89370400440532013000', currency: 'EUR' })),
  );
  const line = await ofRef('E-60');
  expect(line.status).toBe('open');
  expect((await make(line.id, 'match', { payments: other.no })).message).toContain('的币种是 USD');
});

test('by hand: one movement for several payments, one payment over two movements; each no more than it is', async () => {
  const [a, b, whole] = [
    await paid('40.00', { paidOn: '2026-09-01' }),
    await paid('25.00', { paidOn: '2026-09-01' }),
    await paid('90.00', { paidOn: '2026-09-01' }),
  ];
  await must(
    drop(
      mt940('S7', 0, [
        ['1118', '64.00', 'H-64'],
        ['1118', '55.00', 'H-55'],
        ['1118', '35.00', 'H-35'],
        ['1118', '-35.00', 'H-OUT'],
      ]),
    ),
  );
  const [one, first, second, out] = await Promise.all(['H-64', 'H-55', 'H-35', 'H-OUT'].map(ofRef));
  if (!one || !first || !second || !out) throw new Error('not all are there');
  expect((await make(one.id, 'match', { payments: 'PM-NONE' })).message).toContain('没有已过账的收付款');
  expect((await make(one.id, 'match', { payments: `${a.no} 40.01` })).message).toContain('没核对的只有 40.00 USD');
  expect((await make(one.id, 'match', { payments: `${a.no}\n${a.no}` })).message).toContain('写了两次');
  expect((await make(out.id, 'match', { payments: a.no })).message).toContain('和流水的方向不同');
  await must(make(one.id, 'match', { payments: `${a.no}\n${b.no}` }));
  // The bank kept a dollar.
  expect(await ofRef('H-64')).toMatchObject({
    status: 'matched',
    matched: '65.00',
    difference: '-1.00',
    method: 'hand',
  });
  const both = await together(
    scene,
    'payment',
    [whole.id],
    [
      () => make(first.id, 'match', { payments: `${whole.no} 55.00` }),
      () => make(second.id, 'match', { payments: `${whole.no} 55.00` }, admin),
    ],
  );
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true]);
  const rest = (await ofRef('H-55')).status === 'open' ? first : second;
  await must(make(rest.id, 'match', { payments: whole.no }));
  expect(await scene.violations()).toEqual([]);
  // Taken off again it is free.
  await must(make(one.id, 'unmatch'));
  expect(await ofRef('H-64')).toMatchObject({ status: 'open', matched: '0.00', matchedWith: null });
  expect(await scene.violations()).toEqual([]);
});

test('a payment that is taken back lets its movement go', async () => {
  const one = await paid('12.34', { paidOn: '2026-11-19' });
  await must(drop(mt940('S8', 0, [['1119', '12.34', 'B-12']])));
  expect((await ofRef('B-12')).status).toBe('matched');
  await must(reviewer.post(`/finance/payment/${one.id}/reverse`, { reason: '录错' }, keyed()));
  expect(await ofRef('B-12')).toMatchObject({ status: 'open', matched: '0.00', method: null });
  expect(await scene.violations()).toEqual([]);
});

interface Balance {
  statementNo: string;
  opening: string;
  closing: string;
  books: string;
  difference: string;
  openCount: number;
  openSum: string;
}
const balanceOf = async (no: string): Promise<Balance | undefined> =>
  (await must(finance.get<{ records: Balance[] }>('/finance/bankStatement/list', { pageSize: '100' }))).records.find(
    ({ statementNo }) => statementNo.startsWith(no),
  );

test('the closing balance is held against the books of that account, each in its own currency', async () => {
  // In euros 50.00 came in, by a payment; the statement ends with them.
  expect(await balanceOf('E1')).toMatchObject({
    opening: '0.00',
    closing: '50.00',
    books: '50.00',
    difference: '0.00',
    openCount: 1,
    openSum: '60.00',
  });
  expect(await balanceOf('E2')).toMatchObject({ closing: '110.00', books: '50.00', difference: '60.00' });
  // In dollars it is the ledger: all that was paid in less what was paid out.
  const dollarBooks = await balanceOf('S1');
  expect(dollarBooks).toMatchObject({ closing: '392.50' });
  const { records } = await must(
    finance.get<{ records: { direction: string; amount: string; status: string; currency: string }[] }>(
      '/finance/payment/list',
      { accountId: dollars, status: 'posted', pageSize: '100' },
    ),
  );
  const sum = records.reduce(
    (all, { direction, amount }) => all + (direction === 'in' ? 1 : -1) * Math.round(Number(amount) * 100),
    0,
  );
  expect(Math.round(Number(dollarBooks?.books) * 100)).toBe(sum);
});

test('a sheet of a bank is taught once, with columns for both sides; its balances are held against the movements', async () => {
  const head = '交易日期,摘要,收入金额,支出金额,账户余额,对方户名,交易流水号,账号';
  const rows = [
    '2026-11-21,货款,"1,200.00",,1700.00,某平台,CN-1,622200010002',
    '2026-11-22,服务费,,20.00,1680.00,银行,CN-2,622200010002',
  ];
  await must(drop([head, ...rows].join('\n')));
  expect(await ofRef('CN-1')).toMatchObject({ amount: '1200.00' });
  expect(await ofRef('CN-2')).toMatchObject({ amount: '-20.00' });
  expect(await balanceOf('2026-11-21')).toMatchObject({ opening: '500.00', closing: '1680.00' });
  const broken = await drop([head, rows[0], rows[1]?.replace('1680', '1681')].join('\n').replaceAll('CN-', 'CX-'));
  expect(broken.message).toBe('第 3 行：余额与上一笔接不上，文件不完整或被改过');
  // One that nobody knows is asked about, and known from then on.
  const odd = 'When,What,Moved,Ref\n2026-11-23,Rent,-300.00,OD-1\n2026-11-23,Sale,410.00,OD-2\n';
  expect(await must(drop(odd))).toMatchObject({ state: 'unknown' });
  const format = {
    name: '某银行流水',
    kind: 'bankLine',
    status: 'enabled',
    bankAccountId: dollars,
    dateColumn: 'When',
    descriptionColumn: 'What',
    bankRefColumn: 'Ref',
    headers: 'When\nWhat\nMoved\nRef',
  };
  const unsaid = await finance.post('/finance/reportFormat/add', format);
  expect(unsaid.message).toBe('请填写金额列，或收入列和支出列');
  await must(finance.post('/finance/reportFormat/add', { ...format, amountColumn: 'Moved' }));
  expect(await must(drop(odd))).toMatchObject({ state: 'taken' });
  expect(await ofRef('OD-1')).toMatchObject({ amount: '-300.00' });
  const more = odd.replace('410.00,OD-2', ',OD-3');
  expect((await drop(more)).message).toMatch(/第 3 行：没有金额/);
});

test('camt.053 comes the same way; who may not match movements brings in none', async () => {
  const text = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
<Id>C-1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">15.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt>
<AcctSvcrRef>C-15</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`;
  expect((await drop(text, {}, await scene.as('yunying'))).success).toBe(false);
  expect(await must(drop(text))).toMatchObject({ state: 'taken', summary: '已导入 1 笔流水' });
  expect(await ofRef('C-15')).toMatchObject({ amount: '15.00', status: 'open' });
  const bad = text.replace(
    '<?xml version="1.0"?>',
    '<?xml version="1.0"?><!DOCTYPE D [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  );
  expect((await drop(bad)).message).toContain('不接受带 DOCTYPE 的 XML');
  expect(await scene.violations()).toEqual([]);
});
