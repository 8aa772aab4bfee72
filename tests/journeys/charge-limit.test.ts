import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportAnswer } from '#modules/finance/model/report-file.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import { keyed, moveInvoice } from './receivable-scene.ts';
import {
  importRemittance,
  invoiceState,
  moveRemittance,
  newInvoice,
  readRemittance,
  remittanceNumbered,
  TITLES,
} from './remittance-scene.ts';

/* One person who wants what a customer owes to vanish without money: by fees of their own in remittances, whatever
   way they bring them in, and by small rests given up one after the other. The limit is 500.00 USD, of rests 10.00. */

let scene: TestApp;
let finance: Client;
let admin: Client;
let reviewer: Client;
let number = 0;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
});
afterAll(() => scene?.stop());

// What is counted together is over by the next day.
beforeEach(async () => {
  await scene.pass(25 * HOUR_MS);
  [finance, admin, reviewer] = await Promise.all([scene.as('caiwu'), scene.as('admin'), scene.as('fuhe')]);
});

interface Line {
  kind: string;
  stated: string;
  invoiceNo?: string;
  description?: string;
}
const DAY = '2026-11-20';
const ALONE = /单人确认扣款上限 500.00 USD/;
const body = (lines: readonly Line[], more: object = {}) => ({
  accountId: scene.seller.accountId,
  channelRemitNo: `RMT-C-${++number}`,
  payDate: DAY,
  currency: 'USD',
  netAmount: (lines.reduce((sum, { stated }) => sum + Math.round(Number(stated) * 100), 0) / 100).toFixed(2),
  lines,
  ...more,
});

async function typed(lines: readonly Line[], who = finance, more: object = {}): Promise<string> {
  const { id } = await must(who.post<{ id: string }>('/finance/remittance/add', body(lines, more)));
  await must(moveRemittance(who, id, 'submit'));
  return id;
}

/** An invoice, and lines that clear it against something of the same amount. */
async function cleared(cents: bigint, kind = 'fee'): Promise<{ id: string; lines: Line[] }> {
  const { id, invoiceNo } = await newInvoice(scene, cents);
  const stated = (Number(cents) / 100).toFixed(2);
  return {
    id,
    lines: [
      { kind: 'invoicePay', invoiceNo, stated },
      { kind, stated: `-${stated}` },
    ],
  };
}

const post = (who: Client, id: string): Promise<Answer> => moveRemittance(who, id, 'post');

test('a net of nothing: by hand, whatever its lines are called, it waits for another; to the cent of the limit it does not', async () => {
  covers('ours: receivables charged off by one person');
  for (const kind of ['fee', 'deduction', 'adjust', 'chargeback', 'earlyPayDiscount', 'reserve', 'invoicePay']) {
    const { id: invoice, lines } = await cleared(50_001n, kind);
    const id = await typed(lines);
    const alone = await post(finance, id);
    expect(alone, kind).toMatchObject({ code: 409, success: false });
    expect(alone.message).toMatch(ALONE);
    expect(await invoiceState(finance, invoice)).toMatchObject({ balance: '500.01' });
    if (kind === 'fee') await must(post(admin, id));
  }
  const { lines } = await cleared(50_000n);
  await must(post(finance, await typed(lines)));
  expect(await scene.violations()).toEqual([]);
});

test('in small parts it is one great one within a day; taken back by another it counts no more', async () => {
  const parts = [await cleared(30_000n), await cleared(20_000n), await cleared(1n)];
  const [a = '', b = '', c = ''] = await Promise.all(parts.map(({ lines }) => typed(lines)));
  await must(post(finance, a));
  await must(post(finance, b));
  expect((await post(finance, c)).message).toMatch(ALONE);
  await must(moveRemittance(reviewer, b, 'reverse', { reason: '录错' }));
  await must(post(finance, c));
  expect(await scene.violations()).toEqual([]);
});

test('two at the same moment do not slip past each other', async () => {
  const ids = await Promise.all([await cleared(30_000n), await cleared(30_000n)].map(({ lines }) => typed(lines)));
  const both = await Promise.all(ids.map((id) => post(finance, id)));
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true]);
});

