import { exponentOf } from '#kit/model/currency.ts';
import { moneyText } from '#kit/model/currency.ts';
import { dayIn } from '#kit/model/time.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseCurrency, billingOf, rateKnown } from '#modules/base/server/index.ts';
import { invoicedAmount, shareOf } from '../../model/invoice-lines.ts';
import { creditOrders } from '../credits/post-credits.ts';
import { issueInvoice, type InvoicedLine } from './issue.ts';
import { withdrawInvoice } from './invoice-moves.ts';

/** What became of the invoice of a shipment. */
export type ShipmentInvoiced =
  /** It stands as it should: issued now or before, taken back, or there is nothing to invoice. */
  | { done: 'issued' | 'kept' | 'withdrawn' | 'nothing' }
  /** No rate is known for its day: nothing is invoiced at a rate of one. */
  | { done: 'noRate'; from: string; to: string; day: string }
  /** Goods are here again, and part of the invoice is settled: a person decides. */
  | { done: 'settled'; invoiceNo: string; settled: string };

interface Shipped {
  id: string;
  orderId: string;
  accountId: string;
  warehouseId: string;
  isGone: boolean;
  /** Null: it has not left. */
  shippedAt: Date | null;
  currency: string;
  poNo: string;
  isCharged: boolean;
}

/**
 * Has the invoice of a shipment follow it: what has left is invoiced once, what is here again is not. However
 * often it is asked, and by how many at once: the order is held meanwhile, so that its invoices come one by one.
 */
export async function invoiceShipment(tx: Tx, shipmentId: string): Promise<ShipmentInvoiced> {
  const shipped = await tx.maybe<Shipped>`
    select s.id, s.order_id, s.account_id, s.warehouse_id, s.stage = 'shipped' as is_gone, s.shipped_at, o.currency,
      o.channel_order_no as po_no, s.environment = 'live' and o.total > 0 as is_charged
    from shipment s join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
    where s.tenant_id = ${tx.tenant} and s.id = ${shipmentId}::uuid for no key update of o`;
  if (!shipped) return { done: 'nothing' };
  const invoices = await tx.rows<{ id: string; invoiceNo: string; status: string; settled: bigint; currency: string }>`
    select id, invoice_no, status, total - balance as settled, currency from invoice
    where tenant_id = ${tx.tenant} and shipment_id = ${shipmentId}::uuid and kind = 'sale' and status <> 'voided'`;
  const [standing] = invoices;
  if (!shipped.isGone || shipped.shippedAt === null) {
    if (!standing) return { done: 'nothing' };
    const { id, invoiceNo, status, settled, currency } = standing;
    if (settled > 0n || !['issued', 'sent'].includes(status))
      return { done: 'settled', invoiceNo, settled: moneyText(settled, currency) };
    await moveInTransaction(tx, withdrawInvoice, [id], {});
    return { done: 'withdrawn' };
  }
  if (standing) return { done: 'kept' };
  return shipped.isCharged ? issueFor(tx, { ...shipped, shippedAt: shipped.shippedAt }) : { done: 'nothing' };
}

async function issueFor(tx: Tx, shipped: Shipped & { shippedAt: Date }): Promise<ShipmentInvoiced> {
  const { currency, orderId, accountId } = shipped;
  const lines = (await linesOf(tx, shipped)).filter(({ qty }) => qty > 0);
  const goods = lines.reduce((sum, { amount }) => sum + amount, 0n);
  if (goods === 0n) return { done: 'nothing' };
  const day = dayIn(shipped.shippedAt, tx.actor.zone);
  const base = await baseCurrency(tx);
  const fxRate = currency === base ? '1' : await rateKnown(tx, currency, base, day);
  if (fxRate === null) return { done: 'noRate', from: currency, to: base, day };
  const billing = await billingOf(tx, accountId);
  await issueInvoice(tx, {
    billing,
    accountId,
    orderId,
    shipmentId: shipped.id,
    warehouseId: shipped.warehouseId,
    poNo: shipped.poNo,
    issueDate: day,
    currency,
    fxRate,
    lines,
    discount: shareOf(goods, billing.allowanceRate),
  });
  await creditOrders(tx, [orderId]);
  return { done: 'issued' };
}

interface ShippedLine extends Omit<InvoicedLine, 'amount'> {
  lineNet: bigint;
  qtyCharged: number;
  qtyInvoiced: number;
  amountInvoiced: bigint;
}

/** Units that left with a shipment, by line of its order, with what they are charged. */
async function linesOf(tx: Tx, { id, currency }: Pick<Shipped, 'id' | 'currency'>): Promise<InvoicedLine[]> {
  const rows = await tx.rows<ShippedLine>`
    with gone as (
      select l.order_line_id, sum(l.qty)::integer as qty from shipment_line l
      where l.tenant_id = ${tx.tenant} and l.shipment_id = ${id}::uuid group by 1),
    before as (
      select il.order_line_id, sum(il.qty)::integer as qty, sum(il.amount)::bigint as amount
      from invoice_line il join invoice i on i.tenant_id = il.tenant_id and i.id = il.invoice_id
      where il.tenant_id = ${tx.tenant} and i.status <> 'voided'
        and il.order_line_id in (select order_line_id from gone) group by 1)
    select o.id as order_line_id, o.sku_id, o.channel_sku, o.name, g.qty, o.unit_price::text as unit_price, o.line_net,
      o.qty - o.qty_cancelled as qty_charged, coalesce(b.qty, 0) as qty_invoiced,
      coalesce(b.amount, 0)::bigint as amount_invoiced
    from gone g join order_line o on o.tenant_id = ${tx.tenant} and o.id = g.order_line_id
    left join before b on b.order_line_id = o.id
    order by o.line_no, o.id`;
  const exponent = exponentOf(currency);
  return rows.map(({ lineNet, qtyCharged, qtyInvoiced, amountInvoiced, ...line }) => ({
    ...line,
    amount: invoicedAmount(
      { unitPrice: line.unitPrice, lineNet, qtyCharged, qtyInvoiced, amountInvoiced },
      line.qty,
      exponent,
    ),
  }));
}
