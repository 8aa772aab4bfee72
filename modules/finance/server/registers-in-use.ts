import { rowChanged } from '#kit/model/event.ts';
import type { Tx } from '#kit/server/database.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { currency } from '#modules/base/model/currency.ts';
import { customer } from '#modules/base/model/customer.ts';
import { currencyInUse } from '#modules/base/model/errors.ts';
import { deduction } from '../model/deduction.ts';
import { invoice } from '../model/invoice.ts';
import { customerOwes } from '../model/invoice-errors.ts';
import { payment } from '../model/payment.ts';
import { remittance } from '../model/remittance.ts';

const USERS = { invoice, payment, remittance, deduction };

/** What is owed keeps its customer, else nobody could pay it; what it was owed in stays. The base module knows neither. */
export const registersInUse: readonly TransactionHandler[] = [
  inTransaction(rowChanged(customer), 'finance keeps the customers that owe or have paid ahead', async (tx, event) => {
    if (event.change !== 'delete') return;
    const open = await tx.maybe<{ no: string }>`
      select invoice_no as no from invoice where tenant_id = ${tx.tenant} and customer_id = ${event.id}::uuid
        and balance > 0 and status <> 'voided'
      union all
      select payment_no from payment where tenant_id = ${tx.tenant} and customer_id = ${event.id}::uuid
        and (status = 'draft' or (status = 'posted' and direction = 'in' and unallocated > 0))
      limit 1`;
    if (open) throw customerOwes(open);
  }),
  inTransaction(rowChanged(currency), 'finance keeps the currencies that it is owed in', async (tx, { id, change }) => {
    if (change !== 'delete') return;
    const { code } = await tx.one<{ code: string }>`
      select code from currency where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
    const used = await userOf(tx, code);
    if (used) throw currencyInUse({ code, where: USERS[used].title });
  }),
];

async function userOf(tx: Tx, code: string): Promise<keyof typeof USERS | null> {
  const found = await tx.maybe<{ at: keyof typeof USERS }>`
    select 'invoice' as at from invoice where tenant_id = ${tx.tenant} and currency = ${code}
    union all
    select 'payment' from payment where tenant_id = ${tx.tenant} and currency = ${code}
    union all
    select 'remittance' from remittance where tenant_id = ${tx.tenant} and currency = ${code}
    union all
    select 'deduction' from deduction where tenant_id = ${tx.tenant} and currency = ${code}
    limit 1`;
  return found?.at ?? null;
}
