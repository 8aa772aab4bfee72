import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { amountFaults } from '#kit/server/draft/amount-bounds.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { earlyDiscount, termDates } from '#modules/base/model/term-dates.ts';
import { currencyFaults, paymentTermOf } from '#modules/base/server/index.ts';
import { billDayAhead, invoiceTaken, lineFaults, taxBeyondGoods, taxTwice } from '../model/bill-errors.ts';
import { invoiceKey } from '../model/invoice-key.ts';
import { supplierBill, supplierBillLine } from '../model/supplier-bill.ts';
import { taxOf } from '../model/tax.ts';

/** A bill while it is a draft: each line answers an order or a receipt; amounts and due day follow. */
export const billDraft = draftSlots(
  {
    of: supplierBill,
    lines: supplierBillLine,
    head: supplierBill.fields,
    line: supplierBillLine.fields,
  },
  {
    async derive(tx, { head, lines: typed, before }) {
      const errors = await currencyFaults(tx, head, ['currency'], before ?? {});
      if (head.billDate > dayIn(tx.now, tx.actor.zone)) errors.push(billDayAhead());
      const named = await namedBy(tx, typed);
      errors.push(...taxFaults(head, typed), ...answerFaults(named, head, typed));
      if (errors.length > 0) throw invalid(errors);
      const exponent = exponentOf(head.currency);
      const lines = typed.map(({ qty, unitPrice, taxRate }) => {
        const amount = lineAmount(qty, parseDecimal(unitPrice, PRICE_SCALE) ?? 0n, exponent);
        return {
          currency: head.currency,
          amount,
          taxAmount: taxOf(amount, taxRate),
          expectedPrice: null,
          openQty: null,
          difference: null,
          excessQty: 0,
        };
      });
      const beyond = amountFaults(
        lines.map(({ amount, taxAmount }) => amount + taxAmount),
        exponent,
        { field: 'unitPrice', title: '金额' },
      );
      if (beyond.length > 0) throw invalid(beyond);
      const goodsTotal = lines.reduce((sum, { amount }) => sum + amount, 0n);
      // As at a line: no rate is above one.
      if ((head.taxAmount ?? 0n) > goodsTotal) throw invalid([taxBeyondGoods()]);
      const taxTotal = head.taxAmount ?? lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0n);
      return {
        head: {
          lineCount: lines.length,
          differenceCount: 0,
          matchedAt: null,
          checkReason: null,
          goodsTotal,
          taxTotal,
          total: goodsTotal + taxTotal,
          ...(await termsOfBill(tx, head, goodsTotal)),
        },
        lines,
        columns: {
          warehouseIds: [...new Set([...named.values()].map((one) => one.warehouseId))],
          invoiceKey: invoiceKey(head.invoiceNo),
        },
      };
    },
    taken: ({ invoiceNo }) => invoiceTaken({ invoiceNo: invoiceNo as string }),
    written: (tx, id) => noteMakers(tx, supplierBill, id),
  },
);

/** A rate at a line and one amount for all are two ways to say the same. */
const taxFaults = (
  { taxAmount }: { taxAmount: bigint | null },
  lines: readonly { taxRate: string | null }[],
): FieldError[] => (taxAmount !== null && lines.some(({ taxRate }) => Number(taxRate ?? 0) > 0) ? [taxTwice()] : []);

interface Terms {
  dueDate: string;
  discountDate: string | null;
  discountAmount: bigint | null;
}

/**
 * Until when a bill is to be paid, and what is left off for paying early: of goods, never of tax. Terms
 * that count from the day of shipping or delivery count from the invoice here.
 */
async function termsOfBill(
  tx: Tx,
  { billDate, paymentTermId }: { billDate: string; paymentTermId: string | null },
  goods: bigint,
): Promise<Terms> {
  const none = { dueDate: billDate, discountDate: null, discountAmount: null };
  if (!paymentTermId) return none;
  const term = await paymentTermOf(tx, paymentTermId);
  const days = { invoiceDate: billDate, shipDate: billDate, deliveryDate: billDate };
  const dates = termDates(term, days);
  if (!dates) return none;
  const { dueDate, discountDate } = dates;
  const discountAmount = discountDate ? earlyDiscount(goods, term.discountRate ?? '0') : null;
  return { dueDate, discountDate, discountAmount };
}

interface Answer {
  purchaseOrderId: string | null;
  receiptId: string | null;
  skuId: string;
}

/** What a line names: an order, or a receipt and the order that it answers, if any. */
interface Named {
  id: string;
  no: string;
  supplierId: string | null;
  supplier: string | null;
  currency: string | null;
  warehouseId: string;
  skuIds: string[];
}

function answerFaults(
  named: ReadonlyMap<string, Named>,
  { supplierId, currency }: { supplierId: string; currency: string },
  lines: readonly Answer[],
): FieldError[] {
  return lines.flatMap(({ purchaseOrderId, receiptId, skuId }, at) => {
    const row = at + 1;
    if ((purchaseOrderId === null) === (receiptId === null)) return [lineFaults.one(row)];
    const found = named.get(purchaseOrderId ?? receiptId ?? '');
    if (!found) return [];
    const field = purchaseOrderId ? 'purchaseOrderId' : 'receiptId';
    if (found.supplierId && found.supplierId !== supplierId)
      return [lineFaults.supplier(row, field, found.supplier ?? '')];
    if (purchaseOrderId && found.currency !== currency) return [lineFaults.currency(row, found.currency ?? '')];
    return found.skuIds.includes(skuId) ? [] : [lineFaults.sku(row, found.no)];
  });
}

async function namedBy(tx: Tx, lines: readonly Answer[]): Promise<Map<string, Named>> {
  const orders = lines.flatMap(({ purchaseOrderId }) => purchaseOrderId ?? []);
  const receipts = lines.flatMap(({ receiptId }) => receiptId ?? []);
  const rows = await tx.rows<Named>`
    select p.id, p.po_no as no, p.supplier_id, s.name as supplier, p.currency, p.warehouse_id,
      array(select l.sku_id::text from purchase_order_line l
        where l.tenant_id = p.tenant_id and l.purchase_order_id = p.id) as sku_ids
    from purchase_order p join supplier s on s.tenant_id = p.tenant_id and s.id = p.supplier_id
    where p.tenant_id = ${tx.tenant} and p.id = any(${orders}::uuid[])
    union all
    select r.id, r.receipt_no, p.supplier_id, s.name, p.currency, r.warehouse_id,
      array(select l.sku_id::text from inbound_receipt_line l
        where l.tenant_id = r.tenant_id and l.receipt_id = r.id)
    from inbound_receipt r
    left join purchase_order p on p.tenant_id = r.tenant_id and p.id = r.ref_id
    left join supplier s on s.tenant_id = p.tenant_id and s.id = p.supplier_id
    where r.tenant_id = ${tx.tenant} and r.id = any(${receipts}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}
