import { cleanText } from '#kit/model/advanced-query.ts';
import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { answer, file, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { drawTablePdf } from '#platform/print/table-page.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { invoice, type InvoiceRow } from '../../model/invoice.ts';
import { rateUnknown } from '../../model/invoice-errors.ts';
import {
  issueInvoicesRoute,
  MOST_ISSUED,
  MOST_PRINTED,
  noteChannelNumberRoute,
  openInvoicesRoute,
  printInvoicesRoute,
  type IssueAnswer,
} from '../../model/invoice-routes.ts';
import { invoicePapers } from './invoice-paper.ts';
import { invoiceShipment } from './invoice-shipment.ts';

/** So many shipments are looked at in one transaction of 补开历史发票. */
const CHUNK = 100;
/** So many reasons are named. */
const REASONS = 3;

/** What pages of invoices ask beside the moves. */
export const invoiceRoutes: Route[] = [
  implement(issueInvoicesRoute, async (call) => {
    const ids = idsOf(call.body.shipmentIds, MOST_ISSUED, '发货单');
    const done = await call.tx(async (tx) => issueFor(tx, await seenShipments(tx, ids)));
    return answer(saidOf(done), done);
  }),
  implement(openInvoicesRoute, async (call) => {
    const after = isUuid(call.body.after) ? call.body.after : null;
    const done = await call.tx(async (tx) => {
      const { ids, left } = await neverInvoiced(tx, after);
      return { ...(await issueFor(tx, ids)), left, after: ids.at(-1) ?? null };
    });
    return answer(saidOf(done), done);
  }),
  implement(printInvoicesRoute, async (call) => {
    const ids = idsOf(call.body.ids, MOST_PRINTED, '发票');
    const papers = await call.tx(async (tx) => {
      const rows = await seenInvoices(tx, ids);
      audit(
        tx,
        'finance:invoice',
        rows.map(({ id }) => ({ rowId: id, action: 'print' })),
      );
      return invoicePapers(tx, rows);
    });
    const { bytes } = await drawTablePdf(papers);
    return file('发票.pdf', 'application/pdf', bytes, true);
  }),
  implement(noteChannelNumberRoute, async (call) => {
    const { id } = call.params;
    const typed: unknown = call.body.channelInvoiceNo;
    const number = typeof typed === 'string' ? cleanText(typed) : '';
    if (number.length === 0 || number.length > 64)
      throw invalid([{ field: 'channelInvoiceNo', code: 'required', message: '请填写 64 个字以内的平台发票号' }]);
    await call.tx(async (tx) => {
      const [row] = isUuid(id) ? await seenInvoices(tx, [id]) : [];
      if (!row) throw notFound();
      await tx.run`update invoice set channel_invoice_no = ${number}, version = version + 1,
          update_by = ${tx.actor.username}, update_time = ${tx.now}
        where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
      const diff = { channelInvoiceNo: [row.channelInvoiceNo, number] as [unknown, unknown] };
      audit(tx, 'finance:invoice', [{ rowId: row.id, action: 'channelNumber', diff }]);
    });
    return answer('已登记', { id });
  }),
];

function idsOf(raw: unknown, most: number, what: string): string[] {
  const ids = Array.isArray(raw) ? [...new Set(raw.filter(isUuid))] : [];
  if (ids.length === 0 || ids.length > most)
    throw new Refusal('finance.ids', `请选择 1 到 ${most} 张${what}`, { status: 422 });
  return ids;
}

async function issueFor(tx: Tx, shipmentIds: readonly string[]): Promise<IssueAnswer> {
  const done: IssueAnswer = { issued: 0, waiting: 0, left: 0, reasons: [] };
  for (const id of shipmentIds) {
    const found = await invoiceShipment(tx, id);
    if (found.done === 'issued') done.issued += 1;
    if (found.done !== 'noRate') continue;
    done.waiting += 1;
    const reason = rateUnknown(found);
    if (done.reasons.length < REASONS && !done.reasons.includes(reason)) done.reasons.push(reason);
  }
  return done;
}

const saidOf = ({ issued, waiting, reasons }: IssueAnswer): string =>
  [`已开 ${issued} 张`, ...(waiting > 0 ? [`${waiting} 张等汇率：${reasons.join('；')}`] : [])].join('，');

async function seenShipments(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from shipment t where ${join(baseConditions(shipment, tx.actor), ' and ')}
      and t.id = any(${ids}::uuid[]) order by t.id`);
  if (rows.length < ids.length) throw notFound();
  return rows.map(({ id }) => id);
}

/** Shipments that have left and never had an invoice, in the order of their ids: one that was voided stays so. */
async function neverInvoiced(tx: Tx, after: string | null): Promise<{ ids: string[]; left: number }> {
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from shipment t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    where ${join(baseConditions(shipment, tx.actor), ' and ')} and t.stage = 'shipped' and t.shipped_at is not null
      and t.environment = 'live' and o.total > 0 and (${after}::uuid is null or t.id > ${after}::uuid)
      and not exists (select 1 from invoice i where i.tenant_id = t.tenant_id and i.shipment_id = t.id)
    order by t.id limit ${CHUNK + 1}`);
  return { ids: rows.slice(0, CHUNK).map(({ id }) => id), left: rows.length > CHUNK ? 1 : 0 };
}

async function seenInvoices(tx: Tx, ids: readonly string[]): Promise<InvoiceRow[]> {
  const rows = await tx.query<InvoiceRow>(sql`
    select t.* from invoice t where ${join(baseConditions(invoice, tx.actor), ' and ')}
      and t.id = any(${ids}::uuid[]) order by t.invoice_no`);
  if (rows.length < ids.length) throw notFound();
  return rows;
}
