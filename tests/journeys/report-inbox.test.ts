import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import type { ReportAnswer } from '#modules/finance/model/report-file.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { together } from '#tests/races/together.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { interchange, newInvoice, remittanceNumbered } from './remittance-scene.ts';
import { covers } from '#tests/spec/covers.ts';

/* 报表收件箱 (issue 37): any file in one place, known by what is in it, taken in once and whole. */

let scene: TestApp;
let finance: Client;
let second: Client;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  [finance, second] = await Promise.all([scene.as('caiwu'), scene.as('admin')]);
});
afterAll(() => scene?.stop());

const drop = (
  content: string | Buffer,
  query: Record<string, string> = {},
  who = finance,
): Promise<Answer<ReportAnswer>> =>
  upload<ReportAnswer>(
    scene,
    who,
    `/finance/inbox/take?${new URLSearchParams(query).toString()}`,
    Buffer.from(content as string),
  );

interface ShownFile {
  kind: string;
  accountId: string | null;
  periodFrom: string;
  periodTo: string;
  rowCount: number;
  addedCount: number;
  sameCount: number;
  differsCount: number;
  original: string;
  lines: { reportRow: Record<string, unknown>[] };
}
const fileOf = async (who: Client, answer: Promise<Answer<ReportAnswer>>): Promise<ShownFile> => {
  const { id } = await must(answer);
  return must(who.get<ShownFile>('/finance/reportFile/queryById', { id: id ?? '' }));
};
const countOf = async (path: string, query: Record<string, string> = {}): Promise<number> =>
  (await must(finance.get<{ total: number }>(`${path}/list`, query))).total;

const HEAD = 'Remittance Number,Payment Date,Net Amount,PO Number,Invoice Number,Amount';

test('a remittance of known columns: matched at once, each row leads back to its line; the file is kept for who may', async () => {
  covers('ours: the inbox of reports');
  const one = await newInvoice(scene, 123_456n);
  const two = await newInvoice(scene, 5_000n);
  const text = `${HEAD},Description\nRI-1,2026-11-20,1284.56,${one.poNo},${one.invoiceNo},"1,234.56",\nRI-1,,,${two.poNo},,50.000000001,\n`;
  const file = await fileOf(finance, drop(text));
  expect(file).toMatchObject({
    kind: 'remittance',
    accountId: scene.seller.accountId,
    periodFrom: '2026-11-20',
    periodTo: '2026-11-20',
    rowCount: 2,
    addedCount: 2,
    sameCount: 0,
  });
  const remittance = await remittanceNumbered(finance, 'RI-1');
  expect(remittance).toMatchObject({ status: 'matched', netAmount: '1284.56', difference: '0.00' });
  expect(remittance).toHaveProperty('reportFileId');
  expect(file.lines.reportRow.map(({ rowNo, amount, remittanceId }) => [rowNo, amount, remittanceId])).toEqual([
    [2, '1234.56', remittance.id],
    [3, '50.00', remittance.id],
  ]);
  const get = (who: Client) =>
    scene.app.http.inject({
      url: `/api/sys/common/static/${encodeURI(file.original)}`,
      headers: { 'x-access-token': who.token },
    });
  expect((await get(second)).body).toBe(text);
  expect((await get(await scene.as('cangku'))).statusCode).toBe(404);
});

test('the same file again changes nothing, also sent by two at once; once it was taken back it may come again', async () => {
  const invoice = await newInvoice(scene, 2_000n);
  const text = `${HEAD}\nRI-2,2026-11-20,20,${invoice.poNo},,20\n`;
  const answers = await together(
    scene,
    'channel_account',
    [scene.seller.accountId],
    [() => drop(text), () => drop(text, {}, second)],
  );
  expect(answers.map(({ result }) => result.state).sort()).toEqual(['same', 'taken']);
  const { id } = await remittanceNumbered(finance, 'RI-2');
  const files = await countOf('/finance/reportFile');
  const again = await must(drop(text));
  expect(again).toMatchObject({ state: 'same', summary: '这个文件已经导入过，没有新的内容' });
  expect(await countOf('/finance/reportFile')).toBe(files);
  // Its number with another amount is another file, and is refused.
  expect((await drop(text.replace(',20\n', ',21\n').replace('20,20,', '20,21,'))).message).toContain('净额或明细不同');
  await must(finance.post(`/finance/remittance/${id}/post`, {}, { 'idempotency-key': newId() }));
  await must(
    (await scene.as('fuhe')).post(
      `/finance/remittance/${id}/reverse`,
      { reason: '退回' },
      { 'idempotency-key': newId() },
    ),
  );
  expect(await must(drop(text))).toMatchObject({ state: 'taken' });
  expect(await scene.violations()).toEqual([]);
});

