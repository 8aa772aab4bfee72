import { expect, test } from 'vitest';
import { BankFault, type ReadStatement } from './bank-reading.ts';
import { isCamt, readCamt } from './read-camt.ts';
import { isMt940, readMt940 } from './read-mt940.ts';

/* Statements of banks: camt.053 (ISO 20022) and MT940 (SWIFT), as banks write them and damaged. */

const MT = [
  '{1:F01BANKDEFFAXXX0000000000}{2:I940BANKDEFFXXXXN}{4:',
  ':20:STMT2611',
  ':25:DE89370400440532013000',
  ':28C:00231/001',
  ':60F:C261119EUR1000,00',
  ':61:2611201120C332,47NTRFRMT-2026-47//BK-332',
  'WAYFAIR LLC',
  ':86:166?00GUTSCHRIFT?20EREF+PAY-47?21 REMITTANCE?32WAYFAIR?33 LLC',
  ':61:2611201120D15,NMSCNONREF//FEE-1',
  ':86:/REMI/Account fee/',
  ':61:2612310102RC100,00NTRFNONREF//BACK',
  ':61:261231RD5,50NTRFOWN-1',
  ':62F:C261231EUR1222,97',
  ':64:C261231EUR1222,97',
  '-}',
].join('\r\n');

const entry = (amount: string, side: string, more = '') => `<Ntry><Amt Ccy="USD">${amount}</Amt>
  <CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
  <ValDt><DtTm>2026-11-21T00:00:00Z</DtTm></ValDt>${more}</Ntry>`;

const balance = (code: string, amount: string, day: string) => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>
  <Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

const camt = (entries: string, closing: string, head = '') => `<?xml version="1.0" encoding="UTF-8"?>${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt>
<Id>S-1</Id><Acct><Id><Othr><Id>1234 5678</Id></Othr></Id><Ccy>USD</Ccy></Acct>
${balance('OPBD', '50.00', '2026-11-19')}${balance('CLBD', closing, '2026-11-20')}
${entries}</Stmt></BkToCstmrStmt></Document>`;

const PAID = entry(
  '332.47',
  'CRDT',
  `<AcctSvcrRef>BK-332</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>RMT-47</EndToEndId></Refs>
   <RltdPties><Dbtr><Pty><Nm>Wayfair &amp; Co</Nm></Pty></Dbtr></RltdPties>
   <RmtInf><Ustrd>Remittance 47</Ustrd></RmtInf></TxDtls></NtryDtls>`,
);
const FEE = entry('15.00', 'DBIT', '<AddtlNtryInf><![CDATA[Fee]]></AddtlNtryInf>');
const CAMT = camt(`${PAID}${FEE}`, '367.47');

test('MT940: sides and their reversals, days without a year, who paid and what for, both kinds of references', () => {
  expect(isMt940(MT)).toBe(true);
  const [one, ...others] = readMt940(MT);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    no: 'STMT2611 00231/001',
    accountNo: 'DE89370400440532013000',
    currency: 'EUR',
    opening: { on: '2026-11-19', amount: 100_000n },
    closing: { on: '2026-12-31', amount: 122_297n },
  });
  expect(one?.lines).toEqual([
    {
      row: 6,
      bookedOn: '2026-11-20',
      valueOn: '2026-11-20',
      amount: 33_247n,
      counterparty: 'WAYFAIR LLC',
      memo: 'EREF+PAY-47 REMITTANCE WAYFAIR LLC',
      bankRef: 'BK-332',
      ourRef: 'RMT-2026-47',
    },
    {
      row: 9,
      bookedOn: '2026-11-20',
      valueOn: '2026-11-20',
      amount: -1_500n,
      counterparty: null,
      memo: 'Account fee',
      bankRef: 'FEE-1',
      ourRef: null,
    },
    // A credit taken back went out, booked in the next year.
    expect.objectContaining({ row: 11, bookedOn: '2027-01-02', valueOn: '2026-12-31', amount: -10_000n }),
    expect.objectContaining({ row: 12, bookedOn: '2026-12-31', amount: 550n, ourRef: 'OWN-1', bankRef: null }),
  ]);
});

test('MT940: without an envelope, several statements, an overdrawn account, a currency without places', () => {
  const text = [
    ':20:A',
    ':25:1',
    ':28C:1',
    ':60F:D261119JPY500,',
    ':61:261120C1200,NTRFX//1',
    ':62F:C261120JPY700,',
    ':20:B',
    ':25:1',
    ':28C:2',
    ':60F:C261120JPY700,',
    ':62F:C261121JPY700,',
  ].join('\n');
  expect(isMt940(text)).toBe(true);
  expect(readMt940(text).map(({ no, opening, lines }) => [no, opening?.amount, lines.length])).toEqual([
    ['A 1', -500n, 1],
    ['B 2', 700n, 0],
  ]);
});

test.each([
  ['a sum that does not come out', MT.replace('C332,47', 'C332,48'), /第 13 行：.*不等于期末/],
  ['no opening balance', MT.replace(/:60F:.*\r\n/, ''), /第 \d+ 行：流水 :61: 之前没有期初余额/],
  ['no closing balance', MT.replace(/:62F:.*\r\n/, ''), /没有期末余额 :62F:/],
  ['a day that there is not', MT.replace('2611201120C332', '2611311120C332'), /第 6 行：没有 2026-11-31 这一天/],
  ['an amount that is none', MT.replace('C332,47N', 'CxxN'), /第 6 行：:61:/],
  ['places that the currency has not', MT.replace('C332,47N', 'C332,471N'), /第 6 行：EUR 的金额/],
  ['more than any account holds', MT.replace('C332,47N', 'C999999999999999,00N'), /第 6 行：金额.*太大/],
  ['another currency at the end', MT.replace('261231EUR1222', '261231USD1222'), /第 13 行：期末余额的币种/],
  ['text before the first field', `hello\n${MT}`, /第 1 行：看不懂/],
])('MT940 with %s is refused at its line', (_what, text, message) => {
  expect(() => readMt940(text)).toThrow(BankFault);
  expect(() => readMt940(text)).toThrow(message);
});