test('matched by another, typed again by another in part: who typed of it does not post it, who only matched may', async () => {
  const { lines } = await cleared(60_000n);
  const id = await typed(lines);
  await must(moveRemittance(admin, id, 'rematch'));
  expect((await post(finance, id)).message).toMatch(ALONE);
  await must(post(admin, id));
  // Both wrote of it: neither is another.
  const other = await cleared(60_000n);
  const shared = await typed(other.lines);
  await must(moveRemittance(admin, shared, 'reopen'));
  const { version } = await must(admin.get<{ version: number }>('/finance/remittance/queryById', { id: shared }));
  await must(
    admin.put('/finance/remittance/edit', {
      ...body([...other.lines, { kind: 'fee', stated: '-1.00' }]),
      id: shared,
      version,
    }),
  );
  await must(moveRemittance(admin, shared, 'submit'));
  for (const who of [finance, admin]) expect((await post(who, shared)).message).toMatch(ALONE);
});

test('a limit that they raise themselves, and a rate that is their word, change nothing', async () => {
  const { changes: _seen, ...now } = await must(admin.get<Record<string, unknown>>('/finance/remittanceSettings'));
  await must(admin.put('/finance/remittanceSettings', { ...now, aloneLimit: '100000.00' }));
  const { lines } = await cleared(60_000n);
  expect((await post(admin, await typed(lines, admin))).message).toMatch(ALONE);
  // For others it counts.
  await must(post(finance, await typed((await cleared(60_000n)).lines)));
  const { changes: _later, ...raised } = await must(
    reviewer.get<Record<string, unknown>>('/finance/remittanceSettings'),
  );
  await must(reviewer.put('/finance/remittanceSettings', { ...raised, aloneLimit: '500.00' }));
  const rate = { fromCode: 'EUR', toCode: 'USD', rate: '0.0001', effectiveDate: '2026-01-01' };
  await must(finance.post('/base/exchangeRate/add', rate));
  const euros = await newInvoice(scene, 900_000n, { currency: 'EUR', baseTotal: 90n });
  const id = await typed(
    [
      { kind: 'invoicePay', invoiceNo: euros.invoiceNo, stated: '9000.00' },
      { kind: 'fee', stated: '-9000.00' },
    ],
    finance,
    { currency: 'EUR' },
  );
  expect((await post(finance, id)).message).toMatch(ALONE);
});

const dropped = (text: string): Promise<Answer<ReportAnswer>> =>
  upload<ReportAnswer>(scene, finance, '/finance/inbox/take', Buffer.from(text));

/** The channel's own file, dropped in the inbox: an invoice of 700.00, and 650.00 kept. */
async function fromFile(): Promise<{ id: string; no: string; text: string }> {
  const { invoiceNo } = await newInvoice(scene, 70_000n);
  const no = `RMT-F-${++number}`;
  const text = [
    'Remittance Number,Payment Date,Net Amount,Type,Invoice Number,Amount',
    `${no},${DAY},50.00,,${invoiceNo},700.00`,
    `${no},${DAY},,Fee,,-650.00`,
  ].join('\n');
  await must(dropped(text));
  const { id } = await remittanceNumbered(finance, no);
  return { id, no, text };
}

/** Opens an imported one, and writes it with other lines. */
async function rewritten(id: string, change: (lines: Record<string, unknown>[]) => object): Promise<void> {
  await must(moveRemittance(finance, id, 'reopen'));
  const read = await must(
    finance.get<Record<string, unknown> & { lines: { remittanceLine: Record<string, unknown>[] } }>(
      '/finance/remittance/queryById',
      { id },
    ),
  );
  const lines = read.lines.remittanceLine.map(({ id: line, kind, poNo, invoiceNo, stated, code, description }) => ({
    id: line,
    kind,
    poNo,
    invoiceNo,
    stated,
    code,
    description,
  }));
  const { accountId, channelRemitNo, payDate, currency, netAmount, version } = read;
  const head = { id, version, accountId, channelRemitNo, payDate, currency, netAmount };
  await must(finance.put('/finance/remittance/edit', { ...head, lines, ...change(lines) }));
  await must(moveRemittance(finance, id, 'submit'));
}

