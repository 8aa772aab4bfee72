import { exponentOf, moneyText } from '#kit/model/currency.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { minorUnits } from '../../model/allocate.ts';
import { payment, paymentAllocation } from '../../model/payment.ts';
import {
  amountNothing,
  bankRefTaken,
  creditByHand,
  lineFaults,
  outAllocates,
  paidAhead,
} from '../../model/payment-errors.ts';

interface Head {
  direction: string;
  customerId: string;
  currency: string;
  amount: bigint;
}

/** A payment while it is a draft: what is for which invoice, within its amount. */
export const paymentDraft = draftSlots(
  { of: payment, lines: paymentAllocation, head: payment.fields, line: paymentAllocation.fields },
  {
    async derive(tx, { head, lines, before }) {
      const errors = await currencyFaults(tx, head, ['currency'], before ?? {});
      if (head.paidOn > dayIn(tx.now, tx.actor.zone)) errors.push(paidAhead());
      if (head.amount <= 0n) errors.push(amountNothing());
      if (head.method === 'credit') errors.push(creditByHand());
      const amounts = lines.map(({ portion }) => minorUnits(portion, head.currency));
      errors.push(...(await faultsOf(tx, head, lines, amounts)));
      if (errors.length > 0) throw invalid(errors);
      return {
        head: { lineCount: lines.length },
        lines: amounts.map((amount) => ({ amount: amount ?? 0n, currency: head.currency, discount: 0n })),
      };
    },
    taken: ({ bankRef }) => bankRefTaken({ bankRef: String(bankRef) }),
    written: (tx, id) => noteMakers(tx, payment, id),
  },
);

async function faultsOf(
  tx: Tx,
  { direction, customerId, currency, amount }: Head,
  lines: readonly { invoiceId: string }[],
  amounts: readonly (bigint | null)[],
): Promise<FieldError[]> {
  if (lines.length === 0) return [];
  if (direction === 'out') return [outAllocates(1)];
  const found = await tx.rows<{ id: string; no: string; customerId: string; customer: string; currency: string }>`
    select i.id, i.invoice_no as no, i.customer_id, c.name as customer, i.currency
    from invoice i join customer c on c.tenant_id = i.tenant_id and c.id = i.customer_id
    where i.tenant_id = ${tx.tenant} and i.id = any(${lines.map(({ invoiceId }) => invoiceId)}::uuid[])`;
  const invoices = new Map(found.map((one) => [one.id, one]));
  const seen = new Set<string>();
  let sum = 0n;
  return lines.flatMap((line, at): FieldError[] => {
    const row = at + 1;
    const portion = amounts[at];
    if (portion === null || portion === undefined) return [lineFaults.places(row, currency, exponentOf(currency))];
    sum += portion;
    const isTwice = seen.has(line.invoiceId);
    seen.add(line.invoiceId);
    const invoice = invoices.get(line.invoiceId);
    if (portion <= 0n) return [lineFaults.nothing(row)];
    if (sum > amount) return [lineFaults.beyond(row, moneyText(amount, currency))];
    if (isTwice) return [lineFaults.twice(row)];
    if (!invoice) return [];
    if (invoice.customerId !== customerId) return [lineFaults.customer(row, invoice.no, invoice.customer)];
    return invoice.currency === currency ? [] : [lineFaults.currency(row, invoice.no, invoice.currency)];
  });
}