test('a file is taken whole or not at all, and says at which row it is wrong', async () => {
  const invoice = await newInvoice(scene, 1_000n);
  const text = `${HEAD}\nRI-3,2026-11-20,10,${invoice.poNo},,10\nRI-4,2026-11-20,5,${invoice.poNo},,n/a\nRI-4,,,,,\n`;
  const refused = await drop(text);
  expect(refused).toMatchObject({ status: 422 });
  const said = JSON.stringify(refused.result);
  expect(said).toContain('第 3 行：金额');
  expect(said).toContain('第 4 行：');
  const late = await drop(`${HEAD}\nRI-3,2026-11-20,10,${invoice.poNo},,10\nRI-5,,5,${invoice.poNo},,5\n`);
  expect(late.message).toBe('第 3 行：请填写付款日');
  for (const channelRemitNo of ['RI-3', 'RI-4', 'RI-5'])
    expect(await countOf('/finance/remittance', { channelRemitNo })).toBe(0);
});

test('a wrong file says what it is and what is expected', async () => {
  const orders =
    'Warehouse Name,Store Name,PO Number,PO Date,Must Ship By,Order Status,Ship Method,Ship To Name\na,b,c,d,e,f,g,h\n';
  expect((await drop(Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'))).message).toBe(
    '这是 PNG 图片；这里收回款单、扣款和银行流水的表格（csv、xls、xlsx），EDI X12 820、812、810，银行对账单 camt.053 和 MT940',
  );
  expect((await drop(Buffer.from('PK\x03\x04report.csv', 'latin1'))).message).toContain('这是 ZIP 压缩包');
  expect((await drop(orders)).message).toContain('这是平台订单导出：订单请到“订单 - 待处理”导入');
  expect((await drop('hello')).message).toContain('没有表头');
});

test('an unknown file is explained once, for its kind and its shop; with a column renamed it asks again', async () => {
  const invoice = await newInvoice(scene, 3_000n);
  const rows = (no: string) => `2026-11-20|${no}|${invoice.poNo}|30.00|sale\n2026-11-20|${no}||(4.00)|ad campaign\n`;
  const head = 'Settled|Batch|Purchase|Gross|Memo\n';
  const asked = await must(drop(head + rows('B-1')));
  expect(asked).toMatchObject({ state: 'unknown', id: null });
  expect(asked.unknown).toMatchObject({
    titles: ['Settled', 'Batch', 'Purchase', 'Gross', 'Memo'],
    samples: [
      ['2026-11-20', 'B-1', invoice.poNo, '30.00', 'sale'],
      ['2026-11-20', 'B-1', '', '(4.00)', 'ad campaign'],
    ],
    near: null,
  });
  const format = {
    name: '分期付款明细',
    kind: 'remittance',
    currency: 'USD',
    numberColumn: 'Batch',
    dateColumn: 'Settled',
    amountColumn: 'Gross',
    poColumn: 'Purchase',
    descriptionColumn: 'Memo',
    headers: asked.unknown?.titles.join('\n'),
  };
  const { numberColumn: _none, ...unnumbered } = format;
  expect((await finance.post('/finance/reportFormat/add', unnumbered)).message).toBe('导入为回款单时请填写单号列');
  const { id } = await must(finance.post<{ id: string }>('/finance/reportFormat/add', format));
  expect(await must(drop(head + rows('B-1')))).toMatchObject({ state: 'taken', summary: '已导入 1 张回款单' });
  expect(await remittanceNumbered(finance, 'B-1')).toMatchObject({
    netAmount: '26.00',
    difference: '0.00',
    lineCount: 2,
  });
  const more = rows('B-2').replaceAll(/\n(?=.)|\n$/g, '|EU\n');
  expect(await must(drop(`Settled|Batch|Purchase|Gross|Memo|Region\n${more}`))).toMatchObject({ state: 'taken' });
  const renamed = await must(drop(head.replace('Gross', 'Gross Amount') + rows('B-3')));
  expect(renamed).toMatchObject({ state: 'unknown', summary: '像是“分期付款明细”，但缺少列：Gross' });
  expect(renamed.unknown?.near).toEqual({ id, name: '分期付款明细', missing: ['Gross'] });
  // Archived, it is not looked at any more.
  const { version } = await must(finance.get<{ version: number }>('/finance/reportFormat/queryById', { id }));
  await must(finance.post('/finance/reportFormat/edit', { id, version, status: 'archived' }));
  expect((await must(drop(head + rows('B-4')))).unknown?.near).toBeNull();
});

test('taught deductions in a workbook: once by their numbers, days asked about', async () => {
  await must(
    finance.post('/finance/reportFormat/add', {
      name: '罚款单',
      kind: 'deduction',
      numberColumn: 'Ref',
      dateColumn: 'Day',
      amountColumn: 'Fine',
      poColumn: 'Purchase',
      kindColumn: 'Why',
    }),
  );
  const invoice = await newInvoice(scene, 9_000n);
  const file = await workbook(
    ['Ref', 'Day', 'Fine', 'Purchase', 'Why'],
    [
      ['F-1', '03/04/2026', '12.00-', invoice.poNo, 'Damage'],
      ['F-2', '03/05/2026', '5', invoice.poNo, 'Late shipment'],
    ],
  );
  const asked = await drop(file);
  expect(asked.status).toBe(422);
  expect(JSON.stringify(asked.result)).toContain('03/04/2026');
  const read = await fileOf(finance, drop(file, { dates: 'dmy' }));
  expect(read).toMatchObject({ kind: 'deduction', periodFrom: '2026-04-03', periodTo: '2026-05-03', addedCount: 2 });
  const shown = await must(
    finance.get('/finance/deduction/queryById', { id: String(read.lines.reportRow[0]?.['deductionId']) }),
  );
  expect(shown).toMatchObject({ channelDeductionNo: 'F-1', amount: '12.00', type: 'damage', poNo: invoice.poNo });
  expect(await must(drop(file, { dates: 'dmy' }))).toMatchObject({ state: 'same' });
});

test('EDI: a remittance, a deduction and an invoice that is held against ours, differences named and nothing booked', async () => {
  const [paid, billed] = [await newInvoice(scene, 8_000n), await newInvoice(scene, 26_698n)];
  const entries = await countOf('/ledger/journalEntry');
  const text = interchange([
    ['820', ['BPR*C*80.00*C*ACH************20261120', 'TRN*1*RI-EDI', `RMR*IV*${paid.invoiceNo}**80.00`]],
    ['812', [`BCD*20261119*RI-DM**12.50*D*****${paid.poNo}`, 'CDD*06*D**12.50']],
    ['810', [`BIG*20261101*${billed.invoiceNo}**${billed.poNo}`, 'CUR*SE*USD', 'IT1*1*1*EA*266.98', 'TDS*26698']],
    ['810', [`BIG*20261102*${paid.invoiceNo}**${paid.poNo}`, 'CUR*SE*USD', 'IT1*1*1*EA*81', 'TDS*8100']],
    ['810', ['BIG*20261101*NOBODY', 'TDS*1']],
  ]);
  const file = await fileOf(finance, drop(text));
  expect(file).toMatchObject({ kind: 'mixed', rowCount: 5, addedCount: 2, sameCount: 1, differsCount: 2 });
  expect(file.lines.reportRow.map(({ rowNo, no, outcome, note }) => [rowNo, no, outcome, note])).toEqual([
    [3, 'RI-EDI', 'added', null],
    [8, 'RI-DM', 'added', null],
    [12, billed.invoiceNo, 'equal', null],
    [18, paid.invoiceNo, 'differs', '总额：文件 81.00 USD，发票 80.00 USD；开票日：文件 2026-11-02，发票 2026-11-01'],
    [24, 'NOBODY', 'missing', '系统里没有这个发票号的发票'],
  ]);
  expect(await countOf('/ledger/journalEntry')).toBe(entries);
  expect(await must(drop(text))).toMatchObject({ state: 'same' });
  const other = interchange([['850', ['BEG*00*DS*CS1**20261120']]]);
  expect((await drop(other)).message).toContain('是 850，这里只收 820、812 和 810');
});

test('a file of another shop is refused by name; of nobody known it asks for the shop', async () => {
  const other = await look(scene, async (tx) => {
    const id = newId();
    await tx.run`
      insert into channel_account (tenant_id, id, code, name, channel_code, environment, currency, status, create_time)
      select tenant_id, ${id}, 'OTHER', '另一个店铺', channel_code, environment, currency, status, create_time
      from channel_account where tenant_id = ${tx.tenant} and id = ${scene.seller.accountId}::uuid`;
    return id;
  });
  const theirs = await newInvoice(scene, 3_300n, { accountId: other });
  const text = `${HEAD}\nRI-O,2026-11-20,33,${theirs.poNo},,33\n`;
  expect((await drop(text, { accountId: scene.seller.accountId })).message).toMatch(
    /^文件里的PO号和发票号属于店铺“另一个店铺”，不是“.+”，未导入$/,
  );
  expect(await countOf('/finance/remittance', { channelRemitNo: 'RI-O' })).toBe(0);
  expect(await fileOf(finance, drop(text))).toMatchObject({ accountId: other });
  const nobody = `${HEAD}\nRI-N,2026-11-20,1,,,1\n`;
  expect((await drop(nobody)).result).toMatchObject({ errors: [{ field: 'accountId', code: 'finance.reportShop' }] });
  // A shop that is not there for whoever asks is none.
  expect((await drop(nobody, { accountId: newId() })).message).toBe('看不出是哪个店铺的文件，请选择店铺');
  expect(await fileOf(finance, drop(nobody, { accountId: other }))).toMatchObject({ accountId: other });
  expect((await drop(nobody, {}, await scene.as('cangku'))).status).toBe(403);
});
