import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { reportRefusals } from '../../model/report-errors.ts';
import type { ReportKind } from '../../model/report-file.ts';
import { inWords, takeDocument } from '../readers/import-edi.ts';
import { read810 } from '../readers/read-810.ts';
import { X12Fault } from '../readers/x12-fault.ts';
import type { Transaction } from '../readers/x12.ts';
import { checkInvoice } from './check-invoice.ts';
import { nothingTaken, type TakeContext, type Taken, type TakenRow } from './taken-rows.ts';

const KINDS: Readonly<Record<string, ReportKind>> = { 820: 'remittance', 812: 'deduction', 810: 'invoice' };

/** What a file of EDI is, by its documents. */
export function kindOfSets(documents: readonly Transaction[]): ReportKind {
  const kinds = new Set(documents.map(({ set }) => KINDS[set]));
  const [kind] = kinds;
  return kinds.size === 1 && kind ? kind : 'mixed';
}

/** Takes the documents of a file in, all or none. @throws Refusal naming the segment that is at fault */
export async function takeInterchange(tx: Tx, documents: readonly Transaction[], context: TakeContext): Promise<Taken> {
  const taken = nothingTaken();
  for (const document of documents) taken.rows.push(await inWords(() => takeOne(tx, document, { context, taken })));
  return taken;
}

async function takeOne(
  tx: Tx,
  document: Transaction,
  { context, taken }: { context: TakeContext; taken: Taken },
): Promise<TakenRow> {
  const { set, controlNo, usage } = document;
  const rowNo = Math.max(1, (document.segments[0]?.no ?? 2) - 1);
  if (!KINDS[set]) throw new X12Fault(reportRefusals.otherSet({ controlNo, set }), null);
  if (set === '810') {
    if (usage === 'T') throw new X12Fault('这是测试文件（ISA15 是 T），不导入', null);
    const said = read810(document);
    const { accountId, ...checked } = await checkInvoice(tx, said);
    if (accountId) taken.shops.add(accountId);
    taken.days.push(said.issueDate);
    return { rowNo, no: said.invoiceNo, poNo: said.poNo, amount: said.total, ...checked };
  }
  if (set === '820') requirePermission(tx.actor, 'finance:remittance:import');
  const { accountId, fileId, fileName } = context;
  const { no, outcome, id } = await takeDocument(tx, document, { accountId, fileName, reportFileId: fileId }).catch(
    (error: unknown) => {
      throw isShopUnknown(error) ? reportRefusals.noShop() : error;
    },
  );
  if (id === null) return { rowNo, no, outcome: 'skipped', note: '贷记通知，不是扣款' };
  const kind = set === '820' ? 'remittance' : 'deduction';
  if (outcome === 'added') taken.documents[kind] += 1;
  const shown = kind === 'remittance' ? await remittanceShown(tx, id) : await deductionShown(tx, id);
  taken.shops.add(shown.accountId);
  taken.days.push(shown.day);
  const { poNo, currency, amount } = shown;
  return {
    rowNo,
    no,
    poNo,
    currency,
    amount,
    outcome,
    ...(kind === 'remittance' ? { remittanceId: id } : { deductionId: id }),
  };
}

const isShopUnknown = (error: unknown): boolean =>
  error instanceof Refusal && error.errors[0]?.code === 'finance.ediShop';

interface Shown {
  accountId: string;
  day: string;
  poNo: string | null;
  currency: string;
  amount: bigint;
}

const remittanceShown = (tx: Tx, id: string): Promise<Shown> =>
  tx.one<Shown>`
    select account_id, pay_date::text as day, null::text as po_no, currency, net_amount as amount
    from remittance where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

const deductionShown = (tx: Tx, id: string): Promise<Shown> =>
  tx.one<Shown>`
    select account_id, (posted_at at time zone ${tx.actor.zone})::date::text as day, po_no, currency, amount
    from deduction where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
