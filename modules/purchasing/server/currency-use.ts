import { rowChanged } from '#kit/model/event.ts';
import type { Tx } from '#kit/server/database.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { currency } from '#modules/base/model/currency.ts';
import { currencyInUse } from '#modules/base/model/errors.ts';
import { landedCost } from '../model/landed-cost.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import { supplierBill } from '../model/supplier-bill.ts';
import { supplierCredit } from '../model/supplier-credit.ts';
import { supplierPrice } from '../model/supplier-price.ts';

const USERS = { purchaseOrder, supplierPrice, supplierBill, supplierCredit, landedCost };

/** What is bought, asked for and owed keeps its currency; the base module does not know of it. */
export const currencyInTransaction: TransactionHandler = inTransaction(
  rowChanged(currency),
  'purchasing keeps the currencies it works in',
  async (tx, { id, change }) => {
    if (change !== 'delete') return;
    const { code } = await tx.one<{ code: string }>`
      select code from currency where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
    const used = await userOf(tx, code);
    if (used) throw currencyInUse({ code, where: USERS[used].title });
  },
);

async function userOf(tx: Tx, code: string): Promise<keyof typeof USERS | null> {
  const found = await tx.maybe<{ at: keyof typeof USERS }>`
    select 'purchaseOrder' as at from purchase_order where tenant_id = ${tx.tenant} and currency = ${code}
    union all
    select 'supplierPrice' from supplier_price
    where tenant_id = ${tx.tenant} and deleted_at is null and currency = ${code}
    union all
    select 'supplierBill' from supplier_bill where tenant_id = ${tx.tenant} and currency = ${code}
    union all
    select 'supplierCredit' from supplier_credit where tenant_id = ${tx.tenant} and currency = ${code}
    union all
    select 'landedCost' from landed_cost where tenant_id = ${tx.tenant} and currency = ${code}
    limit 1`;
  return found?.at ?? null;
}
