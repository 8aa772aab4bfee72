import type { Tx } from '#kit/server/database.ts';
import { madeByActor } from '#kit/server/makers.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, isOwnRate, rateAt, rateKnown } from '#modules/base/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { bindingSettings } from '#modules/system/server/index.ts';
import { paidDearer, payFaults } from '../model/bill-errors.ts';
import { supplierBill, type SupplierBillRow } from '../model/supplier-bill.ts';
import { purchaseSettings } from '../model/purchase-settings.ts';

/** Beyond this part of the rate that others know, who made the bill does not say alone what the bank asked. */
const FAR_PERCENT = 5;

/**
 * What the bank asked for a unit of the bill's currency, or the rate of the day. Whoever made the bill types no
 * rate, and enters none for the day, that is far from what others know.
 */
export async function rateToPay(
  tx: Tx,
  row: SupplierBillRow,
  { payRate, day }: { payRate: string | null; day: string },
  base: string,
): Promise<string> {
  const { currency, fxRate } = row;
  const rate = payRate ?? (await rateAt(tx, currency, base, day));
  if (currency === base) {
    if (payRate !== null) throw payFaults.sameCurrency({ currency });
    return rate;
  }
  const typed = Number(rate);
  if (typed <= 0) throw payFaults.rate();
  if (payRate !== null && isTwice(typed, Number(fxRate))) throw payFaults.rateFar({ rate: fxRate ?? '' });
  const known = await knownToOthers(tx, row, day, base);
  if (known !== null && isFar(typed, Number(known)) && (await isOwnBill(tx, row)))
    throw payFaults.rateByMaker({ rate: known, percent: FAR_PERCENT });
  return rate;
}

/** Less than half of what the bill was posted at, or more than twice: a slip, or worse. */
const isTwice = (typed: number, posted: number): boolean => typed * 2 < posted || typed > posted * 2;

const isFar = (typed: number, known: number): boolean => Math.abs(typed - known) * 100 > known * FAR_PERCENT;

/** The rate of the day; where that is the word of the actor or there is none, the one of the posting. */
async function knownToOthers(
  tx: Tx,
  { currency, fxRate }: SupplierBillRow,
  day: string,
  base: string,
): Promise<string | null> {
  if (await isOwnRate(tx, currency, base, day)) return fxRate;
  return (await rateKnown(tx, currency, base, day)) ?? fxRate;
}

/** Whether the actor wrote, matched or posted the bill and there is somebody else who could pay it. */
async function isOwnBill(tx: Tx, { id }: SupplierBillRow): Promise<boolean> {
  if (tx.actor.isSystem || !(await madeByActor(tx, supplierBill, [id])).has(id)) return false;
  return !(await isOnlyPerson(tx));
}

interface Leaving {
  amount: bigint;
  discount: bigint;
  baseAmount: bigint;
  creditId: string | null;
}

/**
 * Who made a bill that nobody approved pays no more than one person may, at the rates that are really paid:
 * what left for it before, what leaves now, and what is still owed at the rate of the posting.
 * @throws Refusal 403
 */
export async function refuseDearer(tx: Tx, row: SupplierBillRow, portions: readonly Leaving[]): Promise<void> {
  const leaving = portions.filter(({ creditId }) => creditId === null);
  if (row.approvedBy !== null || leaving.length === 0 || !(await isOwnBill(tx, row))) return;
  const { approvalLimit } = (await bindingSettings(tx, purchaseSettings)).values;
  const { paid } = await tx.one<{ paid: bigint }>`
    select coalesce(sum(base_amount), 0)::bigint as paid from bill_payment
    where tenant_id = ${tx.tenant} and bill_id = ${row.id}::uuid and reversed_at is null`;
  const now = portions.reduce((sum, { baseAmount }) => sum + baseAmount, 0n);
  const settled = portions.reduce((sum, { amount, discount }) => sum + amount + discount, 0n);
  const open = row.total - row.paidTotal - row.discountTotal - settled;
  const base = await baseCurrency(tx);
  const left = open > 0n ? convertAmount(open, row.fxRate ?? '1', row.currency, base) : 0n;
  if (paid + now + left > approvalLimit) throw paidDearer({ billNo: row.billNo });
}
