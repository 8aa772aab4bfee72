import { newId, type Tx } from '#kit/server/database.ts';
import { postEntries } from '#modules/ledger/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';

export interface OpenInvoice {
  id: string;
  invoiceNo: string;
  poNo: string;
}

let made = 0;

/** Who owes for what is sold: there is one, or it is made. */
async function someCustomer(tx: Tx): Promise<{ id: string; name: string }> {
  const known = await tx.maybe<{ id: string; name: string }>`
    select id, name from customer where tenant_id = ${tx.tenant} and code = 'REMIT'`;
  if (known) return known;
  const id = newId();
  await tx.run`
    insert into customer (tenant_id, id, code, name, type, currency, status, create_time)
    values (${tx.tenant}, ${id}, 'REMIT', '平台', 'marketplace', 'USD', 'enabled', ${tx.now})`;
  return { id, name: '平台' };
}

/** An invoice of which all is owed, as if goods had been sent under a PO of the shop. */
export function newInvoice(
  scene: TestApp,
  minor: bigint,
  {
    poNo,
    currency = 'USD',
    baseTotal = minor,
    accountId = scene.seller.accountId,
  }: {
    poNo?: string;
    currency?: string;
    /** Minor units of the books. */
    baseTotal?: bigint;
    accountId?: string;
  } = {},
): Promise<OpenInvoice> {
  made += 1;
  const id = newId();
  const invoiceNo = `IV-T-${made}`;
  const po = poNo ?? `CS${900_000_000 + made}`;
  return look(scene, async (tx) => {
    const customer = await someCustomer(tx);
    await tx.run`
      insert into invoice (tenant_id, id, invoice_no, kind, mode, customer_id, account_id, po_no, issue_date, due_date,
        currency, line_count, goods, total, fx_rate, base_currency, base_total, status, create_time)
      values (${tx.tenant}, ${id}, ${invoiceNo}, 'sale', 'self', ${customer.id}, ${accountId}, ${po}, '2026-11-01',
        '2026-12-01', ${currency}, 1, ${minor}, ${minor}, 1, 'USD', ${baseTotal}, 'issued', ${tx.now})`;
    await tx.run`
      insert into invoice_line (tenant_id, id, invoice_id, line_no, name, qty, unit_price, currency, amount, create_time)
      values (${tx.tenant}, ${newId()}, ${id}, 1, '货品', 1, 0, ${currency}, ${minor}, ${tx.now})`;
    await postEntries(tx, [
      {
        refType: 'invoice',
        refId: id,
        refNo: invoiceNo,
        event: 'issued',
        postings: [
          {
            debit: { code: 'ar', part: customer.id, partName: customer.name },
            credit: { code: 'revenue:sales' },
            amount: baseTotal,
            currency: 'USD',
          },
        ],
      },
    ]);
    return { id, invoiceNo, poNo: po };
  });
}

export const TITLES = [
  'Remittance Number',
  'Payment Date',
  'Net Amount',
  'Type',
  'PO Number',
  'Invoice Number',
  'Amount',
  'Description',
] as const;
export type RemitRow = Partial<Record<(typeof TITLES)[number] | '店铺' | '币种', string | number>>;

/** A file of remittances as a channel writes it, imported. */
export async function importRemittance(
  scene: TestApp,
  who: Client,
  rows: readonly RemitRow[],
  titles: readonly string[] = TITLES,
) {
  const cells = rows.map((row) => titles.map((title) => row[title as keyof RemitRow] ?? null));
  const answer = await upload(scene, who, '/finance/remittance/importExcel', await workbook(titles, cells));
  await scene.settled();
  return answer;
}

export interface ShownLine {
  id: string;
  lineNo: number;
  kind: string;
  amount: string;
  matchStatus: string;
  method: string | null;
  score: number | null;
  diff: string | null;
  explanation: string | null;
  deductionId: string | null;
}
export interface ShownRemittance {
  id: string;
  remitNo: string;
  status: string;
  netAmount: string;
  difference: string;
  lineCount: number;
  matchedCount: number;
  openCount: number;
  matchedTotal: string;
  parkedTotal: string;
  fxDifference: string | null;
  lines: { remittanceLine: ShownLine[]; remittanceShare: { invoiceId: string; amount: string }[] };
}

export const readRemittance = (who: Client, id: string): Promise<ShownRemittance> =>
  must(who.get<ShownRemittance>('/finance/remittance/queryById', { id }));

export async function remittanceNumbered(who: Client, channelRemitNo: string): Promise<ShownRemittance> {
  const { records } = await must(
    who.get<{ records: { id: string }[] }>('/finance/remittance/list', { channelRemitNo }),
  );
  if (records.length !== 1) throw new Error(`${records.length} remittances ${channelRemitNo}`);
  return readRemittance(who, records[0]?.id ?? '');
}

export const moveRemittance = (who: Client, id: string, move: string, answers: object = {}): Promise<Answer> =>
  who.post(`/finance/remittance/${id}/${move}`, answers, { 'idempotency-key': newId() });

export const moveDeduction = (who: Client, id: string, move: string, answers: object = {}): Promise<Answer> =>
  who.post(`/finance/deduction/${id}/${move}`, answers, { 'idempotency-key': newId() });

/** Balances of accounts as their type reads them, minor units of the books, by code; accounts at zero are left out. */
export const balances = (scene: TestApp): Promise<Record<string, number>> =>
  look(scene, async (tx) => {
    const rows = await tx.rows<{ code: string; sum: string }>`
      select a.code, sum(case when (a.type in ('asset', 'expense')) = (p.debit_account_id = a.id)
        then p.amount else -p.amount end)::text as sum
      from posting p join account a on a.tenant_id = p.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
      where p.tenant_id = ${tx.tenant} and a.book = 'tenant' group by a.code`;
    return Object.fromEntries(rows.flatMap(({ code, sum }) => (sum === '0' ? [] : [[code, Number(sum)]])));
  });

/** What balances have changed by, between two readings. */
export const changed = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((code) => {
      const by = (after[code] ?? 0) - (before[code] ?? 0);
      return by === 0 ? [] : [[code, by]];
    }),
  );

export const invoiceState = (
  who: Client,
  id: string,
): Promise<{ status: string; balance: string; paid: string; deducted: string }> =>
  must(who.get('/finance/invoice/queryById', { id }));

/** A file of EDI with some documents. */
export function interchange(documents: readonly (readonly [set: string, body: readonly string[]])[]): string {
  const isa = `ISA*00*${' '.repeat(10)}*00*${' '.repeat(10)}*ZZ*WAYFAIR        *ZZ*SELLER         *261120*1200*U*00401*000000101*0*P*>`;
  const sets = documents.flatMap(([set, body], at) => [
    `ST*${set}*000${at + 1}`,
    ...body,
    `SE*${body.length + 2}*000${at + 1}`,
  ]);
  return [
    isa,
    'GS*RA*WAYFAIR*SELLER*20261120*1200*7*X*004010',
    ...sets,
    `GE*${documents.length}*7`,
    'IEA*1*000000101',
    '',
  ].join('~');
}
