import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { claim } from '#modules/aftersales/model/claim.ts';
import { creditNote } from '#modules/aftersales/model/credit-note.ts';
import { returnOrder } from '#modules/aftersales/model/return-order.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { deduction } from '../../model/deduction.ts';
import { invoice } from '../../model/invoice.ts';
import type { PoDeduction, PoFile, PoLine, PoOrder } from '../../model/po-money/po-file.ts';
import { remittance } from '../../model/remittance.ts';
import {
  mayList,
  readClaims,
  readCredits,
  readInvoices,
  readOrders,
  readReturns,
  readSettlements,
  readShipments,
  seenOf,
  seesField,
  type PoQuestion,
} from './read-documents.ts';

/**
 * All that is on file of POs, as far as whoever asks may see it: one file for each shop and currency. It takes as
 * many statements for two hundred as for one.
 */
export async function readPoFiles(tx: Tx, question: PoQuestion): Promise<PoFile[]> {
  const { actor } = tx;
  if (!mayList(actor, salesOrder)) return [];
  const orders = await readOrders(tx, question);
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const keys = [...new Set(orders.map(({ poKey }) => poKey))];
  const invoices = mayList(actor, invoice) ? await readInvoices(tx, ids) : null;
  const invoiceIds = (invoices ?? []).map(({ id }) => id);
  const shipments = mayList(actor, shipment) ? await readShipments(tx, ids) : null;
  const settlements = invoices && (await readSettlements(tx, invoiceIds));
  const lines = mayList(actor, remittance) ? await readLines(tx, keys, invoiceIds) : null;
  const deductions = mayList(actor, deduction) ? await readDeductions(tx, keys) : null;
  const returns = mayList(actor, returnOrder) ? await readReturns(tx, ids) : null;
  const credits = mayList(actor, creditNote) ? await readCredits(tx, ids) : null;
  const claims = mayList(actor, claim) ? await readClaims(tx, ids) : null;
  const seesTotal = seesField(actor, salesOrder, 'total');

  const groups = Map.groupBy(orders, ({ accountId, poKey, currency }) => `${accountId} ${poKey} ${currency}`);
  return [...groups.values()].map((own): PoFile => {
    const [first] = own as [PoOrder];
    const { accountId, poKey, currency } = first;
    // What a channel says in a currency that nothing was sold in belongs to the PO all the same.
    const ofPo = (one: { accountId: string; poKey: string | null; currency: string }): boolean =>
      one.accountId === accountId &&
      one.poKey === poKey &&
      (one.currency === currency || !groups.has(`${accountId} ${poKey} ${one.currency}`));
    const ownDeductions = deductions?.filter(ofPo) ?? null;
    const isKept = new Set(ownDeductions?.map(({ id }) => id));
    const ofOrder = ({ orderId }: { orderId: string | null }): boolean => own.some(({ id }) => id === orderId);
    const ownInvoices = invoices?.filter(ofOrder) ?? null;
    const ofInvoice = ({ invoiceId }: { invoiceId: string }): boolean =>
      (ownInvoices ?? []).some(({ id }) => id === invoiceId);
    return {
      poNo: first.poNo,
      accountId,
      shop: first.shop,
      currency,
      ordered: seesTotal ? own.reduce((sum, { total }) => sum + total, 0n) : null,
      orders: own,
      shipments: shipments?.filter(ofOrder) ?? null,
      invoices: ownInvoices,
      settlements: settlements?.filter(ofInvoice) ?? null,
      lines:
        lines
          ?.map((line) => ({ ...line, shares: line.shares.filter(ofInvoice) }))
          .filter((line) => line.shares.length > 0 || ofPo(line) || isKept.has(line.deductionId ?? '')) ?? null,
      deductions: ownDeductions,
      returns: returns?.filter(ofOrder) ?? null,
      credits: credits?.filter(ofOrder) ?? null,
      claims: claims?.filter(ofOrder) ?? null,
    };
  });
}

type LineOfShare = Omit<PoLine, 'shares'> & {
  invoiceId: string | null;
  share: bigint;
  moment: 'posting' | 'later';
  sharedAt: Date;
};

/** Lines that name one of the POs, pay one of the invoices or keep one of the deductions. */
async function readLines(tx: Tx, keys: readonly string[], invoiceIds: readonly string[]): Promise<PoLine[]> {
  const rows = await tx.query<LineOfShare>(sql`
    select l.id, l.line_no, l.kind, l.currency, l.amount, l.matched, l.match_status, l.source_row, l.description, l.code,
      l.po_no_key as po_key, l.deduction_id, t.id as remittance_id, t.remit_no, t.channel_remit_no, t.account_id, t.source,
      t.source_file, t.status as remittance_status, t.pay_date::text as pay_date,
      s.invoice_id, coalesce(s.amount, 0)::bigint as share, s.moment, s.create_time as shared_at
    from (
      select n.id from remittance_line n where n.tenant_id = ${tx.tenant} and n.po_no_key = any(${[...keys]}::text[])
      union
      select p.line_id from remittance_share p
      where p.tenant_id = ${tx.tenant} and p.invoice_id = any(${[...invoiceIds]}::uuid[])
      union
      select m.id from remittance_line m join deduction d on d.tenant_id = m.tenant_id and d.id = m.deduction_id
      where m.tenant_id = ${tx.tenant} and d.po_no_key = any(${[...keys]}::text[])) k
    join remittance_line l on l.tenant_id = ${tx.tenant} and l.id = k.id
    join remittance t on t.tenant_id = l.tenant_id and t.id = l.remittance_id
    left join remittance_share s on s.tenant_id = l.tenant_id and s.line_id = l.id
      and s.invoice_id = any(${[...invoiceIds]}::uuid[])
    where ${seenOf(tx, remittance)}
    order by t.pay_date, t.id, l.line_no, s.id`);
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((parts): PoLine => {
    const [{ invoiceId: _invoice, share: _share, moment: _moment, sharedAt: _at, ...line }] = parts as [LineOfShare];
    return {
      ...line,
      shares: parts.flatMap(({ invoiceId, share, moment, sharedAt }) =>
        invoiceId === null ? [] : [{ invoiceId, amount: share, moment, at: sharedAt }],
      ),
    };
  });
}

const readDeductions = (tx: Tx, keys: readonly string[]): Promise<PoDeduction[]> =>
  tx.query<PoDeduction>(sql`
    select t.id, t.deduction_no, t.channel_deduction_no, t.account_id, t.po_no_key as po_key, t.type, t.currency, t.amount,
      t.recovered, t.posted_at, t.status, t.reason, t.dispute_no, t.disputed_at, t.decide_by, t.invoice_id,
      t.remittance_id, t.booking
    from deduction t where ${seenOf(tx, deduction)} and t.po_no_key = any(${[...keys]}::text[])
    order by t.posted_at, t.id`);