test('camt.053: booked entries with who paid and what for; opening and entries come to the closing balance', () => {
  expect(isCamt(CAMT)).toBe(true);
  const [one] = readCamt(CAMT);
  expect(one).toMatchObject({
    no: 'S-1',
    accountNo: '12345678',
    currency: 'USD',
    opening: { on: '2026-11-19', amount: 5_000n },
    closing: { on: '2026-11-20', amount: 36_747n },
  });
  expect(one?.lines).toEqual([
    expect.objectContaining({
      bookedOn: '2026-11-20',
      valueOn: '2026-11-21',
      amount: 33_247n,
      counterparty: 'Wayfair & Co',
      memo: 'Remittance 47',
      bankRef: 'BK-332',
      ourRef: 'RMT-47',
    }),
    expect.objectContaining({ amount: -1_500n, memo: 'Fee', bankRef: null, ourRef: null }),
  ]);
  const pending = PAID.replace('BOOK', 'PDNG');
  expect(readCamt(camt(pending, '50.00'))[0]?.lines).toEqual([]);
  // Older versions say the state without a code.
  const old = CAMT.replace('camt.053.001.08', 'camt.053.001.02').replaceAll(
    '<Sts><Cd>BOOK</Cd></Sts>',
    '<Sts>BOOK</Sts>',
  );
  expect(isCamt(old)).toBe(true);
  expect(readCamt(old)[0]?.lines).toHaveLength(2);
});

test.each([
  ['a sum that does not come out', CAMT.replace('332.47', '332.48'), /不等于期末/],
  ['a document type', camt(PAID, '382.47', '<!DOCTYPE Document [<!ENTITY a "x">]>'), /DOCTYPE/],
  ['an entity of its own', CAMT.replace('Remittance 47', '&bomb;'), /XML 不完整或写法不对/],
  [
    'a day before there were banks',
    CAMT.replace('<Dt>2026-11-20</Dt>', '<Dt>0000-01-01</Dt>'),
    /没有 0000-01-01 这一天/,
  ],
  ['more than any account holds', CAMT.replaceAll('332.47', '999999999999999.99'), /金额.*太大/],
  ['a side that is none', CAMT.replace('DBIT', 'BOTH'), /不是 CRDT 或 DBIT/],
  ['another currency in an entry', CAMT.replace(PAID, PAID.replace('USD', 'EUR')), /流水的币种 EUR/],
  ['an end too early', CAMT.slice(0, -60), /XML 不完整或写法不对/],
  ['elements without end', `<Document>${'<a>'.repeat(60)}`, /层次太深/],
  ['no statement', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>', /没有对账单/],
])('camt.053 with %s is refused', (_what, text, message) => {
  expect(() => readCamt(text)).toThrow(BankFault);
  expect(() => readCamt(text)).toThrow(message);
});

test('too many elements at one time are refused, many entries one after the other are not', () => {
  expect(() => readCamt(`<Document>${'<a></a>'.repeat(250_000)}</Document>`)).toThrow(/XML 元素太多/);
  const many = camt(FEE.repeat(19_000) + PAID, '0').replace(balance('CLBD', '0', '2026-11-20'), '');
  expect(readCamt(many)[0]?.lines).toHaveLength(19_001);
  expect(() => readCamt(camt(FEE.repeat(20_001), '0'))).toThrow(/最多 20000 笔/);
});

/** The same numbers in each run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const JUNK = [...'<>&/":;-,.0159CDREU\n\r ?!{}', '\0', '￿', '贷', '&#1;', ':61:', '</Ntry>', '<Ntry>'];

/** What was read of a damaged file is whole: its sums come out, and each line is one. */
function requireWhole(statements: readonly ReadStatement[]): void {
  for (const { opening, closing, lines, currency, no } of statements) {
    expect(no).not.toBe('');
    expect(currency).toMatch(/^[A-Z]{3}$/);
    for (const { bookedOn, amount, row } of lines) {
      expect(bookedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(amount).not.toBe(0n);
      expect(row).toBeGreaterThan(0);
    }
    if (opening && closing)
      expect(opening.amount + lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(closing.amount);
  }
}

test.each([
  ['MT940', MT, readMt940],
  ['camt.053', CAMT, readCamt],
] as const)('%s: 3,000 damaged files are refused in words, or read whole and right', (_name, good, read) => {
  const roll = dice(41);
  let whole = 0;
  for (let n = 0; n < 3_000; n += 1) {
    const signs = [...good];
    for (let hits = 1 + roll(4); hits > 0; hits -= 1) {
      const at = roll(signs.length);
      const how = roll(4);
      if (how === 0) signs.splice(at, 1 + roll(8));
      else if (how === 1) signs.splice(at, 0, JUNK[roll(JUNK.length)] as string);
      else if (how === 2) signs[at] = JUNK[roll(JUNK.length)] as string;
      else if (roll(8) === 0) signs.length = at + 1;
    }
    try {
      requireWhole(read(signs.join('')));
      whole += 1;
    } catch (error) {
      if (!(error instanceof BankFault)) throw error;
      expect(error.message).toMatch(/\p{Script=Han}/u);
    }
  }
  // Some are only scratched in their words.
  expect(whole).toBeGreaterThan(50);
  expect(whole).toBeLessThan(2_900);
});
