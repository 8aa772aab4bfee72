import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';

export interface Shop {
  id: string;
  currency: string;
}

/** POs and invoices that are looked at to find out whose a file is. */
const MOST_LOOKED_AT = 500;

/**
 * The shop that a file is about: the one it names, else the only one of which it names a PO or an invoice, else the
 * only one there is. Shops out of the actor's sight are none.
 * @returns null where several come into question, or none
 */
export async function shopOf(
  tx: Tx,
  named: string | null,
  rows: readonly { poNo?: string | null; invoiceNo?: string | null }[],
): Promise<Shop | null> {
  const seen = await tx.query<Shop>(sql`
    select t.id, t.currency from channel_account t where ${join(baseConditions(channelAccount, tx.actor), ' and ')}
      and t.deleted_at is null and (${named}::uuid is null or t.id = ${named}::uuid)`);
  if (seen.length <= 1) return seen[0] ?? null;
  const found = await accountsOfNumbers(tx, rows);
  const shops = seen.filter(({ id }) => found.includes(id));
  return shops.length === 1 ? (shops[0] ?? null) : null;
}

/** The shops that have the POs and invoices of rows, of all that the tenant has. */
export async function accountsOfNumbers(
  tx: Tx,
  rows: readonly { poNo?: string | null; invoiceNo?: string | null }[],
): Promise<string[]> {
  const some = rows.slice(0, MOST_LOOKED_AT);
  const orders = some.flatMap(({ poNo }) => (poNo ? [poNo.toLowerCase()] : []));
  const numbers = some.flatMap(({ invoiceNo }) => (invoiceNo ? [invoiceNo.toUpperCase()] : []));
  if (orders.length === 0 && numbers.length === 0) return [];
  const found = await tx.rows<{ accountId: string }>`
    select account_id from sales_order where tenant_id = ${tx.tenant} and channel_order_no_key = any(${orders}::text[])
    union
    select account_id from invoice where tenant_id = ${tx.tenant} and account_id is not null
      and (lower(po_no) = any(${orders}::text[]) or upper(invoice_no) = any(${numbers}::text[])
        or upper(channel_invoice_no) = any(${numbers}::text[]))`;
  return found.map(({ accountId }) => accountId);
}
