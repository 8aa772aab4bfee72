import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, formatDecimal } from '#kit/model/money.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { supplier } from '#modules/base/model/supplier.ts';
import { creditUsed } from '../model/bill-errors.ts';
import { supplierBill } from '../model/supplier-bill.ts';
import {
  supplierBalanceRoute,
  supplierCredit,
  type SupplierBalance,
  type SupplierCreditRow,
} from '../model/supplier-credit.ts';

/** What a credit comes of; once for each. */
export interface CreditSource {
  refType: string;
  refId: string;
}

/** What a supplier owes us, as whoever posted it knows it. */
export interface NewCredit extends CreditSource {
  refNo: string;
  supplierId: string;
  warehouseId: string | null;
  issuedOn: string;
  currency: string;
  amount: bigint;
  fxRate: string;
  baseCurrency: string;
  /** What the caller has taken off 应付账款 of the supplier. */
  baseAmount: bigint;
  supplierRef: string | null;
}

/** Notes what a supplier owes us, as far as the books say so already. */
export async function issueCredit(tx: Tx, credit: NewCredit): Promise<void> {
  const [creditNo = ''] = await tx.numbering.take(tx.actor, 'SC', 1);
  await tx.run`
    insert into supplier_credit (tenant_id, id, credit_no, supplier_id, warehouse_id, ref_type, ref_id, ref_no,
      issued_on, currency, amount, fx_rate, base_currency, base_amount, supplier_ref, create_by, create_time)
    values (${tx.tenant}, ${newId()}::uuid, ${creditNo}, ${credit.supplierId}::uuid,
      ${credit.warehouseId}::uuid, ${credit.refType}, ${credit.refId}::uuid, ${credit.refNo},
      ${credit.issuedOn}::date, ${credit.currency}, ${credit.amount}, ${credit.fxRate}::numeric,
      ${credit.baseCurrency}, ${credit.baseAmount}, ${credit.supplierRef}, ${tx.actor.username}, ${tx.now})`;
}

/**
 * Takes a credit back: the supplier owes it no longer.
 * @throws Refusal 409 naming the payments that used it: they are reversed first
 */
export async function takeBackCredit(tx: Tx, { refType, refId }: CreditSource, reason: string): Promise<void> {
  const credit = await tx.maybe<{ id: string; creditNo: string; usedTotal: bigint }>`
    select id, credit_no, used_total from supplier_credit where tenant_id = ${tx.tenant}
      and ref_type = ${refType} and ref_id = ${refId}::uuid and status <> 'reversed' for update`;
  if (!credit) return;
  if (credit.usedTotal > 0n) {
    const users = await tx.rows<{ no: string }>`
      select payment_no as no from bill_payment where tenant_id = ${tx.tenant}
        and credit_id = ${credit.id}::uuid and reversed_at is null order by id`;
    throw creditUsed({ creditNo: credit.creditNo, payments: users.map(({ no }) => no) });
  }
  await tx.run`
    update supplier_credit set status = 'reversed', reverse_reason = ${reason}, version = version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${credit.id}::uuid`;
}

/** A part of a credit that pays for a bill. */
export interface CreditPart {
  id: string;
  /** In the currency of the bill. */
  amount: bigint;
  /** What it stands for in the books. */
  baseAmount: bigint;
  fxRate: string;
}

/**
 * Uses credits of a supplier in the actor's sight, oldest first, up to an amount. The last part of a credit
 * takes the rest of what it stands for.
 */
export async function useCredits(
  tx: Tx,
  { supplierId, currency }: { supplierId: string; currency: string },
  most: bigint,
): Promise<CreditPart[]> {
  const open = await tx.query<SupplierCreditRow>(sql`
    select t.* from supplier_credit t
    where ${join(baseConditions(supplierCredit, tx.actor), ' and ')} and t.supplier_id = ${supplierId}::uuid
      and t.currency = ${currency} and t.status = 'open'
    order by t.issued_on, t.id for update of t`);
  const parts: CreditPart[] = [];
  let left = most;
  for (const credit of open) {
    if (left === 0n) break;
    const amount = credit.openTotal < left ? credit.openTotal : left;
    const used = credit.usedTotal + amount;
    const usedBase = used === credit.amount ? credit.baseAmount : divideHalfUp(credit.baseAmount * used, credit.amount);
    parts.push({
      id: credit.id,
      amount,
      fxRate: credit.fxRate,
      baseAmount: usedBase - credit.usedBase,
    });
    await noteUsed(tx, credit.id, amount, usedBase - credit.usedBase);
    left -= amount;
  }
  return parts;
}

/** What a reversed payment had taken of a credit may be used again. */
export const giveBackCredit = (
  tx: Tx,
  { id, amount, baseAmount }: Pick<CreditPart, 'id' | 'amount' | 'baseAmount'>,
): Promise<number> => noteUsed(tx, id, -amount, -baseAmount);

const noteUsed = (tx: Tx, id: string, amount: bigint, base: bigint): Promise<number> =>
  tx.run`
    update supplier_credit set used_total = used_total + ${amount}, used_base = used_base + ${base},
      status = case when used_total + ${amount} = amount then 'used' else 'open' end,
      version = version + 1, update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

export const balanceRoutes: Route[] = [
  implement(supplierBalanceRoute, (call) =>
    call.tx(async (tx) => {
      const id = call.params.supplierId;
      await requireSeen(tx, supplier, id);
      return { balances: await balancesOf(tx, id) };
    }),
  ),
];

/** What is owed to a supplier and what it owes us, by currency, as far as both are in the actor's sight. */
export async function balancesOf(tx: Tx, supplierId: string): Promise<SupplierBalance[]> {
  if (maskedFields(supplierBill, tx.actor).has('openTotal')) return [];
  const rows = await tx.query<{ currency: string; owed: bigint; credits: bigint }>(sql`
    select currency, sum(owed)::bigint as owed, sum(credits)::bigint as credits from (
      select t.currency, t.open_total as owed, 0::bigint as credits from supplier_bill t
      where ${join(baseConditions(supplierBill, tx.actor), ' and ')}
        and t.supplier_id = ${supplierId}::uuid and t.status in ('posted', 'part_paid')
      union all
      select t.currency, 0::bigint, t.open_total from supplier_credit t
      where ${join(baseConditions(supplierCredit, tx.actor), ' and ')}
        and t.supplier_id = ${supplierId}::uuid and t.status = 'open') both_sides
    group by currency order by currency`);
  return rows.map(({ currency, owed, credits }) => {
    const text = (minor: bigint): string => formatDecimal(minor, exponentOf(currency));
    return { currency, owed: text(owed), credits: text(credits), net: text(owed - credits) };
  });
}