test('what the channel says in a file that is kept is posted by who dropped it, also with a number of the bank added', async () => {
  const { id } = await fromFile();
  await rewritten(id, () => ({ bankRef: 'BK-700', note: '已到账' }));
  expect(await readRemittance(finance, id)).toMatchObject({ source: 'sheet' });
  await must(post(finance, id));
});

test('edited after its import it is what somebody typed, and its file is not known by it any more', async () => {
  const { id, text } = await fromFile();
  await rewritten(id, (lines) => ({
    netAmount: '0.00',
    lines: [...lines, { kind: 'adjust', stated: '-50.00' }],
  }));
  const read = await readRemittance(finance, id);
  expect(read).toMatchObject({ source: 'edited' });
  expect((await post(finance, id)).message).toMatch(ALONE);
  // The file once more does not make it what the channel said.
  const again = await dropped(text);
  expect(again.success).toBe(false);
  expect(JSON.stringify(again)).toContain('净额或明细不同');
  // Written back as it was it stays what somebody typed.
  await rewritten(id, (lines) => ({ netAmount: '50.00', lines: lines.slice(0, 2) }));
  expect(await readRemittance(finance, id)).toMatchObject({ source: 'edited' });
  expect((await post(finance, id)).message).toMatch(ALONE);
  await must(post(admin, id));
});

test('a number or a shop that is written over an imported one makes it another, too', async () => {
  const { id, no } = await fromFile();
  await rewritten(id, () => ({ channelRemitNo: `${no}-2` }));
  expect(await readRemittance(finance, id)).toMatchObject({ source: 'edited' });
  expect((await post(finance, id)).message).toMatch(ALONE);
});

test('a sheet of their own by the list of remittances is as typed: nobody keeps it', async () => {
  const { invoiceNo } = await newInvoice(scene, 70_000n);
  const no = `RMT-S-${++number}`;
  const head = { 'Remittance Number': no, 'Payment Date': DAY };
  await must(
    importRemittance(
      scene,
      finance,
      [
        { ...head, 'Net Amount': '0.00', 'Invoice Number': invoiceNo, Amount: '700.00' },
        { ...head, Type: 'Fee', Amount: '-700.00' },
      ],
      TITLES,
    ),
  );
  const { id } = await remittanceNumbered(finance, no);
  expect((await post(finance, id)).message).toMatch(ALONE);
  await must(post(admin, id));
});

test('small rests of many invoices are one great one on a day; the next day begins at nothing; another decides on the rest', async () => {
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map(async () => (await newInvoice(scene, 400n)).id));
  const [a = '', b = '', c = '', d = ''] = ids;
  const writeOff = (who: Client, id: string) => moveInvoice(who, id, 'writeOff', { reason: '尾差' });
  await must(writeOff(finance, a));
  await must(writeOff(finance, b));
  const third = await writeOff(finance, c);
  expect(third).toMatchObject({ success: false });
  expect(third.message).toMatch(/今天已核销的，超过单人核销上限 10.00 USD/);
  // In a batch they are summed as well.
  const { id: e } = await newInvoice(scene, 200n);
  await finance.post('/finance/invoice/batch/writeOff', { ids: [e, c, d], answers: { reason: '尾差' } }, keyed());
  const left = await Promise.all([e, c, d].map(async (id) => (await invoiceState(finance, id)).balance));
  expect(left).toEqual(['0.00', '4.00', '4.00']);
  // To ask for it oneself does not help; another decides, and that counts for neither.
  await must(moveInvoice(finance, c, 'askWriteOff', { reason: '尾差' }));
  expect((await writeOff(finance, c)).status).toBe(403);
  await must(writeOff(reviewer, c));
  for (const _ of [1, 2]) await must(writeOff(reviewer, (await newInvoice(scene, 500n)).id));
  expect((await writeOff(reviewer, (await newInvoice(scene, 1n)).id)).success).toBe(false);
  await scene.pass(24 * HOUR_MS);
  finance = await scene.as('caiwu');
  await must(writeOff(finance, d));
  expect(await scene.violations()).toEqual([]);
});

test('two small rests at the same moment do not slip past each other', async () => {
  const ids = [(await newInvoice(scene, 600n)).id, (await newInvoice(scene, 600n)).id];
  const both = await Promise.all(ids.map((id) => moveInvoice(finance, id, 'writeOff', { reason: '尾差' })));
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true]);
});
