import type { AnyResource } from '#kit/model/resource.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/fields.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { claim } from '#modules/aftersales/model/claim.ts';
import { creditNote } from '#modules/aftersales/model/credit-note.ts';
import { returnOrder } from '#modules/aftersales/model/return-order.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { invoice } from '../../model/invoice.ts';
import type {
  PoClaim,
  PoCredit,
  PoInvoice,
  PoOrder,
  PoReturn,
  PoSettlement,
  PoShipment,
} from '../../model/po-money/po-file.ts';

/** Whether a person may list a resource at all: what they may not see is unknown to them, and not absent. */
export const mayList = (actor: Actor, resource: AnyResource): boolean => may(actor, `${resourceKey(resource)}:list`);

/** Whether a field is shown to them too. */
export const seesField = (actor: Actor, resource: AnyResource, key: string): boolean =>
  mayList(actor, resource) && !maskedFields(resource, actor).has(key);

/** What a person sees of a resource, as its list would find it. */
export const seenOf = (tx: Tx, resource: AnyResource): Sql => join(baseConditions(resource, tx.actor), ' and ');

/** Whose PO is asked for: numbers as they are compared, or an order that stands for it. */
export type PoQuestion = { keys: readonly string[] } | { orderId: string };

/** Orders of the POs, each with what else it was split into; those alone that the person may list. */
export function readOrders(tx: Tx, question: PoQuestion): Promise<PoOrder[]> {
  const asked =
    'keys' in question
      ? sql`(s.channel_order_no_key = any(${[...question.keys]}::text[])
          or s.order_no_key = any(${[...question.keys]}::text[]))`
      : sql`s.id = ${question.orderId}::uuid`;
  return tx.query<PoOrder>(sql`
    select t.id, t.order_no, t.order_no_key, t.channel_order_no as po_no, t.channel_order_no_key as po_key, t.account_id,
      a.name as shop, t.currency, t.total, t.status, t.pay_status, t.environment, t.ordered_at, t.ship_by, t.cancelled_at,
      (select count(*) from invoice i
        where i.tenant_id = t.tenant_id and i.order_id = t.id and i.status <> 'voided')::integer as invoice_count
    from sales_order t join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${seenOf(tx, salesOrder)} and (t.account_id, t.channel_order_no_key) in (
      select s.account_id, s.channel_order_no_key from sales_order s where s.tenant_id = ${tx.tenant} and ${asked})
    order by a.name, t.account_id, t.channel_order_no_key, t.split_seq < 0, t.split_seq, t.id`);
}

export const readShipments = (tx: Tx, orderIds: readonly string[]): Promise<PoShipment[]> =>
  tx.query<PoShipment>(sql`
    select t.id, t.order_id, t.shipment_no, t.status, t.unit_count, t.tracking_no, t.shipped_at, t.delivered_at,
      t.create_time, t.notice_status, t.notice_error, t.lead_id is not null or t.partner_count > 0 as is_joint
    from shipment t where ${seenOf(tx, shipment)} and t.order_id = any(${[...orderIds]}::uuid[])
    order by t.create_time, t.id`);

export const readInvoices = (tx: Tx, orderIds: readonly string[]): Promise<PoInvoice[]> =>
  tx.query<PoInvoice>(sql`
    select t.id, t.invoice_no, t.channel_invoice_no, t.order_id, t.kind, t.status, t.currency, t.goods, t.freight, t.tax,
      t.discount, t.total, t.paid, t.deducted, t.credited, t.discounted, t.written_off, t.balance,
      t.issue_date::text as issue_date, t.due_date::text as due_date, t.sent_at
    from invoice t where ${seenOf(tx, invoice)} and t.order_id = any(${[...orderIds]}::uuid[])
    order by t.issue_date, t.id`);

/** What took something off invoices that the person sees. */
export const readSettlements = (tx: Tx, invoiceIds: readonly string[]): Promise<PoSettlement[]> =>
  tx.rows<PoSettlement>`
    select id, invoice_id, kind, currency, amount, source_type, source_id, source_no, settled_on::text as settled_on, status
    from invoice_settlement where tenant_id = ${tx.tenant} and invoice_id = any(${[...invoiceIds]}::uuid[])
    order by create_time, id`;

export const readReturns = (tx: Tx, orderIds: readonly string[]): Promise<PoReturn[]> =>
  tx.query<PoReturn>(sql`
    select t.id, t.order_id, t.return_no, t.type, t.status, t.currency, t.expected_credit, t.create_time
    from return_order t where ${seenOf(tx, returnOrder)} and t.order_id = any(${[...orderIds]}::uuid[])
    order by t.create_time, t.id`);

export const readCredits = (tx: Tx, orderIds: readonly string[]): Promise<PoCredit[]> =>
  tx.query<PoCredit>(sql`
    select t.id, t.order_id, t.credit_no, t.currency, t.total, t.status, t.create_time
    from credit_note t where ${seenOf(tx, creditNote)} and t.order_id = any(${[...orderIds]}::uuid[])
    order by t.create_time, t.id`);

/** Claims, their amounts for those alone who may know what goods cost. */
export async function readClaims(tx: Tx, orderIds: readonly string[]): Promise<PoClaim[]> {
  const rows = await tx.query<PoClaim>(sql`
    select t.id, t.order_id, t.claim_no, t.party, t.currency, t.total, t.paid_total, t.status, t.create_time
    from claim t where ${seenOf(tx, claim)} and t.order_id = any(${[...orderIds]}::uuid[])
    order by t.create_time, t.id`);
  const [sees, seesPaid] = [seesField(tx.actor, claim, 'total'), seesField(tx.actor, claim, 'paidTotal')];
  return rows.map((row) => ({
    ...row,
    total: sees ? row.total : null,
    paidTotal: seesPaid ? row.paidTotal : null,
  }));
}
