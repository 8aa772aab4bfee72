import { newId, type Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { customer } from '../model/customer.ts';
import type { TermDays } from '../model/term-dates.ts';
import { paymentTermOf } from './payment-terms.ts';

export interface CustomerName {
  id: string;
  name: string;
}

/** Who owes for what is sold at a channel: the marketplace among our customers, if it is one. */
export async function customerOfChannel(tx: Tx, channelCode: string): Promise<CustomerName | undefined> {
  return tx.maybe<CustomerName>`
    select id, name from customer where tenant_id = ${tx.tenant} and channel_code = ${channelCode}
      and deleted_at is null and status = 'enabled'
    order by (type = 'marketplace') desc, code limit 1`;
}

/** How what a shop sells is invoiced: to whom, by whom, on what terms. */
export interface ShopBilling {
  customerId: string;
  customerName: string;
  paymentTermId: string | null;
  /** Null: the customer has none, or it was deleted since. */
  term: TermDays | null;
  invoiceMode: 'self' | 'channel';
  /** Share of goods that the channel keeps, a decimal text below one. */
  allowanceRate: string;
}

/**
 * How what a shop sells is invoiced. Without a customer of its own it is owed by the marketplace of its channel;
 * where there is none among our customers, one is opened under the name of the shop.
 */
export async function billingOf(tx: Tx, accountId: string): Promise<ShopBilling> {
  // Held: of two that find no customer, the second finds the one that the first opened.
  const shop = await tx.one<Shop>`
    select code, name, channel_code, currency, customer_id, invoice_mode, allowance_rate::text as allowance_rate
    from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid for no key update`;
  const customerId = shop.customerId ?? (await marketplaceOf(tx, shop));
  const owes = await tx.one<{ name: string; paymentTermId: string | null }>`
    select c.name, t.id as payment_term_id from customer c
    left join payment_term t on t.tenant_id = c.tenant_id and t.id = c.payment_term_id and t.deleted_at is null
    where c.tenant_id = ${tx.tenant} and c.id = ${customerId}::uuid`;
  return {
    customerId,
    customerName: owes.name,
    paymentTermId: owes.paymentTermId,
    term: owes.paymentTermId ? await paymentTermOf(tx, owes.paymentTermId) : null,
    invoiceMode: shop.invoiceMode,
    allowanceRate: shop.allowanceRate,
  };
}

interface Shop extends Pick<ShopBilling, 'invoiceMode' | 'allowanceRate'> {
  code: string;
  name: string;
  channelCode: string;
  currency: string;
  customerId: string | null;
}

async function marketplaceOf(tx: Tx, shop: Shop): Promise<string> {
  const known = await customerOfChannel(tx, shop.channelCode);
  if (known) return known.id;
  const isTaken = await tx.maybe`
    select 1 from customer where tenant_id = ${tx.tenant} and code = ${shop.code} and deleted_at is null`;
  const [id = ''] = await insertInto(tx, customer, [
    {
      code: isTaken ? `${shop.code.slice(0, 20)}-${newId().slice(-8).toUpperCase()}` : shop.code,
      name: shop.name,
      type: 'marketplace' as const,
      channelCode: shop.channelCode,
      currency: shop.currency,
      status: 'enabled' as const,
    },
  ]);
  return id;
}
