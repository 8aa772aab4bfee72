import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { madeByActor } from '#kit/server/makers.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, isOwnRate, rateAt } from '#modules/base/server/index.ts';
import { bindingSettings } from '#modules/system/server/index.ts';
import { billUnchecked, paidByMaker } from '../model/bill-errors.ts';
import { supplierBill, type SupplierBillRow } from '../model/supplier-bill.ts';
import { reasonAlone, suppliersTogether, type MadeAlone } from './alone-limit.ts';
import { purchaseSettings } from '../model/purchase-settings.ts';

type Bill = Pick<SupplierBillRow, 'id' | 'supplierId' | 'currency' | 'billDate' | 'total'>;

/** What a bill comes to in the base currency, by the rate of its day; null where that is the actor's own. */
async function worthOf(
  tx: Tx,
  { currency, billDate, total }: Omit<Bill, 'id' | 'supplierId'>,
  base: string,
): Promise<bigint | null> {
  if (await isOwnRate(tx, currency, base, billDate)) return null;
  return convertAmount(total, await rateAt(tx, currency, base, billDate), currency, base);
}

/**
 * Why a second person must look at a bill that matches, or null. Callers hold its supplier
 * (`lockSuppliers`), and have noted who matches it.
 */
export async function reasonToCheckBill(tx: Tx, bill: Bill): Promise<string | null> {
  if (tx.actor.isSystem) return null;
  const base = await baseCurrency(tx);
  return reasonAlone(tx, {
    value: await worthOf(tx, bill, base),
    base,
    words: { value: '应付金额', limit: '单人上限' },
    others: (since) => matchedAlone(tx, bill, base, since),
  });
}

/**
 * Bills that nobody had to approve, of anybody who had a hand in this one: of its supplier, and of others that the
 * same people added; those that are matched in the same go as well, whose state is still to be written.
 */
async function matchedAlone(tx: Tx, bill: Bill, base: string, since: Date): Promise<MadeAlone[]> {
  const supplierIds = await suppliersTogether(tx, supplierBill, bill);
  const rows = await tx.rows<{
    billNo: string;
    total: bigint;
    currency: string;
    billDate: string;
  }>`
    select b.bill_no, b.total, b.currency, b.bill_date::text as bill_date from supplier_bill b
    join supplier_bill this on this.tenant_id = b.tenant_id and this.id = ${bill.id}::uuid
    where b.tenant_id = ${tx.tenant} and b.supplier_id = any(${supplierIds}::uuid[]) and b.id <> this.id
      and b.status <> 'cancelled' and b.approved_by is null and b.check_reason is null
      and b.difference_count = 0 and b.maker_ids && this.maker_ids and b.matched_at > ${since}
    order by b.matched_at, b.id`;
  const alone: MadeAlone[] = [];
  for (const row of rows) alone.push({ no: row.billNo, value: await worthOf(tx, row, base) });
  return alone;
}

/** A bill that nobody approved is posted up to the limit, which may be lower than when it was matched. */
export async function refuseUnchecked(tx: Tx, rows: readonly SupplierBillRow[]): Promise<Refusals> {
  const above = await aboveLimit(tx, rows);
  return new Map(above.map(({ id, billNo }) => [id, billUnchecked({ billNo })]));
}

/** Money for a bill that nobody approved leaves by another hand; each part is judged by the whole bill. */
export async function refuseMakers(tx: Tx, rows: readonly SupplierBillRow[]): Promise<Refusals> {
  const above = await aboveLimit(tx, rows);
  const ids = above.map(({ id }) => id);
  const made = ids.length > 0 ? await madeByActor(tx, supplierBill, ids) : new Set<string>();
  return new Map(
    above.flatMap(({ id, billNo }): [string, Refusal][] => (made.has(id) ? [[id, paidByMaker({ billNo })]] : [])),
  );
}

type Refusals = Map<string, Refusal>;

async function aboveLimit(tx: Tx, rows: readonly SupplierBillRow[]): Promise<SupplierBillRow[]> {
  if (tx.actor.isSystem) return [];
  const open = rows.filter(({ approvedBy }) => approvedBy === null);
  if (open.length === 0) return [];
  const { approvalLimit } = (await bindingSettings(tx, purchaseSettings)).values;
  const base = await baseCurrency(tx);
  const above: SupplierBillRow[] = [];
  for (const row of open) {
    const worth = row.baseTotal ?? (await worthOf(tx, row, base));
    if (worth === null || worth > approvalLimit) above.push(row);
  }
  return above;
}
